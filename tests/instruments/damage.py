"""Damage to the file of a run: bits flipped anywhere in it or its log, and rows spoiled by SQL in every way the schema
allows; and what `verify` and the other commands make of it.

Knows SQLite's pages and schema; knows nothing of Milkwood's tables. Invariants: the same seed gives the same damage; a
damaged file is a copy.
"""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from milkwood import towns
from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.chronicle.migrations import schema
from milkwood.chronicle.seals import SUMS, seal_table
from milkwood.chronicle.verify import verify
from milkwood.cli import app
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId
from milkwood.models.budget import PaidReply, SentPrompt
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, QuestionId, Usage
from milkwood.run import LiveRun, new_run
from milkwood.town.acts import Whisper
from milkwood.towns.shelf import find

_BESIDE = ("", "-wal", "-shm")
_KINDS = {2: "index, inner", 5: "table, inner", 10: "index, leaf", 13: "table, leaf"}
_NO_TEXT = "CAST(x'ff00fe' AS TEXT)"
TOWN, PERSON = "gull_quay", "petra_marsh"
TICKS = 800
"""From seven to quarter past nine."""


# --- files to damage


def lived(path: Path) -> Path:
    """A run with rows in every table, at rest."""
    with new_run(towns.load(find(TOWN).folder), path, path.stem) as run:
        asyncio.run(_live(run))
    with Chronicle.open(path) as chronicle:
        for number in range(4):
            asked = QuestionId(PersonId(PERSON), TICKS - 1, "react", number)
            sent = SentPrompt(b"prompt", "127.0.0.1:8080")
            made = chronicle.reserve(Call(asked, 0), "fast", Usage(100, 50, 0.01, 0.0), sent)
            chronicle.fail(made, "server", Usage(0, 0, 0.0, 0.5))
            chronicle.resend(made, Usage(100, 50, 0.01, 0.0))
            reply = PaidReply(asked, b"prompt", "{", False, "answered", Usage(90, 20, 0.004, 1.25))
            chronicle.settle(made, "answered", Usage(90, 20, 0.004, 1.25), 10, reply)
            if number < 2:
                chronicle.keep_answer(Question(asked, {}), Answer({}, "fast"))
        chronicle.keep_origin("steps", 0, {"any": "thing"})
    return path


async def _live(run: LiveRun) -> None:
    run.give(Whisper(PersonId(PERSON), "Go and see the harbour."))
    await run.live(TICKS)
    run.give(Whisper(PersonId(PERSON), "Look at the sea."))


def killed(path: Path) -> Path:
    """A run whose process was killed, so that most of it is in the log."""
    words = ["run", TOWN, "--name", str(path), "--ticks", str(TICKS), "--quiet"]
    line = [sys.executable, "-m", "tests.story.killed", "kept:40", str(path.with_suffix(".log")), "1", *words]
    root = Path(__file__).parents[2]
    elsewhere = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    done = subprocess.run(line, env=elsewhere, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode < 0, done.stderr
    return path


def copied(path: Path, folder: Path) -> Path:
    """A copy of a run's file in a new folder, with the files beside it."""
    folder.mkdir(parents=True)
    for suffix in _BESIDE:
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{suffix}", folder / f"{path.name}{suffix}")
    return folder / path.name


def dump(path: Path) -> dict[str, Counter[tuple[object, ...]] | None]:
    """All rows of all tables as bytes, the schema among them; None for what cannot be read. May change the file."""
    found: dict[str, Counter[tuple[object, ...]] | None] = {}
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        found["sqlite_master"] = _rows(connection, "SELECT type, name, tbl_name, sql FROM sqlite_master")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            table = name.decode(errors="replace")
            found[table] = _rows(connection, f'SELECT * FROM "{table}"')
    return found


def _rows(connection: sqlite3.Connection, query: str) -> Counter[tuple[object, ...]] | None:
    try:
        return Counter(tuple((type(value), value) for value in row) for row in connection.execute(query))
    except (sqlite3.Error, UnicodeDecodeError):  # the latter: a damaged name of a column
        return None


def seal_again(path: Path) -> None:
    """Make a file that was changed on purpose look as if it had been written so."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"DELETE FROM {SUMS}")
        for table in schema().columns.keys() - {SUMS}:
            connection.execute(f"ALTER TABLE {table} DROP COLUMN seal")
            seal_table(connection, table)


def make_format_5(path: Path) -> None:
    """Leave only the tables and columns that a file of format 5 has."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for table in schema().columns.keys() - schema(5).columns.keys():
            connection.execute(f"DROP TABLE {table}")
        for table in schema(5).columns:
            connection.execute(f"ALTER TABLE {table} DROP COLUMN seal")
        connection.execute("UPDATE header SET value = '5' WHERE key = 'format'")
        connection.execute("PRAGMA user_version = 5")


@contextmanager
def rewritten(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a run's file; what it changes looks as if it had been written so."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection
    seal_again(path)


# --- bits


@dataclass(frozen=True)
class Flip:
    """One bit of a file."""

    suffix: str
    offset: int
    bit: int
    kind: str
    """The kind of page it is on."""

    def do(self, path: Path) -> bool:
        """Flip it."""
        place = path.with_name(path.name + self.suffix)
        content = bytearray(place.read_bytes())
        content[self.offset] ^= 1 << self.bit
        place.write_bytes(content)
        return True


def flips(path: Path, count: int, seed: int, suffix: str = "") -> Iterator[Flip]:
    """Random bits: every other one anywhere, the rest with the same chance for every kind of page."""
    content = path.with_name(path.name + suffix).read_bytes()
    size = int.from_bytes(path.read_bytes()[16:18], "big")
    kinds: dict[str, list[int]] = {}
    for start in range(0, len(content), size):
        kinds.setdefault(_kind(content, start, suffix), []).append(start)
    for number in range(count):
        draw = stream(seed, number, f"flip{suffix}")
        starts = kinds[draw.chosen(sorted(kinds))] if number % 2 else range(0, len(content), size)
        start = starts[draw.below(len(starts))]
        offset = start + draw.below(min(size, len(content) - start))
        yield Flip(suffix, offset, draw.below(8), _kind(content, start, suffix))


def _kind(content: bytes, start: int, suffix: str) -> str:
    if suffix:
        return "log"
    return "first page" if start == 0 else _KINDS.get(content[start], "overflow or free")


@dataclass(frozen=True)
class Verdict:
    """What became of a damaged file: whether any row is another, and whether `verify` said so."""

    changed: bool
    found: bool


def judged(source: Path, damage: "Flip | Spoiled", folder: Path) -> Verdict | None:
    """Damage copies of a file, and compare what they hold with what `verify` says; None when nothing could be done."""
    shutil.rmtree(folder, ignore_errors=True)
    held = dump(copied(source, folder / "whole"))
    path, seen = copied(source, folder / "damaged"), copied(source, folder / "seen")
    if not damage.do(path) or not damage.do(seen):
        return None
    try:
        changed = dump(seen) != held
    except sqlite3.Error:
        changed = True
    try:
        return Verdict(changed, not verify(path).sound)
    except MilkwoodError:
        return Verdict(changed, True)


# --- rows


@dataclass(frozen=True)
class Spoiled:
    """Damage by SQL."""

    name: str
    statements: tuple[str, ...]
    unchecked: str = ""
    """The table whose constraints are in the way."""

    def do(self, path: Path) -> bool:
        """Whether anything was changed: SQLite may not allow it, or there may be no row."""
        kept = _constraints(path, self.unchecked, None) if self.unchecked else None
        with closing(sqlite3.connect(path)) as connection:
            before = connection.total_changes
            version = connection.execute("PRAGMA schema_version").fetchone()
            try:
                for statement in self.statements:
                    connection.execute(statement)
                connection.commit()
            except sqlite3.IntegrityError:
                connection.rollback()
            changed = (
                connection.total_changes > before or connection.execute("PRAGMA schema_version").fetchone() != version
            )
        if kept is not None:
            _constraints(path, self.unchecked, kept)
        return changed


def _constraints(path: Path, table: str, sql: str | None) -> str:
    """Take NOT NULL and CHECK out of the SQL of a table, or put its SQL back; returns what it was."""
    with closing(sqlite3.connect(path)) as connection:
        (before,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        freed = str(before).replace(" NOT NULL", "").replace(" CHECK (one = 1)", "")
        connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql or freed, table))
        connection.commit()
    return str(before)


def spoilings(path: Path) -> list[Spoiled]:
    """Damage to every table and every column of a file, from its schema."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {table: connection.execute(f"PRAGMA table_info({table})").fetchall() for table in tables}
    return [each for table in tables for each in _of_table(table, columns[table])]


def _of_table(table: str, columns: list[tuple[int, str, str, int, object, int]]) -> Iterator[Spoiled]:
    keys = [f'"{name}"' for _, name, _, _, _, key in sorted(columns, key=lambda column: column[5]) if key]
    key = ", ".join(keys)
    last = f"({key}) = (SELECT {key} FROM {table} ORDER BY {', '.join(f'{each} DESC' for each in keys)} LIMIT 1)"
    for _, name, kind, *_ in columns:
        column = f'"{name}"'
        values = {
            "null": "NULL",
            "wrong type": "'nonsense'" if kind in ("INTEGER", "REAL") else "12",
            "a blob": f"CAST({column} AS BLOB)",
            "absurd": "9e300" if kind == "REAL" else "4611686018427387904" if kind == "INTEGER" else "''",
            "truncated": f"substr({column}, 1, length({column}) / 2)",
            "no text": _NO_TEXT,
        }
        for way, value in values.items():
            statement = f"UPDATE {table} SET {column} = {value} WHERE {last}"
            yield Spoiled(f"{table}.{name}: {way}", (statement,), table)
    others = [f'"{name}"' for _, name, _, _, _, key in columns if not key]
    first = last.replace(" DESC", "")
    if others:
        names = ", ".join(others)
        yield Spoiled(
            f"{table}: two rows swapped",
            (
                f"CREATE TEMP TABLE one AS SELECT {names} FROM {table} WHERE {first}",
                f"UPDATE {table} SET ({names}) = (SELECT {names} FROM {table} WHERE {last}) WHERE {first}",
                f"UPDATE {table} SET ({names}) = (SELECT {names} FROM one) WHERE {last}",
            ),
        )
    yield Spoiled(f"{table}: a row deleted", (f"DELETE FROM {table} WHERE {last}",))
    yield Spoiled(f"{table}: all rows deleted", (f"DELETE FROM {table}",))
    yield Spoiled(f"{table}: dropped", (f"DROP TABLE {table}",))
    yield Spoiled(f"{table}: renamed", (f"ALTER TABLE {table} RENAME TO spoiled",))


# --- commands

NAME = "damaged"
COMMANDS = {
    "verify": ("verify", NAME),
    "show": ("show", NAME),
    "bill": ("bill", NAME),
    "calls": ("calls", NAME, "--full"),
    "run": ("run", TOWN, "--name", NAME, "--ticks", str(TICKS + 30), "--model", "understudy", "--quiet"),
    "ask": ("ask", NAME, PERSON, "What did you do today?"),
    "fork": ("fork", f"{NAME}@{TICKS - 30}", "forked"),
    "export": ("export", NAME, "--format", "csv", "exported"),
    "why": ("why", NAME, PERSON),
    "runs": ("runs",),
}
_FORESEEN = (0, 1, 2)


def outcry(source: Path, damage: Spoiled, home: Path, command: str) -> str:
    """What is wrong with how a command takes a damaged file: a traceback, or an exit code for a fault of ours.

    `MILKWOOD_HOME` must be `home`, and the current folder one that may be written to.
    """
    shutil.rmtree(home, ignore_errors=True)
    shutil.rmtree("exported", ignore_errors=True)
    damage.do(copied(source, home / "runs").rename(home / "runs" / f"{NAME}.milkwood"))
    done = CliRunner().invoke(app, COMMANDS[command])
    unforeseen = done.exception is not None and not isinstance(done.exception, SystemExit)
    if unforeseen or "Traceback" in done.output or done.exit_code not in _FORESEEN:
        return f"{damage.name}, {command}: {done.exit_code}, {done.exception!r}\n{done.output}"
    return ""
