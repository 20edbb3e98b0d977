"""Retry: only what can succeed is tried again, not too soon, and not for ever.

Invariants: what cannot succeed is never sent twice; a call that fails for its own sake is given up after a few tries;
while an endpoint as a whole is out of reach or over its limit, calls wait for it as long as the user's patience says,
and then its circuit is opened. With an open circuit a call fails at once. One reservation serves all tries of a call;
usage adds up over them.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from milkwood.chance import stream
from milkwood.models.circuit import COUNTED
from milkwood.models.completion import Call, Category, Completion, Failure, Schema
from milkwood.models.pace import Paced
from milkwood.models.port import Usage, added
from milkwood.models.prompt import Prompt

MAX_CALL_TRIES: Final = 3
MAX_SCHEMA_REFUSALS: Final = 6
"""Refusals of a schema allowed while the endpoint's abilities are found out."""
OUTAGE_SECONDS: Final = 600.0
FIRST_DELAY_SECONDS: Final = 0.5
MAX_DELAY_SECONDS: Final = 8.0
LIMITS: Final[frozenset[Category]] = frozenset({"rate", "server", "connection"})
"""Failures of the endpoint as a whole, as long as it answers no call."""
_AT_ONCE: Final[frozenset[Category]] = frozenset({"rate", "schema"})
"""Tried again without delay: the pace keeps a limited endpoint's pauses, and a schema was changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long calls wait for an endpoint."""

    tries: int = MAX_CALL_TRIES
    outage_seconds: float = OUTAGE_SECONDS
    """How long to wait for an unreachable endpoint."""
    rate_seconds: float = inf
    """How long to wait for a rate limit."""

    def seconds(self, category: Category) -> float:
        """How long to wait for an endpoint in this trouble."""
        return self.rate_seconds if category == "rate" else self.outage_seconds


NO_PATIENCE: Final = Patience(outage_seconds=0.0, rate_seconds=0.0)
"""For a model that has a fallback."""


class Retrying:
    """A model that is asked again when that may help."""

    def __init__(
        self,
        model: Paced,
        patience: Patience | None = None,
        at_limit: Callable[[Failure], None] | None = None,
    ) -> None:
        self._model = model
        self._circuit = model.circuit
        self._patience = patience or Patience()
        self._at_limit = at_limit

    @property
    def name(self) -> str:
        """Who answers."""
        return self._model.name

    async def complete(self, prompt: Prompt, schema: Schema, most_tokens: int, call: Call) -> Completion:
        """The model's text, after as many tries as make sense."""
        clock = asyncio.get_running_loop().time
        usage, tried, first_failure = Usage(), 0, inf
        alone = 0
        """Failures of this call while others were answered: those of an outage are not its own."""
        while True:
            try:
                self._circuit.check(clock())
                if tried and call.account is not None:
                    await call.account.hold()
                completion = await self._model.complete(prompt, schema, most_tokens, call)
            except Failure as failure:
                usage = added(usage, failure.usage or Usage())
                if failure.category == "rate" and self._circuit.answered_at > first_failure:
                    tried, first_failure = 0, inf  # it answers other calls: it is busy, so keep waiting
                tried += 1
                alone += failure.category not in LIMITS or self._circuit.answered_at > first_failure
                first_failure = min(first_failure, clock())
                if self._circuit.why is not None or self._is_over(failure, tried, alone, clock(), first_failure):
                    self._give_up(failure, call, first_failure)
                    failure.usage = usage
                    raise
                if call.account is not None:
                    call.account.repeat(failure.category)
                await asyncio.sleep(_delay(failure, tried, call))
            else:
                return replace(completion, usage=added(usage, completion.usage) if completion.usage else None)

    def _is_over(self, failure: Failure, tried: int, alone: int, now: float, first_failure: float) -> bool:
        if not failure.retryable:
            return True
        if failure.category == "schema":
            return tried >= MAX_SCHEMA_REFUSALS
        if failure.category not in LIMITS or self._circuit.answered_at > first_failure:
            before = 1 if failure.category in LIMITS else 0  # its first failure, when nobody knew of others
            return alone + before >= self._patience.tries
        patience = self._patience.seconds(failure.category)
        asked_for = failure.retry_after_seconds or 0.0
        if self._at_limit is not None or not patience:
            return tried >= self._patience.tries or asked_for > MAX_DELAY_SECONDS
        return now + asked_for - first_failure > patience

    def _give_up(self, failure: Failure, call: Call, first_failure: float) -> None:
        """Open the circuit if the endpoint fails all calls; a failure of this call alone changes nothing."""
        limited = failure.category in LIMITS and failure.retryable and self._circuit.answered_at <= first_failure
        out_of_reach = self._circuit.why is not None and failure.category in COUNTED
        if self._at_limit is not None and (limited or out_of_reach):
            if call.account is not None:
                call.account.repeat(failure.category)
            self._at_limit(failure)
            raise asyncio.CancelledError
        if limited:
            self._model.give_up(failure)


def _delay(failure: Failure, tried: int, call: Call) -> float:
    """Delay before the next try, with jitter."""
    if failure.category in _AT_ONCE:
        return 0.0
    asked = call.question
    drawn = stream(0, asked.person, asked.tick, asked.kind, asked.n, "retry", tried).unit()
    return min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2.0 ** min(tried - 1, 16)) * (0.5 + 0.5 * drawn)
