"""What can come from outside the town: the closed vocabulary of Acts, as intents are that of minds.

Knows nothing of when it lands; `hand` decides what comes of it. Invariant: frozen, made of plain values, so that what a
user did can be written down and done again; an act names whom or what it is about by id.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.plain import JsonObject
from milkwood.town.tile import Tile

OUTSIDE = PersonId("~outside")
"""Whoever acts from outside the town; comes after everybody in the order of a tick."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """Put a thought into somebody's head."""

    person: PersonId
    text: str


@dataclass(frozen=True, slots=True)
class Remind:
    """Let somebody remember things from before, as if they had always known them."""

    person: PersonId
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell somebody something, as a visitor with a name; whoever is asleep does not hear it."""

    person: PersonId
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Let everybody who is awake know of something at a place and a time."""

    text: str
    room: RoomId
    start: int
    """The tick at which it begins."""


@dataclass(frozen=True, slots=True)
class Change:
    """Bring a thing into a state, by nobody's hand."""

    thing: ThingId
    state: str


@dataclass(frozen=True, slots=True)
class Arrive:
    """Somebody new comes to live in the town."""

    person: PersonId
    tile: Tile
    profile: JsonObject = field(default_factory=dict, hash=False)
    """Who they are, as JSON can hold it; what their mind is made from."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Somebody leaves the town for good."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Enter:
    """The user walks in, as a person who does what keys say."""

    person: PersonId
    tile: Tile
    name: str = ""
    idle_ticks: int = 0
    """After so many ticks without a key they leave by themselves; 0 for a minute of the town."""


@dataclass(frozen=True, slots=True)
class Exit:
    """The user's person leaves the town."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Move:
    """A key: one tile up, left, right or down."""

    person: PersonId
    step: str
    """One of the letters of `tile.STEPS`."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A key: stay where one is."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Speak:
    """A key: say a line, to those one talks with or to the nearest who is free."""

    person: PersonId
    text: str
    last: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The user holds the town, or lets it go on; what happens does not follow from it."""

    held: bool = True


Key: TypeAlias = Move | Stand | Speak
"""What an avatar does at one tick."""
Touch: TypeAlias = Whisper | Remind | Tell | Announce | Change | Arrive | Remove | Enter | Exit
"""What changes the town, or somebody in it, from outside."""
Act: TypeAlias = Touch | Key | Pause
