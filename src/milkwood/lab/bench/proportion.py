"""95 % intervals of shares, and of the difference of two shares of the same questions.

Invariant: deterministic; an interval lies within what is possible, also for shares of 0 and 1 and for few questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

_Z_QUANTILE: Final = 1.959964
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class ShareInterval:
    """A share, or a difference of shares, with its 95 % confidence interval."""

    n: int
    share: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether it excludes 0: for a difference, that it is more than chance."""
        return self.low > 0 or self.high < 0


def share_of(hits: int, n: int) -> ShareInterval:
    """A share with Wilson's interval; of nothing, all is possible."""
    if not n:
        return ShareInterval(0, 0.0, 0.0, 1.0)
    share, square = hits / n, _Z_QUANTILE * _Z_QUANTILE
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = _Z_QUANTILE * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return ShareInterval(n, share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def paired_difference(pairs: Sequence[tuple[bool, bool]]) -> ShareInterval:
    """The second share less the first, of the same questions, with Newcombe's interval for pairs (his method 10)."""
    n = len(pairs)
    if not n:
        return ShareInterval(0, 0.0, -1.0, 1.0)
    both, neither = sum(one and other for one, other in pairs), sum(not (one or other) for one, other in pairs)
    only_first, only_second = sum(one > other for one, other in pairs), sum(other > one for one, other in pairs)
    first, second = share_of(both + only_first, n), share_of(both + only_second, n)
    alike = _correlation(both, neither, only_first, only_second)
    down, up = second.share - second.low, first.high - first.share
    below = sqrt(max(0.0, down * down - 2 * alike * down * up + up * up))
    down, up = first.share - first.low, second.high - second.share
    above = sqrt(max(0.0, down * down - 2 * alike * down * up + up * up))
    difference = second.share - first.share
    return ShareInterval(n, difference, max(-1.0, difference - below), min(1.0, difference + above))


def _correlation(both: int, neither: int, only_first: int, only_second: int) -> float:
    """How far two prompts fail at the same questions, corrected for continuity."""
    n = both + neither + only_first + only_second
    margins = (both + only_first) * (neither + only_second) * (both + only_second) * (neither + only_first)
    if not margins:
        return 0.0
    product = both * neither - only_first * only_second
    return (max(0.0, product - n / 2) if product > 0 else product) / sqrt(margins)
