"""A vendor on this machine: speaks both protocols, sends prepared replies, and stores its requests."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from milkwood.models.completion import Completion
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.providers.presets import Preset, preset
from milkwood.providers.remote import Remote
from tests.models.endpoints import PROMPT, call

KEY = "sk-test-0123456789abcdefghij"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "say": {"type": "string", "maxLength": 400},
        "place": {"type": "string", "enum": ["the cafe", "the park"]},
    },
    "required": ["say", "place"],
    "additionalProperties": False,
}
ANSWER = '{"say": "Good morning.", "place": "the cafe"}'


@dataclass(frozen=True, slots=True)
class Asked:
    """A received request."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the vendor."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    events: tuple[Any, ...] | None = None
    """Pieces of a stream, if it is one."""
    then: str = ""
    """`hang` or `reset`, in the middle of the reply."""


Step = Reply | Callable[[dict[str, Any]], Reply]


class Vendor:
    """A server for the duration of a test."""

    def __init__(self, *steps: Step) -> None:
        self._steps = steps
        self.asked: list[Asked] = []
        self.left = asyncio.Event()
        """A client hung up on a stream."""

    async def __aenter__(self) -> "Vendor":
        application = web.Application(client_max_size=10_000_000)
        application.router.add_route("*", "/{rest:.*}", self._serve)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.address = f"http://127.0.0.1:{self.port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        text = await request.text()
        body = json.loads(text) if text else {}
        self.asked.append(Asked(request.path_qs, dict(request.headers), body))
        step = self._steps[min(len(self.asked), len(self._steps)) - 1]
        reply = step if isinstance(step, Reply) else step(body)
        if reply.then == "hang" and reply.body is None and reply.events is None:
            await asyncio.sleep(3_600)
        if reply.events is not None:
            return await self._stream(request, reply)
        raw = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        if reply.then == "reset":
            return await self._broken(request, raw)
        headers = {**reply.headers, "Content-Type": reply.content_type}
        return web.Response(body=raw, status=reply.status, headers=headers)

    async def _stream(self, request: web.Request, reply: Reply) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        try:
            for event in reply.events or ():
                await response.write(f"data: {json.dumps(event)}\n\n".encode())
            if reply.then == "hang":
                while True:  # keeps sending until the client hangs up
                    await response.write(b": still here\n\n")
                    await asyncio.sleep(0.01)
            await response.write(b"data: [DONE]\n\n")
        except ConnectionError:
            self.left.set()
        except asyncio.CancelledError:
            self.left.set()
            raise
        return response

    async def _broken(self, request: web.Request, raw: bytes) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": str(len(raw) + 100)})
        await response.prepare(request)
        await response.write(raw)
        assert request.transport is not None
        request.transport.abort()
        return response


def said(one: Preset, text: str = ANSWER, ended: str = "stop", usage: Mapping[str, Any] | None = None) -> Reply:
    """An answer in a preset's protocol."""
    if one.protocol == "messages":
        took = usage or {"input_tokens": 40, "cache_read_input_tokens": 60, "output_tokens": 20}
        reason = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}[ended]
        content = [{"type": "text", "text": text}] if text else []
        return Reply({"type": "message", "content": content, "stop_reason": reason, "usage": took})
    took = usage or {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 60},
    }
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": ended}
    return Reply({"object": "chat.completion", "choices": [choice], "usage": took})


def spec(name: str, address: str, **given: Any) -> Spec:
    """A configured model of a preset, at the test's address."""
    known = {"key": Secret(KEY) if preset(name).key_needed else None, "timeout_seconds": 20.0, **given}
    return Spec("fast", name, known.pop("model", "some-model"), address=address, **known)


async def ask(endpoint: Remote, kind: str = "react", most_tokens: int = 300) -> Completion:
    """One question put to an endpoint."""
    return await endpoint.complete(PROMPT, SCHEMA, most_tokens, call(kind=kind))
