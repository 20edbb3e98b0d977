"""How many calls an endpoint gets at a time: as many as it bears, the lowest tick first.

Knows no vendor and no question. Invariants: never more calls in flight than allowed; when the endpoint says that it is
too much, half as many are sent, and none before the time it asks for has passed; with every answer that comes it grows
back. One burst that fails counts once. All waiting is by the event loop's clock.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from milkwood.models.completion import Call, Category, Completion, Failure, Schema, TextModel
from milkwood.models.port import QuestionId
from milkwood.models.prompt import Prompt
from milkwood.models.queue import Queue

STRAINED: Final[frozenset[Category]] = frozenset({"rate", "server", "connection", "timeout"})
"""What says that an endpoint is asked too much, or is not there."""
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 30.0
_SOON: Final = 1e-3
"""A timer may ring this much early."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why an endpoint is left alone for a while."""

    failure: Failure
    since: float
    until: float
    """When it is asked again, by the loop's clock."""


class Paced:
    """A model that is asked as fast as it bears."""

    def __init__(self, model: TextModel, at_once: int) -> None:
        if at_once < 1:
            raise ValueError("at least one call must be allowed at once")
        self._model = model
        self._most = at_once
        self._limit = self._threshold = float(at_once)
        self._queue: Queue[bool] = Queue()
        self._bell: asyncio.TimerHandle | None = None
        self._closed_until = self._noted = float("-inf")
        self._streak = 0
        self._shut = False
        self.in_flight = 0
        self.trouble: Trouble | None = None
        """What is wrong with the endpoint as a whole, until it answers again."""

    @property
    def name(self) -> str:
        """Who answers."""
        return self._model.name

    @property
    def limit(self) -> int:
        """How many calls it gets at a time, now."""
        return int(self._limit)

    @property
    def waiting(self) -> int:
        """How many wait to be let in."""
        return len(self._queue)

    def shut(self) -> None:
        """Send nothing any more: who waits gives up, as if cancelled; what is under way goes on."""
        self._shut = True
        self._queue.dismiss()

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text, when it is this call's turn."""
        await self._enter(call.question)
        clock = asyncio.get_running_loop().time
        began = clock()
        try:
            completion = await self._model.complete(prompt, schema, most_tokens, call)
        except Failure as failure:
            if failure.category in STRAINED:
                self._slow_down(failure, began, clock())
            raise
        else:
            self._speed_up(began)
            return completion
        finally:
            self.in_flight -= 1
            self._let_in()

    def _slow_down(self, failure: Failure, began: float, now: float) -> None:
        if began >= self._noted:  # not of a burst that has been noted already
            self._noted = now
            self._streak += 1
            if failure.category == "rate":
                self._threshold = max(1.0, self._limit / 2)
            self._limit = max(1.0, self._limit / 2)
        pause = failure.retry_after_seconds
        if pause is None:
            # One failure that is not a refusal may be chance; the call itself is tried again soon enough.
            alone = failure.category != "rate" and self._streak < 2
            pause = 0.0 if alone else min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** (self._streak - 1))
        self._closed_until = max(self._closed_until, now + pause)
        since = self.trouble.since if self.trouble else now
        self.trouble = Trouble(failure, since, self._closed_until)

    def _speed_up(self, began: float) -> None:
        self._streak = 0
        if began >= self._noted:
            self.trouble = None
        # Quickly up to where it was not too much, carefully beyond.
        step = 1.0 if self._limit < self._threshold else 0.5 / self._limit
        self._limit = min(float(self._most), self._limit + step)

    async def _enter(self, question: QuestionId) -> None:
        if self._shut:
            raise asyncio.CancelledError
        turn = self._queue.join(question, True)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.in_flight -= 1
                self._let_in()
            raise

    def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() + _SOON < self._closed_until:
            # A bell that should have rung belongs to a loop that is gone.
            if self._queue.first() and (self._bell is None or self._bell.when() < loop.time()):
                self._bell = loop.call_at(self._closed_until, self._ring)
            return
        while self.in_flight < self.limit and self._queue.first() is not None:
            self.in_flight += 1
            self._queue.call()

    def _ring(self) -> None:
        self._bell = None
        self._let_in()
