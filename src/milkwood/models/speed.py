"""The speed of a model, as ranges.

Invariant: a range has its lower bound first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SPREAD_FACTORS: Final = (0.8, 1.2)
"""Bounds of a measured duration, as multiples of it."""


@dataclass(frozen=True, slots=True)
class Range:
    """A lower and an upper bound."""

    low: float
    high: float

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.high + other.high)

    def times(self, factor: float) -> "Range":
        """Both bounds, multiplied."""
        return Range(self.low * factor, self.high * factor)


@dataclass(frozen=True, slots=True)
class Speed:
    """The speed of a model."""

    call_seconds: Range
    """Duration of a call without its output tokens."""
    token_seconds: Range
    """Duration per output token."""
    calls_per_second: Range
    """Throughput with many concurrent calls."""
    measured: bool = False


def measured_speed(calls: Sequence[tuple[float, float]], calls_per_second: Range) -> Speed:
    """The speed that follows from the answer tokens and the seconds of calls, and from a measured throughput."""
    fixed, token = _line(calls)
    least, most = SPREAD_FACTORS
    return Speed(
        Range(fixed * least, fixed * most), Range(token * least, token * most), calls_per_second, measured=True
    )


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Least-squares line through points: intercept and slope, neither below 0."""
    count = len(points)
    mean_size, mean_seconds = (sum(each) / count for each in zip(*points, strict=True))
    spread = sum((size - mean_size) ** 2 for size, _ in points)
    slope = 0.0
    if spread:
        slope = sum((size - mean_size) * (seconds - mean_seconds) for size, seconds in points) / spread
    slope = min(max(slope, 0.0), mean_seconds / mean_size if mean_size else 0.0)
    return max(0.0, mean_seconds - slope * mean_size), slope
