"""The machine room of a run on the wire.

Knows no files. Invariant: nothing here names a key, an address of a vendor or a path of this machine.
"""

from pydantic import Field

from milkwood.server.wire.model import Text, WireModel
from milkwood.server.wire.stream import StillOut


class FailureOut(WireModel):
    """Tries whose answer could not be used, and why."""

    why: str
    count: int


class SpentOut(WireModel):
    """What some answers took."""

    answers: int
    tokens: int
    price: float
    seconds: float
    failed: int = Field(description="How many tries came to nothing.")
    failures: list[FailureOut] = Field(description="By why, the commonest first.")


class ModelOut(SpentOut):
    """A model that answers."""

    name: str
    what: str = Field(description="`understudy`, `model`, or `unsent` for failures that no call was made for.")
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
    """How often the understudy had to answer, and why."""

    kind: str
    count: int
    why: str


class PersonSpentOut(SpentOut):
    """What one person's answers took, and how many blocks of their days were lived by routines."""

    person: str
    blocks: int
    reused: int


class KindSpentOut(SpentOut):
    """What the answers of one kind of question took."""

    kind: str


class ReuseOut(WireModel):
    """How many blocks of people's days there were, and how many of them were lived by a routine."""

    blocks: int
    reused: int


class DayReuseOut(ReuseOut):
    """The same of one day of the run."""

    day: int


class OutcomeOut(WireModel):
    """How calls to a model ended."""

    model: str
    outcome: str
    count: int
    tokens: int
    price: float
    seconds: float


class BudgetOut(WireModel):
    """What may be spent."""

    cap: float
    unit: str
    spent: float
    reserved: float
    at_cap: str


class EstimateOut(WireModel):
    """What is still to come at the rate of the last hours."""

    calls: int
    tokens: int
    price: float


class SpeedOut(WireModel):
    """How fast the town lives."""

    ticks_per_second: float


class MachineOut(WireModel):
    """The machine room."""

    mind: MindOut
    total: SpentOut
    notes: list[Text]
    per_minute: list[tuple[int, int]] = Field(
        description="Minute of the town since the run's start, and how many questions were asked in it."
    )
    waiting: list[WaitingOut]
    still: StillOut | None
    fallbacks: list[FallbackOut]
    by_person: list[PersonSpentOut]
    by_question: list[KindSpentOut]
    by_outcome: list[OutcomeOut]
    reuse: ReuseOut
    reuse_by_day: list[DayReuseOut]
    budget: BudgetOut | None
    spending_paused: bool
    estimate: EstimateOut | None
    speed: SpeedOut
