"""JSON laid out the way Tiled writes it, so that a file saved by Tiled and one made here differ only in what changed.

Knows the look of the format; knows nothing of tilesets or maps. Invariant: `dumps` of a value read back is the value.
"""

import json

from milkwood.plain import Json, JsonObject

_INDENT_COLUMNS = 8


def dumps(value: JsonObject) -> str:
    """A whole document; keys are sorted, as Tiled sorts them, and rows of numbers stay on one line."""
    return _object(value, 0, first=True) + "\n"


def _object(value: JsonObject, indent: int, *, first: bool = False) -> str:
    pad = " " * (indent + 1)
    fields = [f"{pad}{json.dumps(key, ensure_ascii=False)}:{_value(value[key], indent)}" for key in sorted(value)]
    body = ",\n".join(fields)
    if first:
        return "{" + body + "\n" + " " * indent + "}"
    return "{\n" + body + "\n" + " " * indent + "}"


def _value(value: Json, indent: int) -> str:
    if isinstance(value, dict):
        return _object(value, indent + _INDENT_COLUMNS) if value else "{}"
    if isinstance(value, list):
        if not value:
            return "[]"
        if all(isinstance(item, dict) for item in value):
            inner = " " * (indent + _INDENT_COLUMNS)
            items = ", \n".join(inner + _object(item, indent + _INDENT_COLUMNS) for item in value)
            return f"[\n{items}]"
        return "[" + ", ".join(_value(item, indent) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
