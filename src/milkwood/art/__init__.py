"""The pictures of Milkwood: tiles, sprites and people, all drawn by code from one palette.

Knows nothing of towns, minds or time; other rooms ask it for pictures by name. Invariant: the same call gives the
same pixels on every machine, because nothing here reads a clock, a file of somebody else's or global chance.
"""
