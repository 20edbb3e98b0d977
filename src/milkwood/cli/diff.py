"""`milkwood diff`: the first difference between two runs, and a comparison.

Invariant: exit code 0 if the histories are the same as far as both go, 1 if not.
"""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Reader
from milkwood.chronicle.diff import Comparison, diff
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.recorded import RUN_HELP
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import around, label, say
from milkwood.i18n import t
from milkwood.run.names import names_of, open_reader


def diff_runs(
    a: Annotated[str, typer.Argument(help=RUN_HELP)],
    b: Annotated[str, typer.Argument(help=RUN_HELP)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show where two runs first differ, and compare them."""
    with open_reader(a) as mine, open_reader(b) as theirs:
        language = mine.header.language if mine.header.language == theirs.header.language else "en"
        names = names_of(mine, language).names
        found = diff(mine, theirs, names, EventPhrases.of(language if as_json else around(language)))
        if as_json:
            echo_json({"same": found.same, **asdict(found)})
        else:
            _say(mine, theirs, found, names)
    raise typer.Exit(0 if found.same else 1)


def _say(mine: Reader, theirs: Reader, found: Comparison, names: Names) -> None:
    a, b = mine.header.run, theirs.header.run
    clock = mine.header.clock
    if found.first is None:
        say(
            t("{a} and {b} are the same history up to tick {tick}.", a=a, b=b, tick=found.compared),
            fg=typer.colors.GREEN,
        )
    else:
        tick = max(0, found.first.tick)
        parting = t(
            "They first differ at tick {tick} (day {day} {time:%H:%M:%S}): {person}",
            tick=found.first.tick,
            day=clock.day(tick),
            time=clock.moment(tick),
            person=names.person(found.first.person),
        )
        say(parting, bold=True)
        typer.echo(f"  {a}: {found.first.in_a}")
        typer.echo(f"  {b}: {found.first.in_b}")
    for field, (left, right) in found.headers.items():
        typer.echo(f"{label(f'{field}:')} {_short(left)} / {_short(right)}")
    _show_counts(a, b, found)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def _show_counts(a: str, b: str, found: Comparison) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in (a, b):
        table.add_column(Text(name), justify="right", overflow="fold")
    for count in found.counts:
        style = "" if count.in_a == count.in_b else "yellow"
        table.add_row(
            Text(": ".join(label(word) for word in count.what.split(": "))),
            str(count.in_a),
            str(count.in_b),
            style=style,
        )
    CleanConsole().print(table)
