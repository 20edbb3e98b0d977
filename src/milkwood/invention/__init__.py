"""Invention: a town from a number, with people, ties, feuds, secrets, events and a map, in English and Chinese.

Start at inventing.py. Knows the format of town packs and the drafting of maps. Invariant: the same seed and options
give the same bytes.
"""

from milkwood.invention.facts import TownFacts
from milkwood.invention.inventing import MAX_INHABITANTS, MIN_INHABITANTS, InventedTown, invent

__all__ = ["MAX_INHABITANTS", "MIN_INHABITANTS", "InventedTown", "TownFacts", "invent"]
