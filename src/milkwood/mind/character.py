"""Who a person is before the first tick, in the language of the run: the input of their mind.

Invariant: frozen; times are minutes since midnight; a bed time after midnight counts on (`25:00` is 1500).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from milkwood.clock import NEVER
from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.questions.terms import Certainty
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class UsualBlock:
    """A block of a usual day."""

    start: int
    end: int
    what: str
    place: str
    """Id of a room or a thing."""
    meal: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """This person's tie to another."""

    tie: str
    feeling: str
    closeness: int


@dataclass(frozen=True, slots=True)
class Seed:
    """A memory from before the run."""

    text: str
    importance: int
    about: tuple[PersonId, ...] = ()
    private: bool = False
    secret_from: tuple[PersonId, ...] = ()
    witnesses: tuple[PersonId, ...] = ()
    certainty: Certainty = "known"


@dataclass(frozen=True, slots=True)
class Engagement:
    """A dated intention known from the start."""

    what: str
    start: int
    """A tick."""
    end: int
    place: str
    company: tuple[PersonId, ...] = ()
    host: bool = False
    """Their own event, to which they invite others."""


@dataclass(frozen=True, slots=True)
class Folk:
    """What everyone knows about a person: names and pronoun."""

    id: PersonId
    name: str
    called: str
    pronoun: str
    guest: bool = False
    """Whether they only visit the town: others take more time for them."""
    partner: PersonId | None = None
    """Whom they are married to, or live with as a couple."""

    def is_named_in(self, text: str) -> bool:
        """Whether a text names them."""
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
    """The activity text for sleeping."""
    usual: tuple[UsualBlock, ...]
    concerns: tuple[str, ...]
    goals: tuple[str, ...]
    ties: Mapping[PersonId, Tie] = field(hash=False)
    seeds: tuple[Seed, ...] = ()
    engagements: tuple[Engagement, ...] = ()
    places: frozenset[SectorId] = frozenset()
    manners: tuple[str, ...] = ()
    """Words for how they behave in talk."""
    leaves: int = NEVER
    """The tick at which they set out to leave the town."""
    road: Tile | None = None
    """Where they leave it."""
    language: str = "en"

    @property
    def id(self) -> PersonId:
        """Their id."""
        return self.folk.id
