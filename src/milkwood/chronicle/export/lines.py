"""Tables as JSON lines, for programs.

Invariant: one object per line, without loss; missing values are left out.
"""

from datetime import datetime

from milkwood.chronicle.export.place import Place
from milkwood.chronicle.export.table import TABLES, TableRow
from milkwood.chronicle.names import Names
from milkwood.chronicle.reader import Reader
from milkwood.plain import in_order


def write(reader: Reader, names: Names, place: Place) -> None:
    """One JSONL file per table, and the header."""
    for table in TABLES:
        with place.text(f"{table.name}.jsonl") as file:
            for row in table.rows(reader, names):
                file.write(_line(row) + "\n")
    place.json("header.json", reader.header.as_plain())


def _line(row: TableRow) -> str:
    return in_order(
        {
            column: value.isoformat() if isinstance(value, datetime) else value
            for column, value in row.items()
            if value is not None
        }
    )
