"""The limiter: a maximum number of concurrent calls, the lowest tick first. A run has one, and so has each endpoint.

Invariants: never more than `limit` calls in flight, and none begins during a pause or once it is closed; waiting calls
begin by the tick the answer is needed at, then person, never by arrival; at most `per_turn` calls begin in one turn of
the event loop, so that a burst leaves the loop free; nothing piles up beyond one entry per waiting question.
"""

import asyncio
import time
from typing import Final

from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.models.queue import Queue

_EARLY_SECONDS: Final = 1e-3
"""A timer may ring this much early."""


class Limiter:
    """Lets calls begin, and knows which are in flight."""

    def __init__(self, at_once: int, per_turn: int | None = None) -> None:
        if at_once < 1:
            raise ValueError("at least one call must be allowed at once")
        self.limit = at_once
        """Maximum calls in flight, now."""
        self.paused_until = float("-inf")
        """Before this time of the loop's clock nothing begins."""
        self.closed = False
        """Whether nothing begins any more; calls in flight go on. Any thread may set it."""
        self.in_flight = 0
        self._per_turn = per_turn
        self._begun = 0
        """How many calls began in this turn of the loop."""
        self._queue: Queue[bool] = Queue()
        self._since: dict[QuestionId, float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """Number of waiting questions."""
        return len(self._queue)

    def under_way(self) -> list[tuple[QuestionId, float]]:
        """The questions in flight, each with the moment (of the monotonic clock) it was let in."""
        return list(self._since.items())

    async def enter(self, question: QuestionId) -> None:
        """Wait for a place; cancelled if it is closed."""
        if self.closed:
            raise asyncio.CancelledError
        turn = self._queue.join(question, True)
        self._let_in()
        try:
            await turn
            if self.closed:
                raise asyncio.CancelledError
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(question)
            raise
        self._since[question] = time.monotonic()

    def leave(self, question: QuestionId) -> None:
        """Free a place for the next."""
        self._since.pop(question, None)
        self.in_flight -= 1
        self._let_in()

    def resume(self) -> None:
        """End a pause."""
        self.paused_until = float("-inf")
        self._let_in()

    def shut(self) -> None:
        """Close it and cancel all waiters."""
        self.closed = True
        self._queue.dismiss()

    def _let_in(self) -> None:
        if self._queue.first() is None:
            return
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # timers and turns of another loop are gone with it
            self._loop, self._bell, self._begun = loop, None, 0
        if loop.time() + _EARLY_SECONDS < self.paused_until:
            if self._bell is None:
                self._bell = loop.call_at(self.paused_until, self._ring)
            return
        while self.in_flight < self.limit and self._begun != self._per_turn and self._queue.first() is not None:
            self._begin(loop)
            self._queue.call()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self.in_flight += 1
        if self._per_turn is not None:
            if not self._begun:
                loop.call_soon(self._next_turn)
            self._begun += 1

    def _next_turn(self) -> None:
        self._begun = 0
        self._let_in()

    def _ring(self) -> None:
        self._bell = None
        self._let_in()


class Limited:
    """A model behind a limiter."""

    def __init__(self, model: Model, limiter: Limiter) -> None:
        self._model = model
        self._limiter = limiter

    async def answer(self, question: Question) -> Answer:
        """The model's answer, when it is this question's turn."""
        await self._limiter.enter(question.id)
        try:
            return await self._model.answer(question)
        finally:
            self._limiter.leave(question.id)
