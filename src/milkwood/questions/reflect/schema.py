"""reflect: insights from recent memories.

Invariant: each insight cites offered memories.
"""

from typing import NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import OfferedMemory, Own
from milkwood.questions.terms import Card, Named, Now, Other, Recalled


class Ask(TypedDict):
    """Recent and recalled memories."""

    self: Card
    now: Now
    recent: list[Recalled]
    recalled: list[Recalled]
    insights: list[str]
    """Earlier insights, not to be repeated."""
    people: NotRequired[list[Named]]
    """People in the memories whose names the person knows."""
    others: NotRequired[list[Other]]
    """How the person stands with those whom the recent memories concern most."""


class Insight(BaseModel):
    """An insight and the memories it cites."""

    model_config = ConfigDict(extra="ignore")
    text: Own = Field(min_length=2, max_length=240)
    evidence: list[OfferedMemory] = Field(default=[], max_length=8)
    """Never empty once the answer is read: without an offered number, the memory that the text is near."""
    importance: int = Field(default=6, ge=1, le=10)


class Reply(BaseModel):
    """One to five insights; the understudy has none if nothing is worth one."""

    model_config = ConfigDict(extra="ignore")
    insights: list[Insight] = Field(min_length=1, max_length=5)
