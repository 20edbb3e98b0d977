"""Fits values to a JSON schema: given values are adapted, missing ones generated.

Invariant: the result is valid, as long as patterns are of hours, dates, numbers or choices of words.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias

from milkwood.chance import Stream
from milkwood.plain import Json, JsonObject, items, number, table, text


class Missing(Enum):
    """Marks a missing value."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
_TRIED: Final = ("07:30", "2023-02-14", "1", "a", "A", "word", "Word", "a word", "ignore")
"""Texts tried against a pattern."""
_WORDS: Final = ("a walk", "the harbour", "some tea", "an old friend", "the market", "a letter", "the garden", "bread")

Given: TypeAlias = Json | Missing


def fit(schema: JsonObject, value: Given, draw: Stream, root: JsonObject | None = None) -> Json:
    """A valid value, as close to the given one as possible."""
    root = schema if root is None else root
    if "$ref" in schema:
        return fit(part(root, text(schema["$ref"])), value, draw, root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        listed = items(schema["enum"])
        return value if value is not MISSING and value in listed else draw.chosen(listed)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return _one_of([table(one) for one in items(schema[choice])], value, draw, root)
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


def _one_of(choices: Sequence[JsonObject], value: Given, draw: Stream, root: JsonObject) -> Json:
    nothing = any(choice.get("type") == "null" for choice in choices)
    if nothing and (value is None or value is MISSING):
        return None
    others = [choice for choice in choices if choice.get("type") != "null"]
    return fit(next((choice for choice in others if _allows(choice, value)), others[0]), value, draw, root)


def _allows(schema: JsonObject, value: Given) -> bool:
    """Whether an object has only allowed values in fields with a list of choices."""
    given: Mapping[str, Given] = value if isinstance(value, Mapping) else {}
    lists = {key: table(inner).get("enum") for key, inner in table(schema.get("properties")).items()}
    return all(key not in given or listed is None or given[key] in items(listed) for key, listed in lists.items())


def _object(schema: JsonObject, value: Given, draw: Stream, root: JsonObject) -> JsonObject:
    given: Mapping[str, Given] = value if isinstance(value, Mapping) else {}
    wanted = items(schema.get("required"))
    return {
        key: fit(table(inner), given.get(key, MISSING), draw, root)
        for key, inner in table(schema.get("properties")).items()
        if key in given or key in wanted
    }


def _array(schema: JsonObject, value: Given, draw: Stream, root: JsonObject) -> list[Json]:
    given: list[Given] = list(value) if isinstance(value, list | tuple) else [MISSING]
    given += [MISSING] * (int(number(schema.get("minItems"))) - len(given))
    most = int(number(schema.get("maxItems"), len(given)))
    return [fit(table(schema.get("items")), one, draw, root) for one in given[:most]]


def _number(schema: JsonObject, value: Given, draw: Stream) -> int | float:
    above, below = number(schema.get("exclusiveMinimum"), -1) + 1, schema.get("exclusiveMaximum")
    low = int(number(schema.get("minimum"), above))
    high = int(number(schema.get("maximum"), number(below, low + 11) - 1))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return max(low, min(high, value)) if "maximum" in schema else max(low, value)
    return draw.between(low, max(low, high))


def _text(schema: JsonObject, value: Given, draw: Stream) -> str:
    said = value if isinstance(value, str) else draw.chosen(_WORDS)
    pattern = text(schema.get("pattern"))
    if not re.search(pattern, said):
        said = next((one for one in _TRIED if re.search(pattern, one)), said)
    least = int(number(schema.get("minLength")))
    while len(said) < least:
        said += "." if said else "…"
    return said[: int(number(schema.get("maxLength"), len(said)))]


def part(root: JsonObject, reference: str) -> JsonObject:
    """The part of a schema that a reference names."""
    for step in reference.removeprefix("#/").split("/"):
        root = table(root[step])
    return root
