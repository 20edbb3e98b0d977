"""The port to everything that answers: a Question goes in, an Answer comes out.

Invariant: an Answer says who gave it and what it cost; a question's id (person, tick, kind, n) is the same in every
schedule, so that the tape can find it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from milkwood.ids import PersonId
from milkwood.plain import canonical

Content: TypeAlias = Mapping[str, Any]
"""Content of a question or an answer: a JSON object."""


class Need:
    """The tick at which an answer is needed. It can move forward; queues watch it."""

    __slots__ = ("_watchers", "tick")

    def __init__(self, tick: int) -> None:
        self.tick = tick
        self._watchers: list[Callable[[], None]] = []

    def watch(self, told: Callable[[], None]) -> None:
        """Call `told` whenever the answer is needed sooner."""
        self._watchers.append(told)

    def forget(self, told: Callable[[], None]) -> None:
        """Stop calling `told`."""
        self._watchers.remove(told)

    def sooner(self, tick: int) -> None:
        """A person waits for the answer at `tick`."""
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
    """When the answer to a question asked ahead is needed; not part of the identity."""

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
    """Tokens, price and time of an answer."""

    prompt_tokens: int = 0
    answer_tokens: int = 0
    price: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply, who gave it, and why, if that was not the first choice."""

    content: Content
    by: str
    why: str = ""
    usage: Usage = Usage()

    def text(self) -> str:
        """The content as canonical JSON."""
        return canonical(self.content)


class Model(Protocol):
    """Answers questions."""

    async def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        ...


def added(one: Usage, other: Usage) -> Usage:
    """The sum of two usages."""
    return Usage(
        one.prompt_tokens + other.prompt_tokens,
        one.answer_tokens + other.answer_tokens,
        one.price + other.price,
        one.seconds + other.seconds,
    )
