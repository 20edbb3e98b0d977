"""What did happen: the closed vocabulary of Events, and the canonical order they are told in.

Knows nothing of how a town is kept. Invariant: frozen, made of plain values; an event at tick t was decided on the
moment t and shows from tick t + 1 on; the history of a run is its events in the order (tick, person, sequence).
"""

from dataclasses import dataclass
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.tile import Route, Tile


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody is in the town from now on, on a tile."""

    tile: Tile
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody is in the town no more; told of the outside hand, since it comes after everybody's deeds."""

    whom: PersonId


@dataclass(frozen=True, slots=True)
class SetOff:
    """Somebody begins to walk along a route, one tile a tick, perhaps bound to go there and stay until a tick."""

    route: Route
    stays: int = 0
    then: Route | None = None
    """The way one goes on from there, when one has stayed as long as one means to."""
    then_stays: int = 0
    house: int = 0
    """The tick until which one is bound to stay in the house that the way leads to; 0 = not at all."""
    then_house: int = 0


@dataclass(frozen=True, slots=True)
class Halted:
    """Somebody stopped on the way."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class DeedBegan:
    """Somebody began to do something, perhaps moving onto the spot for it."""

    deed: Deed
    tile: Tile
    then: Route | None = None
    """The way one goes from here, when one has stayed as long as one means to."""
    then_stays: int = 0
    then_house: int = 0


@dataclass(frozen=True, slots=True)
class DeedEnded:
    """Somebody is done with what they were doing."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class ThingChanged:
    """A thing is in another state."""

    thing: ThingId
    state: str


@dataclass(frozen=True, slots=True)
class TalkBegan:
    """A talk began; who began it speaks first."""

    talk: TalkId
    partner: PersonId


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody joined a talk."""

    talk: TalkId


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody said a line, perhaps bound to stay in this room until a tick."""

    talk: TalkId
    text: str
    stays: int = 0
    small_talk: bool = False
    """Whether it carries nothing to remember."""


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left a talk."""

    talk: TalkId


@dataclass(frozen=True, slots=True)
class TalkEnded:
    """A talk is over, and why."""

    talk: TalkId
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """What somebody tried did not happen, and why."""

    tried: str
    why: str


@dataclass(frozen=True, slots=True)
class Whispered:
    """The user put a thought into somebody's head."""

    text: str


@dataclass(frozen=True, slots=True)
class Reminded:
    """The user let somebody remember things from before."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody was told something by whoever is not of the town: a visitor, or a notice to all."""

    text: str
    by: str = ""
    """The visitor's name; empty for a notice."""
    room: RoomId | None = None
    """Where it will be, if it is of something that will be."""
    start: int = 0
    """The tick at which that begins."""


@dataclass(frozen=True, slots=True)
class Announced:
    """Something at a place and a time was made known to the town; told of the outside hand."""

    text: str
    room: RoomId
    start: int


BodyEvent: TypeAlias = Entered | Departed | SetOff | Halted | DeedBegan | DeedEnded
TalkEvent: TypeAlias = TalkBegan | Joined | Said | Left | TalkEnded
Event: TypeAlias = BodyEvent | TalkEvent | ThingChanged | Refused | Whispered | Reminded | Told | Announced


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with its place in history: when, through whom, and which of theirs in that tick."""

    tick: int
    person: PersonId
    sequence: int
    event: Event

    @property
    def order(self) -> tuple[int, PersonId, int]:
        """Its place in the canonical order."""
        return self.tick, self.person, self.sequence
