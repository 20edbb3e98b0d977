"""The next tick of each person, and the lowest of them.

Invariant: only `set` changes anything, so another thread may read at any time; the lowest tick and its people are found
without a scan.
"""

from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray


class Turns:
    """Next ticks of all people."""

    def __init__(self, ticks: list[int]) -> None:
        self._ticks = np.array(ticks, np.int64)
        self.ticks: NDArray[np.int64] = self._ticks.view()
        """Everyone's next tick, read-only."""
        self.ticks.setflags(write=False)
        self._at: dict[int, set[int]] = {}
        """Indices by tick."""
        for index, tick in enumerate(ticks):
            self._at.setdefault(tick, set()).add(index)
        self._order = list(self._at)
        """Heap of ticks; may hold stale ones, but never as the first."""
        heapify(self._order)

    def of(self, index: int) -> int:
        """A person's next tick."""
        return int(self._ticks[index])

    def set(self, index: int, tick: int) -> None:
        """Set a person's next tick."""
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
        """The lowest tick; there must be at least one person."""
        return self._order[0]

    def at_lowest(self) -> list[int]:
        """Indices at the lowest tick, sorted; empty if there are no people."""
        return sorted(self._at[self.lowest]) if self._at else []
