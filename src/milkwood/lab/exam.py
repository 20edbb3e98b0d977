"""The examination of a model: real questions of a town, in two minutes at most.

Invariants: a model is asked exactly as in a run (same prompts, same repair, same fallback); no question is asked that
would probably not be answered in time; questions that were not asked are reported and not counted as wrong; a model
that cannot be asked at all is an error with a remedy, not a bad mark.
"""

import asyncio
import re
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal

from milkwood.errors import MilkwoodError
from milkwood.lab.paper import PAPER_SEED, Paper
from milkwood.models.budget import Cap, NullLedger
from milkwood.models.completion import LASTING, Call, Completion, Endpoint, Failure, Tariff
from milkwood.models.port import Answer, Model
from milkwood.models.prompt import Prompt
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.models.wording import WordOverlap
from milkwood.plain import JsonObject
from milkwood.questions.tokens import tokens
from milkwood.run import ModelConfig
from milkwood.run.model_stack import Connector, build_stack
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy

EXAM_SECONDS: Final = 120.0
ALONE_SECONDS: Final = 45.0
"""Time limit of the sequential phase, which measures the speed of single answers."""
ALONE_QUESTIONS: Final = 12
CONCURRENT_QUESTIONS: Final = 8
"""Concurrent questions after that."""
_PATIENCE: Final = Patience(outage_seconds=10.0, rate_seconds=30.0)
_UNPAID_FOR: Final = "failed: budget"
_LENT: Final = re.compile(r"choices: \d+; lines: \d+")
"""The note of a small model that contributed to an understudy's answer."""
_LEFT: Final = re.compile(r"not_carried|no_choice")
"""The note of one that rightly left a question to the understudy; that is no failed trap."""
_UNUSED: Final = ("refused", "no_choice")
"""The model was asked, and the answer is the understudy's all the same."""
_CANNOT: Final = LASTING | {"network_off", "connection"}

MarkOutcome = Literal["valid", "repaired", "fallback"]


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


@dataclass(slots=True)
class ExamSheet:
    """The results of an examination."""

    marks: list[ExamMark] = field(default_factory=list)
    alone: list[TimedCall] = field(default_factory=list)
    together: list[TimedCall] = field(default_factory=list)
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
        return [*self.alone, *self.together]


class WatchedEndpoint:
    """An endpoint whose calls are recorded."""

    def __init__(self, endpoint: Endpoint, sheet: ExamSheet) -> None:
        self._endpoint = endpoint
        self.into = sheet.alone
        self.failure: Failure | None = None

    @property
    def name(self) -> str:
        """The endpoint's."""
        return self._endpoint.name

    @property
    def server(self) -> str:
        """The endpoint's."""
        return self._endpoint.server

    @property
    def tariff(self) -> Tariff:
        """The endpoint's."""
        return self._endpoint.tariff

    @property
    def near(self) -> bool:
        """The endpoint's."""
        return self._endpoint.near

    async def complete(self, prompt: Prompt, schema: JsonObject, most_tokens: int, call: Call) -> Completion:
        """The endpoint's completion, recorded."""
        began = time.monotonic()
        try:
            completion = await self._endpoint.complete(prompt, schema, most_tokens, call)
        except Failure as failure:
            self.failure = failure
            raise
        usage = completion.usage
        theirs = (usage.prompt_tokens, usage.answer_tokens) if usage else (0, 0)
        ours = (tokens(prompt.text), tokens(completion.text))
        price = usage.price if usage else 0.0
        self.into.append(TimedCall(time.monotonic() - began, ours, theirs, completion.cached_tokens, price))
        return completion

    async def close(self) -> None:
        """Close the endpoint."""
        await self._endpoint.close()


class Examination:
    """A model and a paper."""

    def __init__(
        self, spec: Spec | None, papers: list[Paper], cap: Cap | None = None, seconds: float = EXAM_SECONDS
    ) -> None:
        self.sheet = ExamSheet()
        self._spec = spec
        self._papers = papers
        self._cap = cap
        self._deadline = time.monotonic() + seconds
        self._longest = 0.0
        """The longest duration of a sequential answer."""
        self._watched: WatchedEndpoint | None = None

    async def sit(self, told: Callable[[ExamMark], None] | None = None, connect: Connector | None = None) -> ExamSheet:
        """Ask all questions that fit into the time; `told` is called with each mark."""
        say = told or (lambda _mark: None)
        stack = build_stack(
            self._wanted(),
            Understudy(PAPER_SEED, WordOverlap()),
            (),
            NullLedger(),
            seed=PAPER_SEED,
            halt=_go_on,
            connect=self._by(connect),
        )
        sheet, began = self.sheet, time.monotonic()
        try:
            left = list(self._papers)
            while (
                left
                and len(sheet.marks) < ALONE_QUESTIONS
                and time.monotonic() - began < ALONE_SECONDS
                and self._has_time()
            ):
                await self._timed(self._put(stack.model, left.pop(0), say))
                self._refuse_the_impossible()
                self._longest = max((mark.seconds for mark in sheet.marks), default=0.0)
            sheet.marks_alone = len(sheet.marks)
            if self._watched is not None:
                self._watched.into = sheet.together
                sheet.tariff = self._watched.tariff
            since = time.monotonic()
            await self._timed(self._together(stack.model, left, say))
            sheet.seconds_together = time.monotonic() - since
        finally:
            await stack.close()
        sheet.not_asked = len(self._papers) - len(sheet.marks)
        sheet.seconds = time.monotonic() - began
        return sheet

    def _has_time(self) -> bool:
        """Whether another answer would come in time: a model in this process cannot be interrupted."""
        return time.monotonic() + self._longest < self._deadline

    async def _together(self, model: Model, left: list[Paper], say: Callable[[ExamMark], None]) -> None:
        async def worker() -> None:
            while left and self._has_time():
                await self._put(model, left.pop(0), say)

        async with asyncio.TaskGroup() as group:
            for _ in range(CONCURRENT_QUESTIONS):
                group.create_task(worker())

    async def _put(self, model: Model, one: Paper, say: Callable[[ExamMark], None]) -> None:
        began = time.monotonic()
        answer = await model.answer(one.question)
        if _UNPAID_FOR in answer.why:
            return  # not asked: the budget is spent
        mark = _mark(one, answer, time.monotonic() - began, self._spec is None)
        self.sheet.marks.append(mark)
        say(mark)

    async def _timed(self, work: Coroutine[None, None, None]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                await work

    def _refuse_the_impossible(self) -> None:
        """Raise an error with a remedy if the model cannot be reached or refuses us."""
        failure = self._watched.failure if self._watched else None
        if failure is not None and failure.category in _CANNOT and not self.sheet.alone:
            raise failure

    def _wanted(self) -> ModelConfig:
        if self._spec is None:
            return ModelConfig()
        return ModelConfig({self._spec.name: self._spec}, {}, self._spec.name, self._cap, patience=_PATIENCE)

    def _by(self, connect: Connector | None) -> Connector:
        def watch(spec: Spec, /) -> Endpoint:
            if connect is None:
                from milkwood.providers.connect import connect as usual

                endpoint: Endpoint = usual(spec)
            else:
                endpoint = connect(spec)
            self._watched = WatchedEndpoint(endpoint, self.sheet)
            return self._watched

        return watch


def _mark(one: Paper, answer: Answer, seconds: float, understudy_sits: bool) -> ExamMark:
    why = "" if _LENT.fullmatch(answer.why) else answer.why
    outcome: MarkOutcome = "repaired" if why else "valid"
    if (answer.by == UNDERSTUDY or why.startswith(_UNUSED)) and not understudy_sits:
        outcome = "fallback"
    trap = None if outcome == "fallback" and _LEFT.match(why) else one.trap
    passed = trap is not None and outcome != "fallback" and trap.passed(answer.content)
    return ExamMark(one.question.id.kind, outcome, why, seconds, trap.name if trap else "", passed)


def _go_on(_why: MilkwoodError) -> None:
    """Ignore requests to stop the run: an examination has its own end."""
