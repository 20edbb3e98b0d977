"""What a town is made of, before anyone lives in it: sectors, rooms, things and doors.

Invariant: all of it is frozen; ids are addresses in the town's first language.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.town.tile import Tile
from milkwood.words import Words

IDLE = "idle"
"""The state of a thing that is as it should be."""


class Use(StrEnum):
    """Where someone stands to use a thing."""

    ON = "on"
    BESIDE = "beside"


Pose: TypeAlias = Literal["standing", "sitting", "lying", "walking"]
"""How a body is held."""
ThingLook: TypeAlias = Literal["", "flame", "smoke", "steam", "water", "sparks", "broken", "light", "notes"]
"""What is seen of a thing in a state; empty for nothing."""


@dataclass(frozen=True, slots=True)
class KindState:
    """A state that a kind of thing can be in."""

    key: str
    words: Words
    presses: bool = False
    """Whether people must act at once."""
    mend: Words | None = None
    """The deed that sets it right; None if it needs nothing."""
    look: ThingLook = ""

    def is_named(self, text: str) -> bool:
        """Whether a text is its key, or its words in any language."""
        said = text.strip().casefold()
        return said == self.key or any(said == words.casefold() for words in self.words.values())


COMMON_STATES = (
    KindState(IDLE, Words({"en": IDLE, "zh": "空闲"})),
    KindState("in_use", Words({"en": "in use", "zh": "有人在用"})),
)
"""States of every kind: as it should be, and in use."""


@dataclass(frozen=True, slots=True)
class ThingState:
    """The state of a thing at a tick."""

    words: str = IDLE
    presses: bool = False
    since: int = 0
    """The tick from which a lasting state holds; `WHILE_USED_TICK` for one that ends with the last user."""

    @property
    def lasts(self) -> bool:
        """Whether it stays until it is changed."""
        return self.words != IDLE and self.since != WHILE_USED_TICK


WHILE_USED_TICK = -1


@dataclass(frozen=True, slots=True)
class ThingKind:
    """What all beds, or all stoves, have in common."""

    id: str
    name: Words
    solid: bool = True
    use: Use = Use.BESIDE
    seats: int = 0
    """Maximum number of users at a time per piece; 0 = unlimited."""
    emoji: str = ""
    states: tuple[KindState, ...] = field(default=(), hash=False)
    """What it can be, beside the states of every kind."""
    pose: Pose = "standing"
    """How people use it."""

    def recognised(self, text: str) -> KindState | None:
        """The listed state that a text names."""
        return next((state for state in (*COMMON_STATES, *self.states) if state.is_named(text)), None)

    def presses(self, text: str) -> bool:
        """Whether a text names a state that presses."""
        state = self.recognised(text)
        return state is not None and state.presses

    @property
    def deed_states(self) -> tuple[KindState, ...]:
        """States that a deed may bring about while it lasts: those that need nothing."""
        return tuple(state for state in self.states if not state.presses and state.mend is None)


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """When a place is open, in minutes since midnight."""

    opens: int
    closes: int

    def holds(self, minute_of_day: int) -> bool:
        """Whether it is open then; hours may run past midnight."""
        if self.opens <= self.closes:
            return self.opens <= minute_of_day < self.closes
        return minute_of_day >= self.opens or minute_of_day < self.closes


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the town: a house, a cafe, a park."""

    id: SectorId
    name: Words
    kind: str
    public: bool = False
    hours: OpeningHours | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a sector; gardens and parks are rooms without walls."""

    id: RoomId
    sector: SectorId
    name: Words
    kind: str
    outdoors: bool
    tiles: frozenset[Tile] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that people use, on the tiles it covers."""

    id: ThingId
    room: RoomId
    name: Words
    kind: ThingKind
    tiles: tuple[Tile, ...]
    seats: int = 0
    """How many can use it at a time, all its parts together; 0 = as many as find room."""


@dataclass(frozen=True, slots=True)
class Door:
    """One tile that belongs to the places on both sides of it."""

    tile: Tile
