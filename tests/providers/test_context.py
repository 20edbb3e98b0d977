"""The context length of a model: asked politely, in the way of each server, and never an error."""

import asyncio
from typing import Any

import pytest
from aiohttp import web

from milkwood.models.spec import Spec
from milkwood.providers import context
from milkwood.providers.connect import connect

MODEL = "qwen3:8b"


class Told:
    """A server that tells something at some paths, and refuses all others."""

    def __init__(self, replies: dict[str, Any]) -> None:
        self._replies = replies
        self.asked: list[tuple[str, str]] = []

    async def _serve(self, request: web.Request) -> web.Response:
        self.asked.append((request.method, request.path))
        reply = self._replies.get(request.path)
        if reply == "never":
            await asyncio.sleep(3600)
        if reply is None:
            return web.json_response({"error": {"message": "Not Found"}}, status=404)
        return web.Response(text=reply) if isinstance(reply, str) else web.json_response(reply)

    async def length(self, **spec: Any) -> int | None:
        application = web.Application()
        application.router.add_route("*", "/{rest:.*}", self._serve)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        address = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        endpoint = connect(Spec("m", "custom", MODEL, address, **spec))
        try:
            return await endpoint.context_tokens()
        finally:
            await endpoint.close()
            await runner.cleanup()


def listed(**fields: Any) -> dict[str, Any]:
    return {"data": [{"id": "other", "max_model_len": 1}, {"id": MODEL, **fields}]}


SERVERS: dict[str, tuple[dict[str, Any], int]] = {
    "vllm": ({"/v1/models": listed(max_model_len=32768)}, 32768),
    "openrouter": ({"/v1/models": listed(context_length=131072)}, 131072),
    "llama.cpp": (
        {
            "/v1/models": listed(meta={"n_ctx_train": 40960}),
            "/props": {"default_generation_settings": {"n_ctx": 4096}, "total_slots": 4},
        },
        4096,
    ),
    "llama.cpp without properties": ({"/v1/models": listed(meta={"n_ctx_train": 40960})}, 40960),
    "lm studio": (
        {
            "/v1/models": listed(),
            "/api/v0/models": listed(max_context_length=131072, loaded_context_length=8192),
        },
        8192,
    ),
    "ollama, loaded": (
        {
            "/v1/models": listed(),
            "/api/ps": {"models": [{"name": MODEL, "model": MODEL, "context_length": 4096}]},
            "/api/show": {"model_info": {"qwen3.context_length": 40960}},
        },
        4096,
    ),
    "ollama, set": (
        {"/v1/models": listed(), "/api/show": {"parameters": "stop x\nnum_ctx          16384"}},
        16384,
    ),
    "ollama": ({"/v1/models": listed(), "/api/show": {"model_info": {"qwen3.context_length": 40960}}}, 40960),
}


@pytest.mark.parametrize("name", SERVERS)
def test_each_server_is_understood(name: str) -> None:
    replies, length = SERVERS[name]
    assert asyncio.run(Told(replies).length()) == length


@pytest.mark.parametrize(
    "replies",
    [
        {},
        {"/v1/models": "<html>", "/props": "<html>", "/api/show": []},
        {"/v1/models": listed(max_model_len="many"), "/props": {"default_generation_settings": {"n_ctx": -1}}},
        {"/v1/models": {"data": "none"}, "/api/ps": {"models": [None]}, "/api/show": {"model_info": []}},
    ],
)
def test_a_server_that_does_not_tell_is_no_error(replies: dict[str, Any]) -> None:
    told = Told(replies)
    assert asyncio.run(told.length()) is None
    assert len(told.asked) == len(set(told.asked)) == 5


def test_a_server_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "_WAIT_SECONDS", 0.05)
    assert asyncio.run(Told({"/v1/models": "never"}).length()) is None
