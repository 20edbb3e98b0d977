"""Limits on what a person is asked, in town time (rule M4): whatever a model answers, a day has so many questions.

Knows kinds of questions and ticks, no model. Invariant: counts depend on ticks, kinds and ids alone, so they are the
same under every schedule; a question that is asked is counted, one at its limit is not asked. Writes `state.limits`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol

from milkwood.mind.hours import Hours
from milkwood.mind.state import State
from milkwood.plain import Json
from milkwood.questions.after_talk import KIND as AFTER_TALK
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.react import KIND as REACT
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.speak import KIND as SPEAK
from milkwood.questions.weigh import KIND as WEIGH

DAY, HOUR = "questions_per_day", "questions_per_hour"
THING, PARTNER = "reactions_per_thing", "reactions_per_partner"
TALKS, TALKS_JOINED, TALKS_WITH = "talks_begun", "talks_joined", "talks_per_partner"
CHANGES = "plan_changes"
REFUSED = "refused"
"""Counts questions that were not asked, by limit."""

USUAL: Final[Mapping[str, int]] = MappingProxyType(
    {
        DAY: 110,
        HOUR: 25,
        BREAK_DOWN.name: 36,
        REACT.name: 24,
        SPEAK.name: 44,
        AFTER_TALK.name: 14,
        REFLECT.name: 4,
        WEIGH.name: 8,
        THING: 2,
        PARTNER: 4,
        TALKS: 8,
        TALKS_JOINED: 6,
        TALKS_WITH: 3,
        CHANGES: 8,
    }
)
"""Limits per person and town day; `questions_per_hour` holds for any 60 minutes."""
RESERVE: Final = 3
"""Questions kept back in each day and hour for the plan of the next day, which is always asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run."""

    changed: Mapping[str, int] = field(default_factory=dict)
    """Limits that differ from the usual ones."""

    def of(self, name: str) -> int:
        """A limit."""
        return self.changed.get(name, USUAL[name])


class LimitedHead(Protocol):
    """The part of a head that limits need."""

    state: State
    hours: Hours
    limits: Limits


class LimitedThought(Protocol):
    """The part of a thought that limits need."""

    @property
    def head(self) -> LimitedHead:
        """Whose thought it is."""
        ...

    @property
    def tick(self) -> int:
        """When."""
        ...

    def because(self, **reason: Json) -> None:
        """Add to the reason."""
        ...


def reached(thought: LimitedThought, *names: str) -> bool:
    """Whether one of these limits forbids one more; `kind:id` counts for one thing or person. The reason names it."""
    for name in (*names, DAY, HOUR):
        spare = RESERVE if name in (DAY, HOUR) else 0
        limit = name.partition(":")[0]
        if _count(thought, name) >= thought.head.limits.of(limit) - spare:
            thought.because(limit=limit)
            count(thought, f"{REFUSED}:{limit}")
            return True
    return False


def is_news(thought: LimitedThought, limit: str) -> bool:
    """Whether a limit was reached for the first time today."""
    return _count(thought, f"{REFUSED}:{limit}") == 1


def count(thought: LimitedThought, *names: str) -> None:
    """Count something towards its limits."""
    own, today = thought.head.state.limits, thought.head.hours.midnight(thought.tick)
    counts = own.counts if own.midnight == today else {}
    own.midnight, own.counts = today, {**counts, **{name: counts.get(name, 0) + 1 for name in names}}


def count_question(thought: LimitedThought, kind: str) -> None:
    """Count a question that is asked now."""
    count(thought, DAY, kind)
    own = thought.head.state.limits
    own.asked = [*_within_hour(thought), thought.tick]


def _count(thought: LimitedThought, name: str) -> int:
    own = thought.head.state.limits
    if name == HOUR:
        return len(_within_hour(thought))
    return own.counts.get(name, 0) if own.midnight == thought.head.hours.midnight(thought.tick) else 0


def _within_hour(thought: LimitedThought) -> list[int]:
    since = thought.tick - thought.head.hours.ticks(60)
    return [tick for tick in thought.head.state.limits.asked if tick > since]
