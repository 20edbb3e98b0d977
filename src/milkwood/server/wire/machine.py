"""The machine room of a run on the wire.

Invariant: no key, vendor address or local path.
"""

from pydantic import Field

from milkwood.server.wire.model import WireModel, WireText
from milkwood.server.wire.stream import StillOut


class FailureOut(WireModel):
    """Failed attempts with the same reason."""

    why: str
    count: int
    remedy: WireText = Field(description="What to do, by language; empty if nothing is known to help.")


class SpentOut(WireModel):
    """The cost of some answers."""

    answers: int
    tokens: int
    price: float
    seconds: float
    failed: int = Field(description="The number of failed attempts.")
    failures: list[FailureOut] = Field(description="By reason, the most frequent first.")


class ModelOut(SpentOut):
    """A model that answers."""

    name: str
    what: str = Field(description="`understudy`, `model`, or `unsent`: no call is recorded.")
    kinds: list[str]


class MindOut(WireModel):
    """Who answers in this run."""

    name: str
    models: list[ModelOut]


class WaitingOut(WireModel):
    """A question that is being answered."""

    person: str
    kind: str
    seconds: float


class FallbackOut(WireModel):
    """How often the understudy answered instead of a model, and why."""

    kind: str
    count: int
    why: str


class LimitOut(WireModel):
    """How often a limit on questions was reached, counted once a person and day."""

    name: str
    count: int


class PersonSpentOut(SpentOut):
    """The cost of one person's answers, and the blocks of their days lived by routines."""

    person: str
    blocks: int
    reused: int


class KindSpentOut(SpentOut):
    """The cost of one kind of question."""

    kind: str


class ReuseOut(WireModel):
    """Blocks of people's days, and how many were lived by a routine."""

    blocks: int
    reused: int


class DayReuseOut(ReuseOut):
    """Reuse on one day of the run."""

    day: int


class OutcomeOut(WireModel):
    """Calls to a model with the same outcome."""

    model: str
    outcome: str
    count: int
    tokens: int
    price: float
    seconds: float


class BudgetOut(WireModel):
    """The budget and what is left of it."""

    cap: float
    unit: str
    spent: float
    reserved: float
    at_cap: str


class EstimateOut(WireModel):
    """The expected cost of the rest of the day, at the recent rate."""

    calls: int
    tokens: int
    price: float


class SpeedOut(WireModel):
    """The speed of the run."""

    ticks_per_second: float


class MachineOut(WireModel):
    """The machine room."""

    mind: MindOut
    total: SpentOut
    notes: list[WireText]
    per_minute: list[tuple[int, int]] = Field(
        description="Minute of town time since the run's start, and the number of questions in it."
    )
    waiting: list[WaitingOut]
    still: StillOut | None
    fallbacks: list[FallbackOut]
    advice: WireText = Field(description="Why answers failed most, and what to try; empty if none failed.")
    limits: list[LimitOut]
    by_person: list[PersonSpentOut]
    by_question: list[KindSpentOut]
    by_outcome: list[OutcomeOut]
    reuse: ReuseOut
    reuse_by_day: list[DayReuseOut]
    budget: BudgetOut | None
    spending_paused: bool
    estimate: EstimateOut | None
    speed: SpeedOut
