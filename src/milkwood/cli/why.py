"""`milkwood why`: explains a person's act: plan, percept, memories with their scores, question, answerer.

Invariant: reads only, also while the run is running.
"""

from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from milkwood.chronicle import AnsweredQuestion, Reader
from milkwood.chronicle.behaviour import reasons_note
from milkwood.chronicle.codec import event_to_plain
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.seek import left_at
from milkwood.chronicle.telling import tell
from milkwood.chronicle.why import Why, why
from milkwood.cli.labels import Labels
from milkwood.cli.recorded import RUN_HELP, OtherPack, pack_for
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import around, say
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.run.names import names_in, open_reader, person_of, tick_of


@dataclass(frozen=True, slots=True)
class WhyContext:
    """A run, with what is needed to describe it."""

    reader: Reader
    names: Names
    words: EventPhrases
    labels: Labels

    def when(self, tick: int) -> str:
        """A tick as a time."""
        return self.labels.when(self.reader.header.clock, tick)


def why_so(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    whom: Annotated[
        str,
        typer.Argument(
            metavar="PERSON[@MOMENT]",
            help="The person, such as “Isabella”, or a moment, such as “Isabella@day 1 10:20”.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: OtherPack = None,
) -> None:
    """Explain what a person did at a moment."""
    name, at, moment = whom.rpartition("@") if "@" in whom else (whom, "", "")
    if at and not moment.strip():
        raise SetupError(
            t("“{text}” has no time.", text=whom),
            remedy=t("Write “{first}@day 1 10:20” or “{second}@1200”.", first=name, second=name),
        )
    with open_reader(run) as reader:
        town, language = pack_for(reader, pack), reader.header.language
        person = person_of(reader, town, name.strip())
        tick = tick_of(reader, moment.strip() or None)
        spoken = language if as_json else around(language)
        view = WhyContext(reader, names_in(town, language), EventPhrases.of(spoken), Labels.of(spoken))
        found = why(reader, person, tick)
        if as_json:
            echo_json(_plain(view, person, tick, found))
        else:
            _say(view, person, tick, found)
            if note := reasons_note(reader.header, tick):
                say(note, err=True)


# --- as text


def _say(view: WhyContext, person: PersonId, tick: int, found: tuple[Why, list[Why]] | None) -> None:
    echo(view.labels.at(view.names.person(person), view.when(tick), tick), bold=True)
    if found is None:
        left = left_at(view.reader, person, tick)
        none = view.labels.nothing_decided
        typer.echo(none if left is None else view.labels.has_left.format(when=view.when(left), tick=left))
        return
    act, passed = found
    _say_reason(view, act)
    if passed:
        echo(f"\n{view.labels.meanwhile}", bold=True)
    for each in passed:
        _say_reason(view, each)


def _say_reason(view: WhyContext, why: Why) -> None:
    labels = view.labels
    typer.echo(labels.line(labels.since, labels.at_tick.format(when=view.when(why.decided), tick=why.decided)))
    lines = {
        labels.does: _act(view, why),
        labels.plan: why.plan,
        labels.promise: why.promise,
        labels.routine: _routine(view, why),
        labels.wandering: why.wandering,
        labels.limit: labels.limits.get(why.limit, why.limit),
        labels.percept: why.percept,
        labels.choice: labels.choices.get(why.choice, why.choice),
        labels.because: why.because,
    }
    for label, text in lines.items():
        if text:
            typer.echo(labels.line(f"  {label}", text))
    for asked in why.asked:
        typer.echo(labels.line(f"  {labels.question}", _question(view, asked)))
    if why.recalled:
        first, *rest = labels.scores
        typer.echo(f"  {labels.came_to_mind} ({labels.line(first, labels.comma.join(rest))})")
    for each in why.recalled:
        scores = " ".join(f"{score:.2f}" for score in (each.recency, each.importance, each.relevance, each.words))
        when = "" if each.tick is None else view.when(each.tick)
        typer.echo(f"    {each.score:.2f}: {scores}  {when}  {each.text}")


def _act(view: WhyContext, why: Why) -> str:
    told = [tell(each.event, view.names, view.words) for each in why.happenings]
    return "; ".join(told) or why.deed


def _routine(view: WhyContext, why: Why) -> str:
    labels, routine = view.labels, why.routine
    if routine is None:
        return ""
    if routine.of:
        return labels.routine_of.format(of=routine.of, what=routine.what, score=routine.score)
    return labels.routine_said.format(when=view.when(routine.made), what=routine.what, score=routine.score)


def _question(view: WhyContext, asked: AnsweredQuestion) -> str:
    labels, question, answer = view.labels, asked.question, asked.answer
    kind = labels.kinds.get(question.id.kind, question.id.kind)
    asked_at = labels.asked_at.format(when=view.when(question.id.tick))
    return labels.comma.join([kind, asked_at, labels.answerer(answer.by, answer.why)])


# --- as JSON


def _plain(view: WhyContext, person: PersonId, tick: int, found: tuple[Why, list[Why]] | None) -> dict[str, Any]:
    header = view.reader.header
    told = None if found is None else {**_reason(view, found[0]), "since": [_reason(view, each) for each in found[1]]}
    return {
        "run": header.run,
        "tick": tick,
        "time": header.clock.moment(tick).isoformat(),
        "person": person,
        "name": view.names.person(person),
        "why": told,
        "note": reasons_note(header, tick),
    }


def _reason(view: WhyContext, why: Why) -> dict[str, Any]:
    events = [event_to_plain(each.event) for each in why.happenings]
    return {
        "decided": why.decided,
        "time": view.reader.header.clock.moment(why.decided).isoformat(),
        "does": _act(view, why),
        "events": [{"kind": kind, **content} for kind, content in events],
        **{field: getattr(why, field) for field in ("act", "deed", "plan", "promise", "percept", "choice", "because")},
        "routine": None if why.routine is None else asdict(why.routine),
        "wandering": why.wandering,
        "limit": why.limit,
        "recalled": [asdict(each) for each in why.recalled],
        "questions": [
            {
                "id": each.question.id.say(),
                "kind": each.question.id.kind,
                "tick": each.question.id.tick,
                "by": each.answer.by,
                "why": each.answer.why,
                "answer": each.answer.content,
            }
            for each in why.asked
        ],
    }
