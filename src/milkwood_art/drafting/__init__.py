"""Drafting: from a blueprint that people can read and edit to a map that Tiled can open.

    python -m milkwood_art.drafting BLUEPRINT OUT_DIR

Knows blueprints, our own art and the map format; knows nothing of people and scenarios. Invariant: a map is never
edited by hand; it is what its blueprint gives.
"""
