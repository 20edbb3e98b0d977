"""Data as JSON and TOML hold it: types, checked readers, and canonical JSON.

Invariant: what is typed `Json` can be dumped and loaded again without loss, but for tuples, which come back as lists.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""Anything JSON can hold, to be read only."""
JsonObject: TypeAlias = Mapping[str, Json]
"""An object of JSON, to be read only."""
Toml: TypeAlias = Json | date | time | Sequence["Toml"] | Mapping[str, "Toml"]
"""Anything TOML can hold (a date may have a time), to be read only."""
TomlTable: TypeAlias = Mapping[str, Toml]
"""A table of TOML, to be read only."""

# Contents are fresh trees of plain values, so circular references need no check.
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False).encode
_IN_ORDER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ESCAPED = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
_ESCAPED_IN_ORDER = json.JSONEncoder(separators=(",", ":")).encode


def table(value: Json) -> JsonObject:
    """An object; empty when the value is anything else."""
    return value if isinstance(value, Mapping) else {}


def items(value: Json) -> Sequence[Json]:
    """A list; empty when the value is anything else, a text included."""
    return value if isinstance(value, list | tuple) else ()


def text(value: Json, default: str = "") -> str:
    """A text; the default when the value is anything else."""
    return value if isinstance(value, str) else default


def number(value: Json, default: float = 0) -> float:
    """A number, whole or not; the default when the value is anything else, true and false included."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else default


def canonical(content: object) -> str:
    """JSON with sorted keys and no spaces: equal contents give equal texts."""
    text = _CANONICAL(content)
    return text if _is_text(text) else _ESCAPED(content)


def in_order(content: object) -> str:
    """JSON that keeps the order of keys."""
    text = _IN_ORDER(content)
    return text if _is_text(text) else _ESCAPED_IN_ORDER(content)


def _is_text(text: str) -> bool:
    """Whether it can be encoded as UTF-8; lone surrogates, which models do produce, cannot."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
