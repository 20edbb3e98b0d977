"""Scenarios: a cast, a start, and stories that begin with somebody knowing, wanting or having promised
something.

Knows nothing of files or of how a story goes on. Invariant: frozen; everybody named is in the cast, every
address is on the map, and a commitment begins before it ends.
"""

from dataclasses import dataclass
from datetime import datetime

from milkwood.ids import PersonId, ScenarioId
from milkwood.town.address import Address
from milkwood.words import Words


@dataclass(frozen=True, slots=True)
class StoryMemory:
    """What somebody knows when it begins."""

    person: PersonId
    text: Words
    importance: int
    about: tuple[PersonId, ...] = ()
    private: bool = False
    """Not for telling."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What somebody wants."""

    person: PersonId
    text: Words


@dataclass(frozen=True, slots=True)
class StoryCommitment:
    """What somebody has promised to do, dated."""

    person: PersonId
    what: Words
    start: datetime
    end: datetime
    where: Address
    company: tuple[PersonId, ...] = ()
    host: bool = False
    """Their own event, to which they invite others."""


@dataclass(frozen=True, slots=True)
class Story:
    """One thread of a scenario."""

    id: str
    title: Words
    memories: tuple[StoryMemory, ...] = ()
    goals: tuple[Goal, ...] = ()
    commitments: tuple[StoryCommitment, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """Who is there, when it starts, what is about to happen."""

    id: ScenarioId
    aliases: tuple[str, ...]
    name: Words
    about: Words
    cast: tuple[PersonId, ...]
    """In order of id."""
    start: datetime
    days: int
    stories: tuple[Story, ...] = ()
