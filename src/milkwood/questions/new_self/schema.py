"""new_self: a person's concerns for the new day.

Invariant: a failed answer keeps the earlier concerns.
"""

from typing import Annotated, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import Prose
from milkwood.questions.terms import Card, Now, PromiseTerm, Recalled


class Ask(TypedDict):
    """Yesterday and its effects."""

    self: Card
    now: Now
    yesterday: list[str]
    recalled: list[Recalled]
    promises: list[PromiseTerm]


class Reply(BaseModel):
    """Concerns, as noun phrases."""

    model_config = ConfigDict(extra="ignore")
    concerns: list[Annotated[Prose, Field(min_length=2, max_length=160)]] = Field(min_length=1, max_length=5)
    mood: Prose = Field(default="", max_length=60)
    low: bool = False
    """Whether it is a bad day: the person is ill, sad or worn out, and uses no routines."""
