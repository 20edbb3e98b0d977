"""reflect: what matters lately, as insights that rest on memories.

Invariant: each insight cites memories that were offered.
"""

from typing import NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import OfferedMemory, Own
from milkwood.questions.terms import Card, Named, Now, Recalled


class Ask(TypedDict):
    """Recent and recalled memories."""

    self: Card
    now: Now
    recent: list[Recalled]
    recalled: list[Recalled]
    insights: list[str]
    """Earlier insights, not to be repeated."""
    people: NotRequired[list[Named]]
    """Those the memories are about, as far as one knows their names."""


class Insight(BaseModel):
    """A thought and what it rests on."""

    model_config = ConfigDict(extra="ignore")
    text: Own = Field(min_length=2, max_length=240)
    evidence: list[OfferedMemory] = Field(min_length=1, max_length=8)
    importance: int = Field(default=6, ge=1, le=10)


class Reply(BaseModel):
    """One to five insights."""

    model_config = ConfigDict(extra="ignore")
    insights: list[Insight] = Field(min_length=1, max_length=5)
