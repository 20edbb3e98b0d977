"""Data as JSON and TOML hold it: the types of what enters and leaves, and readers that check a value's kind.

Knows no file and no schema. Invariant: what is typed `Json` can be dumped and loaded again without loss, but for
tuples, which come back as lists.
"""

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
