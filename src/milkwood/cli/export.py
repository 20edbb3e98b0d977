"""`milkwood export`: a run as tables or as diaries.

Knows where to put them. Invariant: nothing that exists is overwritten unless asked for; a pack that is gone costs
the names, not the export.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.recorded import RUN_HELP


class Format(StrEnum):
    """What a run can be written as."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"
    MD = "md"


def export_run(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    out: Annotated[Path | None, typer.Argument(help="The folder to write to.", show_default="RUN-FORMAT, here")] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="Tables for spreadsheets or programs, or diaries to read (md).")
    ] = Format.CSV,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace files that are there.")] = False,
) -> None:
    """Write a run as tables (csv, jsonl, parquet), or as diaries and transcripts (md)."""
    from milkwood.chronicle.export import export
    from milkwood.cli.recorded import names_of, opened

    with opened(run) as reader:
        named = names_of(reader.header)
        if named.complaint:
            typer.secho(named.complaint, fg=typer.colors.YELLOW, err=True)
        folder = out or Path(f"{reader.path.stem}-{format_}")
        written = export(reader, format_, folder, named.names, overwrite=overwrite)
    typer.echo(f"{len(written)} files in {folder}:")
    for path in written:
        typer.echo(f"  {path.relative_to(folder)}")
