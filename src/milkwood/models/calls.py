"""The last door before whatever answers: questions under way can be looked at, held back, or sent elsewhere.

Knows the port alone. Invariant: every question that passes is under way until it is answered or given up; who is told
to close lets nothing new pass.
"""

import asyncio
import time
from dataclasses import replace

from milkwood.models.port import Answer, Model, Question, QuestionId

SPENDING_PAUSED = "spending is paused"
"""Why the understudy answers while the user wants nothing to be spent."""


class Calls:
    """A model whose calls under way can be looked at: who asks what, and since when; and that can be closed."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._since: dict[QuestionId, float] = {}
        self.closed = False
        """Whether nothing new may be asked; what is under way goes on."""
        self.instead: Model | None = None
        """What answers for now instead of the model."""

    async def answer(self, question: Question) -> Answer:
        """The model's answer; whoever asks a closed one is told to give up, as if cancelled."""
        if self.closed:
            raise asyncio.CancelledError
        self._since[question.id] = time.monotonic()
        try:
            return await (self.instead or self._model).answer(question)
        finally:
            self._since.pop(question.id, None)

    def under_way(self) -> list[tuple[QuestionId, float]]:
        """The questions that the model has, each with the moment (of the monotonic clock) it got it."""
        return list(self._since.items())


class Unpaid:
    """What answers while nothing may be spent, and says so."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def answer(self, question: Question) -> Answer:
        """The answer of one who costs nothing."""
        return replace(await self._model.answer(question), why=SPENDING_PAUSED)
