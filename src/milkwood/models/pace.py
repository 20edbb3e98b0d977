"""The pace of an endpoint: an adaptive limiter (additive increase, multiplicative decrease, AIMD), within its tempo.

Invariants: when the endpoint is overloaded, the limit is halved and calls wait for our own back-off, or for the delay
it asks for if that is longer; with every answer the limit grows back. A failed burst counts once. While the circuit is
open no call waits. All waiting uses the event loop's clock.
"""

import asyncio
import os
from dataclasses import dataclass, replace
from typing import Final

from milkwood.chance import Stream
from milkwood.models.circuit import Circuit
from milkwood.models.completion import Call, Category, Completion, Failure, Schema, TextModel
from milkwood.models.limiter import Limiter
from milkwood.models.prompt import Prompt
from milkwood.models.spec import TIMEOUT_SECONDS
from milkwood.models.tempo import Tempo, counted, effort

STRAINED: Final[frozenset[Category]] = frozenset({"rate", "server", "connection", "timeout"})
"""Failures that mean an endpoint is overloaded or unreachable."""
FIRST_PAUSE_SECONDS: Final = 0.5
"""The first back-off, and the floor under all of them, whatever the endpoint asks for."""
LONGEST_PAUSE_SECONDS: Final = 30.0
"""The longest back-off of our own; an endpoint may ask for more."""
CALLS_PER_TURN: Final = 8
"""Calls started per turn of the event loop: building and sending a request keeps the loop busy."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why calls to an endpoint are paused."""

    failure: Failure
    since: float
    until: float
    """When it is asked again, by the loop's clock."""


class Paced:
    """A model that is called as fast as it can answer."""

    def __init__(self, model: TextModel, at_once: int, tempo: Tempo | None = None) -> None:
        self._model = model
        self._most = at_once
        self.tempo = tempo or Tempo(at_once, TIMEOUT_SECONDS, near=False)
        self._limit = self._threshold = float(at_once)
        self._noted = float("-inf")
        self._streak = 0
        self._jitter = Stream(int.from_bytes(os.urandom(8)))
        """Not drawn by the seed: when a call is sent is no part of the history."""
        self.circuit = Circuit()
        self.limiter = Limiter(self.tempo.calls, CALLS_PER_TURN)
        self.trouble: Trouble | None = None
        """What is wrong with the endpoint as a whole, until it answers again."""
        self.troubles: dict[Category, Trouble] = {}
        """The latest trouble of each category, also after it was over."""

    @property
    def name(self) -> str:
        """Who answers."""
        return self._model.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text, when it is this call's turn."""
        await self.limiter.enter(call.question)
        try:
            return await self._sent(prompt, schema, most_tokens, call)
        finally:
            self.limiter.leave(call.question)

    async def _sent(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        clock = asyncio.get_running_loop().time
        began, in_flight, read = clock(), self.limiter.in_flight, counted(prompt.text)
        probe = self.circuit.enter(began)
        try:
            timed = replace(call, seconds=self.tempo.seconds(read, most_tokens, in_flight))
            completion = await self._model.complete(prompt, schema, most_tokens, timed)
        except Failure as failure:
            now = clock()
            self.circuit.failed(failure, began, now, probe)
            if failure.category == "timeout":
                self.tempo.late(began, now)
            if failure.category in STRAINED:
                self._slow_down(failure, began, now)
            if self.circuit.why is not None:
                self.limiter.resume()
            raise
        else:
            now, usage = clock(), completion.usage
            written = usage.answer_tokens if usage is not None else counted(completion.text)
            self.tempo.answered(effort(read, written), now - began, in_flight)
            self.circuit.answered(now)
            self._speed_up(began)
            return completion
        finally:
            self.circuit.leave(probe)

    def give_up(self, failure: Failure) -> None:
        """Open the circuit: all waiting calls fail at once."""
        self.circuit.open(failure, asyncio.get_running_loop().time())
        self.limiter.resume()

    def _slow_down(self, failure: Failure, began: float, now: float) -> None:
        if began >= self._noted:  # not of a burst that has been noted already
            self._noted = now
            self._streak += 1
            if failure.category == "rate":
                self._threshold = max(1.0, self._limit / 2)
            self._allow(max(1.0, self._limit / 2))
        # A single failure other than a rate limit may be chance; the call itself is retried soon.
        alone = failure.category != "rate" and self._streak < 2
        pause = max(0.0 if alone else self._back_off(), failure.retry_after_seconds or 0.0)
        until = self.limiter.paused_until = max(self.limiter.paused_until, now + pause)
        since = self.trouble.since if self.trouble else now
        self.trouble = self.troubles[failure.category] = Trouble(failure, since, until)

    def _back_off(self) -> float:
        """Exponential, with jitter."""
        doubled = FIRST_PAUSE_SECONDS * 2.0 ** min(self._streak - 1, 16)
        return min(LONGEST_PAUSE_SECONDS, doubled * (1.0 + 0.5 * self._jitter.unit()))

    def _speed_up(self, began: float) -> None:
        self._streak = 0
        if began >= self._noted:
            self.trouble = None
        # Fast up to the last good limit, slowly beyond.
        step = 1.0 if self._limit < self._threshold else 0.5 / self._limit
        self._allow(min(float(self._most), self._limit + step))

    def _allow(self, limit: float) -> None:
        self._limit = limit
        self.limiter.limit = min(int(limit), self.tempo.calls)
