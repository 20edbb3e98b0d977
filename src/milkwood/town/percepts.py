"""What a person senses at one moment: the closed vocabulary of Percepts.

Invariant (rule M1): this and its own memories are all a mind ever gets; percepts are frozen and carry ids and plain
facts, no town state.
"""

from dataclasses import dataclass
from typing import TypeAlias

from milkwood.ids import PersonId, RoomId, TalkId, ThingId
from milkwood.town.body import Deed
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class SeesPerson:
    """A person is in view."""

    person: PersonId
    tile: Tile
    away: int
    deed: Deed | None
    walking: bool
    talk: TalkId | None


@dataclass(frozen=True, slots=True)
class SeesThing:
    """A thing is in view, in this state."""

    thing: ThingId
    state: str
    away: int
    presses: bool = False
    since: int = 0
    """The tick from which a lasting state holds; `WHILE_USED_TICK` for one that ends with the last user."""


@dataclass(frozen=True, slots=True)
class Hears:
    """A member of the talk said a line."""

    talk: TalkId
    speaker: PersonId
    text: str
    small_talk: bool = False
    """Whether it carries nothing to remember, as the speaker means it."""


@dataclass(frozen=True, slots=True)
class InTalk:
    """The person is in a talk with these others; it may be their turn."""

    talk: TalkId
    others: tuple[PersonId, ...]
    my_turn: bool
    lines: int


@dataclass(frozen=True, slots=True)
class Prevented:
    """The last intent failed."""

    tried: str
    why: str
    until: int = 0
    """The tick from which a commitment no longer forbids it; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class InnerVoice:
    """A thought from outside: the user's whisper."""

    text: str


@dataclass(frozen=True, slots=True)
class Reminder:
    """Earlier memories given by the user."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IsTold:
    """A visitor or a notice from outside tells the person something."""

    text: str
    by: str
    """The visitor's name; empty for a notice."""
    room: RoomId | None
    """Where it will be, if it is of something that will be."""
    start: int
    """The tick at which that begins."""


Percept: TypeAlias = SeesPerson | SeesThing | Hears | InTalk | Prevented | InnerVoice | Reminder | IsTold


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a person senses at one tick, and their own body."""

    tick: int
    tile: Tile
    room: RoomId | None
    deed: Deed | None
    walking: bool
    percepts: tuple[Percept, ...]
