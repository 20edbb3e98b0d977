"""The record/replay tape: an answer once given is never asked for again, and is on disk before it is used (rule C4).

Invariant: a question id has one answer; two callers that ask the same question at the same time share one call.
"""

import asyncio
from typing import Protocol

from milkwood.models.port import Answer, Model, Question, QuestionId


class Recorder(Protocol):
    """Where answers are kept; the chronicle is one."""

    def find_answer(self, question: QuestionId) -> Answer | None:
        """The answer given before, if any."""
        ...

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Record an answer; it is on disk when this returns."""
        ...


class Recorded:
    """A model whose answers are recorded, and played back when they are known."""

    def __init__(self, model: Model, recorder: Recorder) -> None:
        self._model = model
        self._recorder = recorder
        self._under_way: dict[QuestionId, asyncio.Task[Answer]] = {}

    async def answer(self, question: Question) -> Answer:
        """The recorded answer, or a new one once it is recorded."""
        known = self._recorder.find_answer(question.id)
        if known is not None:
            return known
        call = self._under_way.get(question.id)
        if call is None:
            call = asyncio.ensure_future(self._call(question))
            call.add_done_callback(_heard)
            self._under_way[question.id] = call
        # A shield: the caller may be cancelled while the answer is already being paid for.
        return await asyncio.shield(call)

    async def _call(self, question: Question) -> Answer:
        try:
            answer = await self._model.answer(question)
            self._recorder.keep_answer(question, answer)
            return answer
        finally:
            self._under_way.pop(question.id, None)

    async def settle(self, timeout_seconds: float) -> None:
        """Wait for calls in flight, so that answers being paid for are not lost."""
        if self._under_way:
            await asyncio.wait(list(self._under_way.values()), timeout=timeout_seconds)

    async def give_up(self) -> None:
        """Cancel calls in flight."""
        calls = list(self._under_way.values())
        for call in calls:
            call.cancel()
        if calls:
            await asyncio.wait(calls)


def _heard(call: asyncio.Task[Answer]) -> None:
    """Mark the exception of a call as retrieved: it may have no waiter left, and asyncio would log it."""
    if not call.cancelled():
        call.exception()


class NotOnTape(Exception):
    """A question was asked that the tape does not hold."""


class TapeOnly:
    """The model of a re-run: it answers nothing itself, so that nothing new can slip in (rule C3)."""

    async def answer(self, question: Question) -> Answer:
        """Always raises: a re-run must find every answer on the tape."""
        raise NotOnTape(question.id.say())
