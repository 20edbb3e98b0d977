"""Language models for tests of their wrappers."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from milkwood.ids import PersonId
from milkwood.models.budget import LeftReplies, PaidReply, SentPrompt, Sum
from milkwood.models.completion import Call, Completion, Failure, Tariff
from milkwood.models.port import QuestionId, Usage
from milkwood.models.prompt import Prompt

PROMPT = Prompt("You are somebody.", ("You are Ann.",), "It is noon.")
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"say": {"type": "string"}}}


def call(person: str = "ann", tick: int = 0, kind: str = "speak", n: int = 0, attempt: int = 0) -> Call:
    return Call(QuestionId(PersonId(person), tick, kind, n), attempt)


class Scripted:
    """An endpoint that follows a list of steps, one step per call; the last step is repeated.

    A step is a completion, an error to raise, or a function of the number of the call.
    """

    def __init__(
        self,
        *steps: Completion | BaseException | Callable[[int], Completion],
        seconds: float = 0.0,
        tariff: Tariff | None = None,
        name: str = "scripted",
        near: bool = False,
    ) -> None:
        self.name, self.near = name, near
        self.server = f"{name}:8080"
        self.tariff = tariff or Tariff(1.0, 2.0)
        self._steps = steps or (Completion("{}", Usage(10, 5, 0.001)),)
        self._seconds = seconds
        self.asked: list[Call] = []
        self.prompts: list[str] = []
        self.times: list[float] = []
        self.in_flight = self.most_in_flight = 0
        self.closed = False

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], most_tokens: int, call: Call) -> Completion:
        number = len(self.asked)
        self.asked.append(call)
        self.prompts.append(prompt.text)
        self.times.append(asyncio.get_running_loop().time())
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            await asyncio.sleep(self._seconds)
            step = self._steps[min(number, len(self._steps) - 1)]
            if isinstance(step, BaseException):
                raise step.copy_unsent() if isinstance(step, Failure) and number >= len(self._steps) else step
            return step if isinstance(step, Completion) else step(number)
        finally:
            self.in_flight -= 1

    async def close(self) -> None:
        self.closed = True


class Kept:
    """A ledger in memory."""

    def __init__(self, before: Sum | None = None) -> None:
        self._before = before or Sum()
        self.reserved: list[tuple[Call, str, Usage]] = []
        self.tries: dict[int, list[tuple[str, Usage]]] = defaultdict(list)
        self.settled: dict[int, tuple[str, Usage, int]] = {}
        self.forgotten: list[QuestionId] = []

    def spent(self) -> Sum:
        spent = self._before
        for number, (_, _, most) in enumerate(self.reserved):
            tries = self.tries[number]
            for outcome, usage in tries:
                spent += Sum.of(usage) if outcome != "again" else Sum()
            if number in self.settled:
                spent += Sum.of(self.settled[number][1])
            elif not tries or tries[-1][0] == "again":
                spent += Sum.of(tries[-1][1] if tries else most)
        return spent

    def replies(self) -> LeftReplies:
        return {}

    def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:
        self.reserved.append((call, model, most))
        return len(self.reserved) - 1

    def resend(self, reservation: int, most: Usage) -> None:
        assert self.tries[reservation][-1][0] != "again"
        self.tries[reservation].append(("again", most))

    def forget(self, question: QuestionId) -> None:
        self.forgotten.append(question)

    def fail(self, reservation: int, outcome: str, usage: Usage) -> None:
        assert reservation not in self.settled
        self.tries[reservation].append((outcome, usage))

    def settle(
        self, reservation: int, outcome: str, usage: Usage, cached_tokens: int, reply: PaidReply | None = None
    ) -> None:
        assert reservation not in self.settled
        self.settled[reservation] = (outcome, usage, cached_tokens)

    @property
    def outcomes(self) -> list[str]:
        return [self.settled[number][0] for number in sorted(self.settled)]


def answered(text: str = "{}", usage: Usage | None = Usage(10, 5, 0.001)) -> Completion:  # noqa: B008 (frozen)
    return Completion(text, usage)
