"""`milkwood history`: adds memories from before to the people of a run, from a table.

Invariant: with --json nothing else is printed.
"""

from pathlib import Path
from typing import Annotated

import typer

from milkwood.chronicle.runs import find
from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import say
from milkwood.exchange.history import HistoryImport, add_history
from milkwood.i18n import t


def history(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    file: Annotated[Path, typer.Argument(help="CSV with two columns: a name, and statements separated by semicolons.")],
    as_is: Annotated[
        bool, typer.Option("--as-is", help="Keep statements word for word; otherwise “You love …” becomes “I love …”.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Add memories from a CSV file to people."""
    added = add_history(find(run), file, as_is=as_is)
    if not as_json:
        say_added(added)
        return
    header, tick = added.header, added.tick
    told = {"run": header.run, "tick": tick, "time": header.clock.moment(tick).isoformat(), "memories": added.new}
    echo_json(told)


def say_added(added: HistoryImport) -> None:
    """Print what was added to a run."""
    run, clock, tick = added.header.run, added.header.clock, added.tick
    for person, texts in added.new.items():
        typer.echo(f"{added.names.person(person)}: {len(texts)}")
    if added.known:
        say(t("{count} memories were there already.", count=added.known))
    if not added.new:
        say(t("{run}: the table has nothing new.", run=run))
        return
    when = t("day {day} {time:%H:%M} (tick {tick})", day=clock.day(tick), time=clock.moment(tick), tick=tick)
    say(
        t(
            "{run}: {count} memories for {people} people, who have them at {when}, when the run continues.",
            run=run,
            count=added.count,
            people=len(added.new),
            when=when,
        )
    )
