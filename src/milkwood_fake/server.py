"""The fake's web application: the routes of the protocol.

Invariant: each request has at most one fault, and its outcome is counted before the answer is sent.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Final

from aiohttp import web
from multidict import CIMultiDict

from milkwood.plain import number
from milkwood.questions.tokens import tokens
from milkwood_fake import responses
from milkwood_fake.faults import BEHIND_A_GATEWAY, REFUSALS, ApiError
from milkwood_fake.plan import FaultPlan, FaultSchedule, Strike
from milkwood_fake.request import ChatRequest, RequestError, chat, parsed
from milkwood_fake.responder import Responder, question_in
from milkwood_fake.responses import ChatReply
from milkwood_fake.sending import PAGE, SENDERS, whole

ANSWERED: Final = "answered"
REFUSED: Final = "refused"
"""Outcomes of requests without a fault: an answer, or a refusal of an invalid request."""
_MAX_REQUEST_BYTES: Final = 16 * 2**20


class Server:
    """The application and its counters."""

    def __init__(self, plan: FaultPlan) -> None:
        self.plan = plan
        self.done: Counter[str] = Counter()
        """Number of requests by outcome: the name of a fault, `answered` or `refused`."""
        self.asked: Counter[str] = Counter()
        """Number of requests by kind of question; empty for unknown ones."""
        self.prompt_tokens = self.answer_tokens = 0
        """True token usage of all answers, whatever was reported."""
        self.streamed = 0
        """Number of streamed requests."""
        self.in_flight = self.most_in_flight = 0
        self._slots = asyncio.Semaphore(plan.slots) if plan.slots else nullcontext()
        self._schedule = FaultSchedule(plan)
        self._responder = Responder(plan.seed, plan.context_tokens)

    def application(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(client_max_size=_MAX_REQUEST_BYTES, middlewares=[self._in_our_shape])
        for prefix in ("/v1", ""):
            app.router.add_get(f"{prefix}/models", self._models)
            app.router.add_get(f"{prefix}/models/{{name:.+}}", self._model)
            app.router.add_post(f"{prefix}/chat/completions", self._chat)
            app.router.add_post(f"{prefix}/embeddings", self._embeddings)
        app.router.add_get("/health", self._health)
        return app

    @web.middleware
    async def _in_our_shape(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Format every refusal as the vendor does."""
        try:
            if request.path != "/health":
                self._check_key(request)
            return await handler(request)
        except RequestError as failed:
            return _refusal(failed.error)
        except web.HTTPException as error:
            what = f"Invalid URL ({request.method} {request.path}): {error.reason}"
            return _refusal(ApiError(error.status, "invalid_request_error", None, what))

    def _check_key(self, request: web.Request) -> None:
        if self.plan.key and _key_of(request) != self.plan.key:
            self.done["wrong_key"] += 1
            raise RequestError(_quoting(_key_of(request)))

    async def _health(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def _models(self, _request: web.Request) -> web.Response:
        return web.json_response(responses.models(self.plan.models, self.plan.context_tokens))

    async def _model(self, request: web.Request) -> web.Response:
        self._check_model(request.match_info["name"])
        return web.json_response(responses.model(request.match_info["name"], self.plan.context_tokens))

    async def _embeddings(self, request: web.Request) -> web.Response:
        payload = parsed(await request.read())
        given = payload.get("input")
        texts = [given] if isinstance(given, str) else given
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            raise RequestError(
                ApiError(400, "invalid_request_error", None, "'input' must be a text or a list of texts.")
            )
        as_base64 = payload.get("encoding_format") == "base64"
        size = int(number(payload.get("dimensions")) or responses.VECTOR_DIMENSIONS)
        return web.json_response(responses.vectors(str(payload.get("model", "")), texts, size, as_base64))

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        wanted = self._understood(await request.read())
        asked = question_in(wanted)
        kind = asked.kind if asked else ""
        self.asked[kind] += 1
        self.streamed += wanted.stream
        with self._under_way() as crowded:
            strike = self._schedule.next(kind, wanted.response_format, wanted.prompt)
            fault = "rate" if crowded else strike.fault if strike else ""
            if not fault and (too_long := self._too_long(wanted)):
                self.done["too_long"] += 1
                return _refusal(too_long)
            self.done[fault or ANSWERED] += 1
            if fault in REFUSALS:
                refusal = _quoting(_key_of(request)) if fault == "wrong_key" else REFUSALS[fault]
                return _refusal(refusal, strike, in_html=fault in BEHIND_A_GATEWAY)
            reply = self._responder.reply(wanted, asked, fault)
            self.prompt_tokens += reply.prompt_tokens
            self.answer_tokens += tokens(reply.text or "")
            async with self._slots:
                await self._take_time(wanted, reply)
            if strike is not None and fault in SENDERS:
                return await SENDERS[fault](request, wanted, reply, strike)
            return await whole(request, wanted, reply)

    def _too_long(self, wanted: ChatRequest) -> ApiError | None:
        """The refusal of a prompt that is longer than the context."""
        most, asked = self.plan.context_tokens, tokens(wanted.prompt)
        if most is None or asked < most:
            return None
        what = f"This model's maximum context length is {most} tokens. However, your messages resulted in {asked}."
        return replace(REFUSALS["too_long"], message=what)

    def _understood(self, body: bytes) -> ChatRequest:
        try:
            wanted = chat(parsed(body))
        except RequestError:
            self.done[REFUSED] += 1
            raise
        self._check_model(wanted.model)
        return wanted

    async def _take_time(self, wanted: ChatRequest, reply: ChatReply) -> None:
        written = tokens(reply.text or "") / self.plan.tokens_per_second if self.plan.tokens_per_second else 0.0
        slowdown = 1.0 if wanted.schema is None else self.plan.schema_slowdown
        if seconds := (self.plan.latency_seconds + written) * slowdown:
            await asyncio.sleep(seconds)

    @contextmanager
    def _under_way(self) -> Iterator[bool]:
        """Count a request in flight; yields whether it exceeds the limit."""
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            yield self.plan.at_once is not None and self.in_flight > self.plan.at_once
        finally:
            self.in_flight -= 1

    def _check_model(self, name: str) -> None:
        if name not in self.plan.models:
            self.done["no_model"] += 1
            raise RequestError(REFUSALS["no_model"])


def _key_of(request: web.Request) -> str:
    return request.headers.get("api-key") or request.headers.get("Authorization", "").removeprefix("Bearer ")


def _quoting(key: str) -> ApiError:
    """The error for a wrong key; it quotes the key, as some vendors do, to detect callers that leak it."""
    refusal = REFUSALS["wrong_key"]
    return replace(refusal, message=f"{refusal.message.rstrip('.')}: {key}.")


def _refusal(refusal: ApiError, strike: Strike | None = None, *, in_html: bool = False) -> web.Response:
    headers = CIMultiDict({"x-request-id": f"req_fake_{refusal.status}"})
    if strike is not None and strike.retry_after_seconds is not None:
        seconds = strike.retry_after_seconds
        headers["Retry-After"] = str(max(0, round(seconds)))
        headers["retry-after-ms"] = str(round(seconds * 1000))
    for name, values in strike.headers.items() if strike is not None else ():
        headers.extend((name, value) for value in values)
    if in_html:
        page = PAGE.format(refusal.message)
        return web.Response(status=refusal.status, text=page, content_type="text/html", headers=headers)
    return web.json_response(refusal.body(), status=refusal.status, headers=headers)
