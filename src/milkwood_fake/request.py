"""Parses requests of the protocol; an invalid one gets the vendor's error.

Invariant: a parsed request is valid; a schema in strict mode is one that OpenAI accepts (closed objects, all fields
required, no refused keyword).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from milkwood.plain import Json, JsonObject, items, table, text
from milkwood_fake.faults import ApiError

_INVALID: Final = "invalid_request_error"
_FORMATS: Final = ("text", "json_object", "json_schema")
_REFUSED: Final = ("minLength", "maxLength", "default", "uniqueItems", "minProperties", "maxProperties")
"""Keywords that strict mode refuses."""


class RequestError(Exception):
    """The request cannot be answered; the client gets an error."""

    def __init__(self, error: ApiError) -> None:
        super().__init__(error.message)
        self.error = error


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A request for a chat completion."""

    model: str
    prompt: str
    """All messages as one text."""
    response_format: str
    schema: JsonObject | None
    most_tokens: int | None
    stream: bool
    include_usage: bool


def parsed(body: bytes) -> dict[str, Json]:
    """The JSON object of a body."""
    try:
        payload = json.loads(body)
    except ValueError:
        payload = None
    if not isinstance(payload, dict):
        raise _invalid("The body of the request is not a JSON object.")
    return payload


def chat(payload: JsonObject) -> ChatRequest:
    """The request of a payload."""
    model = payload.get("model")
    if not isinstance(model, str) or not model:
        raise _invalid("You must provide a model parameter.", "model")
    messages = payload.get("messages")
    if not isinstance(messages, list) or not messages:
        raise _invalid("Missing required parameter: 'messages'.", "messages")
    prompt = "\n\n".join(_text(message, place) for place, message in enumerate(messages))
    asked = table(payload.get("response_format") or {"type": "text"})
    name = asked.get("type")
    if not isinstance(name, str) or name not in _FORMATS:
        raise _invalid(f"Invalid value: '{name}'. Supported values are: {', '.join(_FORMATS)}.", "response_format.type")
    if name == "json_object" and "json" not in prompt.lower():
        raise _invalid("'messages' must contain the word 'json' to use 'response_format' of type 'json_object'.")
    return ChatRequest(
        model,
        prompt,
        name,
        _schema(asked) if name == "json_schema" else None,
        _most_tokens(payload),
        bool(payload.get("stream")),
        bool(table(payload.get("stream_options")).get("include_usage")),
    )


def _text(message: Json, place: int) -> str:
    content = message.get("content") if isinstance(message, dict) and message.get("role") else None
    if isinstance(content, list):
        content = "\n".join(text(part.get("text")) for part in content if isinstance(part, dict))
    if not isinstance(content, str):
        raise _invalid(f"Invalid type for 'messages[{place}]'.", f"messages[{place}]")
    return content


def _most_tokens(payload: JsonObject) -> int | None:
    for name in ("max_completion_tokens", "max_tokens"):
        most = payload.get(name)
        if most is not None:
            if not isinstance(most, int) or most < 1:
                raise _invalid(f"Invalid value for '{name}': it must be at least 1.", name)
            return most
    return None


def _schema(asked: JsonObject) -> JsonObject:
    part = asked.get("json_schema")
    if not isinstance(part, dict) or not isinstance(part.get("name"), str):
        raise _invalid("Missing required parameter: 'response_format.json_schema.name'.", "response_format.json_schema")
    schema = part.get("schema")
    if not isinstance(schema, dict):
        raise _invalid("Missing required parameter: 'response_format.json_schema.schema'.", "response_format")
    if part.get("strict"):
        for wrong in violations(schema, ()):
            raise _invalid(f"Invalid schema for response_format '{part['name']}': {wrong}", "response_format")
    return schema


def violations(schema: Json, path: tuple[str, ...]) -> Iterator[str]:
    """Violations of strict mode in a schema."""
    if isinstance(schema, list):
        for place, inner in enumerate(schema):
            yield from violations(inner, (*path, str(place)))
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            yield f"In context={path}, 'additionalProperties' is required to be supplied and to be false."
        if set(items(schema.get("required"))) != set(table(schema.get("properties"))):
            yield f"In context={path}, 'required' must name every key in properties."
        for key, inner in table(schema.get("properties")).items():
            yield from violations(inner, (*path, "properties", key))
        return
    for keyword in _REFUSED:
        if keyword in schema:
            yield f"In context={path}, '{keyword}' is not permitted."
    for keyword in ("items", "anyOf"):
        yield from violations(schema.get(keyword), (*path, keyword))


def _invalid(message: str, param: str | None = None) -> RequestError:
    return RequestError(ApiError(400, _INVALID, None, message, param))
