"""The circuit breaker of an endpoint: closed, open or half-open.

Invariants: closed, calls are sent, and failures in a row are counted, those of one burst once. Open, calls fail at once
with the last failure, until it is time for a probe. Half-open, one call is in flight as the probe: a reply closes the
circuit, a failure opens it for twice as long, up to a limit. A rate limit is no failure of this kind, and one answer in
time resets the count, so the circuit of a server that is only slow stays closed.
"""

from math import inf
from typing import Final

from milkwood.models.completion import LASTING, Category, Failure

FAILURES_TO_OPEN: Final = 3
"""Failures in a row, of an endpoint that refuses connections or answers with what is no reply."""
TIMEOUTS_TO_OPEN: Final = 2
"""Fewer, since each takes the whole time-out."""
FIRST_PROBE_SECONDS: Final = 5.0
LASTING_PROBE_SECONDS: Final = 30.0
"""The first interval after a refusal that lasts until the configuration changes, such as a wrong key."""
LONGEST_PROBE_SECONDS: Final = 300.0
COUNTED: Final[frozenset[Category]] = frozenset({"timeout", "connection", "content_type", "other"})
"""Failures of the endpoint itself: it hangs, cannot be reached, breaks off, or sends what is no reply."""
WAITED_FOR: Final[frozenset[Category]] = frozenset({"server", "connection"})
"""Outages: the caller's patience decides how long an endpoint is waited for that was reached before."""
_AT_ONCE: Final[frozenset[Category]] = LASTING | {"network_off"}


class Circuit:
    """The state of one endpoint. All times are of the event loop's clock."""

    def __init__(self) -> None:
        self.why: Failure | None = None
        """Why it is open; None while it is closed."""
        self.probe_at = -inf
        """When the next probe may be sent, while it is open."""
        self.answered_at = -inf
        self.closed_at = -inf
        """When it closed after it had been open."""
        self._reached = False
        """Whether the endpoint has ever replied, be it with an error."""
        self._in_a_row = 0
        self._noted = -inf
        self._interval = 0.0
        self._probing = False

    def check(self, now: float) -> None:
        """Raise what is wrong if no call may be sent now."""
        if self.why is not None and (self._probing or now < self.probe_at):
            raise self.why.copy_unsent()

    def enter(self, now: float) -> bool:
        """Let a call begin; whether it is a probe."""
        self.check(now)
        self._probing = self.why is not None
        return self._probing

    def leave(self, probe: bool) -> None:
        """A call has ended."""
        if probe:
            self._probing = False

    def answered(self, now: float) -> None:
        """The endpoint has answered a call."""
        self.answered_at = now
        self._close(now)

    def failed(self, failure: Failure, began: float, now: float, probe: bool) -> None:
        """A call that began at a moment has failed."""
        category = failure.category
        for_good = category in _AT_ONCE or (category == "connection" and not failure.retryable)
        waited_for = category == "server" or (category == "connection" and self._reached)
        self._reached |= category not in COUNTED | {"network_off", "budget"}
        if for_good or (probe and category in COUNTED | WAITED_FOR):
            self.open(failure, now, probe=probe)
        elif category in COUNTED and not waited_for and began >= self._noted:
            self._noted = now
            self._in_a_row += 1
            if self._in_a_row >= (TIMEOUTS_TO_OPEN if category == "timeout" else FAILURES_TO_OPEN):
                self.open(failure, now)
        elif category not in COUNTED | WAITED_FOR | {"budget"} and (probe or category != "rate"):
            self._close(now)  # it was reached: only this call failed

    def open(self, failure: Failure, now: float, *, probe: bool = False) -> None:
        """Send nothing but probes from now on."""
        if self.why is not None and not probe:
            return  # another call of the burst that opened it
        first = LASTING_PROBE_SECONDS if failure.category in LASTING else FIRST_PROBE_SECONDS
        self._interval = min(LONGEST_PROBE_SECONDS, 2 * self._interval) if self._interval else first
        self.why = failure.copy_unsent()
        self.probe_at = now + max(self._interval, failure.retry_after_seconds or 0.0)

    def _close(self, now: float) -> None:
        if self.why is not None:
            self.closed_at = now
        self._reached, self.why, self._in_a_row, self._interval = True, None, 0, 0.0
