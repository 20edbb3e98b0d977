"""Tables as Parquet, for notebooks and DuckDB.

Invariant: column types are the same in every run, empty tables included.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from itertools import islice
from typing import Any

from milkwood.chronicle.export.place import Place
from milkwood.chronicle.export.table import TABLES, Table, TableRow
from milkwood.chronicle.names import Names
from milkwood.chronicle.reader import Reader
from milkwood.clean import clean_all
from milkwood.errors import SetupError
from milkwood.i18n import t

_BATCH_ROWS = 10_000


def write(reader: Reader, names: Names, place: Place) -> None:
    """One Parquet file per table; the header is in the metadata of each, and in its own file."""
    arrow, parquet = _arrow()
    header = json.dumps(clean_all(reader.header.as_plain()), ensure_ascii=False, indent=2)
    for table in TABLES:
        schema = _schema(arrow, table).with_metadata({"milkwood": header.encode()})
        with place.path(f"{table.name}.parquet") as path, parquet.ParquetWriter(path, schema) as writer:
            for rows in _batches(table.rows(reader, names)):
                plain = [_values(table, row) for row in rows]
                writer.write_batch(arrow.RecordBatch.from_pylist(plain, schema=schema))
    with place.text("header.json") as file:
        file.write(header)


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise SetupError(
            t("Parquet needs the package pyarrow, which is not installed."),
            remedy=t('Install it with: pip install "milkwood[parquet]"'),
        ) from error


def _schema(arrow: Any, table: Table) -> Any:
    kinds = {
        int: arrow.int64(),
        float: arrow.float64(),
        str: arrow.string(),
        bool: arrow.bool_(),
        datetime: arrow.timestamp("ms"),
        list: arrow.list_(arrow.string()),
        tuple: arrow.list_(arrow.int64()),
        dict: arrow.string(),
    }
    return arrow.schema([(column, kinds[holds]) for column, holds in table.columns.items()])


def _values(table: Table, row: TableRow) -> TableRow:
    return {column: _value(row[column], holds) for column, holds in table.columns.items()}


def _value(value: Any, holds: type) -> Any:
    if value is None:
        return None
    if holds is dict:
        return json.dumps(value, ensure_ascii=False)
    return value


def _batches(rows: Iterator[TableRow]) -> Iterator[list[TableRow]]:
    while batch := list(islice(rows, _BATCH_ROWS)):
        yield batch
