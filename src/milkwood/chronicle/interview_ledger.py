"""The call ledger of a stopped run: interviews are on its bill and within its cap.

Invariants (rule B1): a reservation is written under lock, against everything spent so far, so that neither another
interview nor a start of the run can exceed the cap; a running run is never charged here. Nothing else is written.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from milkwood.chronicle import calls, lock
from milkwood.chronicle.faults import explained
from milkwood.chronicle.file import connect_to_read, connect_to_write
from milkwood.chronicle.migrations import migrate
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.budget import Cap, LeftReplies, PaidReply, SentPrompt, Sum, used_up
from milkwood.models.completion import Call, Failure
from milkwood.models.port import QuestionId, Usage

_NO_RESERVATION = 0
"""The number of a reservation that could not be written; allowed without a cap only."""


class InterviewLedger:
    """A ledger for a file that is otherwise only read."""

    def __init__(self, path: Path, cap: Cap | None = None) -> None:
        self._path = path
        self._cap = cap

    def spent(self) -> Sum:
        """Everything spent; reservations that were never settled count in full."""
        with explained(self._path), closing(connect_to_read(self._path)) as connection:
            return calls.spent(connection)

    def replies(self) -> LeftReplies:
        """None: an interview is not gone on with after a crash."""
        return {}

    def reserve(self, call: Call, model: str, most: Usage, sent: SentPrompt | None = None) -> int:  # noqa: ARG002
        """Record the most a call can cost, if the run is stopped and it fits; nothing of what it sends."""
        return self._recorded(most, lambda connection: calls.reserve(connection, call, model, most))

    def resend(self, reservation: int, most: Usage) -> None:
        """Record that a call is sent again, if the run is stopped and it still fits."""

        def resent(connection: sqlite3.Connection) -> int:
            calls.resend(connection, reservation, most)
            return reservation

        if reservation != _NO_RESERVATION:
            self._recorded(most, resent)

    def _recorded(self, most: Usage, record: Callable[[sqlite3.Connection], int]) -> int:
        try:
            held = lock.take(self._path)
        except lock.Taken:
            raise Failure(
                "budget",
                t("Another process is running this run and holds its budget."),
                remedy=t("Ask there, or stop it first."),
            ) from None
        except SetupError:
            return self._unkept()
        try:
            return self._fitting(most, record)
        finally:
            held.release()

    def _fitting(self, most: Usage, record: Callable[[sqlite3.Connection], int]) -> int:
        try:
            connection = connect_to_write(self._path)
        except SetupError:
            return self._unkept()
        with explained(self._path), closing(connection):
            migrate(connection)
            spent, wanted = calls.spent(connection), Sum.of(most)
            if self._cap is not None and self._cap.of(spent + wanted) > self._cap.amount:
                raise used_up(self._cap, spent, wanted)
            return record(connection)

    def _unkept(self) -> int:
        """For a read-only file: allowed without a cap only."""
        if self._cap is not None:
            raise Failure(
                "budget",
                t("The cost cannot be recorded, so the budget cannot be enforced."),
                remedy=t("Make the run's file writable, or copy it."),
            ) from None
        return _NO_RESERVATION

    def forget(self, question: QuestionId) -> None:
        """None were kept."""

    def fail(self, reservation: int, outcome: str, usage: Usage) -> None:
        """Record a failed request of a call that goes on, and its charge."""
        self._noted(reservation, lambda connection: calls.fail(connection, reservation, outcome, usage))

    def settle(
        self,
        reservation: int,
        outcome: str,
        usage: Usage,
        cached_tokens: int,
        reply: PaidReply | None = None,  # noqa: ARG002
    ) -> None:
        """Record the outcome of a call and its charge."""
        self._noted(
            reservation, lambda connection: calls.settle(connection, reservation, outcome, usage, cached_tokens)
        )

    def _noted(self, reservation: int, note: Callable[[sqlite3.Connection], None]) -> None:
        if reservation != _NO_RESERVATION:
            with explained(self._path), closing(connect_to_write(self._path)) as connection:
                note(connection)
