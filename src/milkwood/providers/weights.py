"""A file of weights as a model: a large one answers whole questions, a small one scores options.

Invariants: a file is checked before a run starts, and errors have a remedy; the runtime is imported on first use.
"""

import time
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import typed_path
from milkwood.models.completion import Call, Completion, Tariff
from milkwood.models.limiter import Limited, Limiter
from milkwood.models.port import Answer, Model, Question
from milkwood.models.prompt import GAP, Prompt
from milkwood.models.spec import Spec
from milkwood.plain import JsonObject
from milkwood.providers import parcel
from milkwood.providers.dialect import fitted
from milkwood.providers.gguf import GgufWeights, runtime
from milkwood.providers.local import Local
from milkwood.questions.answering import Answering, Refusing
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts

LOCAL: Final = "local"
"""The name of the small model that `milkwood local fetch` downloads."""
LARGE_BYTES: Final = 1_000_000_000
"""From this size on (about a billion parameters) a model can fill in a schema sensibly."""
_MAGIC: Final = b"GGUF"


class Closable(Protocol):
    """A model that holds resources."""

    name: str
    lends: bool
    """Whether it only contributes to the answers of the next model."""

    async def answer(self, question: Question) -> Answer:
        """The answer to a question."""
        ...

    async def close(self) -> None:
        """Release it."""
        ...


class WeightsEndpoint:
    """An Endpoint: weights that generate whole answers, constrained by the question's schema."""

    tariff, near = Tariff(0.0, 0.0), True

    def __init__(self, weights: GgufWeights, spec: Spec) -> None:
        self.name = weights.name
        self._weights = weights
        self._spec = spec

    async def complete(self, prompt: Prompt, schema: JsonObject, most_tokens: int, call: Call) -> Completion:  # noqa: ARG002
        """The generated text; the constant parts of the prompt come first, so that they are evaluated once."""
        most = min(most_tokens, self._spec.most_tokens or most_tokens)
        heat = 0.7 if self._spec.temperature is None else self._spec.temperature
        user = GAP.join((*prompt.parts, prompt.user))
        began = time.perf_counter()
        fit = fitted(schema, lean=False, opened=False)
        written = await self._weights.run(lambda: self._weights.chat(prompt.system, user, fit, most, heat))
        usage = replace(written.usage, seconds=round(time.perf_counter() - began, 3))
        return Completion(written.text, usage, cut_off=not written.ended)

    async def close(self) -> None:
        """Release the weights."""
        await self._weights.close()


class InTurn:
    """A model of weights behind a limiter: one question at a time, the lowest tick first."""

    def __init__(self, model: Model, holder: WeightsEndpoint | Local) -> None:
        self._limited = Limited(model, Limiter(1))
        self._holder = holder
        self.name = holder.name
        self.lends = isinstance(holder, Local)

    async def answer(self, question: Question) -> Answer:
        """The model's answer, in turn."""
        return await self._limited.answer(question)

    async def close(self) -> None:
        """Release the weights."""
        await self._holder.close()


def local(
    spec: Spec, next_model: Model, seed: int, refuse: Refusing | None = None, prompts: OwnPrompts = BUILT_IN
) -> Closable:
    """The model of a file of weights; what it cannot answer goes to the next one, or is refused."""
    path = found(spec.model)
    runtime()
    weights = GgufWeights(path)
    if path.stat().st_size < LARGE_BYTES:
        if refuse is not None:
            raise SetupError(
                t("A small model lends its words and choices to the understudy, so it cannot be used with “strict”."),
                where=str(path),
                remedy=t("Leave out --strict, or use a model of at least a billion parameters."),
            )
        small = Local(weights, next_model, seed)
        return InTurn(small, small)
    whole = WeightsEndpoint(weights, spec)
    return InTurn(Answering(whole, next_model, refuse=refuse, prompts=prompts), whole)


def found(model: str) -> Path:
    """The file: the downloaded one for `local`, or a path."""
    path = parcel.kept() if model in ("", LOCAL) else typed_path(model)
    try:
        with path.open("rb") as file:
            whole = file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        remedy = t("Download it: milkwood local fetch") if path == parcel.kept() else t("Give the path of a GGUF file.")
        raise SetupError(
            t("The weights cannot be read ({error}).", error=error), where=str(path), remedy=remedy
        ) from error
    if not whole:
        raise SetupError(
            t("This is not a file of weights."), where=str(path), remedy=t("Give the path of a GGUF file.")
        )
    return path
