"""What the seals of a chronicle's rows cost a run.

A day of the Ville is lived with rule minds, the cheapest, so that recording weighs most, and with the understudy.
Everything that was written is then written again, in the same transactions, to a file with seals and to one of the
format before them, in turns. The figure is the difference of the two, best of a few, as a share of the CPU of that very
run. With MILKWOOD_PROOF=1 more turns.
"""

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from milkwood import towns
from milkwood.chronicle import Chronicle, chronicle, rows
from milkwood.chronicle.file import connect_to_write, new_file
from milkwood.chronicle.migrations import FIRST_FORMAT_WITH_SEALS, MIGRATIONS, migrate, schema
from milkwood.run import MindConfig, new_run
from milkwood.run.mind_config import RULE
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

TOWN = "the_ville"
MOST_PERCENT = 3.0
_TURNS = 7 if os.environ.get("MILKWOOD_PROOF") else 3
Write = Callable[[sqlite3.Connection, bool], object]


def main() -> list[Row]:
    """The figures."""
    pack = towns.load(find(TOWN).folder)
    found = []
    for name, minds in (("rule mind", MindConfig(RULE)), ("understudy", MindConfig(embedding=False))):
        with tempfile.TemporaryDirectory() as folder:
            writes, seconds = _lived(pack, Path(folder) / "day.milkwood", minds)
            taken: dict[bool, list[float]] = {True: [], False: []}
            for turn in range(_TURNS):
                for sealed in (True, False):
                    taken[sealed].append(_written(Path(folder) / f"{turn} {sealed}.milkwood", writes, sealed))
        more = min(taken[True]) - min(taken[False])
        plain = min(taken[False])
        print(f"{name}: {len(writes)} writes take {plain:.3f} s, {more:.3f} s more with seals, of {seconds:.2f} s")
        percent = 100 * more / seconds
        what = f"{len(pack.people)} people, a day, {name}: CPU for seals, of the run's {seconds:.1f} s"
        found.append(
            Row(name=what, figure=percent, unit="%", bound=f"at most {MOST_PERCENT:g} %", ok=percent <= MOST_PERCENT)
        )
    return found


def _lived(pack: Pack, path: Path, minds: MindConfig) -> tuple[list[Write], float]:
    """Everything that a day writes, and the CPU seconds of that day."""
    writes: list[Write] = []
    transaction = Chronicle._transaction

    def insert(_: sqlite3.Connection, table: str, told: Any, *, keep_old: bool = False) -> None:
        kept = list(told)
        writes.append(partial(_insert, table, kept, keep_old))
        rows.insert(_, table, kept, keep_old=keep_old)

    def append(_: sqlite3.Connection, table: str, told: Any) -> int:
        kept = list(told)
        writes.append(partial(_append, table, kept))
        return rows.append(_, table, kept)

    def set_settled(_: sqlite3.Connection, tick: int) -> None:
        writes.append(partial(_settle, tick))
        rows.set_settled(_, tick)

    @contextmanager
    def noted(self: Chronicle) -> Iterator[None]:
        writes.append(lambda connection, _: connection.execute("BEGIN IMMEDIATE"))
        with transaction(self):
            yield
        writes.append(lambda connection, _: connection.execute("COMMIT"))

    began = time.process_time()
    with (
        patch.object(chronicle, "insert", insert),
        patch.object(chronicle, "append", append),
        patch.object(chronicle, "set_settled", set_settled),
        patch.object(Chronicle, "_transaction", noted),
        new_run(pack, path, path.stem, minds=minds) as run,
    ):
        asyncio.run(run.live(pack.clock.ticks_per_day))
    return writes, time.process_time() - began


def _written(path: Path, writes: Sequence[Write], sealed: bool) -> float:
    """CPU seconds for all writes."""
    with new_file(path) as connection:
        migrate(connection, MIGRATIONS if sealed else MIGRATIONS[: FIRST_FORMAT_WITH_SEALS - 1])
    with closing(connect_to_write(path)) as connection:
        began = time.process_time()
        for write in writes:
            write(connection, sealed)
        return time.process_time() - began


def _insert(table: str, told: list[Any], keep_old: bool, connection: sqlite3.Connection, sealed: bool) -> None:
    if sealed:
        rows.insert(connection, table, told, keep_old=keep_old)
    else:
        marks = ", ".join("?" for _ in schema().columns[table])
        connection.executemany(f"INSERT {'OR IGNORE ' if keep_old else ''}INTO {table} VALUES ({marks})", told)


def _append(table: str, told: list[Any], connection: sqlite3.Connection, sealed: bool) -> None:
    if sealed:
        rows.append(connection, table, told)
    else:
        _insert(table, [(None, *row) for row in told], False, connection, False)


def _settle(tick: int, connection: sqlite3.Connection, sealed: bool) -> None:
    if sealed:
        rows.set_settled(connection, tick)
    else:
        connection.execute("UPDATE progress SET settled = ?", (tick,))
