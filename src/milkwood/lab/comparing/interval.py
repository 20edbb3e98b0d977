"""Means with 95 % intervals, by Student's t.

Invariant: deterministic; one figure has a mean and no interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

_T95: Final = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
"""The 97.5 % point of t with 1 to 30 degrees of freedom."""
_NORMAL_QUANTILE: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % confidence interval."""

    n: int
    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def half(self) -> float | None:
        """Half of its width."""
        return None if self.high is None else self.high - self.mean

    @property
    def is_sure(self) -> bool:
        """Whether it excludes 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def interval(values: Sequence[float]) -> Interval:
    """The mean of some figures (at least one) and its interval."""
    n, mean = len(values), fmean(values)
    if n < 2:
        return Interval(n, mean)
    half = t95(n - 1) * stdev(values) / sqrt(n)
    return Interval(n, mean, mean - half, mean + half)


def t95(freedom: int) -> float:
    """The 97.5 % point of t; beyond the table by its expansion around the normal distribution."""
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    return (
        _NORMAL_QUANTILE
        + (_NORMAL_QUANTILE**3 + _NORMAL_QUANTILE) / (4 * freedom)
        + (5 * _NORMAL_QUANTILE**5 + 16 * _NORMAL_QUANTILE**3 + 3 * _NORMAL_QUANTILE) / (96 * freedom**2)
    )
