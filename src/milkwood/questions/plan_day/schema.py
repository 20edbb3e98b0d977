"""plan_day: the day's blocks, asked once a day on waking.

Invariant: an answer names only offered places; the mind adds promises and bed time afterwards, so that no answer can
break a day.
"""

from typing import Final, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import (
    Bedtime,
    DeedText,
    Hour,
    MaybeHour,
    Minutes,
    OfferedCause,
    OfferedExtra,
    OfferedPerson,
    OfferedPlace,
)
from milkwood.questions.terms import Card, DayPiece, Named, Now, PromiseTerm, Recalled, Spot

MAX_BED_SHIFT_MINUTES: Final = 90
"""Maximum shift of the bed time by a plan."""
PLANNED_WAY_MINUTES: Final = 45
"""A gap up to this long is the way to the next block; a longer one is filled by habit."""


class Ask(TypedDict):
    """What the person knows in the morning."""

    self: Card
    now: Now
    wake: str
    sleep: str
    """Usual bed time; after midnight as `25:00`."""
    usual: list[DayPiece]
    """A usual day."""
    promises: list[PromiseTerm]
    """Today's, which the plan must honour."""
    yesterday: list[str]
    """Yesterday's activities, in a few lines."""
    recalled: list[Recalled]
    places: list[Spot]
    people: list[Named]
    happened: NotRequired[list[Recalled]]
    """Memories of yesterday that today may follow from: promises, news, talks, thoughts, insights."""
    extras: NotRequired[list[Recalled]]
    """Memories that came up in the night; the plan may take up one of them."""
    talks: NotRequired[int]
    """Yesterday's talks, if they were few; left out otherwise."""


class PlannedBlock(BaseModel):
    """A block of the day."""

    model_config = ConfigDict(extra="ignore")
    start: Hour
    minutes: Minutes = Field(ge=5, le=600)
    what: DeedText = Field(min_length=2, max_length=120)
    place: OfferedPlace = Field(max_length=200)
    company: list[OfferedPerson] = Field(default=[], max_length=6)
    """Ids of people who are needed for it."""
    because: OfferedCause = 0
    """The number of the memory it follows from; 0 for none."""


class Reply(BaseModel):
    """The plan."""

    model_config = ConfigDict(extra="ignore")
    blocks: list[PlannedBlock] = Field(min_length=1, max_length=30)
    sleep: Bedtime = ""
    """Empty for the usual one."""
    idea: MaybeHour = ""
    """Start of the block that takes up a memory of the night; empty for none."""
    idea_of: OfferedExtra = 0
    """The number of the memory it takes up; 0 for the first."""
