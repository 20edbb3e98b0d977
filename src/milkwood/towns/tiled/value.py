"""Single JSON values, checked for type and range.

Invariant: no value raises, however large, deep or wrong.
"""

import math

from milkwood.plain import Json

MAX_OFFSET_PIXELS = 1e6


def whole(value: Json, least: int, most: int) -> int | None:
    """An integer in a range; Tiled also writes `32.0`."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return value if type(value) is int and least <= value <= most else None


def pixels(value: Json) -> float | None:
    """A position or length on the map."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int) and abs(value) > MAX_OFFSET_PIXELS:
        return None
    return float(value) if math.isfinite(value) and abs(value) <= MAX_OFFSET_PIXELS else None


def tables(value: Json) -> list[dict[str, Json]]:
    """The tables of a list; other values are left out."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def words(value: Json) -> str:
    """A stripped text; empty if the value is not a text."""
    return value.strip() if isinstance(value, str) else ""


def properties(value: Json) -> dict[str, Json]:
    """Tiled's list of custom properties as a table."""
    return {name: entry.get("value") for entry in tables(value) if isinstance(name := entry.get("name"), str)}
