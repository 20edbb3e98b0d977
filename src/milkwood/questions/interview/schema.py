"""interview: an answer in character to an outsider; leaves no trace.

Invariant: a person who does not know something says so.
"""

from typing import TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import OfferedMemory, Prose
from milkwood.questions.terms import Attended, Card, DayPiece, Named, Now, Other, PromiseTerm, Recalled, SpokenLine


class Ask(TypedDict):
    """The question and what comes to mind."""

    self: Card
    now: Now
    question: str
    before: list[SpokenLine]
    """The interview so far; the asker is `you`."""
    recalled: list[Recalled]
    promises: list[PromiseTerm]
    today: list[DayPiece]
    others: list[Other]
    """People the question names and the person knows, then the closest ones."""
    unknown_names: list[str]
    """Townspeople that the question names and the person does not know."""
    places: list[Named]
    lived: list[Recalled]
    """What those told one who are named in the question, one's last talks, the last news, what mattered yesterday."""
    attended: list[Attended]
    """What one was at lately, newest first."""


class Reply(BaseModel):
    """The answer, and the memories it rests on."""

    model_config = ConfigDict(extra="ignore")
    say: Prose = Field(min_length=1, max_length=800)
    used: list[OfferedMemory] = Field(default=[], max_length=12)
    knows: bool = True
    """False when the honest answer is that one does not know."""
