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
from milkwood.questions.new_self import KIND as NEW_SELF
from milkwood.questions.plan_day import KIND as PLAN_DAY
from milkwood.questions.react import KIND as REACT
from milkwood.questions.reflect import KIND as REFLECT
from milkwood.questions.registry import KINDS
from milkwood.questions.speak import KIND as SPEAK
from milkwood.questions.weigh import KIND as WEIGH

DAY, HOUR, TOKENS = "questions_per_day", "questions_per_hour", "tokens_per_day"
THING, PARTNER = "reactions_per_thing", "reactions_per_partner"
TALKS, TALKS_JOINED, TALKS_WITH = "talks_begun", "talks_joined", "talks_per_partner"
CHANGES = "plan_changes"
REFUSED = "refused"
"""Counts questions that were not asked, by limit."""

USUAL: Final[Mapping[str, int]] = MappingProxyType(
    {
        DAY: 110,
        HOUR: 25,
        TOKENS: 150_000,
        BREAK_DOWN.name: 30,
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
"""Limits per person and town day; `questions_per_hour` holds for any 60 minutes. Tokens are the most that questions of
these kinds may have, retries of an endpoint apart."""
RESERVED: Final = (PLAN_DAY.name, PLAN_DAY.name, NEW_SELF.name)
"""Questions that are always asked, and kept back in each day and hour: the plans of this day and the next."""


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
    for name in (*names, DAY, HOUR, TOKENS):
        limit = name.partition(":")[0]
        if _count(thought, name) + _asked_next(name, names) > thought.head.limits.of(limit):
            thought.because(limit=limit)
            count(thought, f"{REFUSED}:{limit}")
            return True
    return False


def _asked_next(name: str, names: tuple[str, ...]) -> int:
    """What one more question, and those kept back, add to a count."""
    if name == TOKENS:
        return sum(_max_tokens(kind) for kind in (*names, *RESERVED))
    return 1 + len(RESERVED) if name in (DAY, HOUR) else 1


def _max_tokens(kind: str) -> int:
    found = KINDS.get(kind)
    return found.most_prompt_tokens + found.most_answer_tokens if found is not None else 0


def is_news(thought: LimitedThought, limit: str) -> bool:
    """Whether a limit was reached for the first time today."""
    return _count(thought, f"{REFUSED}:{limit}") == 1


def count(thought: LimitedThought, *names: str) -> None:
    """Count something towards its limits."""
    _add(thought, dict.fromkeys(names, 1))


def _add(thought: LimitedThought, more: Mapping[str, int]) -> None:
    own, today = thought.head.state.limits, thought.head.hours.midnight(thought.tick)
    counts = own.counts if own.midnight == today else {}
    own.midnight, own.counts = today, {**counts, **{name: counts.get(name, 0) + n for name, n in more.items()}}


def count_question(thought: LimitedThought, kind: str) -> None:
    """Count a question that is asked now."""
    _add(thought, {DAY: 1, kind: 1, TOKENS: _max_tokens(kind)})
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
