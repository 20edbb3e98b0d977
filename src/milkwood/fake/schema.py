"""Values that fit a JSON schema: what is given is made to fit, what is missing is invented.

Knows JSON Schema as far as models are held to it, no question. Invariant: what comes out is valid by the schema, as
long as its patterns are of hours, dates, numbers or choices of words.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from milkwood.chance import Stream

MISSING: Final = object()
"""There is no value to begin with."""
_TRIED: Final = ("07:30", "2023-02-14", "1", "a", "A", "word", "Word", "a word", "ignore")
"""Texts tried against a pattern."""
_WORDS: Final = ("a walk", "the harbour", "some tea", "an old friend", "the market", "a letter", "the garden", "bread")

Schema = Mapping[str, Any]


def fit(schema: Schema, value: Any, draw: Stream, root: Schema | None = None) -> Any:
    """A value that fits: the given one as far as it does."""
    root = schema if root is None else root
    if "$ref" in schema:
        return fit(_part(root, schema["$ref"]), value, draw, root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return value if value in schema["enum"] else draw.chosen(schema["enum"])
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return _one_of(schema[choice], value, draw, root)
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        return _one_of([{**schema, "type": one} for one in kind], value, draw, root)
    if kind == "object":
        return _object(schema, value, draw, root)
    if kind == "array":
        return _array(schema, value, draw, root)
    if kind in ("integer", "number"):
        return _number(schema, value, draw)
    if kind == "boolean":
        return value if isinstance(value, bool) else False
    return None if kind == "null" else _text(schema, value, draw)


def _one_of(choices: list[Schema], value: Any, draw: Stream, root: Schema) -> Any:
    nothing = any(choice.get("type") == "null" for choice in choices)
    if nothing and (value is None or value is MISSING):
        return None
    return fit(next(choice for choice in choices if choice.get("type") != "null"), value, draw, root)


def _object(schema: Schema, value: Any, draw: Stream, root: Schema) -> dict[str, Any]:
    given = value if isinstance(value, Mapping) else {}
    wanted = schema.get("required", ())
    return {
        key: fit(inner, given.get(key, MISSING), draw, root)
        for key, inner in schema.get("properties", {}).items()
        if key in given or key in wanted
    }


def _array(schema: Schema, value: Any, draw: Stream, root: Schema) -> list[Any]:
    given = list(value) if isinstance(value, list | tuple) else [MISSING] * max(1, schema.get("minItems", 1))
    given += [MISSING] * (schema.get("minItems", 0) - len(given))
    return [fit(schema.get("items", {}), one, draw, root) for one in given[: schema.get("maxItems", len(given))]]


def _number(schema: Schema, value: Any, draw: Stream) -> int | float:
    low = int(schema.get("minimum", schema.get("exclusiveMinimum", 0) + ("exclusiveMinimum" in schema)))
    high = int(schema.get("maximum", schema.get("exclusiveMaximum", low + 10) - ("exclusiveMaximum" in schema)))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return max(low, min(high, value)) if "maximum" in schema else max(low, value)
    return draw.between(low, max(low, high))


def _text(schema: Schema, value: Any, draw: Stream) -> str:
    text = value if isinstance(value, str) else draw.chosen(_WORDS)
    pattern = schema.get("pattern")
    if pattern is not None and not re.search(pattern, text):
        text = next((one for one in _TRIED if re.search(pattern, one)), text)
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    while len(text) < least:
        text += "." if text else "…"
    return text if most is None else text[:most]


def _part(root: Schema, reference: str) -> Schema:
    node: Any = root
    for step in reference.removeprefix("#/").split("/"):
        node = node[step]
    part: Schema = node
    return part
