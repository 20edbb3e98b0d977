"""break_down: a block of the day as deeds of 5 to 15 minutes, asked ahead of time.

Invariant: deeds use only things that were offered; the mind fits their lengths to the block.
"""

from typing import NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from milkwood.questions.marks import DeedText, Emoji, Minutes, OfferedState, OfferedTool, Prose
from milkwood.questions.terms import Card, Now, Tool, TownActivity


class Ask(TypedDict):
    """The block and the things there."""

    self: Card
    now: Now
    """The moment of asking, not the start of the block."""
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
    """The last deeds, to avoid repetitions."""
    customs: NotRequired[list[TownActivity]]
    """What people of the town do in such a block, by its pack; left out for nothing."""
    begun: NotRequired[bool]
    """Whether it is a later part of a long activity."""
    goes_on: NotRequired[bool]
    """Whether it is an earlier part of a long activity."""
    later: NotRequired[str]
    """What the person does next by the plan; left out for the last block."""
    because: NotRequired[str]
    """The memory that the block follows from; left out for none."""
    in_the_way: NotRequired[str]
    """Why it cannot be done as before: `the stove is burning`; the thing itself is not among the tools then."""


class PlannedDeed(BaseModel):
    """One deed."""

    model_config = ConfigDict(extra="ignore")
    what: DeedText = Field(min_length=2, max_length=120)
    minutes: Minutes = Field(ge=1, le=60)
    tool: OfferedTool = Field(default="", max_length=200)
    emoji: Emoji = Field(default="", max_length=16)
    effect: OfferedState = Field(default="", max_length=60)
    """The state of the thing meanwhile, one of its states: `on`, `开着火`; empty for none."""
    note: Prose = Field(default="", max_length=60)
    """A few words on the thing meanwhile, for readers: `full of fish scales`; nobody perceives them."""
    busy: bool = False
    """Whether it should not be interrupted: a lecture, a shower."""


class Reply(BaseModel):
    """The deeds, in order."""

    model_config = ConfigDict(extra="ignore")
    deeds: list[PlannedDeed] = Field(min_length=1, max_length=40)
    otherwise: SkipJsonSchema[list[PlannedDeed]] = Field(default=[], max_length=40)
    """The same piece told in other deeds, for another day. Models are not offered it: it would cost tokens."""
