"""The tables of a chronicle, as numbered steps from an empty file to the newest format.

Invariant: step n turns format n - 1 into format n and is idempotent; a step and its number are committed together. A
released step never changes: a new format is a new step.
"""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from milkwood.chronicle import seals

Migration: TypeAlias = Callable[[sqlite3.Connection], None]

APPLICATION_ID = 0x4D696C6B
"""“Milk” in the file's header: it distinguishes chronicles from other SQLite files."""

_TABLES = """
CREATE TABLE IF NOT EXISTS header (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS progress (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    settled INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS events (
    tick INTEGER NOT NULL,
    person TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tick, person, sequence)
) WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS events_of_talks ON events (tick)
    WHERE kind IN ('talk_began', 'joined', 'said', 'left', 'talk_ended');

CREATE TABLE IF NOT EXISTS memories (
    tick INTEGER NOT NULL,
    person TEXT NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    about TEXT NOT NULL,
    importance INTEGER NOT NULL,
    PRIMARY KEY (tick, person, n)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS chain (
    tick INTEGER PRIMARY KEY,
    hash BLOB NOT NULL
);

CREATE TABLE IF NOT EXISTS questions (
    id INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    n INTEGER NOT NULL,
    content TEXT NOT NULL,
    answer TEXT NOT NULL,
    "by" TEXT NOT NULL,
    why TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    answer_tokens INTEGER NOT NULL,
    price REAL NOT NULL,
    seconds REAL NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS questions_by_id ON questions (tick, person, kind, n);

CREATE TABLE IF NOT EXISTS inputs (
    id INTEGER PRIMARY KEY,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person TEXT,
    content TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS inputs_by_tick ON inputs (tick);

CREATE TABLE IF NOT EXISTS snapshots (
    tick INTEGER PRIMARY KEY,
    scene BLOB NOT NULL,
    minds TEXT NOT NULL,
    wakes TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS minds (
    hash TEXT PRIMARY KEY,
    content BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS openings (
    id INTEGER PRIMARY KEY,
    pid INTEGER NOT NULL,
    milkwood TEXT NOT NULL,
    python TEXT NOT NULL,
    opened TEXT NOT NULL
);
"""

_VIEWS = """
CREATE VIEW IF NOT EXISTS clock AS
    SELECT replace((SELECT json_extract(value, '$') FROM header WHERE key = 'start'), 'T', ' ') AS start,
           (SELECT CAST(value AS INTEGER) FROM header WHERE key = 'seconds_per_tick') AS seconds_per_tick;

CREATE VIEW IF NOT EXISTS deeds AS
    SELECT tick, datetime(start, (tick * seconds_per_tick) || ' seconds') AS time, person,
           json_extract(content, '$.deed.what') AS what,
           json_extract(content, '$.deed.emoji') AS emoji,
           json_extract(content, '$.deed.at') AS room,
           json_extract(content, '$.deed.thing') AS thing,
           coalesce(json_extract(content, '$.deed.asleep'), 0) AS asleep
    FROM events, clock WHERE kind = 'deed_began';

CREATE VIEW IF NOT EXISTS walks AS
    SELECT tick, datetime(start, (tick * seconds_per_tick) || ' seconds') AS time, person,
           json_extract(content, '$.route') AS route
    FROM events, clock WHERE kind = 'set_off';

CREATE VIEW IF NOT EXISTS lines AS
    SELECT tick, datetime(start, (tick * seconds_per_tick) || ' seconds') AS time,
           json_extract(content, '$.talk') AS talk, person AS speaker,
           json_extract(content, '$.text') AS text
    FROM events, clock WHERE kind = 'said';
"""

_SEALED = (
    *("header", "progress", "events", "memories", "chain", "questions", "inputs", "snapshots", "minds", "openings"),
    *("reasons", "vectors", "reservations", "settlements", "packs", "tries", "replies", "origins"),
)
"""Tables that got seals with format 7."""


def _first(connection: sqlite3.Connection) -> None:
    """Format 1: all tables, and views for SQL users."""
    for statement in (_TABLES + _VIEWS).split(";\n"):
        if statement.strip():
            connection.execute(statement)
    connection.execute("INSERT OR IGNORE INTO progress (one, settled) VALUES (1, -1)")


def _second(connection: sqlite3.Connection) -> None:
    """Format 2: origins of memories, and reasons of acts."""
    columns = [row[1] for row in connection.execute("PRAGMA table_info(memories)")]
    if "origin" not in columns:
        connection.execute("ALTER TABLE memories ADD COLUMN origin TEXT NOT NULL DEFAULT '{}'")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS reasons (tick INTEGER NOT NULL, person TEXT NOT NULL, content TEXT NOT NULL,"
        " PRIMARY KEY (person, tick)) WITHOUT ROWID"
    )


def _third(connection: sqlite3.Connection) -> None:
    """Format 3: the vectors of texts, by the model that made them."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS vectors (model TEXT NOT NULL, text_hash BLOB NOT NULL, vector BLOB NOT NULL,"
        " PRIMARY KEY (model, text_hash)) WITHOUT ROWID"
    )


def _fourth(connection: sqlite3.Connection) -> None:
    """Format 4: calls to language models, with reservations and outcomes."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS reservations (id INTEGER PRIMARY KEY, person TEXT NOT NULL, tick INTEGER NOT NULL,"
        " kind TEXT NOT NULL, n INTEGER NOT NULL, attempt INTEGER NOT NULL, model TEXT NOT NULL,"
        " prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL, price REAL NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE IF NOT EXISTS settlements (reservation INTEGER PRIMARY KEY, outcome TEXT NOT NULL,"
        " prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL,"
        " price REAL NOT NULL, seconds REAL NOT NULL)"
    )


def _fifth(connection: sqlite3.Connection) -> None:
    """Format 5: the run's town pack, and a behaviour number in the header."""
    connection.execute("CREATE TABLE IF NOT EXISTS packs (hash TEXT PRIMARY KEY, content BLOB NOT NULL)")


def _sixth(connection: sqlite3.Connection) -> None:
    """Format 6: failed requests of calls, paid replies that are not used yet, and the files of an imported run."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS tries (id INTEGER PRIMARY KEY, reservation INTEGER NOT NULL, outcome TEXT NOT NULL,"
        " prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL, price REAL NOT NULL, seconds REAL NOT NULL)"
    )
    connection.execute("CREATE INDEX IF NOT EXISTS tries_by_reservation ON tries (reservation)")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS replies (reservation INTEGER PRIMARY KEY, prompt_hash BLOB NOT NULL, text BLOB,"
        " cut_off INTEGER NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE IF NOT EXISTS origins (name TEXT NOT NULL, tick INTEGER NOT NULL, content BLOB NOT NULL,"
        " PRIMARY KEY (name, tick))"
    )


def _seventh(connection: sqlite3.Connection) -> None:
    """Format 7: a seal for every row. Older rows are sealed as found, and the header says up to which tick."""
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS {seals.SUMS} (name TEXT NOT NULL, stretch INTEGER NOT NULL, rows INTEGER NOT NULL,"
        " sum INTEGER NOT NULL, PRIMARY KEY (name, stretch)) WITHOUT ROWID"
    )
    if "seal" not in [row[1] for row in connection.execute("PRAGMA table_info(header)")]:
        found = connection.execute("SELECT max(0, settled) FROM progress, header WHERE key = 'format'").fetchall()
        rows = [("unsealed_until", json.dumps(settled)) for (settled,) in found]
        connection.executemany("INSERT OR REPLACE INTO header VALUES (?, ?)", rows)
    for table in _SEALED:
        seals.seal_table(connection, table)


def _eighth(connection: sqlite3.Connection) -> None:
    """Format 8: what calls sent, the templates of their prompts, and the replies that came."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS prompts (reservation INTEGER PRIMARY KEY, hash BLOB NOT NULL,"
        " template TEXT NOT NULL, server TEXT NOT NULL, reply_kept INTEGER NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE IF NOT EXISTS templates (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, language TEXT NOT NULL,"
        " content BLOB NOT NULL)"
    )
    connection.execute(
        "CREATE TABLE IF NOT EXISTS kept_replies (reservation INTEGER PRIMARY KEY, used INTEGER NOT NULL,"
        " cut_off INTEGER NOT NULL, text BLOB NOT NULL)"
    )
    connection.execute("CREATE INDEX IF NOT EXISTS kept_replies_by_use ON kept_replies (used)")
    for table in ("prompts", "templates", "kept_replies"):
        seals.seal_table(connection, table)


MIGRATIONS: Sequence[Migration] = (_first, _second, _third, _fourth, _fifth, _sixth, _seventh, _eighth)

FORMAT = len(MIGRATIONS)
"""The format that this Milkwood writes."""
OLDEST_READABLE_FORMAT = 4
"""For files that cannot be written, and so not migrated."""
FIRST_FORMAT_WITH_PACK = 5
FIRST_FORMAT_WITH_TRIES = FIRST_FORMAT_WITH_ORIGINS = 6
FIRST_FORMAT_WITH_SEALS = 7
FIRST_FORMAT_WITH_PROMPTS = 8


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Migrate a file to the newest format, step by step; does nothing for a current one."""
    for number in range(format_of(connection) + 1, len(steps) + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            steps[number - 1](connection)
            connection.execute(f"PRAGMA user_version = {number:d}")
            _write_format(connection, number)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _write_format(connection: sqlite3.Connection, number: int) -> None:
    row = ("format", json.dumps(number))
    if number < FIRST_FORMAT_WITH_SEALS:
        connection.execute("UPDATE header SET value = ? WHERE key = 'format'", row[1:])
        return
    seal = seals.seal_of("header", row)
    for (before,) in connection.execute("SELECT coalesce(seal, 0) FROM header WHERE key = 'format'").fetchall():
        change = f"UPDATE {seals.SUMS} SET sum = (sum - ? + ?) & {seals.SEAL_MASK} WHERE name = 'header'"
        connection.execute(change, (before, seal))
        connection.execute("UPDATE header SET value = ?, seal = ? WHERE key = 'format'", (row[1], seal))


@dataclass(frozen=True, slots=True)
class FileSchema:
    """What a file of some format consists of."""

    objects: Mapping[str, str] = field(hash=False)
    """The SQL of every table, index, view and trigger, by name."""
    columns: Mapping[str, tuple[str, ...]] = field(hash=False)
    """The columns of every table, without its seal."""


@cache
def schema(number: int = FORMAT) -> FileSchema:
    """What a file of a format consists of."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:number])
        objects = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        columns = {
            table: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "seal")
            for (table,) in tables
        }
    return FileSchema(objects, columns)


def format_of(connection: sqlite3.Connection) -> int:
    """The format of a file; 0 if it is empty."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
