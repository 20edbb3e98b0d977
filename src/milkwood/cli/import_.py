"""`milkwood import`: takes over towns and runs of generative agents: mazes, simulations, demos, histories.

Knows how to lay out what was found and made; the import is done by `milkwood.exchange.importing`. Invariant: says what
was found before anything is made, and what was made afterwards.
"""

import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from milkwood.cli.history import say_added
from milkwood.cli.voice import label, padded, said, say
from milkwood.exchange.history import HistoryImport
from milkwood.exchange.importing import ImportedTown, ImportOptions, ImportReporter, import_path
from milkwood.exchange.run_import import ImportedRun

_LINE_SECONDS = 5.0
_MOST_NOTES = 12


def import_town(
    path: Annotated[
        Path, typer.Argument(help="A matrix folder, a Tiled map, a simulation, a demo, or a history in CSV.")
    ],
    name: Annotated[
        str, typer.Option("--name", help="What the town and the run are called.  [default: (as there)]")
    ] = "",
    to: Annotated[
        str, typer.Option("--to", help="The town or maze it takes place in; for a history, the town or run it is for.")
    ] = "",
    visuals: Annotated[
        Path | None, typer.Option("--visuals", help="The original's visuals folder, to show its own map and pictures.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option("--history", help="A history in CSV that people of a base simulation begin with.")
    ] = None,
) -> None:
    """Take over a town, a run or a history of generative agents."""
    report = ImportReporter(say=say, warn=lambda text: say(text, err=True), progress=Progress().told)
    made = import_path(path, ImportOptions(name, to, visuals, history), report)
    if isinstance(made, HistoryImport):
        say_added(made)
    elif isinstance(made, ImportedRun):
        _say_run(made)
    else:
        _say_town(made)


def _say_town(made: ImportedTown) -> None:
    _say_notes(made.notes)
    match made.source:
        case "maze":
            beds = f"{made.people} people live in it, one for each bedroom, until you bring others"
            say(f"{made.id}: the town is in {made.folder}; {beds}.")
        case "base":
            counted = (
                (made.statements, "statements of the history"),
                (made.memories, "things from their memory files"),
            )
            extra = " and ".join(f"{count} {what}" for count, what in counted if count)
            who = f", who remember {extra}" if extra else ""
            say(f"{made.id}: a scenario with {made.people} people{who}, in {made.folder}.")
        case "history":
            count, folder = made.statements, made.folder
            say(f"{made.id}: a copy of the town in which people remember {count} statements from before, in {folder}.")
    typer.echo(f"  {padded('look at it', 12)}milkwood up {made.id}")
    typer.echo(f"  {padded('live in it', 12)}milkwood run {made.id}")


def _say_run(made: ImportedRun) -> None:
    name, town = made.header.run, made.header.town
    if made.resumed:
        say(f"Gone on from step {made.resumed}, where it was interrupted.")
    _say_notes(made.notes)
    kinds = ", ".join(f"{count} {label(kind)}" for kind, count in sorted(made.memories.items()))
    say(f"{name}: {made.steps} steps, {made.events} events, {made.vectors} vectors, in {made.path}")
    typer.echo(f"  {padded('memories', 12)}{kinds or label('none')}")
    typer.echo(f"  {padded('town', 12)}{made.header.town_path}")
    typer.echo(f"  {padded('look at it', 12)}milkwood show {shlex.quote(name)}")
    typer.echo(f"  {padded('go on', 12)}milkwood run {town} --name {shlex.quote(name)} --days {made.days}")


class Progress:
    """Says how far it is: a line that changes in a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def told(self, run: str, done: int, total: int) -> None:
        """So many steps of so many are done."""
        line = said(f"{run}: step {done:,} of {total:,}")
        if sys.stderr.isatty():
            typer.echo(f"\r{line}" + ("\n" if done >= total else ""), nl=False, err=True)
        elif time.monotonic() - self._last >= _LINE_SECONDS:
            self._last = time.monotonic()
            typer.echo(line, err=True)


def _say_notes(notes: Sequence[str]) -> None:
    for note in notes[:_MOST_NOTES]:
        say(f"  note: {note}")
    if len(notes) > _MOST_NOTES:
        say(f"  … and {len(notes) - _MOST_NOTES} more notes")
