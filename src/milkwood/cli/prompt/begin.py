"""The start of a session: which simulation is forked, and the name of the new one.

Invariant: an unknown name is asked for again; an existing run continues only after a yes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import typer

from milkwood.chronicle import Chronicle
from milkwood.cli.parts import minds_by_settings
from milkwood.cli.prompt.asking import LineReader
from milkwood.cli.prompt.wording import PromptTexts
from milkwood.cli.runner import Flags, RunSource, source_of
from milkwood.cli.terminal import echo
from milkwood.cli.voice import preferred
from milkwood.errors import MilkwoodError, SetupError
from milkwood.run import ModelConfig, RunOptions
from milkwood.run.choice import NameTaken, RunChoice, RunRequest, choose, refuse_bad_origin
from milkwood.run.own_prompts import prompts_by_settings
from milkwood.towns import Pack

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class SessionRun:
    """The run of a session."""

    path: Path
    pack: Pack
    options: RunOptions


@dataclass(frozen=True, slots=True)
class _Origin:
    """The origin of a fork: as typed, and what it means."""

    typed: str
    which: RunSource


def begin(
    lines: LineReader, words: PromptTexts, forked: str | None, new: str | None, model: str | None
) -> SessionRun | None:
    """The run of a session; None if the user gives up."""
    options = RunOptions(models=ModelConfig.from_settings(model=model))
    beginner = _Beginner(lines, words, options, asks=forked is None or new is None)
    origin = beginner.understood(words.ask_forked, forked, beginner.origin)
    begun = None
    if origin is not None:
        begun = beginner.understood(words.ask_new, new, lambda name: beginner.run(origin, name))
    if begun is None:
        typer.echo(words.stays)
    return begun


class _Beginner:
    """Asks for names until they are understood."""

    def __init__(self, lines: LineReader, words: PromptTexts, options: RunOptions, *, asks: bool) -> None:
        self._lines = lines
        self._words = words
        self._options = options
        self._asks = asks

    def understood(self, prompt: str, given: str | None, find: Callable[[str], Found | None]) -> Found | None:
        """The result of `means` for a name, which is asked for until it has one; None at the end of input."""
        while True:
            text = given if given is not None else self._name(prompt)
            if text is None:
                return None
            try:
                found = find(text)
            except MilkwoodError as error:
                if not self._asks:
                    raise
                echo(self._words.wrong(error), fg=typer.colors.RED)
                found = None
            if found is not None or not self._asks:
                return found
            given = None

    def _name(self, prompt: str) -> str | None:
        while True:
            text = self._lines.line(prompt)
            if text is None or text.strip():
                return None if text is None else text.strip()
            typer.echo(self._words.need_a_name)

    def origin(self, typed: str) -> _Origin:
        """The origin of a name; an error if a run cannot start there."""
        which = source_of(Flags(origin=typed), None)
        refuse_bad_origin(RunRequest(which.town, parent=which.parent))
        return _Origin(typed, which)

    def run(self, origin: _Origin, new: str) -> SessionRun | None:
        """The run of a name, made if needed; None if an existing one is to stay as it is."""
        words, same = self._words, origin.typed == new
        wish = RunRequest(origin.which.town, name=new, parent=None if same else origin.which.parent)
        try:
            choice = choose(wish)
        except NameTaken:
            raise SetupError(words.taken.format(name=new, forked=origin.typed)) from None
        if choice.goes_on:
            with Chronicle.read(choice.path) as reader:
                header, when = reader.header, words.when(reader.header.clock, reader.end)
            if not same and not self._agreed(words.ask_go_on.format(name=header.run, when=when)):
                return None
            typer.echo(words.goes_on.format(name=header.run, when=when))
        else:
            self._make(replace(wish, minds=minds_by_settings(), prompts=prompts_by_settings()), choice)
        typer.echo(words.hint)
        return SessionRun(choice.path, choice.pack, self._options)

    def _agreed(self, question: str) -> bool:
        said = self._lines.line(question)
        return said is not None and said.strip().casefold() in self._words.yes.split()

    def _make(self, wish: RunRequest, choice: RunChoice) -> None:
        words = self._words
        if choice.origin is None and words.language in choice.pack.languages:
            wish = replace(wish, language=words.language)  # people speak the user's language if the town has it
        with choice.begun(wish, self._options, preferred(choice.pack.languages)) as run:
            header, when = run.chronicle.header, words.when(run.chronicle.header.clock, run.chronicle.end)
        if choice.origin is not None:
            typer.echo(words.forked.format(name=header.run, parent=choice.origin.header.run, when=when))
        else:
            typer.echo(words.begun.format(name=header.run, town=header.town, when=when))
