"""Tables as CSV, for spreadsheets.

Invariant: UTF-8 with a byte order mark, one row per line, and no cell is taken for a formula.
"""

import csv
import json
from datetime import datetime
from typing import Any

from milkwood.chronicle.export.place import Place
from milkwood.chronicle.export.table import TABLES
from milkwood.chronicle.names import Names
from milkwood.chronicle.reader import Reader

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write(reader: Reader, names: Names, place: Place) -> None:
    """One CSV file per table, and the header."""
    for table in TABLES:
        with place.text(f"{table.name}.csv", "utf-8-sig") as file:
            writer = csv.writer(file)
            writer.writerow(table.columns)
            for row in table.rows(reader, names):
                writer.writerow([_cell(row[column]) for column in table.columns])
    place.json("header.json", reader.header.as_plain())


def _cell(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return int(value)
        case datetime():
            return value.isoformat(sep=" ")
        case list():
            return _text("; ".join(map(str, value)))
        case str():
            return _text(value)
        case int() | float():
            return value
    return _text(json.dumps(value, ensure_ascii=False))


def _text(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
