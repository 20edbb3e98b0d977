"""A fork: a new run that shares another's past up to a tick and goes its own way from there (rule C5).

Invariant: the parent is only read, also while it is running; the fork holds all that lies before the tick and
nothing that happened after it, so that the hashes of both agree there. What was given to the parent and has not taken
effect where it ends is copied to a fork made there, so that both go on the same. A fork is lived under today's
behaviour: where the parent was lived under another, it is cut at a snapshot.
"""

import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from milkwood.chronicle.behaviour import cut, forked, snapshot_at
from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.faults import explained
from milkwood.chronicle.file import address_to_read, new_file
from milkwood.chronicle.header import Header, Parent
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_ORIGINS, FIRST_FORMAT_WITH_PACK, FORMAT, migrate
from milkwood.chronicle.origins import FORK

_PAST = (
    "INSERT INTO events SELECT * FROM parent.events WHERE tick < :tick ORDER BY tick, person, sequence",
    "INSERT INTO memories SELECT * FROM parent.memories WHERE tick < :tick ORDER BY tick, person, n",
    "INSERT INTO reasons SELECT * FROM parent.reasons WHERE tick < :tick ORDER BY person, tick",
    "INSERT INTO chain SELECT * FROM parent.chain WHERE tick < :tick ORDER BY tick",
    "INSERT INTO questions SELECT * FROM parent.questions WHERE tick < :tick ORDER BY id",
    "INSERT INTO inputs SELECT * FROM parent.inputs"
    " WHERE tick < :tick OR :tick >= (SELECT settled FROM parent.progress) ORDER BY id",
    "INSERT INTO vectors SELECT * FROM parent.vectors ORDER BY model, text_hash",
    "INSERT INTO snapshots SELECT * FROM parent.snapshots WHERE tick <= :tick ORDER BY tick",
    "INSERT INTO minds SELECT * FROM parent.minds WHERE hash IN"
    " (SELECT mind.value FROM snapshots, json_each(snapshots.minds) AS mind) ORDER BY hash",
    "UPDATE progress SET settled = min(:tick, (SELECT settled FROM parent.progress))",
)


@dataclass(frozen=True, slots=True)
class Lodging:
    """The town pack that a fork carries instead of its parent's."""

    town: str
    town_path: str
    pack_hash: str
    content: bytes


def fork(path: Path, tick: int, new_path: Path, new_name: str, lodging: Lodging | None = None) -> Header:
    """Write a new run with all of another's past before a tick, or before the last snapshot at or before it.

    Returns its header, which says where it was cut.
    """
    with Chronicle.read(path) as reader:
        if not 0 <= tick <= reader.end:
            raise reader.beyond(tick)
        parent = reader.header
        elsewhere = lodging is not None and lodging.pack_hash != parent.pack_hash
        tick = snapshot_at(reader, tick) if elsewhere else cut(reader, tick)
        header = forked(parent, tick)
        if lodging is not None:
            header = replace(header, town=lodging.town, town_path=lodging.town_path, pack_hash=lodging.pack_hash)
        header = replace(
            header,
            run=new_name,
            parent=Parent(parent.run, tick),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            format=FORMAT,
        )
    with new_file(new_path) as connection, explained(new_path):
        migrate(connection)
        connection.execute("ATTACH ? AS parent", (address_to_read(path),))
        _copy(connection, tick, header, lodging)
        connection.execute("DETACH parent")
    return header


def _copy(connection: sqlite3.Connection, tick: int, header: Header, lodging: Lodging | None) -> None:
    found = int(connection.execute("PRAGMA parent.user_version").fetchone()[0])
    connection.execute("BEGIN")
    if lodging is not None and lodging.content:
        connection.execute("INSERT INTO packs VALUES (?, ?)", (lodging.pack_hash, lodging.content))
    elif found >= FIRST_FORMAT_WITH_PACK:
        connection.execute("INSERT INTO packs SELECT * FROM parent.packs WHERE hash = ?", (header.pack_hash,))
    for statement in (*_PAST, *((FORK,) if found >= FIRST_FORMAT_WITH_ORIGINS else ())):
        connection.execute(statement, {"tick": tick} if ":tick" in statement else {})
    connection.executemany("INSERT INTO header VALUES (?, ?)", header.rows())
    connection.execute("COMMIT")
