"""interview: an answer in character to an outsider; leaves no trace.

Invariant: a person who does not know something says so.
"""

from typing import NotRequired, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from milkwood.questions.marks import OfferedMemory, Prose
from milkwood.questions.terms import (
    Attended,
    Card,
    DayPiece,
    LivedPiece,
    Named,
    Now,
    Other,
    PastTalk,
    PromiseTerm,
    Recalled,
    SpokenLine,
)


class Ask(TypedDict):
    """The question and the recalled memories."""

    self: Card
    now: Now
    question: str
    before: list[SpokenLine]
    """The interview so far; the asker is `you`."""
    recalled: list[Recalled]
    promises: list[PromiseTerm]
    today: list[DayPiece]
    others: list[Other]
    """People the question names and the person knows, then all others they know, closest first."""
    unknown_names: list[str]
    """Townspeople that the question names and the person does not know."""
    places: list[Named]
    lived: list[Recalled]
    """What people named in the question told the person, the last talks, the last news, the important things of
    yesterday.
    """
    attended: list[Attended]
    """Events the person attended lately, newest first."""
    just_said: NotRequired[list[SpokenLine]]
    """Lines of talks whose outcome is not noted yet: they are no memories so far; left out for none."""
    stored: NotRequired[list[Recalled]]
    """Everything the person knows, was told, thought or promised, with all who are known to know it, oldest first."""
    pieces: NotRequired[list[LivedPiece]]
    """What the person really did since the beginning of the run, oldest first."""
    then: NotRequired[list[LivedPiece]]
    """The pieces of the time that the question names."""
    talks: NotRequired[list[PastTalk]]
    """All talks the person had, oldest first."""
    town: NotRequired[str]
    """The name of the town."""


class Reply(BaseModel):
    """The answer, and the memories it uses."""

    model_config = ConfigDict(extra="ignore")
    say: Prose = Field(min_length=1, max_length=800)
    used: list[OfferedMemory] = Field(default=[], max_length=12)
    knows: bool = True
    """False if the person does not know."""
