"""A fork: a new run that shares another's past up to a tick and goes its own way from there (rule C5).

Invariant: the parent is only read, also while it is running; the fork holds all that lies before the tick and
nothing that happened after it, so that the hashes of both agree there. What was given to the parent and has not taken
effect where it ends is copied to a fork made there, so that both go on the same. A fork is lived under today's
behaviour: where the parent was lived under another, it is cut at a snapshot.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from milkwood.chronicle import history
from milkwood.chronicle.behaviour import cut, forked, snapshot_at
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.faults import explained
from milkwood.chronicle.file import address_to_read, new_file
from milkwood.chronicle.header import Header, Parent
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS, FORMAT, migrate, schema
from milkwood.chronicle.rows import history_between, insert, set_settled
from milkwood.chronicle.seals import seal_of, stored
from milkwood.chronicle.sent_prompts import rows_of
from milkwood.chronicle.verify import refuse_damaged_past
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.town.town import BEFORE_TIME

_BEFORE = "WHERE tick < :tick"
_PAST = {
    "events": _BEFORE,
    "memories": _BEFORE,
    "inputs": "WHERE tick < :tick OR :tick >= :end",
    "questions": _BEFORE,
    "snapshots": "WHERE tick <= :tick",
    "minds": "WHERE hash IN (SELECT mind.value FROM main.snapshots, json_each(main.snapshots.minds) AS mind)",
    "packs": "WHERE hash = :pack",
    "templates": "WHERE hash IN (SELECT value FROM json_each(:prompts))",
    "reasons": _BEFORE,
    "vectors": "",
    "origins": _BEFORE,
}
"""What of each table is copied."""
_BATCH_TICKS = _BATCH_ROWS = 10_000
_OPTIONAL = ("packs", "reasons", "vectors", "origins")
"""Tables that a fork can do without."""


@dataclass(frozen=True, slots=True)
class Lodging:
    """The town pack that a fork carries instead of its parent's."""

    town: str
    town_path: str
    pack_hash: str
    content: bytes


def fork(
    path: Path,
    tick: int,
    new_path: Path,
    new_name: str,
    lodging: Lodging | None = None,
    prompts: OwnPrompts | None = None,
) -> Header:
    """Write a new run with all of another's past before a tick, or before the last snapshot at or before it.

    It keeps its parent's own prompts unless others are given. Returns its header, which says where it was cut.
    """
    with Chronicle.read(path) as reader:
        prompts = None if prompts is None else prompts.spoken(reader.header.language)
        end = reader.end
        if not 0 <= tick <= end:
            raise reader.beyond(tick)
        refuse_damaged_past(path, tick)
        parent = reader.header
        elsewhere = lodging is not None and lodging.pack_hash != parent.pack_hash
        tick = snapshot_at(reader, tick) if elsewhere else cut(reader, tick)
        header = forked(parent, tick)
        if lodging is not None:
            header = replace(header, town=lodging.town, town_path=lodging.town_path, pack_hash=lodging.pack_hash)
        if prompts is not None:
            header = header.with_prompts(prompts)
        header = replace(
            header,
            run=new_name,
            parent=Parent(parent.run, tick),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            unsealed_until=tick if parent.format < FIRST_FORMAT_WITH_SEALS else min(tick, parent.unsealed_until),
            format=FORMAT,
        )
    with new_file(new_path) as connection, explained(new_path):
        migrate(connection)
        connection.execute("ATTACH ? AS parent", (address_to_read(path),))
        connection.execute("BEGIN")
        insert(connection, "header", header.rows())
        set_settled(connection, min(tick, end))
        own = bool(lodging and lodging.content)
        if lodging is not None and own:
            insert(connection, "packs", [(lodging.pack_hash, lodging.content)])
        kept = () if prompts is not None else tuple(parent.own_prompts.values())
        insert(connection, "templates", rows_of(prompts or BUILT_IN))
        pack = None if own else header.pack_hash
        _copy_past(connection, {"tick": tick, "end": end, "pack": pack, "prompts": json.dumps(kept)})
        _hash_past(connection, tick)
        connection.execute("COMMIT")
        connection.execute("DETACH parent")
    return header


def _copy_past(connection: sqlite3.Connection, values: dict[str, Any]) -> None:
    """Copy what is sound. Snapshots, minds, reasons and vectors that are not are left out: they are made again."""
    number = int(connection.execute("PRAGMA parent.user_version").fetchone()[0])
    minds = {name for name, _ in _sound(connection, "minds", number, "", {})}
    for table, where in _PAST.items():
        if table not in schema(number).columns:
            continue
        rows = _sound(connection, table, number, where, values)
        if table == "snapshots":
            rows = (row for row in rows if minds.issuperset(json.loads(row[2]).values()))
        try:
            while batch := list(islice(rows, _BATCH_ROWS)):
                insert(connection, table, batch)
        except sqlite3.Error:
            if table not in _OPTIONAL:
                raise


def _hash_past(connection: sqlite3.Connection, tick: int) -> None:
    before = history.BEGINNING
    for since in range(BEFORE_TIME, tick, _BATCH_TICKS):
        chain = history.chained(before, history_between(connection, since, min(tick, since + _BATCH_TICKS)))
        insert(connection, "chain", chain)
        before = chain[-1][1] if chain else before


def _sound(
    connection: sqlite3.Connection, table: str, number: int, where: str, values: dict[str, Any]
) -> Iterator[tuple[Any, ...]]:
    """Rows of the parent, a file of some format, that are as they were written."""
    columns, sealed = schema(number).columns[table], number >= FIRST_FORMAT_WITH_SEALS
    wanted = (*columns, "seal") if sealed else columns
    for row in stored(connection, f"parent.{table}", wanted, where, values):
        if not sealed or seal_of(table, row[:-1]) == row[-1]:
            yield tuple(value.decode() if isinstance(value, bytearray) else value for value in row[: len(columns)])
