"""A value and its past, by tick, so that a person behind can read the past of a person ahead.

Invariant: ticks never decrease; two values at one tick leave the later one; `at(tick)` is the value set at the latest
tick not after it.
"""

from bisect import bisect_right
from typing import Generic, TypeVar

T = TypeVar("T")


class Timeline(Generic[T]):
    """The values of one thing over time."""

    __slots__ = ("_ticks", "_values")

    def __init__(self, tick: int, value: T) -> None:
        self._ticks = [tick]
        self._values = [value]

    @property
    def latest(self) -> T:
        """The value set last."""
        return self._values[-1]

    @property
    def latest_tick(self) -> int:
        """Since when it holds."""
        return self._ticks[-1]

    def set(self, tick: int, value: T) -> None:
        """From this tick on it has this value."""
        if tick < self._ticks[-1]:
            raise ValueError(f"a timeline that reaches tick {self._ticks[-1]} cannot change at {tick}")
        if tick == self._ticks[-1]:
            self._values[-1] = value
        else:
            self._ticks.append(tick)
            self._values.append(value)

    def at(self, tick: int) -> T:
        """Its value at a tick; before its beginning, the first one."""
        if tick >= self._ticks[-1]:
            return self._values[-1]
        return self._values[max(0, bisect_right(self._ticks, tick) - 1)]

    def began(self, tick: int) -> bool:
        """Whether it already had a value at a tick."""
        return tick >= self._ticks[0]

    def forget_before(self, tick: int) -> None:
        """Drop what is not needed to know its value from a tick on."""
        keep = max(0, bisect_right(self._ticks, tick) - 1)
        if keep:
            del self._ticks[:keep], self._values[:keep]
