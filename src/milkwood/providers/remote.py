"""A language model at an address: asks it in the best known request form, meters it, and reports errors.

Invariants: a call is one request; it never generates more than allowed; usage is reported by the endpoint or unknown; a
refused request form is replaced by a simpler one before the next attempt; no key leaves it in a text.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

from milkwood.i18n import t
from milkwood.models.completion import Call, Completion, Failure, Tariff
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from milkwood.models.secret import Secret, secrets_in
from milkwood.models.spec import Spec
from milkwood.plain import Json, JsonObject, items, table
from milkwood.providers.context import context_of
from milkwood.providers.dialect import fitted
from milkwood.providers.presets import CUSTOM, Preset
from milkwood.providers.prices import rates_of
from milkwood.providers.refusal import HttpReply, failure_of
from milkwood.providers.request_forms import RequestForm, RequestForms, is_about_form
from milkwood.providers.transport import EndpointRefusal, Transport
from milkwood.providers.usage import Spent, spent_in

STREAMED: Final = frozenset({"speak"})
"""Kinds of question that a conversation waits for."""
_GRACE_SECONDS: Final = 1.0
"""Wait for the usage after the answer is complete."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The content of a reply."""

    text: str
    ended: Literal["whole", "cut_off", "filter", "failed"] = "whole"
    thinking: bool = False
    """Whether it ended during reasoning."""


class VendorApi(Protocol):
    """The request and reply format of a vendor."""

    @property
    def path(self) -> str:
        """Path of requests below the address."""
        ...

    def headers(self, key: Secret | None) -> dict[str, str]:
        """Authorization and other headers."""
        ...

    def body(self, prompt: Prompt, schema: JsonObject, most_tokens: int, way: RequestForm) -> dict[str, Json]:
        """A request."""
        ...

    def read(self, reply: JsonObject) -> ModelReply:
        """The content of a reply."""
        ...

    def gather(self) -> "StreamAssembler | None":
        """The assembler of a streamed reply, if streaming is supported."""
        ...


class StreamAssembler(Protocol):
    """Assembles a streamed reply."""

    @property
    def asks(self) -> JsonObject:
        """Extra fields of a streaming request."""
        ...

    @property
    def reply(self) -> JsonObject:
        """The reply so far."""
        ...

    def add(self, event: JsonObject) -> bool:
        """Add a chunk; returns whether the answer is complete."""
        ...


class Remote:
    """A model at an address."""

    def __init__(self, spec: Spec, one: Preset, address: str, api: VendorApi, folder: Path | None = None) -> None:
        self._spec = spec
        self._preset = one
        self._api = api
        self._secrets = [*([spec.key] if spec.key else []), *secrets_in(address)]
        self._transport = Transport(one, address, api.headers(spec.key), spec.timeout_seconds)
        self._forms = RequestForms(one, address, spec.model, folder, spec.json_mode)
        self._rates = rates_of(spec)
        self._opened = one.choices == "open" and not (one.name == CUSTOM and self._transport.near)
        self._streams = one.local and self._transport.near
        """Only where closing early does not leave the price unknown, and so charged in full."""

    @property
    def name(self) -> str:
        """The answerer's name: `openai/gpt-4o-mini`."""
        return f"{self._preset.name}/{self._spec.model}"

    @property
    def near(self) -> bool:
        """Whether it is on this machine or in the user's own network."""
        return self._transport.near

    @property
    def server(self) -> str:
        """Host of the endpoint, and its port if the address has one."""
        return self._transport.server

    @property
    def way(self) -> RequestForm:
        """The current request form."""
        return self._forms.usual

    @property
    def tariff(self) -> Tariff:
        """Its highest prices."""
        rates, way = self._rates, self._forms.usual
        limits = bool(way.limit), way.thinking_tokens
        return Tariff(rates.most_prompt, rates.most_answer, *limits) if rates else Tariff(None, None, *limits)

    async def complete(self, prompt: Prompt, schema: JsonObject, most_tokens: int, call: Call) -> Completion:
        """The model's text; `most_tokens` includes reasoning."""
        kind = call.question.kind
        way = self._forms.of(kind)
        most_tokens = min(most_tokens, self._spec.most_tokens or most_tokens)
        fit = fitted(schema, lean=way.lean, opened=self._opened)
        body = self._api.body(prompt, fit, most_tokens, way)
        stream = self._api.gather() if kind in STREAMED and self._streams and way.streams else None
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            if stream is None:
                reply = await self._transport.post(self._api.path, body, call.seconds)
            else:
                reply = await self._streamed({**body, **stream.asks}, stream, call.seconds)
        except EndpointRefusal as refused:
            raise self._refusal(kind, way, refused.reply) from None
        self._forms.worked(way)
        spent = spent_in(reply)
        return self._completion(self._api.read(reply), spent, self._usage(spent, clock() - began), way)

    async def close(self) -> None:
        """Close all connections."""
        await self._transport.close()

    async def context_tokens(self) -> int | None:
        """The context length of the model, if its server tells it."""
        return await context_of(self._transport, self._spec.model)

    async def models(self) -> tuple[str, ...]:
        """Names of the models the endpoint lists."""
        try:
            reply = await self._transport.get("/models")
        except EndpointRefusal as refused:
            raise failure_of(refused.reply, self._preset, self._transport.where, self._spec.model) from None
        listed = [table(one) for one in items(reply.get("data") or reply.get("models"))]
        names = (one.get("id") or one.get("name") for one in listed)
        return tuple(name.removeprefix("models/") for name in names if isinstance(name, str))

    async def _streamed(self, body: JsonObject, stream: StreamAssembler, seconds: float | None) -> JsonObject:
        """The reply of a stream, which is closed once only usage may follow."""
        async with aclosing(self._transport.events(self._api.path, body, seconds)) as events:
            async for event in events:
                if stream.add(event):
                    await _rest(events, stream)
                    break
        return stream.reply

    def _refusal(self, kind: str, way: RequestForm, said: HttpReply) -> Failure:
        failure = failure_of(said, self._preset, self._transport.where, self._spec.model)
        unfit = failure.category == "other" or (
            failure.category in ("server", "missing") and is_about_form(said.text)  # some have nobody who could
        )
        if not unfit or not self._forms.refused(kind, way, said.text):
            return failure
        return Failure(
            "schema",
            t(
                "“{model}” does not support this form of request (HTTP {code}).",
                model=self._spec.model,
                code=said.status,
            ),
            where=self._transport.where,
            remedy=t("It is asked again in a simpler form; nothing to do."),
            retryable=True,
        )

    def _usage(self, spent: Spent | None, seconds: float) -> Usage | None:
        if spent is None:
            return None
        price = self._rates.price(spent) if self._rates else spent.price or 0.0
        return Usage(spent.prompt, spent.answer, price, seconds)

    def _completion(self, heard: ModelReply, spent: Spent | None, usage: Usage | None, way: RequestForm) -> Completion:
        where, model = self._transport.where, self._spec.model
        if heard.ended == "filter":
            what, remedy = (
                t("“{model}” declined the request.", model=model),
                t("The understudy answers; another model may help."),
            )
            raise Failure("filter", what, where=where, remedy=remedy, usage=usage)
        if heard.ended == "failed":
            what, remedy = t("“{model}” stopped with an error.", model=model), t("It is asked again.")
            raise Failure("server", what, where=where, remedy=remedy, usage=usage)
        cut_off = heard.ended == "cut_off"
        if cut_off and (heard.thinking or not heard.text):
            self._forms.thinks(way)
        elif not heard.text:
            what, remedy = (
                t("“{model}” gave an empty answer.", model=model),
                t("It is asked again; another model may help."),
            )
            raise Failure("empty", what, where=where, remedy=remedy, usage=usage)
        text = heard.text
        for secret in self._secrets:  # an endpoint may echo headers or its address
            text = secret.masked_in(text)
        doubted = spent is not None and spent.price is not None and usage is not None and usage.price != spent.price
        return Completion(text, usage, cut_off, spent.cached if spent else 0, doubted, way.means)


async def _rest(events: AsyncIterator[JsonObject], stream: StreamAssembler) -> None:
    try:
        async with asyncio.timeout(_GRACE_SECONDS):
            async for event in events:
                stream.add(event)
    except TimeoutError:
        pass  # it goes on writing; its usage stays unknown
