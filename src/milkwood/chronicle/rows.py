"""Rows of a chronicle, written and read with their seals.

Invariant: a row, its seal and the sums are written in one transaction, so that a file is sound whenever its writer is
killed.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Any

from milkwood.chronicle.faults import lost_rows
from milkwood.chronicle.history import Rows
from milkwood.chronicle.migrations import schema
from milkwood.chronicle.seals import SEAL_MASK, STRETCH_TICKS, SUMS, quoted, seal_of, stored, stretch_of, summed

_NONE = (0, 0)
_ADD = (
    f"INSERT INTO {SUMS} VALUES (?, ?, ?, ?)"
    f" ON CONFLICT DO UPDATE SET rows = rows + excluded.rows, sum = (sum + excluded.sum) & {SEAL_MASK}"
)


def insert(
    connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]], *, keep_old: bool = False
) -> None:
    """Add rows; with `keep_old`, a row whose key is there already is left out."""
    statement, place = _insertion(table, keep_old)
    sealed = [(*row, seal_of(table, row)) for row in rows]
    with Together(connection):
        if keep_old:
            sealed = [row for row in sealed if connection.execute(statement, row).rowcount]
        else:
            connection.executemany(statement, sealed)
        sums: dict[int, tuple[int, int]] = {}
        for row in sealed:
            stretch = 0 if place is None else stretch_of(row[place])
            count, total = sums.get(stretch, _NONE)
            sums[stretch] = count + 1, total + row[-1]
        for stretch, (count, total) in sums.items():
            connection.execute(_ADD, (table, stretch, count, total & SEAL_MASK))


def remove(connection: sqlite3.Connection, table: str, where: str, values: Sequence[object]) -> None:
    """Delete rows."""
    columns = schema().columns[table]
    place = columns.index("tick") if "tick" in columns else None
    with Together(connection):
        for row in connection.execute(f"SELECT {', '.join(map(quoted, columns))}, seal FROM {table} {where}", values):
            stretch = 0 if place is None else stretch_of(row[place])
            connection.execute(_ADD, (table, stretch, -1, -row[-1] & SEAL_MASK))
        connection.execute(f"DELETE FROM {table} {where}", values)
        connection.execute(f"DELETE FROM {SUMS} WHERE name = ? AND rows = 0", (table,))


def append(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> int:
    """Add rows under the next numbers, and return the last one."""
    with Together(connection):
        last = int(connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
        numbered = [(last + place, *row) for place, row in enumerate(rows, 1)]
        insert(connection, table, numbered)
        return last + len(numbered)


def set_settled(connection: sqlite3.Connection, tick: int) -> None:
    """Write how far the history is settled."""
    seal = seal_of("progress", (1, tick))
    with Together(connection):
        connection.execute("UPDATE progress SET settled = ?, seal = ?", (tick, seal))
        connection.execute(f"UPDATE {SUMS} SET sum = ? WHERE name = 'progress'", (seal,))


class Together:
    """Writes all of a block or nothing: in a transaction, the one under way if there is one."""

    __slots__ = ("_connection", "_own")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._own = not connection.in_transaction

    def __enter__(self) -> None:
        if self._own:
            self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if not self._own:
            return
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def history_between(connection: sqlite3.Connection, since: int, until: int) -> Rows:
    """A stretch of history as it is written down."""
    events, memories = (
        connection.execute(
            f"SELECT {', '.join(schema().columns[table])} FROM {table}"
            f" WHERE tick >= ? AND tick < ? ORDER BY tick, person, {number}",
            (since, until),
        ).fetchall()
        for table, number in (("events", "sequence"), ("memories", "n"))
    )
    return Rows(events, memories)


def chain_between(connection: sqlite3.Connection, since: int, until: int) -> list[tuple[int, bytes]]:
    """The hash of each tick of a stretch at which anything is."""
    query = "SELECT tick, hash FROM chain WHERE tick >= ? AND tick < ? ORDER BY tick"
    return connection.execute(query, (since, until)).fetchall()


def last_tick(connection: sqlite3.Connection) -> int | None:
    """The last tick at which anything is written down, if anything is."""
    parts = " UNION ALL ".join(f"SELECT max(tick) AS tick FROM {table}" for table in ("events", "memories", "chain"))
    found: int | None = connection.execute(f"SELECT max(tick) FROM ({parts})").fetchone()[0]
    return found


def unfit(
    connection: sqlite3.Connection, table: str, columns: Sequence[str], where: str = "", values: Sequence[object] = ()
) -> Iterator[dict[str, Any]]:
    """Rows that do not fit their seals, by column."""
    for *row, seal in stored(connection, table, (*columns, "seal"), where, values):
        if seal_of(table, row) != seal:
            yield dict(zip(columns, row, strict=True))


@dataclass(frozen=True, slots=True)
class Lost:
    """A stretch of a table in which rows were lost or added."""

    tick: int | None
    """Where it begins; None for a table without times."""
    what: str


def lost(connection: sqlite3.Connection, table: str, when: Callable[[int], str], since: int = 0) -> Iterator[Lost]:
    """The stretches of a table, from the one of a tick on, in which rows were lost or added."""
    columns, first = schema().columns[table], stretch_of(since)
    there = _by_stretch(connection.execute(summed(table, columns, first)))
    query = f"SELECT name, stretch, rows, sum FROM {SUMS} WHERE name = ? AND stretch >= ?"
    written = _by_stretch(connection.execute(query, (table, first)))
    for stretch in sorted(written.keys() | there.keys()):
        if written.get(stretch) == there.get(stretch):
            continue
        counts = written.get(stretch, _NONE)[0], there.get(stretch, _NONE)[0]
        if "tick" in columns:
            begin = stretch * STRETCH_TICKS
            yield Lost(begin, lost_rows(table, counts, when(begin), when(begin + STRETCH_TICKS)))
        else:
            yield Lost(None, lost_rows(table, counts))


def _by_stretch(rows: Iterable[Any]) -> dict[int, tuple[int, int]]:
    return {stretch if isinstance(stretch, int) else -1: (count, total) for _, stretch, count, total in rows}


@cache
def _insertion(table: str, keep_old: bool) -> tuple[str, int | None]:
    """The statement for a row of a table with its seal, and the place of its tick."""
    columns = schema().columns[table]
    names, marks = ", ".join(map(quoted, (*columns, "seal"))), "?, " * len(columns) + "?"
    statement = f"INSERT {'OR IGNORE ' if keep_old else ''}INTO {table} ({names}) VALUES ({marks})"
    return statement, columns.index("tick") if "tick" in columns else None
