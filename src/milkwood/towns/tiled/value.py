"""Single values out of JSON, taken only when they are what they should be.

Knows nothing of maps. Invariant: no value raises, however large, deep or wrong.
"""

import math
from typing import Any

FARTHEST_PIXEL = 1e6


def whole(value: Any, least: int, most: int) -> int | None:
    """A whole number in a range; Tiled also writes `32.0`."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return value if type(value) is int and least <= value <= most else None


def pixels(value: Any) -> float | None:
    """A position or length on the map."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int) and abs(value) > FARTHEST_PIXEL:
        return None
    return float(value) if math.isfinite(value) and abs(value) <= FARTHEST_PIXEL else None


def tables(value: Any) -> list[dict[str, Any]]:
    """The tables of a list; what is no table is left out."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def words(value: Any) -> str:
    """A text without blanks around it; empty when it is none."""
    return value.strip() if isinstance(value, str) else ""


def properties(value: Any) -> dict[str, Any]:
    """Tiled's list of custom properties as a table."""
    return {entry["name"]: entry.get("value") for entry in tables(value) if isinstance(entry.get("name"), str)}
