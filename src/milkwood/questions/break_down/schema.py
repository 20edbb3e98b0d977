"""break_down: a block of the day as deeds of 5 to 15 minutes, asked ahead of time.

Invariant: deeds use only things that were offered; the mind fits their lengths to the block.
"""

from typing import NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import Emoji, Minutes, OfferedTool, Prose
from milkwood.questions.terms import Card, Now, Tool


class Ask(TypedDict):
    """The block and what there is to do it with."""

    self: Card
    now: Now
    """The moment at which it is asked, not the one at which the block begins."""
    what: str
    start: str
    minutes: int
    place: str
    """Its name."""
    room_kind: str
    tools: list[Tool]
    """Things in the room (and in the other rooms of the same home or building), nearest in meaning first."""
    main_tool: str
    """The id of the thing the plan names; empty for none."""
    lately: list[str]
    """The last deeds, so that a day does not repeat itself."""
    begun: NotRequired[bool]
    """A later piece of something long: it has begun before."""
    goes_on: NotRequired[bool]
    """An earlier piece of something long: it goes on afterwards."""
    in_the_way: NotRequired[str]
    """Why it cannot be done as it was before: `the stove is burning`; the thing itself is not among the tools then."""


class PlannedDeed(BaseModel):
    """One thing done."""

    model_config = ConfigDict(extra="ignore")
    what: Prose = Field(min_length=2, max_length=120)
    minutes: Minutes = Field(ge=1, le=60)
    tool: OfferedTool = Field(default="", max_length=200)
    emoji: Emoji = Field(default="", max_length=16)
    effect: Prose = Field(default="", max_length=60)
    """The state the thing is in meanwhile, in words of the language: `boiling`, `烧着水`; empty for none."""
    busy: bool = False
    """Whether it is plainly not to be interrupted: a lecture, a shower."""


class Reply(BaseModel):
    """The deeds, in order."""

    model_config = ConfigDict(extra="ignore")
    deeds: list[PlannedDeed] = Field(min_length=1, max_length=40)
