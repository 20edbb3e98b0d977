"""What the window is told of a town's talks, news, ties and things, and of the machine that lives it.

Knows no files. Invariant: frozen; nothing here names a key, an address of a vendor or a path of this machine.
"""

from pydantic import ConfigDict, Field

from milkwood.server.wire import Text, TileOut, Wire
from milkwood.server.wire_live import StillOut
from milkwood.server.wire_run import EventDeedOut, LineOut


class TalkOut(Wire):
    """A talk as a transcript."""

    id: str
    begin: int
    end: int | None = Field(description="None while it goes on.")
    place: str | None = Field(description="The id of the room.")
    people: list[str]
    lines: list[LineOut]
    why: str = Field(description="Why it ended.")


class TalksOut(Wire):
    """A page of talks, newest first."""

    talks: list[TalkOut]
    total: int


class FeedItemOut(Wire):
    """Something that happened, told in a sentence; which fields it has besides follows from its kind `k`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    t: int
    who: str
    k: str
    sentence: str
    place: str | None = Field(description="The id of the room it happened in.")
    deed: EventDeedOut | None = None
    tile: TileOut | None = None
    text: str = ""
    talk: str = ""
    partner: str = ""
    thing: str = ""
    state: str = ""
    whom: str = ""
    by: str = ""
    why: str = ""
    start: int = 0
    insights: list[str] = Field([])
    kind: str = ""
    person: str | None = None


class FeedOut(Wire):
    """What happened last, newest first."""

    items: list[FeedItemOut]
    before: int | None = Field(description="The `until` to ask with for what lies before; None at the beginning.")


class EdgeOut(Wire):
    """What two people are to each other."""

    a: str
    b: str
    closeness: tuple[int, int] = Field(description="What a feels for b, and b for a.")
    talks: int
    last: int | None


class TiesOut(Wire):
    """Everybody who knows somebody."""

    tick: int = Field(description="The moment of the feelings; talks are counted up to the tick asked for.")
    edges: list[EdgeOut]


class KnowerOut(Wire):
    """The first time somebody knew a piece of news."""

    person: str
    tick: int
    text: str = Field(description="As they remember it.")
    source: str | None = Field(description="Who told them.")
    talk: str | None
    line: str = Field(description="What was said to them, or empty.")
    own: bool = Field(description="Whether nobody had to tell them.")


class NewsOut(Wire):
    """How a piece of news went through the town."""

    text: str
    knowers: list[KnowerOut]
    unexplained: list[str] = Field(description="Who knows it and was not told by somebody who knew.")


class IdeaOut(Wire):
    """News worth following."""

    text: str
    knowers: int


class ThingStateOut(Wire):
    """A thing in a state, from a tick on."""

    tick: int
    state: str
    by: str | None = Field(description="Who brought it there; `~outside` for the hand of the user.")


class ThingNowOut(Wire):
    """A thing at a tick."""

    thing: str
    state: str
    users: list[str] = Field(description="Who does something with it.")
    history: list[ThingStateOut] = Field(description="Newest first.")


# --- the machine room


class FailureOut(Wire):
    """Tries whose answer could not be used, and why."""

    why: str
    count: int


class SpentOut(Wire):
    """What some answers took."""

    answers: int
    tokens: int
    price: float
    seconds: float
    failed: int = Field(description="How many tries came to nothing.")
    failures: list[FailureOut] = Field(description="By why, the commonest first.")


class ModelOut(SpentOut):
    """Somebody who answers."""

    name: str
    what: str = Field(description="`understudy`, `model`, or `unsent` for failures that no call was made for.")
    kinds: list[str]


class MindOut(Wire):
    """Who answers in this run."""

    name: str
    models: list[ModelOut]


class WaitingOut(Wire):
    """A question that is being answered."""

    person: str
    kind: str
    seconds: float


class FallbackOut(Wire):
    """How often somebody else had to answer, and why."""

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


class ReuseOut(Wire):
    """How many blocks of people's days there were, and how many of them were lived by a routine."""

    blocks: int
    reused: int


class DayReuseOut(ReuseOut):
    """The same of one day of the run."""

    day: int


class OutcomeOut(Wire):
    """How calls to a model ended."""

    model: str
    outcome: str
    count: int
    tokens: int
    price: float
    seconds: float


class BudgetOut(Wire):
    """What may be spent."""

    cap: float
    unit: str
    spent: float
    reserved: float
    at_cap: str


class EstimateOut(Wire):
    """What is still to come at the rate of the last hours."""

    calls: int
    tokens: int
    price: float


class SpeedOut(Wire):
    """How fast the town lives."""

    ticks_per_second: float


class MachineOut(Wire):
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
