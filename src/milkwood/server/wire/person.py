"""What the window is told of somebody of a run at a tick, as it goes over the wire.

Knows no minds. Invariant: frozen; a `place` is the id of a room, a `where` its name; texts come in the run's language;
what the mind knew at that tick, and nothing later.
"""

from datetime import datetime
from typing import Literal

from pydantic import Field

from milkwood.server.wire.model import Message, WireModel
from milkwood.server.wire.playback import DoingOut


class ReasonOut(WireModel):
    """Why somebody does what they do, in short."""

    sentence: str
    by: str = Field(description="Who answered: a model, or the understudy; empty when nothing was asked.")
    habit: bool = Field(description="Whether it was done by a routine, without asking.")


class PlanItemOut(WireModel):
    """A piece of the day's plan."""

    start: int
    end: int
    what: str
    where: str
    place: str | None
    now: bool
    promise: bool


class DidOut(WireModel):
    """A piece of what really happened today."""

    from_: int = Field(alias="from")
    until: int
    what: str
    emoji: str
    place: str | None
    kind: Literal["deed", "walk", "talk", "sleep"]
    talk: str | None = Field(description="Which talk it was.")


class PromiseOut(WireModel):
    """Something dated that somebody means to do, did, missed or declined."""

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
    """What somebody thinks of somebody else by now."""

    person: str
    tie: str
    closeness: int
    feeling: str
    knows: list[str] = Field(description="What they know of them.")
    told: list[str] = Field(description="What they last told each other, newest first.")
    talks: int
    last: int | None = Field(description="The tick of their last talk.")


class InsightOut(WireModel):
    """A conclusion somebody came to."""

    number: int
    tick: int
    text: str
    importance: int
    evidence: list[int]


class PersonNowOut(WireModel):
    """Somebody at a tick."""

    id: str
    tick: int
    here: bool = Field(description="Whether they are in town.")
    left: int | None = Field(description="The tick at which they left it, if they have.")
    remembers: bool = Field(description="Whether what they had in mind can be shown.")
    missing: Message = Field(description="Why it cannot, if it cannot.")
    note: Message = Field(description="That it is of an earlier moment, and why, if it is.")
    asleep: bool
    deed: DoingOut | None
    walking: bool
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
    """Why a memory comes to mind: each from 0 to 1, and their weighted sum."""

    recency: float
    importance: float
    relevance: float
    words: float
    total: float


class MemoryOut(WireModel):
    """A remembered thing."""

    number: int
    tick: int = Field(description="-1 for what is from before the run.")
    kind: str
    text: str
    importance: int
    about: list[str]
    source: str | None = Field(description="The id of who told it.")
    talk: str | None
    place: str | None
    evidence: list[int]
    private: bool
    scores: ScoresOut | None


class MemoriesOut(WireModel):
    """A page of what somebody remembers."""

    memories: list[MemoryOut]
    kinds: list[str]
    total: int


class RecalledOut(WireModel):
    """A memory that had part in a decision."""

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
    """A question that a decision rests on."""

    kind: str
    tick: int
    by: str
    why: str = Field(description="Why them, if they were not the first choice.")
    tokens: int
    price: float
    seconds: float


class RoutineOut(WireModel):
    """A way of doing something that somebody had before and lived again."""

    made: int = Field(description="The tick at which it was thought out; below 0 when another run brought it.")
    what: str = Field(description="What it was thought out for.")
    score: float = Field(description="How much that means the same as what was planned now, from 0 to 1.")
    used: int = Field(description="How often it was lived again.")
    of: str = Field(description="The run that it was brought from; empty when it is of this one.")


class LoggedOut(WireModel):
    """One thing that somebody did: a block of the day, a deed in it, a talk, or sleep."""

    tick: int
    ticks: int = Field(description="How long it took; so far, when it goes on.")
    kind: Literal["block", "deed", "talk", "sleep"]
    what: str
    emoji: str
    parent: str = Field(description="`root`, `react`, or the text of the block; empty when it is not recorded.")
    reused: bool = Field(description="Whether it was lived again as it was thought out before.")
    talk: str | None = Field(description="Which talk it was.")
    people: list[str] = Field(description="With whom they talked.")
    lines: int = Field(description="How many lines were said.")


class LogOut(WireModel):
    """What somebody did in a stretch, in order of time."""

    since: int
    until: int
    acts: list[LoggedOut]
    blocks: int
    reused: int = Field(description="How many of the blocks were lived by a routine.")


class WhyOut(WireModel):
    """The decision behind what somebody is at, and its reasons; what had no part in it is empty."""

    decided: int
    act: str
    deed: str
    plan: str
    promise: str
    percept: str
    choice: str
    because: str
    sentence: str
    recalled: list[RecalledOut]
    asked: list[AskedOut]
    routine: RoutineOut | None = Field(description="The routine by which it was done, if it was not new.")
    wandering: str = Field(description="What had crossed their mind at night and brought it into the day.")
    since: list[str] = Field(description="What they thought of since, a sentence each.")
    note: Message = Field(description="That they might decide otherwise today, and why, if so.")


class BeforeOut(WireModel):
    """A question that was asked before in the same interview."""

    question: str = Field(max_length=2000)
    answer: str = Field(max_length=8000)


class AskIn(WireModel):
    """A question to somebody."""

    person: str = Field(max_length=200)
    tick: int | None = Field(None, ge=0, le=10**9, description="The moment; the run's end when none is given.")
    question: str = Field(max_length=2000)
    before: list[BeforeOut] = Field([], max_length=50)


class UsedOut(WireModel):
    """A memory that an answer rests on."""

    number: int
    tick: int
    kind: str
    text: str
    source: str | None
    scores: ScoresOut


class ReplyOut(WireModel):
    """What somebody said when they were asked; they will not remember it."""

    person: str
    tick: int
    question: str
    say: str
    knows: bool
    used: list[UsedOut]
    by: str
    why: Message
    note: Message = Field(description="That they answered as of an earlier moment, and why, if they did.")
