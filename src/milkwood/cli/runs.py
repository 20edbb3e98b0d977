"""`milkwood runs`: lists the runs.

Invariant: an unreadable file is listed too, with the reason.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Chronicle, runs
from milkwood.chronicle.faults import UNREADABLE
from milkwood.chronicle.lock import is_taken
from milkwood.chronicle.runs import SUFFIX
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import label, rows, said, say
from milkwood.errors import MilkwoodError
from milkwood.i18n import t
from milkwood.run.own_prompts import named_prompts

_TABLE_COLUMNS = 70
"""Width of a terminal from which on runs are a table."""
_SHOWN_REPLIES_BYTES = 50_000
"""Replies are shown from the size on that is not rounded to nothing."""
_SHORT_HASH_CHARACTERS = 8
"""Characters of a hash in a table."""
_HEADINGS = ("run", "town", "people", "reached", "answers", "size", "")


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run in the list."""

    name: str
    path: str
    bytes: int
    town: str = ""
    scenario: str = ""
    people: int = 0
    seed: int = 0
    settled: int = 0
    reached: str = ""
    """Date and time of its last tick."""
    day: int = 0
    answers: int = 0
    price: float = 0.0
    replies_bytes: int = 0
    """The part of its size that raw replies of models take."""
    parent: str = ""
    own_prompts: dict[str, str] = field(default_factory=dict)
    """Hash of each prompt that the user replaced."""
    living: bool = False
    fault: str = ""


def list_runs(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List runs and how far each has come."""
    entries = [_entry(path) for path in runs.listed()]
    if as_json:
        echo_json([asdict(entry) for entry in entries])
    elif entries:
        _show(entries)
    else:
        say(t("There are no runs in {folder} yet. Start one with “milkwood run”.", folder=runs.folder()))


def _entry(path: Path) -> RunRow:
    name = path.name.removesuffix(SUFFIX)
    try:
        with Chronicle.read(path) as reader:
            header, end, total = reader.header, reader.end, reader.bill().total
            replies_bytes = reader.kept_replies_bytes()
        return RunRow(
            name=name,
            path=str(path),
            bytes=path.stat().st_size,
            town=header.town,
            scenario=header.scenario,
            people=len(header.cast),
            seed=header.seed,
            settled=end,
            reached=header.clock.moment(end).isoformat(),
            day=header.clock.day(end),
            answers=total.answers,
            price=total.price,
            replies_bytes=replies_bytes,
            parent=f"{header.parent.run}@{header.parent.tick}" if header.parent else "",
            own_prompts=header.own_prompts,
            living=is_taken(path),
        )
    except MilkwoodError as error:
        return RunRow(name=name, path=str(path), bytes=_size(path), fault=error.what)
    except UNREADABLE:
        return RunRow(name=name, path=str(path), bytes=_size(path), fault=t("The chronicle is damaged."))
    except OSError as error:  # such as a file that is being deleted
        return RunRow(name=name, path=str(path), bytes=_size(path), fault=t("{error}.", error=error))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _show(entries: list[RunRow]) -> None:
    """A table; in a narrow terminal one block for each run."""
    console = CleanConsole()
    all_cells = [_cells(entry) for entry in entries]
    if console.width < _TABLE_COLUMNS:
        for (name, *cells), entry in zip(all_cells, entries, strict=True):
            echo(name, bold=True)
            shown = {heading: cell for heading, cell in zip(_HEADINGS[1:-1], cells, strict=False) if cell}
            echo(rows(shown))
            if cells[-1]:
                echo(f"  {cells[-1]}", fg=typer.colors.RED if entry.fault else None)
        return
    table = Table(box=None, pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(label(heading), overflow="fold")
    for cells, entry in zip(all_cells, entries, strict=True):
        table.add_row(*map(Text, cells[:-1]), Text(cells[-1], style="red" if entry.fault else ""))
    console.print(table)


def _cells(entry: RunRow) -> list[str]:
    size = f"{entry.bytes / 1e6:.1f} MB"
    if entry.replies_bytes >= _SHOWN_REPLIES_BYTES:
        size = said(t("{size} ({replies:.1f} MB replies)", size=size, replies=entry.replies_bytes / 1e6))
    if entry.fault:
        return [entry.name, "", "", "", "", size, said(entry.fault)]
    reached = t("day {day} {time} (tick {tick})", day=entry.day, time=entry.reached[11:16], tick=entry.settled)
    answers = f"{entry.answers}" + (f" (${entry.price:.2f})" if entry.price else "")
    notes = [label("running")] if entry.living else []
    notes += [said(t("fork of {parent}", parent=entry.parent))] if entry.parent else []
    notes += [said(t("own prompts: {names}", names=_short(entry.own_prompts)))] if entry.own_prompts else []
    town = f"{entry.town} / {entry.scenario}"
    return [entry.name, town, str(entry.people), said(reached), answers, size, ", ".join(notes)]


def _short(prompts: dict[str, str]) -> str:
    """Prompts with the beginning of their hashes."""
    return named_prompts({name: of[:_SHORT_HASH_CHARACTERS] for name, of in prompts.items()})
