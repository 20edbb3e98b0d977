"""Scenarios: a cast, a start, and stories that give people memories, goals and commitments.

Invariant: frozen; everyone named is in the cast, every address is on the map, and a commitment begins before it ends.
"""

from dataclasses import dataclass
from datetime import datetime

from milkwood.ids import PersonId, ScenarioId
from milkwood.questions.terms import Certainty
from milkwood.town.address import Address
from milkwood.words import Words


@dataclass(frozen=True, slots=True)
class StoryMemory:
    """A memory that a person starts with."""

    person: PersonId
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
class Goal:
    """A person's goal."""

    person: PersonId
    text: Words


@dataclass(frozen=True, slots=True)
class StoryCommitment:
    """A promise of a person, with a date."""

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
    """A cast, a start and stories."""

    id: ScenarioId
    aliases: tuple[str, ...]
    name: Words
    about: Words
    cast: tuple[PersonId, ...]
    """In order of id."""
    start: datetime
    days: int
    stories: tuple[Story, ...] = ()
