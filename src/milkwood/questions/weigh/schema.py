"""weigh: how much a batch of new memories matters to a person, 1 to 10 each.

Invariant: one number a memory, in their order.
"""

from typing import TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import Grade
from milkwood.questions.terms import Card


class Ask(TypedDict):
    """The memories, as texts."""

    self: Card
    memories: list[str]


class Reply(BaseModel):
    """A number for each."""

    model_config = ConfigDict(extra="ignore")
    weights: list[Grade] = Field(min_length=1, max_length=40)
