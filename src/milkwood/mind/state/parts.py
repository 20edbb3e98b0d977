"""The parts of a mind's state, each written by one module of the mind alone (`OWNERS`); all others only read it.

Invariant: every field has a name, a type and a default, and is plain data that the codec can encode; list items are
frozen, so that a copy of the list is a deep copy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from milkwood.ids import PersonId, SectorId, TalkId, ThingId
from milkwood.mind.deeds import Step
from milkwood.mind.plan import Block
from milkwood.models.port import Content
from milkwood.questions.terms import Recalled

LONG_AGO_TICK = -(1 << 40)
"""A tick before all ticks."""


@dataclass(frozen=True, slots=True)
class AskedAhead:
    """A question asked ahead: its id and what was asked."""

    kind: str
    tick: int
    n: int
    content: Content


@dataclass(slots=True)
class DayState:
    """The current day."""

    number: int = 0
    """Number of days begun."""
    midnight: int = LONG_AGO_TICK
    """The tick at which it began."""
    awake: bool = False
    wake: int = LONG_AGO_TICK
    """The wake time of the next morning."""
    bed: int = 0
    """The bed time."""
    plan: list[Block] = field(default_factory=list)
    block: int = -1
    """Index of the current block of the plan."""
    done: list[str] = field(default_factory=list)
    """Activities of today, in words."""

    @property
    def current(self) -> Block | None:
        """The current block."""
        return self.plan[self.block] if 0 <= self.block < len(self.plan) else None


@dataclass(slots=True)
class DoingState:
    """Current and next deeds within a block."""

    steps: list[Step] = field(default_factory=list)
    """Planned deeds."""
    current: Step | None = None
    """The current deed."""
    until: int = 0
    """The end of the current deed."""
    heading: str = ""
    """The room or thing the person is walking to."""
    bound: bool = False
    """Whether the person is committed to the goal."""
    lingers: int = 0
    """The tick until which the person stays after a line."""
    onward: str = ""
    """The room or thing the person has committed to go to next."""
    tries: int = 0
    """How often the person has waited in front of a taken room."""
    without: bool = False
    """The wanted thing is not available: do without."""
    lately: list[str] = field(default_factory=list)
    """The last deeds, in words."""


@dataclass(frozen=True, slots=True)
class RoutineInUse:
    """The routine used in this block, with what a reason says about it."""

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
    """How the deeds of a block were found."""

    asked: AskedAhead | None = None
    """The question about the next block's deeds."""
    asked_for: Block | None = None
    """The block of that question."""
    routine: RoutineInUse | None = None


@dataclass(slots=True)
class MorningState:
    """Preparations for the next morning, and the mood of the day."""

    asked: list[AskedAhead] = field(default_factory=list)
    """Questions asked in the evening."""
    extras: list[int] = field(default_factory=list)
    """Numbers of the memories offered as an extra for the day."""
    yesterday: list[str] = field(default_factory=list)
    concerns: list[str] = field(default_factory=list)
    mood: str = ""
    low: bool = False
    """Whether it is a bad day, without routines."""


@dataclass(slots=True)
class MeetingState:
    """Considerations to talk to others."""

    reason: str = ""
    """Why the person last approached another."""
    whom: str = ""
    """The person they walk up to; empty for no one."""
    until: int = 0
    """The tick at which they give up."""


@dataclass(frozen=True, slots=True)
class HeardLine:
    """A line of a talk."""

    by: PersonId
    text: str
    small_talk: bool = False
    """Whether it carries nothing to remember."""


@dataclass(frozen=True, slots=True)
class SaidTo:
    """The person's own line, and who heard it."""

    to: tuple[PersonId, ...]
    text: str


@dataclass(frozen=True, slots=True)
class OnMind:
    """Memories recalled at the beginning of a talk, and the company."""

    company: tuple[PersonId, ...]
    recalled: tuple[Recalled, ...]


@dataclass(slots=True)
class TalkState:
    """The current talk and recent lines."""

    id: TalkId | None = None
    partners: list[PersonId] = field(default_factory=list)
    lines: list[HeardLine] = field(default_factory=list)
    again: list[PersonId] = field(default_factory=list)
    """Members with whom the person talked earlier on this day."""
    told: list[int] = field(default_factory=list)
    """Numbers of the memories told in this talk."""
    asked_to: list[int] = field(default_factory=list)
    """Numbers of the person's own events to which the others were invited."""
    brief: bool = False
    """Whether the person means to be brief."""
    length: int = 0
    """The intended number of lines; 0 before it is set."""
    on_mind: OnMind | None = None
    reason: str = ""
    """Why the person began it, if they did."""
    ended: int = LONG_AGO_TICK
    """When the last talk ended."""
    day: int = 0
    """The day that is counted."""
    talks: int = 0
    """Talks on that day."""
    said: list[str] = field(default_factory=list)
    """Lines of the last days, not to be repeated."""
    today: list[SaidTo] = field(default_factory=list)
    """The person's own lines of this day, without small talk."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A question whose answer is invisible to others, and when it is taken in."""

    due: int
    asked: AskedAhead
    about: tuple[int, ...] = ()
    """Numbers of the memories it is about."""
    talk: str = ""
    """The talk it is about."""
    partners: tuple[PersonId, ...] = ()
    """The others in that talk."""


@dataclass(slots=True)
class PendingState:
    """Answers to be taken in."""

    entries: list[Pending] = field(default_factory=list)


@dataclass(slots=True)
class ReflectionState:
    """Weighing and reflection."""

    unweighed: list[int] = field(default_factory=list)
    """Numbers of memories not weighed yet."""
    since: int = 0
    """Total importance of memories at the last reflection."""
    extra: int = 0
    """Importance added by weighing since."""
    day: int = 0
    """The day that is counted."""
    reflections: int = 0
    """Reflections on that day."""


@dataclass(frozen=True, slots=True)
class OddThing:
    """A thing's unusual state that the person has noticed."""

    state: str
    usable: bool = True
    """Whether it can be used as usual, as far as the person judged."""
    since: int = LONG_AGO_TICK
    """The change that was noticed: the tick from which the state holds."""


@dataclass(slots=True)
class NoticeState:
    """What the person has noticed in the town."""

    things: dict[ThingId, OddThing] = field(default_factory=dict)
    """Things in an odd state."""
    places: list[SectorId] = field(default_factory=list)
    """Known places."""


@dataclass(slots=True)
class WanderingState:
    """Memories that came up at night."""

    came_up: list[int] = field(default_factory=list)
    """Their numbers, so that they do not come up again."""


@dataclass(slots=True)
class LimitsState:
    """What was asked, for the limits of a day and an hour."""

    midnight: int = LONG_AGO_TICK
    """The beginning of the day that is counted."""
    counts: dict[str, int] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    """Ticks of the questions of the last hour."""


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
    limits: LimitsState = field(default_factory=LimitsState)


OWNERS: Final[Mapping[str, str]] = {
    "day": "day",
    "doing": "doing",
    "breakdown": "breakdown",
    "morning": "morning",
    "meeting": "meeting",
    "talk": "talking",
    "pending": "thought",
    "reflection": "reflection",
    "notice": "attention",
    "wandering": "wandering",
    "limits": "limits",
}
"""The module of the mind that writes each part; checked by a test."""
