"""Anthropic's messages API: its OpenAI-compatible endpoint supports neither schemas nor a prompt cache.

Invariant: the constant parts, the rules of a question and the person, are marked as cacheable.
"""

import json
from typing import Final

from milkwood.models.prompt import GAP, Prompt
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.plain import Json, JsonObject, items, table, text
from milkwood.providers.presets import Preset
from milkwood.providers.remote import ModelReply
from milkwood.providers.request_forms import RequestForm

VERSION: Final = "2023-06-01"
_TOOL: Final = "answer"
_KEPT: Final = {"type": "ephemeral"}


class AnthropicApi:
    """Anthropic's messages API."""

    path = "/messages"

    def __init__(self, spec: Spec, one: Preset) -> None:
        self._model = spec.model
        self._temperature = spec.temperature
        self._quiet = one.quiet_extras(spec.model)

    def headers(self, key: Secret | None) -> dict[str, str]:
        """The key, and the version of the API."""
        return {"anthropic-version": VERSION, **({"x-api-key": key.reveal()} if key else {})}

    def body(self, prompt: Prompt, schema: JsonObject, most_tokens: int, way: RequestForm) -> dict[str, Json]:
        """A request."""
        kept, moving = prompt.parts[:1], prompt.parts[1:]
        body: dict[str, Json] = {
            "model": self._model,
            "max_tokens": most_tokens,
            "system": [{"type": "text", "text": each, "cache_control": _KEPT} for each in (prompt.system, *kept)],
            "messages": [{"role": "user", "content": GAP.join((*moving, prompt.user))}],
        }
        if way.temperature and self._temperature is not None:
            body["temperature"] = min(self._temperature, 1.0)
        if way.quiet:
            body.update(self._quiet)
        if way.means == "schema":
            body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        elif way.means == "tool":
            body["tools"] = [{"name": _TOOL, "description": "Hand in the answer.", "input_schema": schema}]
            body["tool_choice"] = {"type": "tool", "name": _TOOL}
        return body

    def read(self, reply: JsonObject) -> ModelReply:
        """The content of a reply."""
        parts = [table(part) for part in items(reply.get("content"))]
        handed = [part["input"] for part in parts if part.get("type") == "tool_use" and part.get("input")]
        said = "".join(text(part.get("text")) for part in parts)
        whole = json.dumps(handed[0], ensure_ascii=False) if handed else said
        reason = reply.get("stop_reason")
        if reason == "refusal":
            return ModelReply("", "filter")
        thought = any(part.get("type") in ("thinking", "redacted_thinking") for part in parts)
        cut_off = reason in ("max_tokens", "model_context_window_exceeded")
        return ModelReply(whole if whole.strip() else "", "cut_off" if cut_off else "whole", thought and not whole)

    def gather(self) -> None:
        """No streaming: usage comes last, and closing early would lose it."""
        return
