"""Virtual time: an event loop whose clock jumps, so that simulated latency costs no real time.

Knows nothing of towns. Invariant: sleeping takes exactly as long by this loop's clock as asked, and no time by the
wall clock; with nothing scheduled the loop waits for real events as any loop does.
"""

import asyncio
import selectors
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A loop that never waits for a timer: it moves its clock there."""

    def __init__(self) -> None:
        super().__init__(_JumpingSelector(self))
        self._now = 0.0
        # With the usual resolution a timer due now would never fire once the clock is large (2**23 s).
        self._clock_resolution = 1e-6

    def time(self) -> float:
        """The virtual clock, in seconds since the loop was made."""
        return self._now

    def jump(self, seconds: float) -> None:
        """Advance the clock by a duration."""
        self._now += seconds


class _JumpingSelector(selectors.DefaultSelector):
    """Turns waiting for a timer into a jump of the clock."""

    def __init__(self, loop: VirtualTimeLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select(None)
        if timeout > 0:
            self._loop.jump(timeout)
        return super().select(0)


def run_virtually(main: Awaitable[T]) -> tuple[T, float]:
    """Run a coroutine in virtual time; returns its result and how long it took by the virtual clock."""
    loop = VirtualTimeLoop()
    try:
        asyncio.set_event_loop(loop)
        result = loop.run_until_complete(main)
        return result, loop.time()
    finally:
        asyncio.set_event_loop(None)
        loop.close()
