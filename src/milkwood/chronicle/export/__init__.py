"""Exports of a run: tables for spreadsheets and notebooks, diaries to read, figures to compare.

Invariant: reads one state of the run, even while it is running; each file is written completely or not at all.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from milkwood.chronicle.export import diary, lines, metrics, parquet, sheet
from milkwood.chronicle.export.place import Place
from milkwood.chronicle.names import Names
from milkwood.chronicle.reader import Reader
from milkwood.errors import SetupError
from milkwood.i18n import t

ExportWriter = Callable[[Reader, Names, Place], None]

FORMATS: Mapping[str, ExportWriter] = {
    "csv": sheet.write,
    "jsonl": lines.write,
    "parquet": parquet.write,
    "md": diary.write,
    "metrics": metrics.write,
}


def export(reader: Reader, format_: str, out: Path, names: Names, *, overwrite: bool = False) -> list[Path]:
    """Write a run into a folder in one of the formats; returns the files written."""
    if format_ not in FORMATS:
        known = ", ".join(FORMATS)
        raise SetupError(
            t("There is no format “{format}”.", format=format_), remedy=t("There are: {names}.", names=known)
        )
    place = Place(out, overwrite=overwrite)
    with reader.held():
        FORMATS[format_](reader, names, place)
    return place.written
