"""From a drawing to a town: what the objects on a map mean, and whether people could live on it.

Knows maps and the catalogue of things, not people. Invariant: a TownMap comes out whenever there is
anything to build one from, so that every fault of a pack can be found in one go; whether it may be used,
the problems say.
"""

from milkwood.towns.survey.land import Land, survey

__all__ = ["Land", "survey"]
