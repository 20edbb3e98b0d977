"""`milkwood export`: a run as tables, as diaries, or as one page that replays it.

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
    HTML = "html"


def export_run(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    out: Annotated[
        Path | None,
        typer.Argument(
            help="The folder to write to; the file, when it is a page (html).",
            show_default="RUN-FORMAT or RUN.html, here",
        ),
    ] = None,
    format_: Annotated[
        Format,
        typer.Option(
            "--format",
            help="Tables for spreadsheets or programs, diaries to read (md), or a page that replays the run (html).",
        ),
    ] = Format.CSV,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace files that are there.")] = False,
) -> None:
    """Write a run as tables (csv, jsonl, parquet), as diaries and transcripts (md), or as one page (html)."""
    from milkwood.chronicle.export import export
    from milkwood.cli.recorded import names_of, opened

    if format_ is Format.HTML:
        _write_page(run, out, overwrite=overwrite)
        return
    with opened(run) as reader:
        named = names_of(reader.header)
        if named.complaint:
            typer.secho(named.complaint, fg=typer.colors.YELLOW, err=True)
        folder = out or Path(f"{reader.path.stem}-{format_}")
        written = export(reader, format_, folder, named.names, overwrite=overwrite)
    typer.echo(f"{len(written)} files in {folder}:")
    for path in written:
        typer.echo(f"  {path.relative_to(folder)}")


def _write_page(run: str, out: Path | None, *, overwrite: bool) -> None:
    """One page that replays the run by double click."""
    from milkwood.chronicle.export.place import Place
    from milkwood.chronicle.runs import find
    from milkwood.errors import SetupError
    from milkwood.server.house import House
    from milkwood.server.refusal import Refused
    from milkwood.server.replay import replay
    from milkwood.server.runs import Recording
    from milkwood.server.shelf import Shelf, name_of

    path = find(run)
    file = out or Path(f"{name_of(path)}.html")
    if file.is_dir():
        file = file / f"{name_of(path)}.html"
    if file.exists() and not overwrite:
        raise SetupError(f"“{file}” is there already.", remedy="Name another file, or add --overwrite.")
    recording = Recording(House(shelf=Shelf([path])), name_of(path))
    try:
        with recording.reader() as reader:
            page = replay(recording, reader)
    except Refused as refused:
        raise SetupError(refused.body.what, remedy=refused.body.remedy) from refused
    finally:
        recording.close()
    with Place(file.parent, overwrite=True).text(file.name) as written:
        written.write(page)
    typer.echo(f"{file}: open it with a double click; it needs no network.")
