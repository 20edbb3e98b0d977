"""A session at the prompt: reads and executes lines until the user leaves.

Invariant: the run is on disk at every moment, so leaving in any way loses nothing; after an error the session
continues.
"""

import asyncio
import shlex
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import typer
from rich.cells import cell_len, set_cell_size

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.file import take_back
from milkwood.chronicle.runs import SUFFIX, path_for
from milkwood.cli.prompt import forms, tester
from milkwood.cli.prompt.asking import LineReader
from milkwood.cli.prompt.begin import SessionRun
from milkwood.cli.prompt.places import PlaceNames
from milkwood.cli.prompt.printing import Printer
from milkwood.cli.prompt.wording import PromptTexts
from milkwood.cli.run import MAX_DAYS, lived
from milkwood.cli.terminal import echo
from milkwood.cli.waiting import waiting_for
from milkwood.errors import MilkwoodError
from milkwood.exchange.history import add_history
from milkwood.i18n import in_language, t
from milkwood.ids import PersonId
from milkwood.run import RestoredRun, open_run
from milkwood.run.names import names_in, person_of

END_TALK = "end_convo"


class Session:
    """One run and its user."""

    def __init__(self, begun: SessionRun, lines: LineReader, words: PromptTexts) -> None:
        self._path = begun.path
        self._pack = begun.pack
        self._options = begun.options
        self._lines = lines
        self._words = words
        self._runner = asyncio.Runner()
        self._seen: RestoredRun | None = None
        with Chronicle.read(self._path) as reader:
            self._header = reader.header
        self._names = names_in(self._pack, self._header.language)
        self._places = PlaceNames(self._pack, self._header.language)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._forget()
        self._runner.close()

    # --- typing

    def go_on(self) -> None:
        """Execute lines until the user leaves."""
        while True:
            text = self._lines.line(self._words.ask, self.completions)
            if text is None:
                self._leave()
                return
            if not text.strip():
                continue
            try:
                if self.do(text):
                    return
            except MilkwoodError as error:
                self._say_wrong(error)
            except KeyboardInterrupt:
                typer.echo(self._words.interrupted)

    def do(self, text: str) -> bool:
        """Execute a line; returns whether the session is over."""
        typed = forms.read(text)
        if isinstance(typed, forms.Unknown):
            typer.echo(self._words.unknown.format(text=text.strip()[:60]))
            if typed.near:
                typer.echo(self._words.near.format(near=self._words.comma.join(typed.near)))
            return False
        if typed.form.takes != "nothing" and not typed.given:
            self._say_need(typed.form)
            return False
        match typed.form.id:
            case "run":
                self._run(typed)
            case "save":
                typer.echo(self._words.saved.format(name=self._header.run, when=self._now(), path=self._path))
            case "fin":
                self._leave()
                return True
            case "exit":
                return self._exit()
            case "analysis":
                self._interview(typed.given)
            case "history":
                self._load_history(typed.given)
            case "tester":
                tester.walk(self._places, self._header.view_radius, self._lines, self._words)
            case "help":
                self._help()
            case _:
                self._print(typed)
        return False

    def completions(self, before: str) -> Iterable[tuple[str, str]]:
        """Completions of a beginning as whole lines, each with a hint."""
        typed = forms.read(before)
        if isinstance(typed, forms.Typed) and typed.form.takes == "name":
            head = before[: len(before) - len(typed.given)] if typed.given else before.rstrip() + " "
            names = sorted(self._names.person(person) for person in self._header.cast)
            yield from ((f"{head}{name}", "") for name in names if name.casefold().startswith(typed.given.casefold()))
            return
        begun = " ".join(before.casefold().split())
        for form in forms.FORMS:
            for words in form.spellings:
                if len(words) > 1 and words.startswith(begun):
                    yield words if form.takes == "nothing" else f"{words} ", self._words.help[form.id]

    def _say_need(self, form: forms.Form) -> None:
        names = self._words.comma.join(self._names.person(person) for person in self._header.cast)
        typer.echo(self._words.need[form.takes].format(most=self._most(), names=names))

    def _say_wrong(self, error: MilkwoodError) -> None:
        echo(self._words.wrong(error), fg=typer.colors.RED)

    def _help(self) -> None:
        blanks = self._words.blanks
        rows = [(f"{form.words}{blanks[form.takes]}", self._words.help[form.id]) for form in forms.FORMS]
        width = max(cell_len(typed) for typed, _ in rows)
        for typed, what in rows:
            typer.echo(f"  {set_cell_size(typed, width)}  {what}")

    # --- running and leaving

    def _most(self) -> int:
        return MAX_DAYS * self._header.clock.ticks_per_day

    def _run(self, typed: forms.Typed) -> None:
        given = typed.given.replace(",", "")
        steps = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
        with Chronicle.read(self._path) as reader:
            before = reader.end
        if not 0 < steps <= self._most() - before:
            self._say_need(typed.form)
            return
        with open_run(self._pack, self._path, options=self._options) as run:
            self._forget()
            lived(run, before + steps, quiet=False, language=self._words.language)
            after, halted = run.chronicle.end, run.halted
        said = self._words.lived if after - before == steps else self._words.stopped
        typer.echo(said.format(steps=after - before, when=self._words.when(self._header.clock, after)))
        if halted is not None:
            raise halted

    def _now(self) -> str:
        with Chronicle.read(self._path) as reader:
            return self._words.when(self._header.clock, reader.end)

    def _leave(self) -> None:
        name = self._header.run if self._path == path_for(self._header.run) else str(self._path)
        typer.echo(self._words.left.format(name=self._header.run, when=self._now(), shell=shlex.quote(name)))

    def _exit(self) -> bool:
        """Leave, after asking whether to delete the run."""
        name = self._header.run
        said = self._lines.line(self._words.ask_delete.format(name=name))
        if said is not None and said.strip().removesuffix(SUFFIX) == name:
            self._forget()
            with Chronicle.open(self._path):
                pass  # refused while another process runs it
            take_back(self._path)
            typer.echo(self._words.deleted.format(name=name))
            return True
        typer.echo(self._words.kept.format(name=name))
        return True

    # --- minds

    def _forget(self) -> None:
        """Drop the cached look when the run continues."""
        if self._seen is not None:
            self._seen.close()
        self._seen = None

    def _look(self) -> RestoredRun:
        """All minds at the end of the run, cached."""
        with Chronicle.read(self._path) as reader:
            end = reader.end
        if self._seen is None or self._seen.tick != end:
            self._forget()
            self._seen = self._runner.run(RestoredRun.at(self._path, self._pack, end))
            if self._seen.note:
                typer.echo(in_language(self._seen.note, self._words.language))
        return self._seen

    def _whom(self, reader: Reader, name: str) -> PersonId:
        return person_of(reader, self._pack, name, self._names.person)

    def _print(self, typed: forms.Typed) -> None:
        with Chronicle.read(self._path) as reader:
            look = self._look() if typed.form.takes == "name" or typed.form.id == "schedules" else None
            whom = self._whom(reader, typed.given) if typed.form.takes == "name" else None
            printer = Printer(reader, self._pack, self._places, self._names, self._words, look)
            printer.show(typed, whom)

    def _interview(self, name: str) -> None:
        with Chronicle.read(self._path) as reader:
            whom = self._whom(reader, name)
        look = self._look()
        talk = look.interview(whom)
        called = self._names.person(whom)
        typer.echo(self._words.interview.format(name=called, when=self._words.when(self._header.clock, look.tick)))
        while True:
            text = self._lines.line("> ")
            if text is None or text.strip().casefold() == END_TALK:
                break
            if text.strip():
                try:
                    with waiting_for(t("the answer of {name}", name=called)):
                        reply = self._runner.run(talk.ask(text))
                    typer.echo(self._words.said.format(name=called, text=reply))
                except MilkwoodError as error:
                    self._say_wrong(error)
                except KeyboardInterrupt:
                    typer.echo(self._words.interrupted)
        self._runner.run(look.rest())
        typer.echo(self._words.end)

    def _load_history(self, given: str) -> None:
        taken = add_history(self._path, Path(_unquoted(given)))
        words, run = self._words, self._header.run
        for person, texts in taken.new.items():
            typer.echo(words.told.format(name=taken.names.person(person), count=len(texts)))
        if taken.known:
            typer.echo(words.told_known.format(count=taken.known))
        if not taken.new:
            typer.echo(words.told_nothing.format(name=run))
            return
        when = words.when(self._header.clock, taken.tick)
        typer.echo(words.told_when.format(name=run, count=taken.count, people=len(taken.new), when=when))


def _unquoted(path: str) -> str:
    return path[1:-1] if len(path) > 1 and path[0] == path[-1] and path[0] in "\"'" else path
