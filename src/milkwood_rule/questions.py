"""The questions of a rule mind: the kinds of a town mind, with little content.

Invariant: they have no prompt, because no language model is asked; limits are those of a short text.
"""

from typing import TypedDict

from pydantic import BaseModel

from milkwood.ids import PersonId
from milkwood.questions.kind import AskT, Kind, ReplyT


class PlanAsk(TypedDict):
    """A usual day."""

    person: PersonId
    day: int
    blocks: list[list[int | str]]
    """Start, end, what."""


class PlanReply(BaseModel):
    """The day's plan."""

    blocks: list[list[int | str]]


class BreakDownAsk(TypedDict):
    """A block of the day."""

    person: PersonId
    block: int
    what: str
    minutes: int


class BreakDownReply(BaseModel):
    """Its deeds."""

    deeds: list[tuple[str, int]]
    """Activity and minutes."""


class ReactAsk(TypedDict):
    """A person met."""

    person: PersonId
    other: PersonId
    tick: int


class ReactReply(BaseModel):
    """Whether to talk."""

    talk: bool


SpeakAsk = TypedDict("SpeakAsk", {"person": PersonId, "with": list[PersonId], "lines": list[list[str]]})
"""A talk so far: speaker, partner, and lines with their speakers."""


class SpeakReply(BaseModel):
    """The next line."""

    say: str
    last: bool


class AfterTalkReply(BaseModel):
    """The memory of a talk."""

    memory: str


class WeighAsk(TypedDict):
    """Number of memories to weigh."""

    person: PersonId
    count: int


class WeighReply(BaseModel):
    """A weight for each."""

    weights: list[int]


class ReflectAsk(TypedDict):
    """The people met."""

    person: PersonId
    met: list[PersonId]


class ReflectReply(BaseModel):
    """The reflection."""

    insights: list[str]


def _kind(name: str, _ask: type[AskT], reply: type[ReplyT]) -> Kind[AskT, ReplyT]:
    return Kind(name, reply, most_prompt_tokens=400, most_answer_tokens=400)


PLAN_DAY = _kind("plan_day", PlanAsk, PlanReply)
BREAK_DOWN = _kind("break_down", BreakDownAsk, BreakDownReply)
REACT = _kind("react", ReactAsk, ReactReply)
SPEAK = _kind("speak", SpeakAsk, SpeakReply)
AFTER_TALK = _kind("after_talk", SpeakAsk, AfterTalkReply)
WEIGH = _kind("weigh", WeighAsk, WeighReply)
REFLECT = _kind("reflect", ReflectAsk, ReflectReply)
