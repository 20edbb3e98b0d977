"""Seals: a digest of every row, and for each stretch of time how many rows a table has and the sum of their digests.

Invariant: the seal of a row covers every column, and the sums do not depend on the order of rows. A changed row does
not match its seal; a lost or added row does not match the sums.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

SEAL_MASK = (1 << 62) - 1
"""Seals have 62 bits, so that SQLite can add two of them."""
STRETCH_TICKS = 360
"""Length of a stretch: an hour, at 10 s a tick."""
SUMS = "seals"
"""The table of the sums."""
_HALF_BITS = 31
_LOW_MASK = (1 << _HALF_BITS) - 1


def seal_of(table: str, row: Iterable[object]) -> int:
    """The seal of a row. Files hold it, so it never changes."""
    told, blobs = [table], list[bytes]()
    for value in row:
        kind = type(value)
        if kind is str:
            told.append(f"t{len(value)}:{value}")  # type: ignore[arg-type]
        elif kind is int:
            told.append(str(value))
        elif isinstance(value, bytes):
            told.append(f"b{len(value)}")
            blobs.append(value)
        elif isinstance(value, str | bytearray):
            text = value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")
            told.append(f"t{len(text)}:{text}")
        elif isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
            told.append(str(int(value)))  # SQLite makes a real of a whole number in a column of reals
        else:
            told.append(str(value))
    digest = blake2b(" ".join(told).encode("utf-8", "surrogatepass"), digest_size=8)
    for blob in blobs:
        digest.update(blob)
    return int.from_bytes(digest.digest(), "big") & SEAL_MASK


def stored(
    connection: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    where: str = "",
    values: Sequence[object] | Mapping[str, object] = (),
) -> Iterator[tuple[Any, ...]]:
    """Rows exactly as they lie in the file: a text is a `bytearray`, whether it is UTF-8 or not."""
    before = connection.text_factory
    connection.text_factory = bytearray
    try:
        yield from connection.execute(f"SELECT {', '.join(map(quoted, columns))} FROM {table} {where}", values)
    finally:
        connection.text_factory = before


def quoted(column: str) -> str:
    """A column's name as SQL needs it."""
    return f'"{column}"'


def seal_table(connection: sqlite3.Connection, table: str) -> None:
    """Give a table seals, those of its rows and their sums; one that has them is left alone."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    if "seal" not in columns:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN seal INTEGER")
        connection.create_function("seal", -1, _seal_of_stored, deterministic=True)
        parts = ", ".join(_as_stored(column) for column in columns)
        connection.execute(f"UPDATE {table} SET seal = seal('{table}', {parts})")
        connection.execute(f"INSERT INTO {SUMS} {summed(table, columns)}")


def stretch_of(tick: int) -> int:
    """The stretch that a tick lies in; what was before the first tick lies in the first."""
    return max(0, tick) // STRETCH_TICKS


def summed(table: str, columns: Sequence[str], since: int = 0) -> str:
    """A query for the sums of a table, from the seals of its rows, of the stretches from one on."""
    low, high = f"sum(seal & {_LOW_MASK})", f"sum(seal >> {_HALF_BITS}) & {_LOW_MASK}"
    total = f"coalesce({low} + (({high}) << {_HALF_BITS}), 0) & {SEAL_MASK}"
    where = f"WHERE tick >= {since * STRETCH_TICKS:d} " if since else ""
    stretch = f"max(0, tick) / {STRETCH_TICKS}" if "tick" in columns else "0"
    return f"SELECT '{table}', {stretch}, count(*), {total} FROM {table} {where}GROUP BY 2"


def _as_stored(column: str) -> str:
    """A value for `_seal_of_stored`: Python refuses a text that is not UTF-8."""
    name = quoted(column)
    return f"typeof({name}) = 'text', CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB) ELSE {name} END"


def _seal_of_stored(table: str, *parts: Any) -> int:
    return seal_of(table, [bytearray(value) if text else value for text, value in zip(*[iter(parts)] * 2, strict=True)])
