"""react: what to do about a person or thing that was noticed.

Invariant: the choice is one of those offered.
"""

from typing import Annotated, Final, NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import WHEN, DeedText, Mark, Minutes, OfferedChoice, Own
from milkwood.questions.terms import Card, Now, Other, PromiseTerm, Recalled

MAX_REACTION_MINUTES: Final = 30


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
    presses: NotRequired[bool]
    """Whether the state must be acted on at once."""
    mend: NotRequired[str]
    """What sets it right, in words, where its kind knows it."""
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
    alone: NotRequired[int]
    """Hours since the person last talked with anyone, or since waking; left out while they are few."""
    options: list[str]
    """Of `ignore`, `talk`, `avoid`, `wait`, `change`."""


class Reply(BaseModel):
    """The choice and its reason."""

    model_config = ConfigDict(extra="ignore")
    choice: OfferedChoice = Field(pattern=r"^(ignore|talk|avoid|wait|change)$")
    reason: Own = Field(default="", max_length=240)
    what: Annotated[DeedText, Mark(WHEN, "choice=change")] = Field(default="", max_length=120)
    """What is done about the thing at once: `putting out the fire`. Afterwards it is as it should be."""
    minutes: Annotated[Minutes, Mark(WHEN, "choice=change")] = Field(default=10, ge=1, le=MAX_REACTION_MINUTES)
    usable: bool = True
    """About a thing: whether it can still be used normally."""
