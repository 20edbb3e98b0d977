"""`milkwood ask`: an interview with a person of a run at a moment.

Invariant: reads only, also while the run is running.
"""

import asyncio
import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.names import Names
from milkwood.chronicle.runs import find_moment
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.labels import Labels
from milkwood.cli.recorded import OtherPack, pack_for
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import around, say
from milkwood.cli.waiting import waiting_for
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.run import InterviewReply, RestoredRun
from milkwood.run.interview import CitedMemory
from milkwood.run.names import names_in, person_of, tick_of

_SCORES = ("recency", "importance", "relevance", "words", "score")
_COLUMNS = ("run", "tick", "time", "person", "name", "question", "answer", "knows", "used", "by", "why")


@dataclass(slots=True)
class AskContext:
    """A run, with what is needed to describe it."""

    header: Header
    names: Names
    labels: Labels
    note: str = ""
    """A note on all answers."""

    def when(self, tick: int) -> str:
        """A tick as a time."""
        return self.labels.when(self.header.clock, tick)


def ask(
    moment: Annotated[
        str,
        typer.Argument(
            metavar="RUN[@MOMENT]", help="The run, such as “monday”, or a moment of it, such as “monday@day 2 18:00”."
        ),
    ],
    person: Annotated[str | None, typer.Argument(help="The person: a name in any language, or an id.")] = None,
    question: Annotated[
        str | None, typer.Argument(help="The question. Leave it out to ask several, one per line.")
    ] = None,
    everyone: Annotated[bool, typer.Option("--everyone", help="Ask everyone instead of one person.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    pack: OtherPack = None,
) -> None:
    """Interview a person at a moment; they will not remember it."""
    if everyone:
        person, question = None, _only_question(person, question)
    elif person is None:
        raise SetupError(t("No person is given."), remedy=t("Name a person, or use --everyone."))
    if as_json and as_csv:
        raise SetupError(t("--json and --csv cannot be used together."), remedy=t("Use one of them."))
    path, when = find_moment(moment)
    with Chronicle.read(path) as reader:
        tick, town, language = tick_of(reader, when), pack_for(reader, pack), reader.header.language
        whom = None if person is None else person_of(reader, town, person)
        view = AskContext(reader.header, names_in(town, language), Labels.of(around(language)))
    with asyncio.Runner() as runner, runner.run(RestoredRun.at(path, town, tick)) as look:
        if look.note and not as_json:
            say(look.note, err=True)
        view.note = look.note
        if whom is None:
            with waiting_for(t("everyone's answers")):
                replies = runner.run(_everyone(look, question or ""))
        else:
            interview = look.interview(whom)
            tell = None if as_json or as_csv else lambda reply: _say(reply, view, alone=question is None)
            questions = _typed(view.names.person(whom)) if question is None else iter([question])

            def answer(text: str) -> InterviewReply:
                with waiting_for(t("the answer of {name}", name=view.names.person(whom))):
                    return runner.run(interview.ask(text))

            replies = _asked(answer, questions, tell)
        runner.run(look.rest())
    _hand_over(replies, view, single=question is not None and whom is not None, as_json=as_json, as_csv=as_csv)


def _only_question(person: str | None, question: str | None) -> str:
    if person is None or question is not None:
        what = t("--everyone asks all people the same question and takes no name.")
        raise SetupError(what, remedy=t("Write: milkwood ask RUN --everyone “What are you doing?”"))
    return person


async def _everyone(look: RestoredRun, question: str) -> list[InterviewReply]:
    if not look.people:
        raise SetupError(t("There is nobody in town to ask."), remedy=t("Ask about another moment."))
    return list(await asyncio.gather(*(look.interview(person).ask(question) for person in look.people)))


def _asked(
    answer: Callable[[str], InterviewReply], questions: Iterator[str], say: Callable[[InterviewReply], None] | None
) -> list[InterviewReply]:
    replies = []
    for question in questions:
        replies.append(answer(question))
        if say is not None:
            say(replies[-1])
    if not replies:
        raise SetupError(t("No question is given."), remedy=t("Write a question, in quotes."))
    return replies


def _typed(name: str) -> Iterator[str]:
    """Questions from the terminal, or from a file, until an empty line."""
    prompt = sys.stdin.isatty() and sys.stderr.isatty()
    while True:
        if prompt:
            typer.echo(f"{name} > ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield line


def _hand_over(replies: list[InterviewReply], view: AskContext, *, single: bool, as_json: bool, as_csv: bool) -> None:
    if as_csv:
        _write_csv([_plain(reply, view) for reply in replies])
    elif as_json:
        plain = [_plain(reply, view) for reply in replies]
        echo_json(plain[0] if single else plain)
    elif len({reply.person for reply in replies}) > 1:
        _show_table(replies, view)


# --- one answer


def _say(reply: InterviewReply, view: AskContext, *, alone: bool) -> None:
    """Print an answer; with `alone`, without the person's name."""
    labels = view.labels
    if not alone:
        echo(view.labels.at(view.names.person(reply.person), view.when(reply.tick), reply.tick), bold=True)
    typer.echo(reply.say)
    echo(f"  {labels.rests_on if reply.used else labels.rests_on_nothing}", dim=True)
    for used in reply.used:
        echo(f"    {view.when(used.tick)} ({_kind(used, view)}) {used.text}", dim=True)
    echo(f"  {labels.answerer(reply.by, reply.why)}", dim=True)


def _kind(used: CitedMemory, view: AskContext) -> str:
    kind = view.labels.memories.get(used.kind, used.kind)
    if used.source in ("", "me"):
        return kind
    return view.labels.heard_from.format(kind=kind, name=view.names.person(used.source))


def _plain(reply: InterviewReply, view: AskContext) -> dict[str, Any]:
    clock = view.header.clock
    return {
        "run": view.header.run,
        "tick": reply.tick,
        "time": clock.moment(reply.tick).isoformat(),
        "person": reply.person,
        "name": view.names.person(reply.person),
        "question": reply.question,
        "answer": reply.say,
        "knows": reply.knows,
        "used": [
            {
                **asdict(used),
                "time": clock.moment(used.tick).isoformat() if used.tick >= 0 else None,
                "scores": dict(zip(_SCORES, used.scores, strict=False)),
            }
            for used in reply.used
        ],
        "by": reply.by,
        "why": reply.why,
        "note": view.note,
    }


# --- all answers


def _write_csv(rows: list[dict[str, Any]]) -> None:
    writer = csv.DictWriter(sys.stdout, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        used = "; ".join(each["text"] for each in row["used"])
        writer.writerow({**row, "knows": int(row["knows"]), "used": used})


def _show_table(replies: list[InterviewReply], view: AskContext) -> None:
    console = CleanConsole()
    first = replies[0]
    console.print(Text(view.labels.at(view.header.run, view.when(first.tick), first.tick), style="bold"))
    console.print(Text(first.question))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for reply in replies:
        table.add_row(Text(view.names.person(reply.person)), Text(reply.say))
    console.print(table)
    answerers = dict.fromkeys(view.labels.who(reply.by) for reply in replies)
    console.print(Text(view.labels.line(view.labels.answered_by, view.labels.comma.join(answerers)), style="dim"))
