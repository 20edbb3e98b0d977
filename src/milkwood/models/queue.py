"""Those who wait for a turn, the lowest tick first: the tick at which the answer is needed.

Knows nothing of what they wait for. Invariant: turns come by that tick, then person, then the rest of the question's
id, never by arrival; who turns out to need the answer sooner moves up; who gave up waiting is passed over and not kept.
"""

import asyncio
import heapq
from itertools import count
from typing import Generic, TypeVar

from milkwood.models.port import QuestionId

T = TypeVar("T")


class Queue(Generic[T]):
    """A queue in which everybody wants something."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, QuestionId, int, T, asyncio.Future[None]]] = []
        self._count = count()
        """Tells apart two who wait with the same question."""

    def __len__(self) -> int:
        return len({turn for *_, turn in self._waiting if not turn.done()})

    def join(self, question: QuestionId, wants: T) -> "asyncio.Future[None]":
        """Wait for a turn: the future is done when it has come."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def stand() -> None:
            # Who moves up stands in two places; the one behind is passed over once the turn has come.
            if not turn.done():
                heapq.heappush(self._waiting, (question.needed, question, next(self._count), wants, turn))

        stand()
        need = question.need
        if need is not None:
            need.watch(stand)
            turn.add_done_callback(lambda _: need.forget(stand))  # a call that is tried for hours queues each time
        return turn

    def first(self) -> T | None:
        """What whoever is next wants, if anybody waits."""
        while self._waiting and self._waiting[0][4].done():
            heapq.heappop(self._waiting)
        return self._waiting[0][3] if self._waiting else None

    def dismiss(self) -> None:
        """Nobody's turn will come: all who wait are told to give up, as if cancelled."""
        for *_, turn in self._waiting:
            turn.cancel()
        self._waiting.clear()

    def call(self, error: Exception | None = None) -> None:
        """It is the turn of whoever is next; or they are told that it will not come."""
        turn = heapq.heappop(self._waiting)[4]
        if error is None:
            turn.set_result(None)
        else:
            turn.set_exception(error)
