"""`milkwood town list`: bundled and imported towns.

Invariant: a broken pack is listed too, as broken.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import label, said
from milkwood.i18n import t
from milkwood.towns.draft import read_draft
from milkwood.towns.shelf import brought, bundled
from milkwood.words import Words


@dataclass(frozen=True, slots=True)
class TownRow:
    """One town in the list."""

    id: str
    name: dict[str, str]
    about: dict[str, str]
    languages: list[str]
    people: int
    scenarios: dict[str, list[str]]
    """Aliases by scenario id."""
    folder: str
    usable: bool


def list_towns(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List bundled and imported towns and their scenarios."""
    entries = [_entry(town.id, town.folder) for town in (*bundled(), *brought())]
    if as_json:
        echo_json([asdict(entry) for entry in entries])
    else:
        _show(entries)


def _entry(town_id: str, folder: Path) -> TownRow:
    draft = read_draft(folder)
    town = draft.town
    return TownRow(
        id=town_id,
        name=_texts(town.name) if town else {},
        about=_texts(town.about) if town else {},
        languages=list(town.languages) if town else [],
        people=len(draft.people),
        scenarios={entry.id: list(entry.aliases) for entry in draft.scenarios.values()},
        folder=str(folder),
        usable=not draft.problems.any_error,
    )


def _texts(words: Words) -> dict[str, str]:
    return {str(code): text for code, text in words.items()}


def _show(entries: list[TownRow]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("town", "name", "people", "scenarios (aliases)"):
        table.add_column(label(heading), overflow="fold")
    for entry in entries:
        names = " · ".join(entry.name.values()) or "?"
        state = "" if entry.usable else " " + said(t("(broken: see milkwood town check {town})", town=entry.id))
        scenarios = "\n".join(
            f"{scenario} ({', '.join(aliases)})" if aliases else scenario
            for scenario, aliases in entry.scenarios.items()
        )
        table.add_row(entry.id, Text(names + state), str(entry.people), Text(scenarios))
    CleanConsole().print(table)
