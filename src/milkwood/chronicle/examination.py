"""What is damaged in a chronicle, and up to which tick a fork of it would be sound.

Invariant: reads one moment of the file, so that a run in progress is never found damaged; for a file that can be opened
the result is a list of faults, never an exception; a snapshot counts as sound if it and all its minds were unpacked.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from milkwood.chronicle import history
from milkwood.chronicle.faults import UNREADABLE, explained, row_in_words, unlike
from milkwood.chronicle.file import connect_to_read
from milkwood.chronicle.header import Header
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS, format_of, schema
from milkwood.chronicle.rows import chain_between, history_between, last_tick, lost, unfit
from milkwood.chronicle.seals import STRETCH_TICKS, SUMS, seal_of, stored
from milkwood.chronicle.snapshot import unpack_mind, unpack_scene
from milkwood.clock import NEVER
from milkwood.i18n import Finished, t, tn
from milkwood.town.town import BEFORE_TIME

_HASHED = ("events", "memories")
_HISTORY = "history"
"""The place of a fault of these two tables and their hashes together."""
_PAST = (*_HASHED, _HISTORY, "inputs")
"""What a fork needs all of before its tick; the hashes it computes itself."""
_NEEDED = (*_HASHED, "inputs", "questions")
_BATCH_TICKS = 10_000
_MAX_NAMED_ROWS = 20
"""Damaged rows of a table that are named one by one."""
_JSON = {
    "events": ("content",),
    "memories": ("about", "origin"),
    "questions": ("content", "answer"),
    "inputs": ("content",),
    "reasons": ("content",),
    "snapshots": ("minds", "wakes"),
}
"""Columns that hold JSON."""
_BROKEN = (sqlite3.Error, *UNREADABLE)


@dataclass(frozen=True, slots=True)
class FileFault:
    """A damaged place of a file."""

    table: str
    """Empty for the file itself."""
    what: str
    tick: int | None = None
    """The first tick that it concerns, if that is known."""
    until: int = NEVER
    """The first tick that it does not concern."""


@dataclass(frozen=True, slots=True)
class FileExamination:
    """The result of an examination."""

    header: Header | None
    """None when it cannot be read."""
    format: int
    faults: tuple[FileFault, ...]
    end: int
    """The tick that the history reaches."""
    cut: int | None
    """The last tick at which a fork has a sound past; None when there is none."""

    @property
    def broken(self) -> int | None:
        """The first damaged tick, if it is known; the hashes know it best."""
        hashed = [fault.tick for fault in self.faults if fault.table == _HISTORY and fault.tick is not None]
        ticks = hashed or [fault.tick for fault in self.faults if fault.tick is not None]
        return max(0, min(ticks)) if ticks else None


def examine(path: Path, log: str = "") -> FileExamination:
    """Look at everything in a file; `log` is what is wrong beside it. An error when it cannot be opened at all."""
    with closing(connect_to_read(path)) as connection, explained(path):
        connection.execute("BEGIN")
        return _Examiner(connection).examination([FileFault("", log)] if log else [])


class _Examiner:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._format = format_of(connection)
        self._schema = schema(self._format)
        self._sealed = self._format >= FIRST_FORMAT_WITH_SEALS
        self._header = self._read_header()

    def examination(self, faults: list[FileFault]) -> FileExamination:
        """All faults, and what they mean for a fork."""
        faults += self._guarded("", self._in_schema())
        gone = {fault.table for fault in faults}
        faults += self._guarded(_HISTORY, self._in_history())
        for table in [each for each in self._schema.columns if each not in gone]:
            faults += self._guarded(table, self._in_rows(table))
            if self._has_sums:
                faults += self._guarded(table, self._in_sums(table))
        faults += self._guarded("minds", self._in_minds())
        faults += self._guarded("", self._in_structure())
        progress = any(fault.table == "progress" for fault in faults)
        end = self._recorded() if progress else max(0, self._settled())
        cut = self._cut(faults, end) if faults else end
        return FileExamination(self._header, self._format, tuple(faults), end, cut)

    def _guarded(self, table: str, faults: Iterator[FileFault]) -> Iterator[FileFault]:
        """Faults; what SQLite or Python cannot read is one more."""
        try:
            yield from faults
        except _BROKEN as error:
            what = t("“{table}” cannot be read", table=table) if table else t("the file cannot be read")
            yield FileFault(table, t("{what} ({error})", what=what, error=error), self._first_unreadable(table))

    # --- header, schema and structure

    def _read_header(self) -> Header | None:
        try:
            return Header.from_rows(self._connection.execute("SELECT key, value FROM header"))
        except _BROKEN:
            return None

    def _when(self, tick: int) -> str:
        return self._header.when(tick) if self._header else t("tick {tick}", tick=tick)

    def _settled(self) -> int:
        return int(self._connection.execute("SELECT settled FROM progress").fetchone()[0])

    def _recorded(self) -> int:
        """The tick that the history reaches, by its rows."""
        try:
            return max(BEFORE_TIME, last_tick(self._connection) or BEFORE_TIME) + 1
        except _BROKEN:
            return 0

    def _in_schema(self) -> Iterator[FileFault]:
        if self._header is None:
            yield FileFault("header", t("its header cannot be read"))
        if self._sealed and not self._has_sums:
            yield FileFault(SUMS, t("“{table}” cannot be read", table=SUMS))
        found = dict(self._connection.execute("SELECT name, sql FROM sqlite_master"))
        for name, sql in self._schema.objects.items():
            if found.get(name) != sql:
                tick = BEFORE_TIME if name in _NEEDED else None
                yield FileFault(name, t("“{name}” is missing or damaged", name=name), tick)

    def _in_structure(self) -> Iterator[FileFault]:
        for (found,) in self._connection.execute("PRAGMA integrity_check(3)"):
            if found != "ok":
                yield FileFault("", t("the file is damaged: {what}", what=Finished(found)))

    # --- rows

    def _in_rows(self, table: str) -> Iterator[FileFault]:
        more = list[int]()
        for place, row in enumerate(self._damaged_rows(table)):
            told = self._owner(row["hash"]) if table == "minds" else row
            tick = told["tick"] if isinstance(told.get("tick"), int) else None
            if place < _MAX_NAMED_ROWS:
                what = unlike(row_in_words(table, told, self._when))
                yield FileFault(table, what, tick, NEVER if tick is None else tick + 1)
            else:
                more.append(BEFORE_TIME if tick is None else tick)
        if more:
            what = tn(
                "{count} more row of “{table}” is damaged",
                "{count} more rows of “{table}” are damaged",
                count=len(more),
                table=table,
            )
            yield FileFault(table, what, min(more))

    def _damaged_rows(self, table: str) -> Iterator[Mapping[str, Any]]:
        """Rows that do not fit their seals; of those from a time without seals, such as cannot be read."""
        columns = self._schema.columns[table]
        if self._sealed and table != SUMS:
            yield from unfit(self._connection, table, columns)
        if not self._sealed or (self._header is not None and self._header.unsealed_until > 0):
            for row in stored(self._connection, table, columns):
                told = dict(zip(columns, row, strict=True))
                if not _reads(table, told):
                    yield told

    @cached_property
    def _has_sums(self) -> bool:
        """Whether there is anything to count rows by; where all sums are lost, the seals still vouch for the rows."""
        try:
            return self._connection.execute(f"SELECT 1 FROM {SUMS}").fetchone() is not None
        except sqlite3.Error:
            return False

    def _in_sums(self, table: str) -> Iterator[FileFault]:
        if table == SUMS:
            for (name,) in stored(self._connection, SUMS, ["name"]):
                if not isinstance(name, bytearray) or name.decode(errors="replace") not in self._schema.columns:
                    yield FileFault(SUMS, t("“{table}” has an unknown row", table=SUMS))
            return
        for each in lost(self._connection, table, self._when):
            yield FileFault(table, each.what, each.tick, NEVER if each.tick is None else each.tick + STRETCH_TICKS)

    def _first_unreadable(self, table: str) -> int | None:
        """Where a table that a fork needs begins to be unreadable."""
        if table not in _NEEDED:
            return BEFORE_TIME if table == _HISTORY and not self._sealed else None
        try:
            query = f"SELECT stretch FROM {SUMS} WHERE name = ? ORDER BY stretch"
            for (stretch,) in self._connection.execute(query, (table,)).fetchall():
                tick = stretch * STRETCH_TICKS
                if not self._reads_between(table, tick or BEFORE_TIME, tick + STRETCH_TICKS):
                    return int(tick)
        except _BROKEN:
            pass
        return BEFORE_TIME

    def _reads_between(self, table: str, since: int, until: int) -> bool:
        rows = stored(
            self._connection, table, self._schema.columns[table], "WHERE tick >= ? AND tick < ?", (since, until)
        )
        try:
            return all(True for _ in rows)
        except sqlite3.Error:
            return False

    # --- history

    def _in_history(self) -> Iterator[FileFault]:
        """The first tick that is not as it was hashed; history after the settled tick."""
        before, since = history.BEGINNING, self._next_tick(BEFORE_TIME)
        while since is not None:
            until = since + _BATCH_TICKS
            told = history.chained(before, history_between(self._connection, since, until))
            kept = chain_between(self._connection, since, until)
            if told != kept:
                tick = _first_difference(told, kept)
                yield FileFault(_HISTORY, self._changed(tick), tick)
                return
            before, since = told[-1][1], self._next_tick(until)
        last, settled = last_tick(self._connection), self._settled()
        if last is not None and last >= settled:
            what = t(
                "there is history at tick {tick}, though only ticks before {settled} are settled",
                tick=last,
                settled=settled,
            )
            yield FileFault("progress", what)

    def _changed(self, tick: int) -> str:
        try:
            moment = self._header.clock.moment(tick) if self._header else None
        except OverflowError:
            moment = None
        if moment is None:
            return t("the history was changed or damaged at tick {tick}", tick=tick)
        return t(
            "the history was changed or damaged at tick {tick} ({time:%Y-%m-%d %H:%M:%S})",
            tick=tick,
            time=moment,
        )

    def _next_tick(self, since: int) -> int | None:
        """The first tick, from one on, at which anything is written down."""
        parts = " UNION ALL ".join(
            f"SELECT min(tick) AS tick FROM {table} WHERE tick >= {since:d}"
            for table in ("events", "memories", "chain")
        )
        found = self._connection.execute(f"SELECT min(tick) FROM ({parts})").fetchone()[0]
        return found if isinstance(found, int) else None

    # --- snapshots and minds

    @cached_property
    def _owners(self) -> dict[str, tuple[str, int]]:
        """Whose the kept minds are, and the first snapshot they are of, by their names."""
        known: dict[str, tuple[str, int]] = {}
        for tick, minds in stored(self._connection, "snapshots", ("tick", "minds"), "ORDER BY tick"):
            try:
                for person, name in json.loads(minds).items():
                    known.setdefault(name, (person, tick))
            except _BROKEN:
                continue
        return known

    def _owner(self, name: object) -> dict[str, Any]:
        text = name.decode(errors="replace") if isinstance(name, bytearray) else ""
        return dict(zip(("person", "tick"), self._owners.get(text, ()), strict=False))

    def _in_minds(self) -> Iterator[FileFault]:
        there = {
            bytes(name).decode(errors="replace") for (name,) in stored(self._connection, "minds", ["hash"]) if name
        }
        for name, (person, tick) in self._owners.items():
            if name not in there:
                what = row_in_words("minds", {"person": person, "tick": tick}, self._when)
                yield FileFault("minds", t("{what} is missing", what=what), tick, tick + 1)

    def _snapshot_is_sound(self, tick: int) -> bool:
        try:
            ((_, scene, minds, _),) = self._sound_rows("snapshots", "WHERE tick = ?", tick)
            unpack_scene(scene)
            for name in json.loads(minds).values():
                ((_, content),) = self._sound_rows("minds", "WHERE hash = ?", name)
                unpack_mind(content)
        except _BROKEN:
            return False
        return True

    def _sound_rows(self, table: str, where: str, key: object) -> list[tuple[Any, ...]]:
        columns = self._schema.columns[table]
        rows = stored(self._connection, table, (*columns, "seal") if self._sealed else columns, where, (key,))
        return [row[: len(columns)] for row in rows if not self._sealed or seal_of(table, row[:-1]) == row[-1]]

    # --- what a fork can have

    def _cut(self, faults: list[FileFault], end: int) -> int | None:
        """The last tick at which a fork has a sound past and can be lived on from a sound snapshot."""
        if self._header is None or any(fault.table == "header" for fault in faults):
            return None
        limits = [_limit(fault, faults, self._recorded()) for fault in faults]
        limit = min([end, *(tick for tick in limits if tick is not None)])
        asked = [(fault.tick, fault.until) for fault in faults if fault.table == "questions" and fault.tick is not None]
        base = next((tick for tick in self._snapshots_before(limit) if self._snapshot_is_sound(tick)), 0)
        cut = min([limit, *(max(tick, base) for tick, until in asked if until > base)])
        return cut if cut > 0 else None

    def _snapshots_before(self, tick: int) -> list[int]:
        try:
            query = "SELECT tick FROM snapshots WHERE tick <= ? ORDER BY tick DESC"
            return [each for (each,) in self._connection.execute(query, (tick,)) if isinstance(each, int)]
        except sqlite3.Error:
            return []


def _limit(fault: FileFault, faults: Sequence[FileFault], recorded: int) -> int | None:
    """The tick before which a fault leaves a fork its past; None when it leaves all of it."""
    if fault.table not in _PAST or fault.tick is None:
        return None
    places = {each.table for each in faults}
    if fault.table == _HISTORY:
        return None if "chain" in places and places.isdisjoint(_HASHED) else fault.tick
    if fault.table in _HASHED and fault.until == fault.tick + STRETCH_TICKS:
        # The hashes vouch for all rows up to the first tick that does not fit, or to the last one.
        hashed = next((each.tick for each in faults if each.table == _HISTORY and each.tick is not None), recorded)
        return hashed if hashed < fault.until else None
    return fault.tick


def _first_difference(told: list[tuple[int, bytes]], kept: list[tuple[int, bytes]]) -> int:
    pairs = zip(told, kept, strict=False)
    place = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(told), len(kept)))
    return min(chain[place][0] for chain in (told, kept) if place < len(chain))


def _reads(table: str, row: Mapping[str, Any]) -> bool:
    """Whether a row holds what a row of its table must."""
    try:
        for column in _JSON.get(table, ()):
            json.loads(row[column])
        if table == "minds":
            unpack_mind(row["content"])
        if table == "snapshots":
            unpack_scene(row["scene"])
    except UNREADABLE:
        return False
    return True
