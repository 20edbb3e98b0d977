"""How a session begins: which simulation is forked, and what the new one is called.

Knows runs and towns by name; lives nothing. Invariant: a name that leads nowhere is asked for again and harms nothing;
a run that exists is gone on with only after a yes.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from milkwood.cli.parts import minds_by_settings
from milkwood.cli.prompt.asking import Asker
from milkwood.cli.prompt.wording import YES, Wording
from milkwood.errors import MilkwoodError

if TYPE_CHECKING:
    from milkwood.bootstrap import Manner
    from milkwood.cli.choice import Choice, Wish
    from milkwood.towns import Pack


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that a session is about."""

    path: Path
    pack: "Pack"
    manner: "Manner"


def begin(lines: Asker, words: Wording, forked: str | None, new: str | None, model: str | None) -> Begun | None:
    """The run of a session; None when somebody has thought better of it."""
    from milkwood.bootstrap import Manner
    from milkwood.stack import wanted_by_settings

    manner = Manner(wanted=wanted_by_settings(model=model))
    asked = forked is None or new is None
    while True:
        first = forked if forked is not None else _name(lines, words.ask_forked)
        second = (new if new is not None else _name(lines, words.ask_new)) if first is not None else None
        if first is None or second is None:
            return None
        try:
            return _found(lines, words, first, second, manner)
        except MilkwoodError as error:
            if not asked:
                raise
            typer.secho(error.sentence(), fg=typer.colors.RED)
            forked = new = None


def _name(lines: Asker, prompt: str) -> str | None:
    """A name that is not empty."""
    while True:
        text = lines.line(prompt)
        if text is None or text.strip():
            return None if text is None else text.strip()


def _found(lines: Asker, words: Wording, forked: str, new: str, manner: "Manner") -> Begun | None:
    from milkwood.chronicle import Chronicle
    from milkwood.cli.choice import Wish, choose
    from milkwood.cli.runner import Flags, meant

    which = meant(Flags(origin=forked), None)
    same = forked == new
    wish = Wish(which.town, name=new, parent=None if same else which.parent)
    choice = choose(wish)
    if choice.goes_on:
        with Chronicle.read(choice.path) as reader:
            header, when = reader.header, words.when(reader.header.clock, reader.end)
        if not same:
            said = lines.line(words.ask_go_on.format(name=header.run, when=when))
            if said is None or said.strip().casefold() not in YES:
                typer.echo(words.stays)
                return None
        typer.echo(words.goes_on.format(name=header.run, when=when))
    else:
        _make(words, replace(wish, minds=minds_by_settings()), choice, manner)
    typer.echo(words.hint)
    return Begun(choice.path, choice.pack, manner)


def _make(words: Wording, wish: "Wish", choice: "Choice", manner: "Manner") -> None:
    with choice.begun(wish, manner) as run:
        header, when = run.chronicle.header, words.when(run.chronicle.header.clock, run.chronicle.end)
    if choice.origin is not None:
        typer.echo(words.forked.format(name=header.run, parent=choice.origin.header.run, when=when))
    else:
        typer.echo(words.begun.format(name=header.run, town=header.town, when=when))
