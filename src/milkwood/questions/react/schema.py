"""react: what to do about a person or thing that was noticed.

Invariant: the choice is one of those offered.
"""

from typing import TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import Minutes, OfferedChoice, OfferedPlace, Own, Prose, StateText
from milkwood.questions.terms import Card, Now, Other, PromiseTerm, Recalled, Spot


class Ask(TypedDict):
    """What was noticed, and the current activity."""

    self: Card
    now: Now
    other: Other | None
    """The person noticed; None when it is a thing."""
    thing: str
    """The name of the thing noticed; empty when it is a person."""
    state: str
    """Its new state in words."""
    noticed: str
    """The percept in a sentence."""
    recalled: list[Recalled]
    block: str
    """The purpose of the current block."""
    promises: list[PromiseTerm]
    minutes_free: int
    """Minutes until the next appointment."""
    since_talk_minutes: int
    """Since the last talk with them; -1 for never."""
    options: list[str]
    """Of `ignore`, `talk`, `wait`, `change`."""
    places: list[Spot]
    """For `change`: possible destinations."""


class Reply(BaseModel):
    """The choice and its reason."""

    model_config = ConfigDict(extra="ignore")
    choice: OfferedChoice = Field(pattern=r"^(ignore|talk|wait|change)$")
    reason: Own = Field(default="", max_length=240)
    what: Prose = Field(default="", max_length=120)
    """For `change`: the new activity; it may concern the thing itself (`putting out the fire`)."""
    minutes: Minutes = Field(default=10, ge=1, le=120)
    place: OfferedPlace = Field(default="", max_length=200)
    state: StateText = Field(default="", max_length=60)
    """For `change` about a thing: its new state; empty for none, `idle` for normal."""
    usable: bool = True
    """About a thing: whether it can still be used normally."""
