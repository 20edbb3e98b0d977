"""What did happen: the closed vocabulary of Events, and the canonical order they are told in.

Invariant: frozen, made of plain values; an event at tick t was decided on the moment t and shows from tick t + 1 on;
the history of a run is its events in the order (tick, person, sequence).
"""

from dataclasses import dataclass
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.tile import Route, Tile


@dataclass(frozen=True, slots=True)
class Entered:
    """A person is in the town from now on."""

    tile: Tile
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class Departed:
    """A person has left the town; an event of OUTSIDE, since it comes after everyone's events."""

    whom: PersonId


@dataclass(frozen=True, slots=True)
class SetOff:
    """A person begins to walk along a route, one tile per tick, perhaps committed to stay there until a tick."""

    route: Route
    stays: int = 0
    then: Route | None = None
    """The committed route from there."""
    then_stays: int = 0
    house: int = 0
    """The tick until which the person commits to the house at the end of the route; 0 = not at all."""
    then_house: int = 0


@dataclass(frozen=True, slots=True)
class Halted:
    """A person stopped on the way."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class DeedBegan:
    """A person began a deed, perhaps moving to its spot."""

    deed: Deed
    tile: Tile
    then: Route | None = None
    """The committed route from here."""
    then_stays: int = 0
    then_house: int = 0


@dataclass(frozen=True, slots=True)
class DeedEnded:
    """A person ended a deed."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class ThingChanged:
    """A thing is in another state."""

    thing: ThingId
    state: str
    presses: bool = False
    """Whether people must act at once."""


@dataclass(frozen=True, slots=True)
class TalkBegan:
    """A talk began; the person who began it speaks first."""

    talk: TalkId
    partner: PersonId


@dataclass(frozen=True, slots=True)
class Joined:
    """A person joined a talk."""

    talk: TalkId


@dataclass(frozen=True, slots=True)
class Said:
    """A person said a line, perhaps committed to stay in this room until a tick."""

    talk: TalkId
    text: str
    stays: int = 0
    small_talk: bool = False
    """Whether it carries nothing to remember."""


@dataclass(frozen=True, slots=True)
class Left:
    """A person left a talk."""

    talk: TalkId


@dataclass(frozen=True, slots=True)
class TalkEnded:
    """A talk is over, and why."""

    talk: TalkId
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An intent failed, and why."""

    tried: str
    why: str
    until: int = 0
    """The tick from which a commitment (rule T5) no longer forbids it; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class Whispered:
    """The user put a thought into a person's head."""

    text: str


@dataclass(frozen=True, slots=True)
class Reminded:
    """The user gave a person earlier memories."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A person was told something from outside: by a visitor or a public notice."""

    text: str
    by: str = ""
    """The visitor's name; empty for a notice."""
    room: RoomId | None = None
    """The place of the announced event, if there is one."""
    start: int = 0
    """The tick at which it begins."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An event at a place and a time was announced to the town; an event of OUTSIDE."""

    text: str
    room: RoomId
    start: int


BodyEvent: TypeAlias = Entered | Departed | SetOff | Halted | DeedBegan | DeedEnded
TalkEvent: TypeAlias = TalkBegan | Joined | Said | Left | TalkEnded
Event: TypeAlias = BodyEvent | TalkEvent | ThingChanged | Refused | Whispered | Reminded | Told | Announced


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with its place in history: tick, person, and sequence number within both."""

    tick: int
    person: PersonId
    sequence: int
    event: Event

    @property
    def order(self) -> tuple[int, PersonId, int]:
        """Its place in the canonical order."""
        return self.tick, self.person, self.sequence
