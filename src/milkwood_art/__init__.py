"""The pictures of Milkwood: sheets of tiles and sprites, people drawn by code, and maps drawn from blueprints.

Used by `make towns`, `milkwood town draw`, imports of mazes and the pictures of people that the server sends. Of
`milkwood` it knows a person's looks and the catalogue of things; it knows no minds and no time.
Invariant: the same call gives the same pixels on every machine, since nothing here reads a clock, a foreign file or
global chance.
"""
