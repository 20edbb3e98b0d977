"""The flags of the offline runner of generative agents: -o, -t, -s, -c and -q.

Invariant: they mean the same as our options, so both give the same run; contradictions are refused before anything
starts.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import SUFFIX, find_moment, listed
from milkwood.cli import ask
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.help import Command
from milkwood.cli.voice import say
from milkwood.cli.waiting import waiting_for
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import t
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.run import InterviewReply, RestoredRun
from milkwood.run.choice import RunChoice
from milkwood.run.names import names_in
from milkwood.run.pack import folder_of, pack_of
from milkwood.towns import shelf
from milkwood.towns.problem import meant as close_to
from milkwood.towns.problem import one_of, quoted


class UsualQuestions(Phrasebook, context="usual questions"):
    """The default questions of -q."""

    questions = (
        "Have you heard of a party that somebody is giving? Whose is it, when and where?",
        "Do you know of anybody who is standing for mayor?",
        "Do you mean to go to the party, and why, or why not?",
    )


_ASKS = ("-q", "--question")
DEFAULT_BASE = "base_the_ville_isabella_maria_klaus"
"""The base that the affordable fork's runner uses without -o."""


class RunCommand(Command):
    """`milkwood run`, where -q may have a question or none."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line."""
        return super().parse_args(ctx, with_question(args))


def with_question(args: Sequence[str]) -> list[str]:
    """The arguments, with an empty question after a -q that has none."""
    found: list[str] = []
    for place, word in enumerate(args):
        found.append(word)
        following = args[place + 1] if place + 1 < len(args) else "-"
        if word in _ASKS and following.startswith("-"):
            found.append("")
    return found


@dataclass(frozen=True, slots=True)
class Flags:
    """The values of the runner's flags; None if not given."""

    origin: str | None = None
    target: str | None = None
    steps: int | None = None
    call: str | None = None
    question: str | None = None

    @property
    def only_asks(self) -> bool:
        """Whether to ask only, without running."""
        return self.steps is None and (self.call is not None or self.question is not None)

    def refuse_both(self, options: dict[str, Any]) -> None:
        """Raise an error if a flag and our own option are both given."""
        pairs = {
            ("-t", "--name"): self.target,
            ("-o", "TOWN"): self.origin,
            ("-o", "--from"): self.origin,
            ("-s", "--ticks"): self.steps,
            ("-s", "--until"): self.steps,
            ("-s", "--days"): self.steps,
        }
        for (ours, theirs), given in pairs.items():
            if given is not None and options.get(theirs) is not None:
                raise SetupError(
                    t("{ours} and {theirs} mean the same.", ours=ours, theirs=theirs), remedy=t("Use one of them.")
                )


@dataclass(frozen=True, slots=True)
class RunSource:
    """A town and, for a fork, its parent run."""

    town: str
    parent: str | None = None


def source_of(flags: Flags, town: str | None) -> RunSource:
    """The town of a run: as given, of the forked run, or of the existing run.

    A run forked under its own name continues. With a number of steps alone, it is the fork's default base.
    """
    if town is not None:
        say_which(town)
        return RunSource(town)
    if flags.origin is not None:
        parent = _town_of(flags.origin)
        say_which(flags.origin, is_run=parent is not None)
        if parent is None:
            _refuse_nowhere(flags.origin)
            return RunSource(flags.origin)
        return RunSource(parent) if flags.origin == flags.target else RunSource(parent, flags.origin)
    known = _town_of(flags.target) if flags.target is not None else None
    if known is None and flags.steps is not None:
        say(t("No origin is given (-o): starting from “{name}”.", name=DEFAULT_BASE), err=True)
        return source_of(replace(flags, origin=DEFAULT_BASE), None)
    if known is None:
        raise SetupError(t("No town is given."), remedy=t("Name a town, or a simulation to start from with -o."))
    return RunSource(known)


def say_which(typed: str, *, is_run: bool = False) -> None:
    """Say which one is used if a run or town of the user has the name of a bundled scenario."""
    other = shelf.namesake(typed)
    if other is None:
        return
    command, folder = f"milkwood run {other.folder.name} --scenario {other.scenario}", shelf.find(typed).folder
    if is_run:
        note = t(
            "“{name}” is one of your runs. The bundled scenario of that name: {command}",
            name=typed,
            command=command,
        )
    elif folder != other.folder:
        note = t(
            "“{name}” is your town in {folder}. The bundled scenario of that name: {command}",
            name=typed,
            folder=folder,
            command=command,
        )
    else:
        return
    say(note, err=True)


def _refuse_nowhere(origin: str) -> None:
    """Raise an error, with similar names, if a text names neither a run nor a town."""
    try:
        shelf.find(origin)
    except shelf.NoTown:
        known = [*shelf.names(), *(path.name.removesuffix(SUFFIX) for path in listed())]
        advice = close_to(origin, known) or t(
            "There are: {names}; or give the path of a town pack.", names=one_of(known)
        )
        raise SetupError(t("There is no run or town {name}.", name=quoted(origin)), remedy=advice) from None


def _town_of(run: str) -> str | None:
    """The town pack of a run; None if there is no such run."""
    try:
        path, _ = find_moment(run)
    except MilkwoodError:
        return None
    if path.suffix != SUFFIX:
        return None  # the path of a town pack
    with Chronicle.read(path) as reader:
        return str(folder_of(reader))


def last_tick(flags: Flags, choice: RunChoice) -> int | None:
    """The last tick after so many steps, from the run's start or fork."""
    if flags.steps is None:
        return None
    if choice.goes_on:
        with Chronicle.read(choice.path) as reader:
            parent = reader.header.parent
            return (parent.tick if parent is not None else 0) + flags.steps
    return (choice.origin.tick if choice.origin is not None else 0) + flags.steps


# --- interviews


def ask_afterwards(flags: Flags, path: Path) -> None:
    """Interview one person, or ask everyone, as -c and -q say."""
    if flags.question is not None:
        _ask_everybody(path, flags.question)
    if flags.call is not None:
        ask.ask(str(path), flags.call)


def _ask_everybody(path: Path, question: str) -> None:
    with Chronicle.read(path) as reader:
        header, tick, pack = reader.header, reader.end, pack_of(reader)
    usual = UsualQuestions.of(header.language).questions
    questions = (question,) if question.strip() else usual
    names = names_in(pack, header.language)
    with asyncio.Runner() as runner, runner.run(RestoredRun.at(path, pack, tick)) as look:
        if look.note:
            say(look.note, err=True)
        with waiting_for(t("everyone's answers")):
            replies = runner.run(_replies(look, questions))
        runner.run(look.rest())
    _show([(names.person(reply.person), reply.question, reply.say) for reply in replies])


async def _replies(look: RestoredRun, questions: Sequence[str]) -> list[InterviewReply]:
    """Every person's answer to each question, by person."""
    if not look.people:
        raise SetupError(t("There is nobody in town to ask."), remedy=t("Ask about another run."))
    asked = [look.interview(person).ask(question) for person in look.people for question in questions]
    return list(await asyncio.gather(*asked))


def _show(rows: Sequence[tuple[str, str, str]]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=2)
    table.add_column(overflow="fold", ratio=3)
    before = ""
    for name, question, answer in rows:
        table.add_row(Text("" if name == before else name, style="bold"), Text(question, style="dim"), Text(answer))
        before = name
    CleanConsole().print(table)
