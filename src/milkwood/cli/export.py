"""`milkwood export`: a run as tables, diaries, figures, one page that replays it, or for generative agents.

Invariant: an existing file is overwritten only with --overwrite.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from milkwood.chronicle.export.place import Place
from milkwood.chronicle.runs import find
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.voice import say
from milkwood.errors import SetupError
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
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Overwrite existing files.")] = False,
) -> None:
    """Export a run as tables, diaries, metrics or a replay page."""
    if format_ is ExportFormat.HTML:
        _write_page(run, out, overwrite=overwrite)
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


def _write_page(run: str, out: Path | None, *, overwrite: bool) -> None:
    # The import takes a second that the other formats do not need.
    from milkwood.server.run_files import name_of
    from milkwood.server.views.html_export import replay_of

    path = find(run)
    file = out or Path(f"{name_of(path)}.html")
    if file.is_dir():
        file = file / f"{name_of(path)}.html"
    if file.exists() and not overwrite:
        raise SetupError(t("“{file}” exists already.", file=file), remedy=t("Choose another file, or add --overwrite."))
    page = replay_of(path)
    with Place(file.parent, overwrite=True).text(file.name) as written:
        written.write(page)
    say(t("{file}: open it with a double click; it needs no network.", file=file))
