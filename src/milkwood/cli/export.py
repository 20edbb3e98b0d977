"""`milkwood export`: a run as tables, as diaries, as figures, as one page that replays it, or for generative agents.

Knows where to put them. Invariant: nothing that exists is overwritten unless asked for; a pack that is gone costs
the names, not the export.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.voice import say


class Format(StrEnum):
    """What a run can be written as."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"
    MD = "md"
    METRICS = "metrics"
    REVERIE = "reverie"
    COMPRESSED = "compressed"
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
            help="Tables for spreadsheets or programs, diaries to read (md), what it took and what people did, in the "
            "files of the affordable fork (metrics), a page that replays the run (html), or a folder of generative "
            "agents (reverie; compressed for its demo page).",
        ),
    ] = Format.CSV,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace files that are there.")] = False,
) -> None:
    """Write a run as tables (csv, jsonl, parquet), diaries (md), metrics, one page (html), or for generative agents."""
    from milkwood.chronicle.export import export
    from milkwood.cli.recorded import names_of, open_reader

    if format_ is Format.HTML:
        _write_page(run, out, overwrite=overwrite)
        return
    if format_ in (Format.REVERIE, Format.COMPRESSED):
        _depart(run, out, format_, overwrite=overwrite)
        return
    with open_reader(run) as reader:
        named = names_of(reader)
        if named.complaint:
            say(named.complaint, fg=typer.colors.YELLOW, err=True)
        folder = out or Path(f"{reader.path.stem}-{format_}")
        written = export(reader, format_, folder, named.names, overwrite=overwrite)
    say(f"{len(written)} files in {folder}:")
    for path in written:
        typer.echo(f"  {path.relative_to(folder)}")


def _write_page(run: str, out: Path | None, *, overwrite: bool) -> None:
    """One page that replays the run by double click."""
    from milkwood.chronicle.export.place import Place
    from milkwood.chronicle.runs import find
    from milkwood.errors import SetupError
    from milkwood.server.errors import HttpError
    from milkwood.server.packs import Packs
    from milkwood.server.run_files import RunFiles, name_of
    from milkwood.server.views.recordings import Recordings
    from milkwood.server.views.replay import replay

    path = find(run)
    file = out or Path(f"{name_of(path)}.html")
    if file.is_dir():
        file = file / f"{name_of(path)}.html"
    if file.exists() and not overwrite:
        raise SetupError(f"“{file}” is there already.", remedy="Name another file, or add --overwrite.")
    recording = Recordings(RunFiles([path]), Packs()).find(name_of(path))
    try:
        with recording.reader() as reader:
            page = replay(recording, reader)
    except HttpError as refused:
        raise SetupError(refused.body.what, remedy=refused.body.remedy) from refused
    finally:
        recording.close()
    with Place(file.parent, overwrite=True).text(file.name) as written:
        written.write(page)
    say(f"{file}: open it with a double click; it needs no network.")


def _depart(run: str, out: Path | None, format_: Format, *, overwrite: bool) -> None:
    """A folder for the original's viewers and code, with how far it has come while it is written."""
    from rich.console import Console
    from rich.progress import Progress

    from milkwood.cli.departure import depart
    from milkwood.run.names import open_reader
    from milkwood.run.pack import pack_of

    with open_reader(run) as reader, Progress(console=Console(stderr=True), transient=True) as progress:
        folder = out or Path(f"{reader.path.stem}-{format_}")
        bar = progress.add_task(str(folder), total=reader.end)
        depart(
            reader,
            pack_of(reader),
            format_,
            folder,
            overwrite=overwrite,
            noted=lambda tick: progress.update(bar, completed=tick),
            warn=lambda text: say(text, fg=typer.colors.YELLOW, err=True),
        )
        people, steps = len(reader.header.cast), reader.end
    say(f"{folder}: {people} people, {steps} steps of the run.")
