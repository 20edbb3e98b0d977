"""What can be done to a town from outside: the closed vocabulary of Acts, as intents are that of minds.

Invariant: frozen, made of plain values, so that it can be written down and repeated; an act refers to its person or
thing by id.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.plain import JsonObject
from milkwood.town.tile import Tile

OUTSIDE = PersonId("~outside")
"""The actor of everything from outside; sorts after all people of a tick."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """Put a thought into a person's head."""

    person: PersonId
    text: str


@dataclass(frozen=True, slots=True)
class Remind:
    """Give a person earlier memories, as if they had always known them."""

    person: PersonId
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell a person something, as a visitor with a name; a sleeper does not hear it."""

    person: PersonId
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell everyone who is awake about something at a place and a time."""

    text: str
    room: RoomId
    start: int
    """The tick at which it begins."""


@dataclass(frozen=True, slots=True)
class Change:
    """Bring a thing into a state from outside."""

    thing: ThingId
    state: str
    presses: bool | None = None
    """Whether people must act at once; None to go by the states of its kind."""


@dataclass(frozen=True, slots=True)
class Arrive:
    """A new person moves to the town."""

    person: PersonId
    tile: Tile
    profile: JsonObject = field(default_factory=dict, hash=False)
    """The person's data, as JSON; their mind is made from it."""


@dataclass(frozen=True, slots=True)
class Remove:
    """A person leaves the town for good."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Enter:
    """The user enters as a person controlled by keys."""

    person: PersonId
    tile: Tile
    name: str = ""
    idle_ticks: int = 0
    """Ticks without a key after which the avatar leaves; 0 for a minute of town time."""


@dataclass(frozen=True, slots=True)
class Exit:
    """The user's person leaves the town."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Move:
    """A key: one tile up, left, right or down."""

    person: PersonId
    step: str
    """A key of `tile.STEPS`."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A key: stay in place."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Speak:
    """A key: say a line, to the members of the talk or to the nearest person who is free."""

    person: PersonId
    text: str
    last: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The user pauses or resumes the town; has no effect on what happens."""

    held: bool = True


@dataclass(frozen=True, slots=True)
class Depart:
    """A person of the pack who leaves by a road is gone once they are there; not an act of a user."""

    person: PersonId
    road: Tile
    late: bool = False
    """Gone wherever they are."""


Key: TypeAlias = Move | Stand | Speak
"""What an avatar does at one tick."""
Touch: TypeAlias = Whisper | Remind | Tell | Announce | Change | Arrive | Remove | Enter | Exit
"""Acts that change the town or a person in it."""
UserAct: TypeAlias = Touch | Key | Pause
Visit: TypeAlias = Arrive | Depart
"""What the pack says of who comes and goes, and when; never recorded, since it follows from the pack."""
