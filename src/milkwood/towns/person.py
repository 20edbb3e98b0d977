"""A person as a pack describes them, before the first tick.

Invariant: frozen; every text is there in every language of the town, every address exists on its map, and every id
names someone of the same pack.
"""

from dataclasses import dataclass

from milkwood.ids import PersonId, SectorId, ThingId
from milkwood.questions.terms import Certainty
from milkwood.town.address import Address
from milkwood.town.looks import Looks
from milkwood.town.places import OpeningHours
from milkwood.words import Words


@dataclass(frozen=True, slots=True)
class Speech:
    """How a person talks."""

    style: str
    note: Words


@dataclass(frozen=True, slots=True)
class Work:
    """A person's job."""

    title: Words
    at: Address
    hours: OpeningHours | None = None


@dataclass(frozen=True, slots=True)
class DayBlock:
    """A block of a usual day, in minutes since midnight."""

    start: int
    end: int
    what: Words
    where: Address


@dataclass(frozen=True, slots=True)
class Habits:
    """A usual day; a bed time at or before the wake time lies after midnight."""

    wake: int
    sleep: int
    day: tuple[DayBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonTie:
    """What another person is to this person; the other may see it differently."""

    person: PersonId
    tie: Words
    feeling: Words
    closeness: int
    """0 a stranger … 10 the closest person."""


@dataclass(frozen=True, slots=True)
class SeedMemory:
    """A memory from before the run."""

    text: Words
    importance: int
    about: tuple[PersonId, ...] = ()
    private: bool = False
    """Not for telling."""
    secret_from: tuple[PersonId, ...] = ()
    """Who must not hear it."""
    witnesses: tuple[PersonId, ...] = ()
    """Who was there, or knows it first hand."""
    certainty: Certainty = "known"
    """How sure it is."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person of a town pack."""

    id: PersonId
    name: Words
    called: Words
    age: int
    pronoun: str
    traits: tuple[Words, ...]
    biography: Words
    concerns: tuple[Words, ...]
    speech: Speech
    bed: ThingId
    work: Work | None
    habits: Habits
    knows: tuple[PersonTie, ...]
    memories: tuple[SeedMemory, ...]
    looks: Looks
    places: tuple[SectorId, ...]
    """Sectors known from the start, besides home and work."""
