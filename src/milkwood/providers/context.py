"""The context length of a model, as far as its server tells it.

Invariants: the server is asked politely, once in each way, and within seconds; whatever it says or does is no error;
what is loaded counts before what the model could have.
"""

import asyncio
import re
from collections.abc import Awaitable, Iterator
from contextlib import suppress
from typing import Final

from milkwood.errors import MilkwoodError
from milkwood.plain import Json, JsonObject, items, number, table, text
from milkwood.providers.transport import EndpointRefusal, Transport

_WAIT_SECONDS: Final = 3.0
_LISTED: Final = ("loaded_context_length", "max_model_len", "context_length", "context_window", "max_context_length")
"""Fields of a model in a list: of LM Studio, vLLM and SGLang, OpenRouter, Groq, Mistral."""
_TRAINED: Final = "n_ctx_train"
"""What llama.cpp says of a model in the list: the most that it could have."""
_SET: Final = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)
"""The setting among the parameters of a model of Ollama."""


async def context_of(transport: Transport, model: str) -> int | None:
    """The context length of a model in tokens; None if its server does not tell it in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_WAIT_SECONDS):
            return await _asked(transport, model)
    return None


async def _asked(transport: Transport, model: str) -> int | None:
    list_of_models = await _told(transport.get("/models"))
    found = _listed(list_of_models, model)
    if transport.near:
        found = found or _props(await _told(transport.get("/props", at_root=True)))
        found = found or _listed(await _told(transport.get("/api/v0/models", at_root=True)), model)
        found = found or _listed(await _told(transport.get("/api/ps", at_root=True)), model)
        found = found or _shown(await _told(transport.post("/api/show", {"model": model}, at_root=True)))
        found = found or _trained(list_of_models, model)
    return found


async def _told(asked: Awaitable[JsonObject]) -> JsonObject:
    with suppress(MilkwoodError, EndpointRefusal):
        return await asked
    return {}


def _listed(reply: JsonObject, model: str) -> int | None:
    """From a list of models."""
    sizes = (_size(entry.get(name)) for entry in _entries(reply, model) for name in _LISTED)
    return next(filter(None, sizes), None)


def _trained(reply: JsonObject, model: str) -> int | None:
    """From llama.cpp's list, if it does not tell its properties."""
    sizes = (_size(table(entry.get("meta")).get(_TRAINED)) for entry in _entries(reply, model))
    return next(filter(None, sizes), None)


def _entries(reply: JsonObject, model: str) -> Iterator[JsonObject]:
    for one in items(reply.get("data") or reply.get("models")):
        entry = table(one)
        if model in (entry.get("id"), entry.get("name"), entry.get("model")):
            yield entry


def _props(reply: JsonObject) -> int | None:
    """From llama.cpp's properties: the context of one slot."""
    return _size(table(reply.get("default_generation_settings")).get("n_ctx"))


def _shown(reply: JsonObject) -> int | None:
    """From Ollama's description of a model that is not loaded."""
    if found := _SET.search(text(reply.get("parameters"))):
        return int(found[1])
    sizes = (_size(value) for name, value in table(reply.get("model_info")).items() if name.endswith(".context_length"))
    return next(filter(None, sizes), None)


def _size(value: Json) -> int | None:
    size = number(value)
    return int(size) if 0 < size < float("inf") else None
