"""A language model behind an address: asks it in the best way it knows, meters it, and says what went wrong.

Knows no vendor's format: that is what a Speech is for. Invariants: a call is one request; it never writes more than it
was allowed; what it took is said by the endpoint or not known; a way that is refused is given up for a lesser one
before the next try.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from milkwood.models.completion import Call, Completion, Failure, Tariff
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.plain import Json, JsonObject, items, table
from milkwood.providers.dialect import fitted
from milkwood.providers.means import Way, Ways, is_about_form
from milkwood.providers.presets import CUSTOM, Preset
from milkwood.providers.prices import rates_of
from milkwood.providers.refusal import Said, failure_of
from milkwood.providers.usage import Spent, spent_in
from milkwood.providers.wire import Refused, Wire

STREAMED: Final = frozenset({"speak"})
"""Kinds of question whose answer is waited for by somebody who talks."""
_GRACE_SECONDS: Final = 1.0
"""How long a model that has said all it was asked for may take to say what that took."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a reply says."""

    text: str
    ended: Literal["whole", "cut_off", "filter", "failed"] = "whole"
    thinking: bool = False
    """Whether it was still thinking when it ended."""


class Speech(Protocol):
    """How one sort of endpoint is spoken to."""

    @property
    def path(self) -> str:
        """Where requests go, below the address."""
        ...

    def headers(self, key: Secret | None) -> dict[str, str]:
        """What says who asks."""
        ...

    def body(self, prompt: Prompt, schema: JsonObject, most_tokens: int, way: Way) -> dict[str, Json]:
        """A request."""
        ...

    def read(self, reply: JsonObject) -> Heard:
        """What a reply says."""
        ...

    def gather(self) -> "Gathering | None":
        """What puts a streamed reply together, if it can be streamed."""
        ...


class Gathering(Protocol):
    """Puts a streamed reply together."""

    @property
    def asks(self) -> JsonObject:
        """What a request for a stream has besides."""
        ...

    @property
    def reply(self) -> JsonObject:
        """The reply so far, as if it had come whole."""
        ...

    def add(self, event: JsonObject) -> bool:
        """Add a piece; whether all that was asked for is there."""
        ...


class Remote:
    """A model at an address."""

    def __init__(self, spec: Spec, one: Preset, address: str, speech: Speech, folder: Path | None = None) -> None:
        self._spec = spec
        self._preset = one
        self._speech = speech
        self._wire = Wire(one, address, speech.headers(spec.key), spec.timeout_seconds)
        self._ways = Ways(one, address, spec.model, folder)
        self._rates = rates_of(spec)
        self._opened = one.choices == "open" and not (one.name == CUSTOM and self._wire.near)
        self._streams = one.local and self._wire.near
        """Elsewhere hanging up early would leave the price unknown, and so charged in full."""

    @property
    def name(self) -> str:
        """Who answers: `openai/gpt-4o-mini`."""
        return f"{self._preset.name}/{self._spec.model}"

    @property
    def way(self) -> Way:
        """How it is asked, as far as it is known by now."""
        return self._ways.usual

    @property
    def tariff(self) -> Tariff:
        """What it takes at most."""
        rates, way = self._rates, self._ways.usual
        limits = bool(way.limit), way.thinking_tokens
        return Tariff(rates.most_prompt, rates.most_answer, *limits) if rates else Tariff(None, None, *limits)

    async def complete(self, prompt: Prompt, schema: JsonObject, most_tokens: int, call: Call) -> Completion:
        """What the model writes; `most_tokens` is all it may write, thinking and all."""
        kind = call.question.kind
        way = self._ways.of(kind)
        most_tokens = min(most_tokens, self._spec.most_tokens or most_tokens)
        fit = fitted(schema, lean=way.lean, opened=self._opened)
        body = self._speech.body(prompt, fit, most_tokens, way)
        gathering = self._speech.gather() if kind in STREAMED and self._streams and way.streams else None
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            if gathering is None:
                reply = await self._wire.post(self._speech.path, body)
            else:
                reply = await self._streamed({**body, **gathering.asks}, gathering)
        except Refused as refused:
            raise self._refusal(kind, way, refused.said) from None
        self._ways.worked(way)
        spent = spent_in(reply)
        return self._completion(self._speech.read(reply), spent, self._usage(spent, clock() - began), way)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._wire.close()

    async def models(self) -> tuple[str, ...]:
        """Names of the models the endpoint lists."""
        try:
            reply = await self._wire.get("/models")
        except Refused as refused:
            raise failure_of(refused.said, self._preset, self._wire.where, self._spec.model) from None
        listed = [table(one) for one in items(reply.get("data") or reply.get("models"))]
        names = (one.get("id") or one.get("name") for one in listed)
        return tuple(name.removeprefix("models/") for name in names if isinstance(name, str))

    async def _streamed(self, body: JsonObject, gathering: Gathering) -> JsonObject:
        """The reply of a stream, which is left as soon as nothing but what it took may still come."""
        async with aclosing(self._wire.events(self._speech.path, body)) as events:
            async for event in events:
                if gathering.add(event):
                    await _rest(events, gathering)
                    break
        return gathering.reply

    def _refusal(self, kind: str, way: Way, said: Said) -> Failure:
        failure = failure_of(said, self._preset, self._wire.where, self._spec.model)
        unfit = failure.category == "other" or (
            failure.category in ("server", "missing") and is_about_form(said.text)  # some have nobody who could
        )
        if not unfit or not self._ways.refused(kind, way, said.text):
            return failure
        return Failure(
            "schema",
            f"“{self._spec.model}” does not take the request in this form (HTTP {said.status}).",
            where=self._wire.where,
            remedy="It is asked again in a plainer one; nothing to do.",
            retryable=True,
        )

    def _usage(self, spent: Spent | None, seconds: float) -> Usage | None:
        if spent is None:
            return None
        price = self._rates.price(spent) if self._rates else spent.price or 0.0
        return Usage(spent.prompt, spent.answer, price, seconds)

    def _completion(self, heard: Heard, spent: Spent | None, usage: Usage | None, way: Way) -> Completion:
        where, model = self._wire.where, self._spec.model
        if heard.ended == "filter":
            what, remedy = f"“{model}” would not speak of this.", "The understudy answers; another model may help."
            raise Failure("filter", what, where=where, remedy=remedy, usage=usage)
        if heard.ended == "failed":
            what, remedy = f"“{model}” broke off with an error.", "It is asked again."
            raise Failure("server", what, where=where, remedy=remedy, usage=usage)
        cut_off = heard.ended == "cut_off"
        if cut_off and (heard.thinking or not heard.text):
            self._ways.thinks(way)
        elif not heard.text:
            what, remedy = f"“{model}” said nothing.", "It is asked again; another model may help."
            raise Failure("empty", what, where=where, remedy=remedy, usage=usage)
        return Completion(heard.text, usage, cut_off, spent.cached if spent else 0)


async def _rest(events: AsyncIterator[JsonObject], gathering: Gathering) -> None:
    try:
        async with asyncio.timeout(_GRACE_SECONDS):
            async for event in events:
                gathering.add(event)
    except TimeoutError:
        pass  # it talks on; what it took stays unknown
