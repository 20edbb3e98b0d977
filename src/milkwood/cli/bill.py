"""`milkwood bill`: the cost of a run so far, by person, question and model, outcomes of calls, and use of routines.

Invariant: reads only, also while the run is running.
"""

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from milkwood.chronicle import Chronicle
from milkwood.chronicle.acts import Reuse, reuse_of
from milkwood.chronicle.bill import Bill, BillLine
from milkwood.chronicle.calls import Outcome
from milkwood.chronicle.metrics import Metrics, metrics_of
from milkwood.chronicle.runs import find
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.recorded import BEFORE_THE_RUN, RUN_HELP
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import label, said
from milkwood.i18n import join, t
from milkwood.questions.advice import advice
from milkwood.questions.why import codes_in, in_words, outcome_in_words, outcome_remedy, remedy_of

_MAX_FAILURES = 20
NOT_RECORDED = "not recorded"
"""The model of a charge that came with a fork: its calls are in the parent."""


def bill(
    run: Annotated[str, typer.Argument(help=RUN_HELP)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what a run has cost so far."""
    with Chronicle.read(find(run)) as reader, reader.held():
        header, total, outcomes, spent = reader.header, reader.bill(), reader.outcomes(), reader.spent()
        metrics, reuse = metrics_of(reader), reuse_of(reader)
    if as_json:
        calls = [asdict(each) for each in outcomes]
        plain = {"run": header.run, **asdict(total), "calls": calls, "spent": asdict(spent)}
        advised = advice(metrics.total.answers, metrics.total.failures)
        plain |= {
            "failures": _failures(metrics),
            "advice": advised,
            "routines": {**asdict(reuse), "rate": round(reuse.rate, 4)},
        }
        echo_json(plain)
        return
    _show(header.run, total, outcomes, metrics, reuse)


def _failures(metrics: Metrics) -> list[dict[str, Any]]:
    found = [
        {"question": kind, "why": why, "times": times, "words": in_words(why), "remedy": remedy_of(why)}
        for kind, figure in metrics.by_kind.items()
        for why, times in figure.failures.items()
    ]
    return sorted(found, key=lambda each: (-each["times"], each["question"], each["why"]))


def _show(run: str, total: Bill, outcomes: list[Outcome], metrics: Metrics, reuse: Reuse) -> None:
    console = CleanConsole()
    whole = total.total
    told = t(
        "{run}: {answers:,} answers, {count:,} tokens, ${price:.4f}",
        run=run,
        answers=whole.answers,
        count=whole.prompt_tokens + whole.answer_tokens,
        price=whole.price,
    )
    console.print(said(told), style="bold", markup=False)
    if reuse.blocks:
        lived = t(
            "{reused:,} of {blocks:,} blocks of people's days were lived by routines ({share:.0%}).",
            reused=reuse.reused,
            blocks=reuse.blocks,
            share=reuse.rate,
        )
        console.print(said(lived), markup=False)
    if advised := advice(metrics.total.answers, metrics.total.failures):
        console.print(said(advised), markup=False)
    for heading, entries in (
        ("person", total.by_person),
        ("question", total.by_kind),
        ("model", total.by_answerer),
    ):
        if entries:
            console.print()
            console.print(_entries(heading, entries))
    if outcomes:
        console.print()
        console.print(_calls(outcomes))
    failures = _failures(metrics)
    if failures:
        console.print()
        console.print(_fails(failures))
    helps = {outcome_in_words(each.outcome): outcome_remedy(each.outcome) for each in outcomes}
    for each in failures[:_MAX_FAILURES]:
        helps |= {in_words(code): remedy_of(code) for code in codes_in(each["why"])}
    if any(helps.values()):
        console.print()
        console.print(_remedies({words: remedy for words, remedy in helps.items() if remedy}))


def _remedies(helps: dict[str, str]) -> Any:
    """What to do, once for each remedy."""
    table = _table("failure", "remedy")
    for remedy in dict.fromkeys(helps.values()):
        words = join(t(", ", context="why"), [each for each, said_remedy in helps.items() if said_remedy == remedy])
        table.add_row(Text(said(words)), Text(said(remedy)))
    return table


def _fails(failures: list[dict[str, Any]]) -> Any:
    table = _table("failed at", "times", "why")
    for each in failures[:_MAX_FAILURES]:
        table.add_row(each["question"], f"{each['times']:,}", Text(said(in_words(each["why"]))))
    return table


def _entries(heading: str, entries: dict[str, BillLine]) -> Any:
    table = _table(heading, "answers", "prompt tokens", "answer tokens", "price")
    for name, entry in sorted(entries.items(), key=lambda each: (-each[1].price, -each[1].answers, each[0])):
        table.add_row(
            label(name or NOT_RECORDED) if heading == "model" else name or label(BEFORE_THE_RUN),
            f"{entry.answers:,}",
            f"{entry.prompt_tokens:,}",
            f"{entry.answer_tokens:,}",
            f"${entry.price:.4f}",
        )
    return table


def _calls(outcomes: list[Outcome]) -> Any:
    table = _table("calls to", "ended", "calls", "prompt tokens", "known before", "answer tokens", "price")
    for each in outcomes:
        table.add_row(
            each.model,
            said(outcome_in_words(each.outcome)),
            f"{each.calls:,}",
            f"{each.prompt_tokens:,}",
            f"{each.cached_tokens:,}",
            f"{each.answer_tokens:,}",
            f"${each.price:.4f}",
        )
    return table


def _table(first: str, *others: str) -> Any:
    table = Table(box=None, pad_edge=False)
    table.add_column(label(first), overflow="fold")
    for heading in others:
        table.add_column(
            label(heading), justify="left" if heading in ("ended", "why", "remedy") else "right", overflow="fold"
        )
    return table
