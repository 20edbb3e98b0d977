"""A chronicle as it was at a tick, for somebody who lives a stretch of it again in memory and leaves no trace.

Knows how a run is read; writes nothing. Invariant (rule C5): the file is only read, also while the run goes on in
another process; what is told to a glimpse is let go. Nothing before a settled tick ever changes, so no lock is needed.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from milkwood.chronicle.bill import Bill, Entry
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.file import connect_to_read
from milkwood.chronicle.reader import Reader
from milkwood.engine.keeper import Reason, Remembered
from milkwood.ids import PersonId
from milkwood.mind.port import Kept
from milkwood.models.port import Answer, Content, Question
from milkwood.town.events import Happening
from milkwood.town.town import Scene


class Glimpse(Reader):
    """A run up to a tick, as whoever lives it again finds it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, tick: int) -> None:
        super().__init__(path, connection)
        self._tick = tick

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

    # --- what whoever lives a run tells its chronicle

    def counts(self, table: str) -> dict[str, int]:  # noqa: ARG002
        """Nobody counts what is only lived again."""
        return {}

    def bill(self) -> Bill:
        """It costs nothing."""
        return Bill(Entry(), {}, {}, {})

    def relive(self, tick: int) -> None:
        """All of it is lived again."""

    def record(self, up_to: int, happenings: Sequence[Happening], memories: Sequence[Remembered] = ()) -> None:
        """It is recorded already."""

    def keep_reasons(self, reasons: Sequence[Reason]) -> None:
        """They are kept already."""

    def keep_answer(self, question: Question, answer: Answer) -> None:
        """Leave no trace."""

    def keep_input(self, tick: int, kind: str, person: PersonId | None, content: Content) -> None:
        """Leave no trace."""

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Leave no trace."""

    def keep_snapshot(
        self, tick: int, scene: Scene, minds: Mapping[PersonId, Kept], wakes: Mapping[PersonId, int]
    ) -> None:
        """It is kept already, or is not needed."""
