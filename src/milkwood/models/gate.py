"""The gate before a model: so many calls at once and no more, the lowest tick first.

Knows nothing of what is asked. Invariant: never more than `at_once` calls in flight; who waits is let in by the
tick the answer is needed at, then person, never by arrival; nothing piles up beyond one entry per waiting question.
"""

import asyncio

from milkwood.models.port import Answer, Model, Question, QuestionId
from milkwood.models.queue import Queue


class Gate:
    """A model behind a gate."""

    def __init__(self, model: Model, at_once: int) -> None:
        if at_once < 1:
            raise ValueError("at least one call must be allowed at once")
        self._model = model
        self._at_once = at_once
        self._queue: Queue[bool] = Queue()
        self.in_flight = 0

    @property
    def waiting(self) -> int:
        """How many questions wait to be let in."""
        return len(self._queue)

    async def answer(self, question: Question) -> Answer:
        """The model's answer, when it is this question's turn."""
        await self._enter(question.id)
        try:
            return await self._model.answer(question)
        finally:
            self._leave()

    async def _enter(self, question: QuestionId) -> None:
        if self.in_flight < self._at_once:
            self.in_flight += 1
            return
        turn = self._queue.join(question, True)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        if self._queue.first() is None:
            self.in_flight -= 1
        else:
            self._queue.call()
