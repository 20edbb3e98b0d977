"""`milkwood calls`: the calls of a run to language models: a line for each, or everything about one.

Invariant: reads only, also while the run is running.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Final

import typer

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.call_details import CallDetails, call_details
from milkwood.chronicle.call_log import CallQuery, RecordedCall, ReplyState, calls_of, count_calls
from milkwood.chronicle.names import Names
from milkwood.chronicle.runs import find_moment
from milkwood.cli.call_report import outcome_of, plain_call, plain_details, show_call
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.labels import Labels
from milkwood.cli.recorded import BEFORE_THE_RUN, OtherPack, pack_for
from milkwood.cli.terminal import echo, echo_json
from milkwood.cli.voice import columns, filled, label, said, say, user_language
from milkwood.errors import SetupError
from milkwood.i18n import sentences, t, tn
from milkwood.questions.registry import KINDS
from milkwood.run.names import names_in, names_of, person_of, tick_of
from milkwood.understudy.model import NAME as UNDERSTUDY

USUAL_CALLS: Final = 30
"""Calls shown on a terminal if the user does not say how many."""
_MANY_CALLS: Final = sys.maxsize
_HEADINGS: Final = ("call", "moment", "person", "question", "model", "time", "tokens", "price", "ended")
_MAX_NAMED_ANSWERERS: Final = 3


@dataclass(frozen=True, slots=True)
class CallsContext:
    """A run, with what is needed to describe its calls."""

    reader: Reader
    names: Names
    labels: Labels


def list_calls(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN[@MOMENT]", help="The run, such as “monday”; with a moment, the calls up to it: “monday@1200”."
        ),
    ],
    number: Annotated[
        int | None,
        typer.Argument(metavar="CALL", min=1, help="Show everything about the call of this number."),
    ] = None,
    person: Annotated[str | None, typer.Option("--person", help="Only calls for this person: a name or an id.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Only this question, such as “plan_day”.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Only calls in which anything failed.")] = False,
    last: Annotated[
        int | None,
        typer.Option("--last", min=1, help="Show this many, the last ones.", show_default="30, all with --json"),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Show the prompt, the raw reply and what was used of each.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    pack: OtherPack = None,
) -> None:
    """Show each call to a model: prompt, raw reply, and what was wrong."""
    path, moment = find_moment(run)
    with Chronicle.read(path) as reader:
        until = None if moment is None else tick_of(reader, moment)
        query = CallQuery(_person(reader, pack, person), _kind(reader, kind), until, failed)
        names = names_of(reader).names if pack is None else names_in(pack_for(reader, pack), reader.header.language)
        view = CallsContext(reader, names, Labels.of(user_language()))
        if number is not None:
            _show_one(view, call_details(reader, number), as_json=as_json)
            return
        count = count_calls(reader, query)
        most = last or (_MANY_CALLS if as_json else USUAL_CALLS)
        found = calls_of(reader, query, most)[::-1]
        if as_json:
            shown = [_plain_full(view, each) if full else plain_call(view.reader, view.names, each) for each in found]
            notes = [str(note) for note in _notes(reader, found, query)]
            echo_json({"run": reader.header.run, "recorded": count, "calls": shown, "notes": notes})
            return
        _show(view, found, full=full)
        for note in (*_notes(reader, found, query), *_rest(found, count, query, most)):
            say(note, err=bool(found))


def _person(reader: Reader, pack: str | None, typed: str | None) -> str:
    return "" if typed is None else person_of(reader, pack_for(reader, pack), typed)


def _kind(reader: Reader, typed: str | None) -> str:
    """The kind of question that a user means; one of another release if the run has it."""
    if typed is None:
        return ""
    known = dict.fromkeys([*KINDS, *(kind for (kind,) in reader.select("SELECT DISTINCT kind FROM reservations", ()))])
    wanted = typed.strip().lower().replace(" ", "_").replace("-", "_")
    if wanted in known:
        return wanted
    near = get_close_matches(wanted, [*known], 1)
    raise SetupError(
        t("There is no question called “{name}”.", name=typed),
        where="--kind",
        remedy=t("Did you mean {name}?", name=f"“{near[0]}”")
        if near
        else t("There are: {names}.", names=", ".join(known)),
    )


# --- as JSON


def _plain_full(view: CallsContext, call: RecordedCall) -> dict[str, Any]:
    return plain_details(view.reader, view.names, call_details(view.reader, call.number))


def _show_one(view: CallsContext, details: CallDetails, *, as_json: bool) -> None:
    if as_json:
        echo_json(plain_details(view.reader, view.names, details))
    else:
        show_call(view.reader, view.names, view.labels, details)


# --- as text


def _show(view: CallsContext, found: list[RecordedCall], *, full: bool) -> None:
    if full:
        for place, each in enumerate(found):
            echo("\n" if place else "", nl=False)
            show_call(view.reader, view.names, view.labels, call_details(view.reader, each.number))
    elif found:
        _show_lines([_cells(view, each) for each in found], [each.troubled for each in found])


def _cells(view: CallsContext, call: RecordedCall) -> list[str]:
    asked, usage = call.call.question, call.usage
    kind = view.labels.kinds.get(asked.kind, asked.kind)
    attempt = said(t(" (attempt {number})", number=call.call.attempt + 1)) if call.call.attempt else ""
    return [
        f"{call.number}",
        view.labels.when(view.reader.header.clock, asked.tick),
        view.names.person(asked.person) if asked.person else label(BEFORE_THE_RUN),
        kind + attempt,
        f"{call.model} ({call.server})" if call.server else call.model,
        f"{usage.seconds:.1f} s",
        f"{usage.prompt_tokens:,}+{usage.answer_tokens:,}",
        f"${usage.price:.4f}",
        said(outcome_of(call)),
    ]


def _show_lines(rows: list[list[str]], troubled: list[bool]) -> None:
    """A line for each call; two where the terminal is too narrow for that."""
    console = CleanConsole()
    widths = [max(columns(row[place]) for row in rows) for place in range(len(_HEADINGS))]
    headings = [label(heading) for heading in _HEADINGS]
    widths = [max(width, columns(heading)) for width, heading in zip(widths, headings, strict=True)]
    one_line = not console.is_terminal or sum(widths) + 2 * len(widths) <= console.width
    if one_line:
        echo(_line(headings, widths), bold=True)
    for row, red in zip(rows, troubled, strict=True):
        colour = typer.colors.RED if red else None
        if one_line:
            echo(_line(row, widths), fg=colour)
        else:
            echo("  ".join(row[:4]), bold=True)
            echo(f"  {'  '.join(row[4:-1])}")
            echo(f"  {row[-1]}", fg=colour)


def _line(cells: list[str], widths: list[int]) -> str:
    return "  ".join(filled(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


# --- what is missing, and why


def _notes(reader: Reader, found: list[RecordedCall], query: CallQuery) -> list[str]:
    """Sentences on what cannot be shown."""
    header, notes = reader.header, list[str]()
    if not found:
        notes.append(_why_none(reader))
    notes += _gone(Counter(each.reply for each in found))
    if header.parent is not None and (query.until is None or query.until <= header.parent.tick or not found):
        notes.append(
            t(
                "A fork begins without calls: those before {when} are in the run “{parent}”.",
                when=header.when(header.parent.tick),
                parent=header.parent.run,
            )
        )
    return notes


def _gone(states: Counter[ReplyState]) -> list[str]:
    """Sentences on raw replies that are not kept."""
    sentence = {
        ReplyState.OFF: tn(
            "The raw reply of {count} of these calls was not kept: “keep_replies” was off.",
            "The raw replies of {count} of these calls were not kept: “keep_replies” was off.",
            count=states[ReplyState.OFF],
        ),
        ReplyState.EARLIER: tn(
            "{count} of these calls is older than chronicle format 8, so its raw reply was not kept.",
            "{count} of these calls are older than chronicle format 8, so their raw replies were not kept.",
            count=states[ReplyState.EARLIER],
        ),
        ReplyState.PRUNED: tn(
            "The raw reply of {count} of these calls was deleted: kept replies had reached their share of the file.",
            "The raw replies of {count} of these calls were deleted: kept replies had reached their share of the file.",
            count=states[ReplyState.PRUNED],
        ),
    }
    return [said for state, said in sentence.items() if states[state]]


def _why_none(reader: Reader) -> str:
    """Why there is no call to show."""
    if count_calls(reader, CallQuery()):
        return t("No call of the run “{run}” fits.", run=reader.header.run)
    answerers = [name for (name,) in reader.select('SELECT DISTINCT "by" FROM questions ORDER BY 1', ())]
    others = [name for name in answerers if name != UNDERSTUDY]
    if not answerers:
        return t("Nothing has been asked in the run “{run}” yet.", run=reader.header.run)
    if not others:
        return t("No model was called in the run “{run}”: the understudy answered everything.", run=reader.header.run)
    return t(
        "No calls are recorded in the run “{run}”. {names} answered inside Milkwood, from the cache, before a fork, or "
        "before chronicle format 4.",
        run=reader.header.run,
        names=", ".join(others[:_MAX_NAMED_ANSWERERS]),
    )


def _rest(found: list[RecordedCall], count: int, query: CallQuery, most: int) -> list[str]:
    """How to see more."""
    if len(found) < most or len(found) == count:
        return []
    shown = t("These are the last {shown:,} that fit.", shown=len(found))
    if not query.failed:
        shown = t("These are the last {shown:,} of {count:,} calls.", shown=len(found), count=count)
    return [sentences(shown, t("--last N shows more, and “milkwood calls RUN NUMBER” everything about one."))]
