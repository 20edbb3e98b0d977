"""What a mind can want to try: the closed vocabulary of Intents.

Invariant (rule T1): an intent changes only the actor and what is within one tile of the actor; a talk partner must be
in view.
"""

from dataclasses import dataclass
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class Stay:
    """Go on as before."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Walk to a thing, somewhere in a room, or to a tile."""

    goal: ThingId | RoomId | Tile
    stays: int = 0
    """The tick until which the person commits to go there and stay (rule T5); 0 = not at all."""
    then: ThingId | RoomId | None = None
    """The place they commit to go to afterwards."""
    then_stays: int = 0
    """The tick until which they commit to that place."""
    house: int = 0
    """The tick until which they commit to the house of the goal; 0 = not at all."""
    then_house: int = 0
    """The same for the house of `then`."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop walking."""


@dataclass(frozen=True, slots=True)
class Do:
    """Begin a deed here, with the thing it names, if that is within reach and free."""

    deed: Deed
    then: ThingId | RoomId | None = None
    """The place the person commits to go to afterwards (rule T5)."""
    then_stays: int = 0
    """The tick until which they commit to that place."""
    then_house: int = 0
    """The tick until which they commit to its house; 0 = not at all."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End the current deed."""


@dataclass(frozen=True, slots=True)
class SetThing:
    """Bring a thing within reach into a state."""

    thing: ThingId
    state: str


@dataclass(frozen=True, slots=True)
class Approach:
    """Walk up to a person in view, near enough to talk."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class TalkTo:
    """Begin a talk with a person near by."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Join:
    """Join a talk of people in view."""

    talk: TalkId


@dataclass(frozen=True, slots=True)
class Say:
    """Say the next line of the current talk; the last line ends it."""

    text: str
    last: bool = False
    stays: int = 0
    """The tick until which the person commits to this room (rule T5), since a talk makes them late; 0 = not at all."""
    small_talk: bool = False
    """Whether the line carries nothing to remember: a greeting, thanks, a goodbye."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the current talk."""


Intent: TypeAlias = Stay | GoTo | Halt | Do | Finish | SetThing | Approach | TalkTo | Join | Say | Leave
