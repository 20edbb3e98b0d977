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
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from milkwood.errors import MilkwoodError
from milkwood.lab.modes import ModeSeat, ModeTrial, best_mode
from milkwood.lab.paper import PAPER_SEED, Paper
from milkwood.lab.sheet import ExamMark, ExamSheet, MarkOutcome, TimedCall, WatchedEndpoint
from milkwood.models.budget import Cap, NullLedger, Purse
from milkwood.models.completion import LASTING, Endpoint
from milkwood.models.port import Answer, Model
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.models.wording import WordOverlap
from milkwood.providers.presets import Means, preset
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.why import filled_in, was_spared
from milkwood.run import ModelConfig
from milkwood.run.model_stack import Connector, ModelStack, build_stack
from milkwood.run.trial import set_up_error
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy

EXAM_SECONDS: Final = 120.0
ALONE_SECONDS: Final = 45.0
"""Time limit of the sequential phase, which measures the speed of single answers."""
ALONE_QUESTIONS: Final = 12
MODES_SHARE: Final = 0.3
"""Share of the time for comparing JSON modes."""
CONCURRENT_QUESTIONS: Final = 8
"""Concurrent questions after that."""
_PATIENCE: Final = Patience(outage_seconds=10.0, rate_seconds=30.0)
_UNPAID_FOR: Final = "failed: budget"
_LENT: Final = re.compile(r"choices: \d+; lines: \d+")
"""The note of a small model that contributed to an understudy's answer."""
"""The note of one that rightly left a question to the understudy; that is no failed trap."""
_UNUSED: Final = ("refused", "no_choice")
"""The model was asked, and the answer is the understudy's all the same."""
_CANNOT: Final = LASTING | {"network_off", "connection", "server", "rate"}
"""Failures of a first question that say nothing about what a model can do."""


@runtime_checkable
class TellsContext(Protocol):
    """An endpoint whose server may tell the context length."""

    async def context_tokens(self) -> int | None:
        """The context length, if it does."""
        ...


class Examination:
    """A model and a paper."""

    def __init__(
        self,
        spec: Spec | None,
        papers: list[Paper],
        cap: Cap | None = None,
        seconds: float = EXAM_SECONDS,
        prompts: OwnPrompts = BUILT_IN,
    ) -> None:
        self.sheet = ExamSheet()
        # What the next model would answer says nothing about this one.
        self._spec = None if spec is None else replace(spec, fallback=())
        self._papers = papers
        self._cap = cap
        self._seconds = seconds
        self._prompts = prompts
        self._deadline = time.monotonic() + seconds
        self._longest = 0.0
        """The longest duration of a sequential answer."""
        self._watched: WatchedEndpoint | None = None
        self._stacks: list[ModelStack] = []
        self._connect: Connector | None = None
        self._say: Callable[[ExamMark], None] = lambda _mark: None
        self._compared: Callable[[Means, ExamMark], None] = lambda _mode, _mark: None

    async def sit(
        self,
        told: Callable[[ExamMark], None] | None = None,
        connect: Connector | None = None,
        compared: Callable[[Means, ExamMark], None] | None = None,
    ) -> ExamSheet:
        """Ask all questions that fit into the time.

        `told` is called with each mark, `compared` with each mark of a comparison of JSON modes.
        """
        self._say, self._compared = told or self._say, compared or self._compared
        self._connect = connect
        sheet, began = self.sheet, time.monotonic()
        understudy = Understudy(PAPER_SEED, WordOverlap())
        stack = build_stack(
            self._wanted(),
            understudy,
            (),
            NullLedger(),
            seed=PAPER_SEED,
            halt=_go_on,
            connect=self._into(sheet.alone),
            prompts=self._prompts,
        )
        self._stacks.append(stack)
        try:
            left = list(self._papers)
            model: Model = stack.model
            if left:
                await self._timed(self._put(model, left.pop(0)))  # a server may have to load the model for it
                await self._refuse_the_impossible()
            if left:
                await self._timed(self._ask_for_context())
                model = await self._in_best_mode(stack, understudy, left)
            await self._alone(model, left, began)
            sheet.marks_alone = len(sheet.marks)
            if self._watched is not None:
                self._watched.into = sheet.together
                sheet.tariff = self._watched.tariff
            since = time.monotonic()
            await self._timed(self._together(model, left))
            sheet.seconds_together = time.monotonic() - since
        finally:
            for each in self._stacks:
                await each.close()
        sheet.not_asked = len(self._papers) - len(sheet.marks)
        sheet.seconds = time.monotonic() - began
        return sheet

    async def _alone(self, model: Model, left: list[Paper], began: float) -> None:
        marks = self.sheet.marks
        while left and len(marks) < ALONE_QUESTIONS and time.monotonic() - began < ALONE_SECONDS and self._has_time():
            await self._timed(self._put(model, left.pop(0)))
            await self._refuse_the_impossible()
            self._longest = max((mark.seconds for mark in marks), default=0.0)

    async def _in_best_mode(self, stack: ModelStack, understudy: Model, left: list[Paper]) -> Model:
        """The model in the JSON mode that suits it best, once the modes are compared; asked papers are taken out."""
        sheet, spec = self.sheet, self._spec
        if spec is None or not sheet.alone or not sheet.alone[0].json_mode:
            return stack.model
        seats = [self._seat(mode, stack.purse, understudy) for mode in preset(spec.provider).means]
        trial = ModeTrial(seats, self._asked_in_mode, time.monotonic() + MODES_SHARE * self._seconds)
        await self._timed(trial.hold(left))
        sheet.modes = [seat.figures for seat in seats]
        sheet.json_mode = None if spec.json_mode else best_mode(sheet.modes)
        used = sheet.json_mode or spec.json_mode or next((seat.mode for seat in seats if seat.works), "")
        for seat in seats:
            if seat.mode == used:
                for mark in seat.marks:
                    self._keep(mark)
            (sheet.alone if seat.mode == used else sheet.aside).extend(seat.calls)
            if seat.mode == sheet.json_mode:
                self._watched = seat.watched
                seat.watched.into = sheet.alone
                stack = seat.stack
        left[:] = [each for each in left if each not in trial.asked]
        return stack.model

    def _seat(self, mode: Means, purse: Purse, understudy: Model) -> ModeSeat:
        """The model in one JSON mode."""
        calls: list[TimedCall] = []
        usual = self._watched
        stack = ModelStack(self._wanted(mode), understudy, (), purse, prompts=self._prompts)
        stack.connect(PAPER_SEED, _go_on, self._into(calls))
        self._stacks.append(stack)
        watched, self._watched = self._watched, usual
        assert watched is not None
        return ModeSeat(mode, stack, watched, calls)

    def _has_time(self) -> bool:
        """Whether another answer would come in time: a model in this process cannot be interrupted."""
        return time.monotonic() + self._longest < self._deadline

    async def _together(self, model: Model, left: list[Paper]) -> None:
        async def worker() -> None:
            while left and self._has_time():
                await self._put(model, left.pop(0))

        async with asyncio.TaskGroup() as group:
            for _ in range(CONCURRENT_QUESTIONS):
                group.create_task(worker())

    async def _put(self, model: Model, one: Paper) -> None:
        mark = await self._asked(model, one)
        if mark is not None:
            self._keep(mark)

    def _keep(self, mark: ExamMark) -> None:
        self.sheet.marks.append(mark)
        self._say(mark)

    async def _asked_in_mode(self, seat: ModeSeat, one: Paper) -> ExamMark | None:
        mark = await self._asked(seat.stack.model, one)
        if mark is not None:
            self._compared(seat.mode, mark)
        return mark

    async def _asked(self, model: Model, one: Paper) -> ExamMark | None:
        """The mark for a question; None if it was not asked, because the budget is spent."""
        began = time.monotonic()
        answer = await model.answer(one.question)
        if _UNPAID_FOR in answer.why:
            return None
        return _mark(one, answer, time.monotonic() - began, self._spec is None)

    async def _timed(self, work: Coroutine[None, None, None]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                await work

    async def _refuse_the_impossible(self) -> None:
        """Raise an error with a remedy if the model cannot be reached or refuses us."""
        failure = self._watched.failure if self._watched else None
        if self._spec is not None and failure is not None and failure.category in _CANNOT and not self.sheet.alone:
            raise await set_up_error(self._spec, failure) from failure

    async def _ask_for_context(self) -> None:
        endpoint = None if self._watched is None else self._watched.endpoint
        if isinstance(endpoint, TellsContext):
            self.sheet.context_tokens = await endpoint.context_tokens()

    def _wanted(self, mode: str = "") -> ModelConfig:
        if self._spec is None:
            return ModelConfig()
        spec = replace(self._spec, json_mode=mode or self._spec.json_mode)
        return ModelConfig({spec.name: spec}, {}, spec.name, self._cap, patience=_PATIENCE)

    def _into(self, calls: list[TimedCall]) -> Connector:
        """Connects to a model whose calls are recorded in a list."""

        def watch(spec: Spec, /) -> Endpoint:
            if self._connect is None:
                from milkwood.providers.connect import connect

                endpoint: Endpoint = connect(spec)
            else:
                endpoint = self._connect(spec)
            self._watched = WatchedEndpoint(endpoint, calls)
            return self._watched

        return watch


def _mark(one: Paper, answer: Answer, seconds: float, understudy_sits: bool) -> ExamMark:
    why = "" if _LENT.fullmatch(answer.why) else answer.why
    outcome: MarkOutcome = "filled" if filled_in(why) else "repaired" if why else "valid"
    if (answer.by == UNDERSTUDY or why.startswith(_UNUSED)) and not understudy_sits:
        outcome = "fallback"
    trap = None if outcome == "fallback" and was_spared(why) else one.trap
    passed = trap is not None and outcome != "fallback" and trap.passed(answer.content)
    return ExamMark(one.question.id.kind, outcome, why, seconds, trap.name if trap else "", passed)


def _go_on(_why: MilkwoodError) -> None:
    """Ignore requests to stop the run: an examination has its own end."""
