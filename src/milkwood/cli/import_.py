"""`milkwood import`: imports towns and runs of generative agents: mazes, simulations, demos, histories.

Invariant: it prints what was found before anything is made, and what was made afterwards.
"""

import shlex
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from milkwood.cli.history import say_added
from milkwood.cli.import_report import report_named, say_report
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import label, padded, said, say
from milkwood.exchange.history import HistoryImport
from milkwood.exchange.importing import ImportedTown, ImportOptions, ImportReporter, import_path
from milkwood.exchange.run_import import ImportedRun
from milkwood.i18n import t

_LINE_SECONDS = 5.0


def import_town(
    path: Annotated[
        Path,
        typer.Argument(
            help="A maze's matrix folder, a Tiled map, a simulation folder, a compressed demo, or a history as CSV."
        ),
    ],
    name: Annotated[
        str, typer.Option("--name", help="Name of the town and the run.", show_default="the original's")
    ] = "",
    to: Annotated[
        str, typer.Option("--to", help="Town or maze of the simulation; for a history, the town or run to add it to.")
    ] = "",
    visuals: Annotated[
        Path | None, typer.Option("--visuals", help="The original's visuals folder, to show its own map and pictures.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option("--history", help="A history in CSV for the people of a base simulation.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Show the report of the import of a run or town, named instead of a path.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Import a town, a run or a history of Generative Agents."""
    if report:
        _show_report(str(path), as_json)
        return
    quiet = lambda _text: None  # noqa: E731
    follow = ImportReporter(
        say=quiet if as_json else say, warn=lambda text: say(text, err=True), progress=ImportProgress().told
    )
    made = import_path(path, ImportOptions(name, to, visuals, history), follow)
    if as_json:
        echo_json(_plain(made))
    elif isinstance(made, HistoryImport):
        say_added(made)
    elif isinstance(made, ImportedRun):
        _say_run(made)
    else:
        _say_town(made)


def _plain(made: ImportedTown | ImportedRun | HistoryImport) -> dict[str, Any]:
    if isinstance(made, HistoryImport):
        told = {person: list(texts) for person, texts in made.new.items()}
        return {"run": made.header.run, "memories": told, "known": made.known, "tick": made.tick}
    if isinstance(made, ImportedRun):
        run = {"run": made.header.run, "path": str(made.path), "town": made.header.town, "steps": made.steps}
        return {**run, "events": made.events, "vectors": made.vectors, "report": made.report.plain()}
    town = {"town": made.id, "folder": str(made.folder), "people": made.people}
    return {**town, "statements": made.statements, "memories": made.memories, "report": made.report.plain()}


def _show_report(name: str, as_json: bool) -> None:
    """Show the report of a run or a town that was imported before."""
    found = report_named(name)
    if as_json:
        echo_json(found.plain())
    else:
        say_report(found, max_lines=None)


def _say_town(made: ImportedTown) -> None:
    town: dict[str, Any] = {"town": made.id, "people": made.people, "folder": made.folder}
    match made.source:
        case "maze":
            say(
                t(
                    "{town}: the town is in {folder}; it has {people} people, one per bedroom, until you add others.",
                    **town,
                )
            )
        case "base":
            extra = _remembered(made.statements, made.memories)
            say(
                t("{town}: a scenario with {people} people, who remember {extra}, in {folder}.", extra=extra, **town)
                if extra
                else t("{town}: a scenario with {people} people, in {folder}.", **town)
            )
        case "history":
            count, folder = made.statements, made.folder
            say(
                t(
                    "{name}: a copy of the town in which people remember {count} statements from before, in {folder}.",
                    name=made.id,
                    count=count,
                    folder=folder,
                )
            )
    typer.echo(f"  {padded('look at it', 12)}milkwood up {made.id}")
    typer.echo(f"  {padded('live in it', 12)}milkwood run {made.id}")
    if made.source != "history":
        say_report(made.report, made.id)


def _remembered(told: int, known: int) -> str:
    if told and known:
        return t("{told} statements of the history and {known} things from their memory files", told=told, known=known)
    if told:
        return t("{count} statements of the history", count=told)
    return t("{count} things from their memory files", count=known) if known else ""


def _say_run(made: ImportedRun) -> None:
    name, town = made.header.run, made.header.town
    if made.resumed:
        say(t("Continued from step {step}, where it was interrupted.", step=made.resumed))
    kinds = ", ".join(f"{count} {label(kind)}" for kind, count in sorted(made.memories.items()))
    say(
        t(
            "{name}: {steps} steps, {events} events, {vectors} vectors, in {path}",
            name=name,
            steps=made.steps,
            events=made.events,
            vectors=made.vectors,
            path=made.path,
        )
    )
    typer.echo(f"  {padded('memories', 12)}{kinds or label('none')}")
    typer.echo(f"  {padded('town', 12)}{made.header.town_path}")
    typer.echo(f"  {padded('look at it', 12)}milkwood show {shlex.quote(name)}")
    typer.echo(f"  {padded('continue', 12)}milkwood run {town} --name {shlex.quote(name)} --days {made.days}")
    say_report(made.report, name)


class ImportProgress:
    """Progress: a changing line on a terminal, occasional lines elsewhere."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def told(self, run: str, done: int, total: int) -> None:
        """Report the steps done."""
        line = said(t("{name}: step {done:,} of {total:,}", name=run, done=done, total=total))
        if sys.stderr.isatty():
            typer.echo(f"\r{line}" + ("\n" if done >= total else ""), nl=False, err=True)
        elif time.monotonic() - self._last >= _LINE_SECONDS:
            self._last = time.monotonic()
            typer.echo(line, err=True)
