"""From a Tiled map to a town map: the meaning of its objects, and whether people can move on it.

Invariant: a TownMap is built whenever possible, so that all faults of a pack are found at once; the problems say
whether it may be used.
"""

from milkwood.towns.survey.land import Land, survey

__all__ = ["Land", "survey"]
