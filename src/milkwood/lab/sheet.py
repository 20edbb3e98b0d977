"""The sheet of an examination: a mark for each question, every call with its time, and the comparison of JSON modes.

Invariant: it has counts and durations, and no text of a model.
"""

import time
from dataclasses import dataclass, field
from typing import Literal

from milkwood.models.completion import Call, Completion, Endpoint, Failure, Tariff
from milkwood.models.prompt import Prompt
from milkwood.plain import JsonObject
from milkwood.providers.presets import Means
from milkwood.providers.profile import ModeFigures
from milkwood.questions.aptitude import KindRecord, is_inability
from milkwood.questions.tokens import tokens

MarkOutcome = Literal["valid", "repaired", "filled", "fallback"]
"""Usable at once, after asking again, or with a part that the mind fills by habit; or not usable."""


@dataclass(frozen=True, slots=True)
class ExamMark:
    """The mark of one question."""

    kind: str
    outcome: MarkOutcome
    why: str
    seconds: float
    trap: str = ""
    passed: bool = False


@dataclass(frozen=True, slots=True)
class TimedCall:
    """One model call."""

    seconds: float
    ours: tuple[int, int]
    """Tokens of prompt and answer, as we count them."""
    theirs: tuple[int, int]
    """Tokens of prompt and answer, as the endpoint counts them; 0 if it does not say."""
    cached_tokens: int
    price: float
    json_mode: str = ""
    """How the form of the answer was asked for; empty where there is only one way."""


@dataclass(slots=True)
class ExamSheet:
    """The results of an examination."""

    marks: list[ExamMark] = field(default_factory=list)
    alone: list[TimedCall] = field(default_factory=list)
    together: list[TimedCall] = field(default_factory=list)
    aside: list[TimedCall] = field(default_factory=list)
    """Calls in other JSON modes than the chosen one."""
    modes: list[ModeFigures] = field(default_factory=list)
    """JSON modes, the usual one first; empty if they were not compared."""
    json_mode: Means | None = None
    """The mode that was chosen; None for the usual one."""
    context_tokens: int | None = None
    """Context length, if the server tells it."""
    marks_alone: int = 0
    """Number of marks (the first ones) from the sequential phase."""
    seconds_together: float = 0.0
    not_asked: int = 0
    seconds: float = 0.0
    """Total duration."""
    tariff: Tariff = field(default_factory=lambda: Tariff(0.0, 0.0))

    @property
    def heard(self) -> list[TimedCall]:
        """All calls."""
        return [*self.alone, *self.together, *self.aside]


def answered(sheet: ExamSheet) -> dict[str, KindRecord]:
    """How a model answered each kind of question; questions that failed for other reasons do not count."""
    records: dict[str, KindRecord] = {}
    for mark in sheet.marks:
        usable = mark.outcome != "fallback"
        if usable or is_inability(mark.why):
            one = KindRecord(1.0, 1.0, mark.seconds) if usable else KindRecord(1.0)
            records[mark.kind] = records.get(mark.kind, KindRecord()).plus(one)
    return records


class WatchedEndpoint:
    """An endpoint whose calls are recorded."""

    def __init__(self, endpoint: Endpoint, into: list[TimedCall]) -> None:
        self.endpoint = endpoint
        self.into = into
        self.failure: Failure | None = None

    @property
    def name(self) -> str:
        """The endpoint's."""
        return self.endpoint.name

    @property
    def server(self) -> str:
        """The endpoint's."""
        return self.endpoint.server

    @property
    def near(self) -> bool:
        """The endpoint's."""
        return self.endpoint.near

    @property
    def tariff(self) -> Tariff:
        """The endpoint's."""
        return self.endpoint.tariff

    async def complete(self, prompt: Prompt, schema: JsonObject, most_tokens: int, call: Call) -> Completion:
        """The endpoint's completion, recorded."""
        began = time.monotonic()
        try:
            completion = await self.endpoint.complete(prompt, schema, most_tokens, call)
        except Failure as failure:
            self.failure = failure
            raise
        usage = completion.usage
        theirs = (usage.prompt_tokens, usage.answer_tokens) if usage else (0, 0)
        ours = (tokens(prompt.text), tokens(completion.text))
        price = usage.price if usage else 0.0
        seconds = time.monotonic() - began
        self.into.append(TimedCall(seconds, ours, theirs, completion.cached_tokens, price, completion.json_mode))
        return completion

    async def close(self) -> None:
        """Close the endpoint."""
        await self.endpoint.close()
