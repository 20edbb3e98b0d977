"""The machine's own speed, for tests that bound CPU time.

CPU seconds of one piece of code differ by a factor of three between a quiet machine and one with busy neighbours.
Such a test bounds the ratio to this fixed work, measured in the same process at the same moment.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from time import process_time

ROWS = 30_000


def _fixed_work() -> None:
    """Encode small objects and insert them into a table in memory."""
    with closing(sqlite3.connect(":memory:")) as table:
        table.execute("create table rows (number integer primary key, text text)")
        table.executemany(
            "insert into rows values (?, ?)",
            ((n, json.dumps({"person": n % 25, "deed": "buttering toast", "at": [n, n + 1]})) for n in range(ROWS)),
        )


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU seconds that `work` takes, once."""
    began = process_time()
    work()
    return process_time() - began


def units(work: Callable[[], object], tries: int = 3) -> float:
    """CPU time of `work` in units of the fixed work: the lowest ratio of a few tries, each beside its own unit."""
    return min(cpu_seconds(work) / cpu_seconds(_fixed_work) for _ in range(tries))
