"""The call ledger of a stopped run: interviews are on its bill and within its cap.

Invariants (rule B1): a reservation is written under lock, against everything spent so far, so that neither another
interview nor a start of the run can exceed the cap; a running run is never charged here. Nothing else is written.
"""

from contextlib import closing
from pathlib import Path

from milkwood.chronicle import calls, lock
from milkwood.chronicle.faults import explained
from milkwood.chronicle.file import connect_to_read, connect_to_write
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.models.budget import Cap, Sum, used_up
from milkwood.models.completion import Call, Failure
from milkwood.models.port import Usage

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

    def reserve(self, call: Call, model: str, most: Usage) -> int:
        """Record the most a call can cost, if the run is stopped and it fits."""
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
            return self._reserved(call, model, most)
        finally:
            held.release()

    def _reserved(self, call: Call, model: str, most: Usage) -> int:
        try:
            connection = connect_to_write(self._path)
        except SetupError:
            return self._unkept()
        with explained(self._path), closing(connection):
            spent, wanted = calls.spent(connection), Sum.of(most)
            if self._cap is not None and self._cap.of(spent + wanted) > self._cap.amount:
                raise used_up(self._cap, spent, wanted)
            return calls.reserve(connection, call, model, most)

    def _unkept(self) -> int:
        """For a read-only file: allowed without a cap only."""
        if self._cap is not None:
            raise Failure(
                "budget",
                t("The cost cannot be recorded, so the budget cannot be enforced."),
                remedy=t("Make the run's file writable, or copy it."),
            ) from None
        return _NO_RESERVATION

    def settle(self, reservation: int, outcome: str, usage: Usage, cached_tokens: int) -> None:
        """Record the outcome of a call and its charge."""
        if reservation == _NO_RESERVATION:
            return
        with explained(self._path), closing(connect_to_write(self._path)) as connection:
            calls.settle(connection, reservation, outcome, usage, cached_tokens)
