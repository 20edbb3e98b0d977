"""A bench: the contexts of runs put to a model, with one set of prompts or two side by side.

Invariants: a model is asked exactly as in a run (same prompts, same reading, asked again with the fault), but nobody
stands in for it; both sets of prompts get each context, in turn; what was answered is kept at once, so that a bench
that is interrupted is a smaller bench; answers that say nothing of the model (no network, no money) do not count.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from hashlib import blake2b
from typing import Final, cast

from milkwood.chance import stream
from milkwood.errors import MilkwoodError
from milkwood.i18n import t
from milkwood.lab.bench.contexts import Context, Contexts
from milkwood.lab.bench.log import BenchLog, BenchMark, ContextKey
from milkwood.lab.paper import PAPER_SEED
from milkwood.models.budget import Cap, NullLedger, Purse
from milkwood.models.completion import Call, Completion, Endpoint, Schema
from milkwood.models.port import Answer, Model, Question
from milkwood.models.prompt import Prompt
from milkwood.models.retry import Patience
from milkwood.models.spec import Spec
from milkwood.models.wording import WordOverlap
from milkwood.plain import JsonObject, canonical
from milkwood.providers import profile
from milkwood.providers.connect import connect as connect_to_provider
from milkwood.questions.aptitude import is_inability
from milkwood.questions.own_prompts import OwnPrompts
from milkwood.questions.registry import prompt_hashes
from milkwood.questions.why import failures, filled_in, in_words, was_spared
from milkwood.run import ModelConfig
from milkwood.run.model_specs import WEIGHTS
from milkwood.run.model_stack import Connector, ModelStack
from milkwood.run.trial import Saying
from milkwood.understudy.model import NAME as UNDERSTUDY
from milkwood.understudy.model import Understudy
from milkwood.version import commit, release

MAX_CONSECUTIVE_FAILURES: Final = 20
"""Questions without any reply in a row after which a bench gives up."""
_PATIENCE: Final = Patience(outage_seconds=10.0, rate_seconds=120.0)
_NOBODY: Final = "nobody"
_UNPAID_FOR: Final = "failed: budget"
_SAID: Final[ContextVar[list[str]]] = ContextVar("_SAID")
"""The replies to the question that this task asks."""

ToldMark = Callable[[BenchMark], None]
"""Called with each new answer."""


class _Nobody:
    """Stands in for no one: a question that the model cannot answer stays without an answer."""

    async def answer(self, _question: Question) -> Answer:
        """Nothing."""
        return Answer({}, _NOBODY)


class _Heard:
    """An endpoint that notes what it says to the question that is being asked."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def __getattr__(self, name: str) -> object:
        return getattr(self._endpoint, name)

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """What the endpoint says."""
        completion = await self._endpoint.complete(prompt, schema, most_tokens, call)
        _SAID.get([]).append(completion.text)
        return completion


class Bench:
    """A model (None for the understudy), contexts and prompts."""

    def __init__(
        self,
        spec: Spec | None,
        contexts: Contexts,
        prompts: Mapping[str, OwnPrompts],
        log: BenchLog,
        cap: Cap | None = None,
        seconds: float | None = None,
    ) -> None:
        # What the next model would answer says nothing about this one.
        self._spec = None if spec is None else replace(spec, fallback=())
        self._contexts = contexts
        self._prompts = prompts
        self._log = log
        self._cap = cap
        self._seconds = seconds
        self._jobs = list(_jobs(contexts, [*prompts]))
        self._failures = 0
        self.stopped = ""
        """Why it ended before all was asked; empty if it did not."""
        self.failed = False
        """Whether it ended because the model gave no answers any more."""

    @property
    def total(self) -> int:
        """Number of answers that are wanted."""
        return len(self._jobs)

    @property
    def left(self) -> int:
        """Number of answers that are missing."""
        return sum(key not in self._log for key, _ in self._jobs)

    async def measure(self, told: ToldMark, say: Saying, connect: Connector | None = None) -> None:
        """Ask what is left, as far as time and budget go; an error if the model cannot be asked at all."""
        if not self.left:
            return
        if self._spec is None:
            understudy = Understudy(PAPER_SEED, WordOverlap())
            await self._ask_all(dict.fromkeys(self._prompts, understudy), 1, told)
            return
        stacks = self._stacks(self._spec, connect or connect_to_provider)
        try:
            await next(iter(stacks.values())).try_out(0, say)
            models = {name: stack.model for name, stack in stacks.items()}
            at_once = 1 if self._spec.provider == WEIGHTS else self._spec.at_once
            await self._ask_all(models, at_once, told)
        finally:
            for stack in stacks.values():
                await stack.close()

    def _stacks(self, spec: Spec, connect: Connector) -> dict[str, ModelStack]:
        """The model once for each set of prompts, all paid from one purse."""
        profiles = profile.usual_folder()
        config = ModelConfig(
            {spec.name: spec}, {}, spec.name, self._cap, patience=_PATIENCE, profiles=profiles, trust_all=True
        )
        purse, language = Purse(NullLedger(), self._cap), self._contexts.sources[0].language
        stacks: dict[str, ModelStack] = {}
        for name, prompts in self._prompts.items():
            # Weights of a small model only lend words to the understudy.
            stand_in = Understudy(PAPER_SEED, WordOverlap()) if spec.provider == WEIGHTS else _Nobody()
            stacks[name] = ModelStack(config, stand_in, (), purse, language, prompts)
            stacks[name].connect(PAPER_SEED, _go_on, lambda spec: cast(Endpoint, _Heard(connect(spec))))
        return stacks

    async def _ask_all(self, models: Mapping[str, Model], at_once: int, told: ToldMark) -> None:
        left = deque((key, context) for key, context in self._jobs if key not in self._log)

        async def worker() -> None:
            while left and not self.stopped:
                (prompts, _), context = left.popleft()
                mark = await self._asked(models[prompts], prompts, context)
                if mark is not None:
                    self._note(mark, told)
                else:
                    self.stopped = self.stopped or t("the budget is used up")

        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds), asyncio.TaskGroup() as group:
                for _ in range(min(at_once, len(left))):
                    group.create_task(worker())
        if self.left and not self.stopped:
            self.stopped = t("the time is over")

    async def _asked(self, model: Model, prompts: str, context: Context) -> BenchMark | None:
        """The answer; None if there was no money for it."""
        began, replies = time.monotonic(), list[str]()
        _SAID.set(replies)
        answer = await model.answer(context.question)
        if _UNPAID_FOR in answer.why:
            return None
        usage, seconds = answer.usage, answer.usage.seconds or time.monotonic() - began
        stood_in = self._spec is not None and answer.by in (_NOBODY, UNDERSTUDY)
        return BenchMark(
            prompts=prompts,
            context=context.name,
            kind=context.kind,
            outcome=_outcome(answer, stood_in=stood_in),
            why=answer.why,
            prompt_tokens=usage.prompt_tokens,
            answer_tokens=usage.answer_tokens,
            price=usage.price,
            seconds=round(seconds, 3),
            replies=tuple(replies),
        )

    def _note(self, mark: BenchMark, told: ToldMark) -> None:
        self._log.keep(mark)
        told(mark)
        self._failures = 0 if mark.judged or was_spared(mark.why) else self._failures + 1
        if self._failures >= MAX_CONSECUTIVE_FAILURES:
            self.failed = True
            self.stopped = self.stopped or t("the model gives no answers any more ({why})", why=in_words(mark.why))


def setup_of(spec: Spec | None, contexts: Contexts, prompts: Mapping[str, OwnPrompts]) -> JsonObject:
    """What the answers of a bench depend on, for its file."""
    return {
        "bench": 1,
        "milkwood": " ".join(filter(None, (release(), commit().removesuffix("+dirty")))),
        "model": UNDERSTUDY if spec is None else spec.name,
        "runs": {each.run: each.hash for each in contexts.sources},
        "prompts": {name: _digest(own) for name, own in prompts.items()},
        "seed": contexts.seed,
    }


def _digest(own: OwnPrompts) -> str:
    hashes = {**prompt_hashes(), **own.hashes()}
    return blake2b(canonical(hashes).encode(), digest_size=8).hexdigest()


def _jobs(contexts: Contexts, names: Sequence[str]) -> Iterator[tuple[ContextKey, Context]]:
    """Each context with each set of prompts; a draw says which comes first, since the second finds a warm cache."""
    for context in contexts.drawn:
        for name in stream(contexts.seed, "bench", "first", context.name).shuffled(names):
            yield (name, context.name), context


def _outcome(answer: Answer, *, stood_in: bool) -> str:
    if stood_in:
        return "broken" if is_inability(answer.why) and not was_spared(answer.why) else "unanswered"
    if filled_in(answer.why):
        return "filled"
    return "repaired" if failures(answer.why) else "valid"


def _go_on(_why: MilkwoodError) -> None:
    """Ignore requests to stop the run: a bench has its own end."""
