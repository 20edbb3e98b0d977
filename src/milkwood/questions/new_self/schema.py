"""new_self: what is on a person's mind for the new day.

Knows no town. Invariant: a failed answer keeps what was on their mind before.
"""

from typing import TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.terms import Card, Now, Promise, Recalled


class Ask(TypedDict):
    """Yesterday and what it left."""

    self: Card
    now: Now
    yesterday: list[str]
    recalled: list[Recalled]
    promises: list[Promise]


class Reply(BaseModel):
    """Concerns, as noun phrases."""

    model_config = ConfigDict(extra="ignore")
    concerns: list[str] = Field(min_length=1, max_length=5)
    mood: str = Field(default="", max_length=60)
