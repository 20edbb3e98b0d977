"""whisper: an inner voice becomes the person's own thought.

Invariant: the thought is in the first person; a dated thing in it may become a promise.
"""

from typing import TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.after_talk.schema import Commitment
from milkwood.questions.marks import OfferedPerson, Own
from milkwood.questions.terms import Card, Named, Now, PromiseTerm


class Ask(TypedDict):
    """What the voice says."""

    self: Card
    now: Now
    voice: str
    promises: list[PromiseTerm]
    people: list[Named]
    places: list[Named]


class Reply(BaseModel):
    """The thought."""

    model_config = ConfigDict(extra="ignore")
    thought: Own = Field(min_length=2, max_length=240)
    importance: int = Field(default=7, ge=1, le=10)
    about: list[OfferedPerson] = Field(default=[], max_length=6)
    commitment: Commitment | None = None
    change: bool = False
    """Whether to act at once: stop the current activity and replan the rest of the day."""
