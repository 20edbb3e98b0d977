"""A person of a run at a tick, on the wire.

Invariant: a `place` is the id of a room, a `where` its name; texts are in the run's language; nothing is from after the
tick.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from milkwood.server.wire.model import Message, WireModel
from milkwood.server.wire.playback import DoingOut


class ReasonOut(WireModel):
    """Why a person does what they do, in short."""

    sentence: str
    by: str = Field(description="The answerer: a model, or the understudy; empty if nothing was asked.")
    habit: bool = Field(description="Whether a routine did it, without a question.")


class PlanItemOut(WireModel):
    """A block of the day's plan."""

    start: int
    end: int
    what: str
    where: str
    place: str | None
    now: bool
    promise: bool


class DidOut(WireModel):
    """Something the person did today."""

    from_: int = Field(alias="from")
    until: int
    what: str
    emoji: str
    place: str | None
    kind: Literal["deed", "walk", "talk", "sleep"]
    talk: str | None = Field(description="The id of the talk.")


class PromiseOut(WireModel):
    """An appointment: open, kept, missed or declined."""

    what: str
    when: datetime
    start: int
    end: int
    where: str
    place: str | None
    with_: list[str] = Field(alias="with", description="Ids.")
    host: bool
    status: Literal["open", "kept", "missed", "declined"]
    because: str


class TieNowOut(WireModel):
    """A person's opinion of another at the tick."""

    person: str
    tie: str
    closeness: int
    feeling: str
    knows: list[str] = Field(description="What they know of them.")
    told: list[str] = Field(description="News they last heard from them, newest first.")
    talks: int
    last: int | None = Field(description="The tick of their last talk.")


class InsightOut(WireModel):
    """A conclusion from memories."""

    number: int
    tick: int
    text: str
    importance: int
    evidence: list[int]


class PersonNowOut(WireModel):
    """A person at a tick."""

    id: str
    tick: int
    here: bool = Field(description="Whether they are in town.")
    left: int | None = Field(description="The tick at which they left, if they have.")
    remembers: bool = Field(description="Whether their mind can be shown.")
    missing: Message = Field(description="Why it cannot be shown, if so.")
    note: Message = Field(description="That it is from an earlier tick, and why, if so.")
    asleep: bool
    deed: DoingOut | None
    walking: bool
    pose: str = Field(description="standing, sitting, lying or walking; empty for a person who is not in town.")
    facing: str = Field(description="Where they face: u, d, l or r; empty for a person who is not in town.")
    talk: str | None
    place: str | None
    mood: str
    why: ReasonOut
    plan: list[PlanItemOut]
    did: list[DidOut]
    promises: list[PromiseOut]
    concerns: list[str]
    ties: list[TieNowOut]
    insights: list[InsightOut]


class ScoresOut(WireModel):
    """The scores of a memory in recall, from 0 to 1, and their weighted sum."""

    recency: float
    importance: float
    relevance: float
    words: float
    total: float


class MemoryOut(WireModel):
    """A memory."""

    number: int
    tick: int = Field(description="-1 for memories from before the run.")
    kind: str
    text: str
    importance: int
    about: list[str]
    source: str | None = Field(description="The id of the person who told it.")
    talk: str | None
    place: str | None
    evidence: list[int]
    private: bool
    scores: ScoresOut | None


class MemoriesOut(WireModel):
    """A page of memories."""

    memories: list[MemoryOut]
    kinds: list[str]
    total: int


class RecalledOut(WireModel):
    """A memory that was part of a decision."""

    number: int
    tick: int | None
    kind: str
    text: str
    source: str | None
    recency: float
    importance: float
    relevance: float
    words: float
    score: float


class AskedOut(WireModel):
    """A question that was part of a decision."""

    kind: str
    tick: int
    by: str
    why: str = Field(description="Why this answerer, if it was not the first choice.")
    tokens: int
    price: float
    seconds: float


class RoutineOut(WireModel):
    """A routine that was used again."""

    made: int = Field(description="The tick at which it was made; below 0 if it comes from another run.")
    what: str = Field(description="The deed it was made for.")
    score: float = Field(description="Similarity of that deed to the one planned now, from 0 to 1.")
    used: int = Field(description="How often it was used.")
    of: str = Field(description="The run that it comes from; empty for this one.")


class LoggedOut(WireModel):
    """Something a person did: a block of the day, a deed in it, a talk, or sleep."""

    tick: int
    ticks: int = Field(description="Its duration; so far, if it is not over.")
    kind: Literal["block", "deed", "talk", "sleep"]
    what: str
    emoji: str
    parent: str = Field(description="`root`, `react`, or the text of the block; empty if it is not recorded.")
    reused: bool = Field(description="Whether a routine was used.")
    talk: str | None = Field(description="The id of the talk.")
    people: list[str] = Field(description="The other people of the talk.")
    lines: int = Field(description="The number of lines.")


class LogOut(WireModel):
    """What a person did, in order of time."""

    since: int
    until: int
    acts: list[LoggedOut]
    blocks: int
    reused: int = Field(description="The number of blocks lived by a routine.")


class DecisionOut(WireModel):
    """A decision; what had no part in it is empty."""

    decided: int
    act: str
    deed: str
    plan: str
    promise: str
    percept: str
    choice: str
    because: str
    sentence: str
    routine: RoutineOut | None = Field(description="The routine used, if any.")
    wandering: str = Field(description="The thought of the night that led to it.")
    limit: str = Field(description="The limit on questions that was reached, so that nothing was asked.")


class WhyOut(DecisionOut):
    """The decision behind an act, and its reasons."""

    recalled: list[RecalledOut]
    asked: list[AskedOut]
    since: list[str] = Field(description="Later decisions, one sentence each.")
    note: Message = Field(description="That today's code might decide otherwise, and why, if so.")


class BeforeOut(WireModel):
    """An earlier question of the same interview."""

    question: str = Field(max_length=2000)
    answer: str = Field(max_length=8000)


class AskIn(WireModel):
    """A question to a person."""

    person: str = Field(max_length=200)
    tick: int | None = Field(None, ge=0, le=10**9, description="A tick; default: the run's end.")
    question: str = Field(max_length=2000)
    before: list[BeforeOut] = Field([], max_length=50)


class UsedOut(WireModel):
    """A memory used in an answer."""

    number: int
    tick: int
    kind: str
    text: str
    source: str | None
    scores: ScoresOut


class ReplyOut(WireModel):
    """A person's answer in an interview; they do not remember it."""

    person: str
    tick: int
    question: str
    say: str
    knows: bool
    used: list[UsedOut]
    by: str
    why: Message
    note: Message = Field(description="That they answered as of an earlier tick, and why, if so.")
