"""Town packs on disk: a folder that a person can read and edit becomes a map, people and a scenario.

Invariant: whatever lies in a folder, reading it ends in a Pack or in a list of problems that say what is wrong, where,
and what to do.
"""

from milkwood.towns.pack import BrokenPack, Pack, check, load
from milkwood.towns.person import Person
from milkwood.towns.problem import Problem, Severity
from milkwood.towns.story import Scenario

__all__ = ["BrokenPack", "Pack", "Person", "Problem", "Scenario", "Severity", "check", "load"]
