"""speak: the next line of a talk, and whether the talk is over.

Invariant: one line, of the speaker, in the language of the run.
"""

from typing import Final, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import OfferedEvent, OfferedMemory, Prose
from milkwood.questions.terms import Card, DayPiece, Missed, Named, Now, Other, PromiseTerm, Recalled, SpokenLine

MAX_TOLD_MEMORIES: Final = 8
"""Maximum number of memories that one line passes on."""
MAX_INVITES: Final = 4
"""Maximum number of own events to which one line invites."""
MAX_ASKED_RUMOURS: Final = 2
"""Maximum number of rumours that one line asks about."""


class Ask(TypedDict):
    """The talk so far and the recalled memories."""

    self: Card
    now: Now
    others: list[Other]
    lines: list[SpokenLine]
    reason: str
    """Why the person began the talk, if they did."""
    recalled: list[Recalled]
    lasting: int
    """The number of memories, from the first, that stay for the whole talk."""
    promises: list[PromiseTerm]
    """Current and future promises, own events included."""
    usual: list[DayPiece]
    """The usual day: shows free hours."""
    said_before: list[str]
    """Lines of recent talks, not to be repeated."""
    said_today: NotRequired[list[str]]
    """The person's own lines of earlier talks today with all who are present; left out for none."""
    missed: NotRequired[list[Missed]]
    """Promises between the person and those present that one of them did not keep; left out for none."""
    doubts: NotRequired[list[Recalled]]
    """Rumours about one of those present that the person may ask them about; left out for none."""
    left: int
    """The number of lines left."""
    people: list[Named]
    places: list[Named]


class Reply(BaseModel):
    """The line."""

    model_config = ConfigDict(extra="ignore")
    say: Prose = Field(min_length=1, max_length=400)
    small_talk: bool = False
    """Whether the line has nothing to remember: a greeting, thanks, a pleasantry, a goodbye."""
    over: bool = False
    tells: list[OfferedMemory] = Field(default=[], max_length=MAX_TOLD_MEMORIES)
    """Ids of the recalled memories the line passes on."""
    invites: list[OfferedEvent] = Field(default=[], max_length=MAX_INVITES)
    """Numbers of own events to which the line invites the listeners."""
    asks: list[OfferedMemory] = Field(default=[], max_length=MAX_ASKED_RUMOURS)
    """Ids of the rumours of which the line asks whether they are true."""
