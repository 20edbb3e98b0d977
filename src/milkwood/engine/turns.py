"""Whose turn it is: the next tick that each person is to decide, and who are the lowest.

Knows no people, only their numbers. Invariant: everything is changed by `set` alone, so that another thread may look at
any time; the lowest tick and who is at it are at hand without looking through everybody.
"""

from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray


class Turns:
    """The next tick of each of some people."""

    def __init__(self, ticks: list[int]) -> None:
        self._ticks = np.array(ticks, np.int64)
        self.ticks: NDArray[np.int64] = self._ticks.view()
        """The next tick of everybody, to be read."""
        self.ticks.setflags(write=False)
        self._at: dict[int, set[int]] = {}
        """Who is at a tick."""
        for index, tick in enumerate(ticks):
            self._at.setdefault(tick, set()).add(index)
        self._order = list(self._at)
        """Every tick at which somebody is, and some at which nobody is any more; the first is never one of those."""
        heapify(self._order)

    def of(self, index: int) -> int:
        """Somebody's next tick."""
        return int(self._ticks[index])

    def set(self, index: int, tick: int) -> None:
        """This is somebody's next tick now."""
        before = int(self._ticks[index])
        if tick == before:
            return
        self._ticks[index] = tick
        there = self._at.get(tick)
        if there is None:
            self._at[tick] = {index}
            heappush(self._order, tick)
        else:
            there.add(index)
        left = self._at[before]
        left.discard(index)
        if not left:
            del self._at[before]
            while self._order[0] not in self._at:
                heappop(self._order)

    @property
    def lowest(self) -> int:
        """The lowest tick of all; there must be somebody."""
        return self._order[0]

    def at_lowest(self) -> list[int]:
        """Who is at the lowest tick, in order; nobody where there is nobody at all."""
        return sorted(self._at[self.lowest]) if self._at else []
