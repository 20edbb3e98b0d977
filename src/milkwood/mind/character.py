"""Who a person is before the first tick, in the language of the run: what their mind starts from.

Knows no files. Invariant: frozen; times are minutes since midnight, and bed time after midnight counts on (`25:00` is
1500).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from milkwood.ids import PersonId, RoomId, SectorId, ThingId


@dataclass(frozen=True, slots=True)
class Usual:
    """A piece of a usual day."""

    start: int
    end: int
    what: str
    place: str
    """A room's or a thing's id."""


@dataclass(frozen=True, slots=True)
class Tie:
    """What somebody is to this person."""

    tie: str
    feeling: str
    closeness: int


@dataclass(frozen=True, slots=True)
class Seed:
    """Something remembered from before."""

    text: str
    importance: int
    about: tuple[PersonId, ...] = ()
    private: bool = False


@dataclass(frozen=True, slots=True)
class Engagement:
    """Something dated that they mean to do, known from the start."""

    what: str
    start: int
    """A tick."""
    end: int
    place: str
    company: tuple[PersonId, ...] = ()
    host: bool = False
    """One's own event, to which one invites others."""


@dataclass(frozen=True, slots=True)
class Folk:
    """What everybody can tell of somebody: how they are called."""

    id: PersonId
    name: str
    called: str
    pronoun: str
    guest: bool = False
    """Whether they only visit the town: one takes one's time with them."""

    def is_named_in(self, text: str) -> bool:
        """Whether a text speaks of them by name."""
        if self.name in text or (not self.called.isascii() and self.called in text):
            return True
        return re.search(rf"(?<!\w){re.escape(self.called)}(?!\w)", text) is not None


@dataclass(frozen=True, slots=True)
class Character:
    """A person."""

    folk: Folk
    age: int
    traits: tuple[str, ...]
    biography: str
    style: str
    manner: str
    work: str
    """In words: what, where, when."""
    work_room: RoomId | None
    work_hours: tuple[int, int] | None
    home: SectorId
    bed: ThingId
    wake: int
    sleep: int
    sleeping: str
    """What sleeping is called."""
    usual: tuple[Usual, ...]
    concerns: tuple[str, ...]
    goals: tuple[str, ...]
    ties: Mapping[PersonId, Tie] = field(hash=False)
    seeds: tuple[Seed, ...] = ()
    engagements: tuple[Engagement, ...] = ()
    places: frozenset[SectorId] = frozenset()
    language: str = "en"

    @property
    def id(self) -> PersonId:
        """Their id."""
        return self.folk.id
