"""The one face of everything that answers: a Question goes in, an Answer comes out.

Knows no vendor, no prompt, no town. Invariant: an Answer says who gave it and what it cost; a question's id
(person, tick, kind, n) names it in every schedule alike, so that it can be found on the tape.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from milkwood.ids import PersonId
from milkwood.plain import canonical

Content: TypeAlias = Mapping[str, Any]
"""What a question or an answer says: anything JSON can hold."""


class Need:
    """By which tick an answer is needed. It may turn out to be needed sooner: whoever keeps a queue is told so."""

    __slots__ = ("_watchers", "tick")

    def __init__(self, tick: int) -> None:
        self.tick = tick
        self._watchers: list[Callable[[], None]] = []

    def watch(self, told: Callable[[], None]) -> None:
        """Call this whenever the answer is needed sooner than was thought."""
        self._watchers.append(told)

    def forget(self, told: Callable[[], None]) -> None:
        """Call this no more."""
        self._watchers.remove(told)

    def sooner(self, tick: int) -> None:
        """Somebody waits for the answer at a tick."""
        if tick < self.tick:
            self.tick = tick
            for told in self._watchers:
                told()


@dataclass(frozen=True, slots=True, order=True)
class QuestionId:
    """Which question this is, under every schedule: the n-th of its kind that a person had at a tick."""

    person: PersonId
    tick: int
    kind: str
    n: int = 0
    need: Need | None = field(default=None, compare=False, repr=False)
    """When its answer is needed, for what is asked ahead; it has no part in which question this is."""

    @property
    def needed(self) -> int:
        """The tick its answer is needed at."""
        return self.tick if self.need is None else self.need.tick

    def say(self) -> str:
        """The id as text: `isabella_rodriguez@360/plan_day/0`."""
        return f"{self.person}@{self.tick}/{self.kind}/{self.n}"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a mind has to decide, with all that is needed to decide it."""

    id: QuestionId
    content: Content

    def text(self) -> str:
        """The content as canonical JSON: equal contents give equal texts."""
        return canonical(self.content)


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer took."""

    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply, who gave it, and why them if they were not the first choice."""

    content: Content
    by: str
    why: str = ""
    usage: Usage = Usage()

    def text(self) -> str:
        """The content as canonical JSON."""
        return canonical(self.content)


class Model(Protocol):
    """Whatever answers questions."""

    async def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        ...


def added(one: Usage, other: Usage) -> Usage:
    """Two usages as one."""
    return Usage(
        one.prompt_tokens + other.prompt_tokens,
        one.answer_tokens + other.answer_tokens,
        one.price + other.price,
        one.seconds + other.seconds,
    )
