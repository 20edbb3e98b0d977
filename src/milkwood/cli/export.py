"""`milkwood export`: a run as tables, diaries, figures, one page that replays it, or for generative agents.

Invariant: an existing file is overwritten only with --overwrite.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from milkwood.chronicle.runs import find
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.voice import say
from milkwood.exchange.export import export_run as export_to_folder
from milkwood.i18n import t, tn
from milkwood.run.names import open_reader


class ExportFormat(StrEnum):
    """The formats."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"
    MD = "md"
    METRICS = "metrics"
    REVERIE = "reverie"
    COMPRESSED = "compressed"
    HTML = "html"


class CarriedMinds(StrEnum):
    """What a replay page carries of minds."""

    OPEN = "open"
    ALL = "all"
    NONE = "none"


def export_run(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    out: Annotated[
        Path | None,
        typer.Argument(
            help="The folder to write to; for html, the file.",
            show_default="RUN-FORMAT or RUN.html in this folder",
        ),
    ] = None,
    format_: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="Tables (csv, jsonl, parquet), diaries (md), costs and activities (metrics), a page that replays the "
            "run (html), or a folder of Generative Agents (reverie; compressed for its demo).",
        ),
    ] = ExportFormat.CSV,
    minds: Annotated[
        CarriedMinds,
        typer.Option(
            "--minds",
            help="What the html page carries of plans, memories, reasons and ties: all but what people keep to "
            "themselves (open), everything (all), or nothing (none).",
        ),
    ] = CarriedMinds.OPEN,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Overwrite existing files.")] = False,
) -> None:
    """Export a run as tables, diaries, metrics or a replay page."""
    if format_ is ExportFormat.HTML:
        _write_page(run, out, minds, overwrite=overwrite)
        return
    quick = format_ not in (ExportFormat.REVERIE, ExportFormat.COMPRESSED)
    with (
        open_reader(run) as reader,
        Progress(console=CleanConsole(stderr=True), transient=True, disable=quick) as progress,
    ):
        bar = progress.add_task(str(out or run), total=reader.end)
        folder, written = export_to_folder(
            reader,
            format_,
            out,
            overwrite=overwrite,
            warn=lambda text: say(text, fg=typer.colors.YELLOW, err=True),
            progress=lambda tick: progress.update(bar, completed=tick),
        )
        people, steps = len(reader.header.cast), reader.end
    if not written:
        say(t("{folder}: {people} people, {steps} steps of the run.", folder=folder, people=people, steps=steps))
        return
    say(tn("{count} file in {folder}:", "{count} files in {folder}:", count=len(written), folder=folder))
    for path in written:
        typer.echo(f"  {path.relative_to(folder)}")


def _write_page(run: str, out: Path | None, minds: CarriedMinds, *, overwrite: bool) -> None:
    # The import takes a second that the other formats do not need.
    from milkwood.server.views.html_export import write_replay

    file = write_replay(find(run), out, minds.value, overwrite=overwrite)
    say(t("{file}: open it with a double click; it needs no network.", file=file))
