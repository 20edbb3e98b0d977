"""A chronicle at a tick, for a re-run in memory that leaves no trace.

Invariant (rule C5): the file is only read, also while another process runs it; what is written to a glimpse is compared
with the record and dropped. Settled ticks never change, so no lock is needed.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from milkwood.chronicle import history
from milkwood.chronicle.bill import Bill, BillLine
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.file import connect_to_read
from milkwood.chronicle.history import HistoryRows
from milkwood.chronicle.reader import Reader
from milkwood.engine.keeper import Reason, Remembered
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.models.port import Answer, Content, Question
from milkwood.town.events import Happening
from milkwood.town.town import Scene


class Unlike(Exception):
    """A re-run differs from the record; the message is a clause."""


class Glimpse(Reader):
    """A run up to a tick, for a re-run."""

    def __init__(self, path: Path, connection: sqlite3.Connection, tick: int) -> None:
        super().__init__(path, connection)
        self._tick = tick
        self._told = tick

    @classmethod
    def of(cls, path: Path, tick: int) -> "Glimpse":
        """The run in a file as it was at a tick that it has reached."""
        with Chronicle.read(path) as reader:
            if not 0 <= tick <= reader.end:
                raise reader.beyond(tick)
        connection = connect_to_read(path)
        try:
            return cls(path, connection, tick)
        except BaseException:
            connection.close()
            raise

    @property
    def settled(self) -> int:
        """The tick it was taken at."""
        return self._tick

    # --- the writing interface of a chronicle

    def counts(self, table: str, until: int | None = None) -> dict[str, int]:  # noqa: ARG002
        """Nothing is counted."""
        return {}

    def bill(self) -> Bill:
        """It costs nothing."""
        return Bill(BillLine(), {}, {}, {})

    def relive(self, tick: int) -> None:
        """Start the re-run at this tick."""
        self._told = tick

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered] = ()) -> None:
        """Compare with the record; raises `Unlike` if it differs."""
        told, kept = history.rows_of(happenings, memories), self.rows(self._told, up_to)
        pairs: tuple[tuple[HistoryRows, HistoryRows], ...] = (
            (kept.events, told.events),
            (kept.memories, told.memories),
        )
        for mine, theirs in pairs:
            place = history.first_difference(mine, theirs)
            if place is not None:
                tick = min(rows[place][0] for rows in (mine, theirs) if place < len(rows))
                raise Unlike(t("A re-run of tick {tick} gives other events", tick=tick))
        self._told = up_to

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """Already recorded."""

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Leave no trace."""

    def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Content) -> None:
        """Leave no trace."""

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Leave no trace."""

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """Already stored, or not needed."""
