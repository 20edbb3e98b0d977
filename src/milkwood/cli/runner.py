"""The flags of the offline runner that users of generative agents know: -o, -t, -s, -c and -q.

Knows what each means here; lives nothing. Invariant: they say what our own options say, so that both ways to type a run
give the same run; where the two would contradict each other, nothing is begun.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import SUFFIX, find_moment, listed
from milkwood.cli import ask
from milkwood.cli.help import Command
from milkwood.cli.voice import say
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
    """What -q asks when it is given no question."""

    questions = (
        "Have you heard of a party that somebody is giving? Whose is it, when and where?",
        "Do you know of anybody who is standing for mayor?",
        "Do you mean to go to the party, and why, or why not?",
    )


_ASKS = ("-q", "--question")


class RunCommand(Command):
    """`milkwood run`, in which -q may stand with a question or without."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed."""
        return super().parse_args(ctx, with_question(args))


def with_question(args: Sequence[str]) -> list[str]:
    """Words as they were typed, with an empty question after a -q that has none."""
    found: list[str] = []
    for place, word in enumerate(args):
        found.append(word)
        following = args[place + 1] if place + 1 < len(args) else "-"
        if word in _ASKS and following.startswith("-"):
            found.append("")
    return found


@dataclass(frozen=True, slots=True)
class Flags:
    """What was typed in the runner's manner; None where nothing was."""

    origin: str | None = None
    target: str | None = None
    steps: int | None = None
    call: str | None = None
    question: str | None = None

    @property
    def only_asks(self) -> bool:
        """Whether nothing is to be lived, only somebody asked."""
        return self.steps is None and (self.call is not None or self.question is not None)

    def refuse_both(self, options: dict[str, Any]) -> None:
        """An error for what was said twice, once in each manner."""
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
                    t("{ours} and {theirs} say the same.", ours=ours, theirs=theirs), remedy=t("Give one of them.")
                )


@dataclass(frozen=True, slots=True)
class RunSource:
    """The town and, if it is a fork, the run that it comes from."""

    town: str
    parent: str | None = None


def source_of(flags: Flags, town: str | None) -> RunSource:
    """Which town a run is of: as it was said, of the run that is forked, or of the run that goes on.

    A run that is to be forked under its own name goes on.
    """
    if town is not None:
        return RunSource(town)
    if flags.origin is not None:
        parent = _town_of(flags.origin)
        if parent is None:
            _refuse_nowhere(flags.origin)
            return RunSource(flags.origin)
        return RunSource(parent) if flags.origin == flags.target else RunSource(parent, flags.origin)
    known = _town_of(flags.target) if flags.target is not None else None
    if known is None:
        raise SetupError(
            t("It is not said which town is to live."), remedy=t("Name a town, or with -o a simulation to begin with.")
        )
    return RunSource(known)


def _refuse_nowhere(origin: str) -> None:
    """An error, with what comes close, when a text is the name of neither a run nor a town."""
    try:
        shelf.find(origin)
    except shelf.NoTown:
        known = [*shelf.names(), *(path.name.removesuffix(SUFFIX) for path in listed())]
        advice = close_to(origin, known) or t(
            "There are: {names}; the path of a town pack will do as well.", names=one_of(known)
        )
        raise SetupError(t("There is neither a run nor a town {name}.", name=quoted(origin)), remedy=advice) from None


def _town_of(run: str) -> str | None:
    """The town pack of a run; None when there is no such run."""
    try:
        path, _ = find_moment(run)
    except MilkwoodError:
        return None
    if path.suffix != SUFFIX:
        return None  # the path of a town pack
    with Chronicle.read(path) as reader:
        return str(folder_of(reader))


def last_tick(flags: Flags, choice: RunChoice) -> int | None:
    """How far so many steps lead: from where the run begins, or from where it was forked."""
    if flags.steps is None:
        return None
    if choice.goes_on:
        with Chronicle.read(choice.path) as reader:
            parent = reader.header.parent
            return (parent.tick if parent is not None else 0) + flags.steps
    return (choice.origin.tick if choice.origin is not None else 0) + flags.steps


# --- asking afterwards


def ask_afterwards(flags: Flags, path: Path) -> None:
    """Interview somebody, or ask everybody, as -c and -q say."""
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
        replies = runner.run(_replies(look, questions))
        runner.run(look.rest())
    _show([(names.person(reply.person), reply.question, reply.say) for reply in replies])


async def _replies(look: RestoredRun, questions: Sequence[str]) -> list[InterviewReply]:
    """What each person answers to each question, person by person."""
    if not look.people:
        raise SetupError(t("There is nobody in the town who can be asked."), remedy=t("Ask about another run."))
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
    Console(highlight=False).print(table)
