"""The parts of a mind's state, each written by one module of the mind alone (`OWNERS`); all others only read it.

Knows no thinking. Invariant: every field has a name, a type and a default, and is plain data that the codec can write
down; what lists hold is frozen, so that a copy of the list is a copy of all of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from milkwood.ids import PersonId, SectorId, TalkId, ThingId
from milkwood.mind.deeds import Step
from milkwood.mind.plan import Block
from milkwood.models.port import Content
from milkwood.questions.terms import Recalled

LONG_AGO = -(1 << 40)
"""A tick before all ticks."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question asked ahead: its id and what was asked."""

    kind: str
    tick: int
    n: int
    content: Content


@dataclass(slots=True)
class DayState:
    """The day that is being lived."""

    number: int = 0
    """How many days one has begun."""
    midnight: int = LONG_AGO
    """The tick at which it began."""
    awake: bool = False
    wake: int = LONG_AGO
    """The tick at which one wakes."""
    bed: int = 0
    """The tick at which one goes to bed."""
    plan: list[Block] = field(default_factory=list)
    block: int = -1
    """Which block of the plan one is in."""
    done: list[str] = field(default_factory=list)
    """What was done today, in words."""

    @property
    def current(self) -> Block | None:
        """The block one is in."""
        return self.plan[self.block] if 0 <= self.block < len(self.plan) else None


@dataclass(frozen=True, slots=True)
class Errand:
    """A thing to set right when what one does is done."""

    thing: ThingId
    state: str


@dataclass(slots=True)
class DoingState:
    """What one does now and next within a block."""

    steps: list[Step] = field(default_factory=list)
    """Deeds to come."""
    current: Step | None = None
    """The step one has begun."""
    until: int = 0
    """When what one does now is done."""
    heading: str = ""
    """The room or thing one is walking to."""
    bound: bool = False
    """Whether one is bound to where one is going."""
    lingers: int = 0
    """The tick until which one stays after what one said."""
    onward: str = ""
    """The room or thing one has bound oneself to go to next."""
    tries: int = 0
    """How often one has stood before a closed door."""
    without: bool = False
    """The thing one wanted cannot be had: do without."""
    errand: Errand | None = None
    lately: list[str] = field(default_factory=list)
    """The last deeds, in words."""


@dataclass(frozen=True, slots=True)
class RoutineInUse:
    """The routine one lives by in this block, and what a reason says of it."""

    number: int
    made: int
    what: str
    score: float
    used: int
    of: str
    first: bool = True
    """Whether it has yet to begin."""


@dataclass(slots=True)
class BreakdownState:
    """How the deeds of a block came about."""

    asked: Asked | None = None
    """The question about the next block's deeds."""
    asked_for: Block | None = None
    """The block that it is about."""
    routine: RoutineInUse | None = None


@dataclass(slots=True)
class MorningState:
    """What is prepared for the next morning, and how one feels about the day."""

    asked: list[Asked] = field(default_factory=list)
    """Questions put on going to bed."""
    extras: list[int] = field(default_factory=list)
    """Numbers of the memories that were offered as something extra for the day."""
    yesterday: list[str] = field(default_factory=list)
    concerns: list[str] = field(default_factory=list)
    mood: str = ""
    low: bool = False
    """Whether it is a bad day, on which one does not live by routine."""


@dataclass(slots=True)
class MeetingState:
    """Whether one has thought of talking to others."""

    reason: str = ""
    """Why one last turned to a person."""
    day: int = 0
    """The day that is counted."""
    reactions: int = 0
    """How often one weighed on that day whether to talk."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of a talk."""

    by: PersonId
    text: str
    small_talk: bool = False
    """Whether it carries nothing to remember."""


@dataclass(frozen=True, slots=True)
class OnMind:
    """What came to mind when a talk began, and with whom."""

    company: tuple[PersonId, ...]
    recalled: tuple[Recalled, ...]


@dataclass(slots=True)
class TalkState:
    """The talk one is in, and what one has said."""

    id: TalkId | None = None
    partners: list[PersonId] = field(default_factory=list)
    lines: list[Heard] = field(default_factory=list)
    again: list[PersonId] = field(default_factory=list)
    """With whom of them one talked earlier on this day."""
    told: list[int] = field(default_factory=list)
    """Which memories one has passed on in this talk."""
    asked_to: list[int] = field(default_factory=list)
    """Numbers of one's own events that one has asked the others to."""
    brief: bool = False
    """Whether one means to exchange a few words and no more."""
    on_mind: OnMind | None = None
    reason: str = ""
    """Why one began it, when one did."""
    ended: int = LONG_AGO
    """When the last talk ended."""
    day: int = 0
    """The day that is counted."""
    talks: int = 0
    """How many talks one had on that day."""
    said: list[str] = field(default_factory=list)
    """Lines of the last days, not to be said again."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A question whose answer nobody can see yet, and when it is taken in."""

    due: int
    asked: Asked
    about: tuple[int, ...] = ()
    """Numbers of the memories it is about."""
    talk: str = ""
    """The talk it is about."""
    partners: tuple[PersonId, ...] = ()
    """With whom that was."""


@dataclass(slots=True)
class PendingState:
    """Answers that are still to be taken in."""

    entries: list[Pending] = field(default_factory=list)


@dataclass(slots=True)
class ReflectionState:
    """When one next weighs and reflects."""

    unweighed: list[int] = field(default_factory=list)
    """Numbers of memories that were not weighed yet."""
    since: int = 0
    """How much the memories written before the last reflection came to, all in all."""
    extra: int = 0
    """How much weighing has added since."""
    day: int = 0
    """The day that is counted."""
    reflections: int = 0
    """How often one reflected on that day."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A thing in a state that one has wondered about."""

    state: str
    usable: bool = True
    """Whether it can be used as ever, as far as one judged."""


@dataclass(slots=True)
class NoticeState:
    """What one has noticed of the town."""

    things: dict[ThingId, Odd] = field(default_factory=dict)
    """Things that are not as they should be."""
    places: list[SectorId] = field(default_factory=list)
    """Places one knows of."""


@dataclass(slots=True)
class WanderingState:
    """What came up at night."""

    came_up: list[int] = field(default_factory=list)
    """Numbers of the memories that did, so that they do not again."""


@dataclass(slots=True)
class State:
    """All parts."""

    day: DayState = field(default_factory=DayState)
    doing: DoingState = field(default_factory=DoingState)
    breakdown: BreakdownState = field(default_factory=BreakdownState)
    morning: MorningState = field(default_factory=MorningState)
    meeting: MeetingState = field(default_factory=MeetingState)
    talk: TalkState = field(default_factory=TalkState)
    pending: PendingState = field(default_factory=PendingState)
    reflection: ReflectionState = field(default_factory=ReflectionState)
    notice: NoticeState = field(default_factory=NoticeState)
    wandering: WanderingState = field(default_factory=WanderingState)


OWNERS: Final[Mapping[str, str]] = {
    "day": "day",
    "doing": "doing",
    "breakdown": "breakdown",
    "morning": "morning",
    "meeting": "meeting",
    "talk": "talking",
    "pending": "thought",
    "reflection": "musing",
    "notice": "attention",
    "wandering": "wandering",
}
"""Which module of the mind writes each part; a test keeps it so."""
