"""A priority queue of waiting calls, ordered by the tick at which the answer is needed.

Invariant: the order is that tick, then person, then the rest of the question's id, never arrival; a call that is needed
sooner moves up; a cancelled one is skipped and not kept.
"""

import asyncio
import heapq
from itertools import count
from typing import Generic, TypeVar

from milkwood.models.port import QuestionId

T = TypeVar("T")


class Queue(Generic[T]):
    """A queue whose entries each want something."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, QuestionId, int, T, asyncio.Future[None]]] = []
        self._count = count()
        """Distinguishes two entries with the same question."""

    def __len__(self) -> int:
        return len({turn for *_, turn in self._waiting if not turn.done()})

    def join(self, question: QuestionId, wants: T) -> "asyncio.Future[None]":
        """Join the queue; the future is done when its turn comes."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def stand() -> None:
            # An entry that moves up is in the heap twice; the later one is skipped once it is done.
            if not turn.done():
                heapq.heappush(self._waiting, (question.needed, question, next(self._count), wants, turn))

        stand()
        need = question.need
        if need is not None:
            need.watch(stand)
            turn.add_done_callback(lambda _: need.forget(stand))  # a call that is tried for hours queues each time
        return turn

    def first(self) -> T | None:
        """What the next waiter wants; None if there is none."""
        while self._waiting and self._waiting[0][4].done():
            heapq.heappop(self._waiting)
        return self._waiting[0][3] if self._waiting else None

    def dismiss(self) -> None:
        """Cancel all waiters."""
        for *_, turn in self._waiting:
            turn.cancel()
        self._waiting.clear()

    def call(self, error: Exception | None = None) -> None:
        """Wake the next waiter, or fail it with `error`."""
        turn = heapq.heappop(self._waiting)[4]
        if error is None:
            turn.set_result(None)
        else:
            turn.set_exception(error)
