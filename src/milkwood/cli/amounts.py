"""Amounts for people: money, time, and ranges.

Invariant: nothing is shown more exactly than it is known.
"""

from collections.abc import Callable

from milkwood.cli.voice import label
from milkwood.models.speed import Range


def dollars(amount: float) -> str:
    """`$1.20`; small sums with as many digits as needed."""
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 0.1 else f"${amount:.4f}"


def duration(seconds: float) -> str:
    """`45 s`, `12 min`, `3.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def whole(number: float) -> str:
    """`12,000`: three significant digits."""
    size = max(0, len(str(int(number))) - 3)
    return f"{round(number, -size):,.0f}"


def span(both: Range, say: Callable[[float], str]) -> str:
    """`$1.00 to $2.00`, or one amount if they are equal."""
    low, high = say(both.low), say(both.high)
    return low if low == high else f"{low}{label(' to ')}{high}"
