"""`milkwood exam`: asks a model the town's real questions and says what it is fit for.

Invariant: it never exceeds its time limit, two minutes by default, or its budget.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from milkwood import config
from milkwood.cli.amounts import dollars, duration, span
from milkwood.cli.bench import BenchWish, bench
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import around, padded, said
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.lab.exam import EXAM_SECONDS, Examination
from milkwood.lab.modes import MIN_ROUNDS
from milkwood.lab.paper import PAPER_SEED, paper
from milkwood.lab.profiling import examined
from milkwood.lab.sheet import ExamMark, ExamSheet
from milkwood.lab.verdict import ExamVerdict, verdict
from milkwood.models.budget import Cap
from milkwood.models.spec import Spec
from milkwood.providers.presets import Means, preset
from milkwood.providers.profile import ProfileShelf
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.why import in_words
from milkwood.run import model_specs
from milkwood.run.estimate import factors_of
from milkwood.run.model_specs import WEIGHTS
from milkwood.run.own_prompts import prompts_by_settings

_BUDGET = "200000tokens"
"""More than the whole exam needs; tokens, since not every price is known."""
WAITING_SECONDS = 5.0
"""The longest time without a sentence."""


class ExamPhrases(Phrasebook, context="exam"):
    """The texts of a report."""

    preparing = "Preparing the questions …"
    waiting = "waiting for an answer, {:.0f} s so far"
    headings = ("question", "asked", "valid", "repaired", "filled", "fallback", "s each", "what was wrong")
    traps = "traps: {} of {} kept"
    missed = "missed: {}"
    asked = "{} of {} questions were asked, in {}"
    not_asked = "{} could not be asked: the time or the budget was used up"
    alone = "{} tokens a second, one answer at a time"
    together = "{} tokens a second, eight at a time"
    tokens = "{:,} tokens read, {:,} of them from its cache; {:,} written"
    price = "this examination: {}"
    day_headings = ("a town day for", "calls", "price", "time, as fast as it goes")
    people = "{} people"
    unknown = "unknown"
    fit = "Fit: it answers the town's questions."
    partly = "Partly fit: {} of 100 answers could be used; the understudy would give the rest."
    unfit = "Not fit: {} of 100 answers could be used; the understudy would give most answers."
    lends = "It helps the understudy with choices and some lines: {} of 100 answers were its own."
    unknown_grade = "Too slow to judge: hardly any question was answered in time."
    trapped = "It fails the traps: its answers have the right form, but are often wrong."
    mode_headings = ("JSON mode", "asked", "usable", "s per usable answer", "tokens a second")
    mode_names: Mapping[str, str] = {
        "schema": "JSON schema",
        "grammar": "grammar",
        "tool": "tool call",
        "object": "JSON without a schema",
        "plain": "plain text",
    }
    no_mode = "not supported"
    not_compared = "The JSON modes were not compared: there was no time for it. --seconds gives more."
    other_mode = "Runs ask for “{}” instead of “{}”, since that takes clearly less time for each usable answer."
    context_length = "context length: {:,} tokens"
    left = "Runs leave to the next model, or to the understudy: {}. --trust-all asks it anyway."
    kept = "This is kept as the profile of the model, which run, up and estimate read."
    not_kept = "It was asked with your own prompts: the profile of the model stays as it is."
    live = "Fit for {} people live, at ten town seconds a second."
    not_live = "Not live: run the town in the background, and view it afterwards."
    weak = "Better use another model for: {}."


def exam(
    model: Annotated[str, typer.Argument(help="PROVIDER/MODEL, a name in your settings, a .gguf file, or “local”.")],
    lang: Annotated[
        str | None,
        typer.Option("--language", "--lang", help="The language of the questions: en or zh.", show_default="en"),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(help="Budget: 1.00, 200000tokens or 50calls.", show_default="200000tokens, none with --contexts"),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=10, help="Time limit in seconds.", show_default="120, none with --contexts"),
    ] = None,
    prompts: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FOLDER",
            help="Your own prompts: a folder, or “built-in”. With --contexts, two of them are compared.",
            show_default="from your settings",
        ),
    ] = None,
    contexts: Annotated[
        list[str] | None,
        typer.Option(metavar="RUN", help="Ask recorded questions of this run instead; can be repeated."),
    ] = None,
    count: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[KIND=]N",
            help="With --contexts: number of questions of each kind, or of one kind.",
            show_default="200 of speak, react, break_down and after_talk, 50 of the others",
        ),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="With --contexts: only this kind of question; can be repeated.", show_default="all"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="With --contexts: random seed of the choice.", show_default="1")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --contexts: keep the answers here; the same command continues."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Test a model with questions from a town's run."""
    if not contexts:
        _refuse_options_of_bench({"--count": count, "--kind": kind, "--seed": seed, "--keep": keep})
        limit = EXAM_SECONDS if seconds is None else seconds
        _examine(model, lang or LANGUAGES[0], budget or _BUDGET, limit, _own(prompts or ()), as_json=as_json)
        return
    if lang is not None:
        raise SetupError(
            t("Recorded questions are in the language of their run."), remedy=t("Leave out --language, or --contexts.")
        )
    wish = BenchWish(
        model=model,
        runs=contexts,
        prompts=prompts or (),
        counts=count or (),
        kinds=kind or (),
        seed=PAPER_SEED if seed is None else seed,
        keep=keep,
        budget=budget,
        seconds=seconds,
        as_json=as_json,
    )
    bench(wish, _spec(model))


def _refuse_options_of_bench(options: Mapping[str, object]) -> None:
    for option, given in options.items():
        if given is not None and given != []:
            raise SetupError(
                t("{option} is for recorded questions.", option=option), remedy=t("Name a run with --contexts.")
            )


def _own(named: Sequence[str]) -> OwnPrompts:
    """The prompts of an examination."""
    if len(named) > 1:
        raise SetupError(
            t("Two sets of prompts are compared with recorded questions."), remedy=t("Name a run with --contexts.")
        )
    return prompts_by_settings(named[0] if named else None) or BUILT_IN


def _examine(model: str, lang: str, budget: str, seconds: float, own: OwnPrompts, *, as_json: bool) -> None:
    deadline = time.monotonic() + seconds
    if lang not in LANGUAGES:
        raise SetupError(
            t("There are no questions in “{language}”.", language=lang),
            remedy=t("Available: {languages}.", languages=", ".join(LANGUAGES)),
        )
    spec = _spec(model)
    if not as_json:
        typer.echo(ExamPhrases.of(around(lang)).preparing, err=True)
    own = own.spoken(lang)
    sheet = _sat(spec, lang, budget, deadline, own, quiet=as_json)
    result = _judged(spec, model, lang, sheet, keep=not own.templates)
    if as_json:
        echo_json(result.plain())
    else:
        _show(result, kept=not own.templates)


def _spec(model: str) -> Spec | None:
    return None if model == config.UNDERSTUDY else model_specs.spec_for(model, config.settings())


def _sat(spec: Spec | None, lang: str, budget: str, deadline: float, own: OwnPrompts, *, quiet: bool) -> ExamSheet:
    papers = paper(lang)
    sitting = Examination(spec, papers, Cap.parse(budget), deadline - time.monotonic(), own)
    if quiet:
        return asyncio.run(sitting.sit())
    return asyncio.run(_ExamProgress(len(papers), ExamPhrases.of(around(lang))).shown(sitting))


class _ExamProgress:
    """Prints each mark as it comes, and that an answer is waited for if none comes."""

    def __init__(self, questions: int, words: ExamPhrases) -> None:
        self._questions = questions
        self._words = words
        self._count = 0
        self._asked = self._said = time.monotonic()

    async def shown(self, sitting: Examination) -> ExamSheet:
        """The sheet of a sitting."""
        ticking = asyncio.create_task(self._tick())
        try:
            return await sitting.sit(self._told, compared=self._compared)
        finally:
            ticking.cancel()

    def _told(self, mark: ExamMark) -> None:
        self._count += 1
        self._line(f"{self._count:>2}/{self._questions}", mark)

    def _compared(self, mode: Means, mark: ExamMark) -> None:
        self._line("     ", mark, f"  {self._words.mode_names[mode]}")

    def _line(self, start: str, mark: ExamMark, end: str = "") -> None:
        self._asked = self._said = time.monotonic()
        outcome = padded(mark.outcome, 9)
        typer.echo(f"  {start}  {mark.kind:<11} {outcome} {mark.seconds:6.1f} s{end}", err=True)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(max(0.0, self._said + WAITING_SECONDS - time.monotonic()))
            if (now := time.monotonic()) - self._said >= WAITING_SECONDS:
                self._said = now
                typer.echo(f"         {self._words.waiting.format(now - self._asked)}", err=True)


def _is_inside(spec: Spec | None) -> bool:
    return spec is not None and spec.provider == WEIGHTS


def _judged(spec: Spec | None, model: str, lang: str, sheet: ExamSheet, *, keep: bool) -> ExamVerdict:
    """The verdict, which is also kept as the profile of the model, unless it was asked in other words than ours."""
    if spec is None:
        return verdict(model, lang, sheet, hosted=False)
    today, shelf, lends = f"{datetime.now(UTC):%Y-%m-%d}", ProfileShelf(), _is_inside(spec)
    known = shelf.find(spec, lang) or shelf.blank(spec, lang, today)
    use = factors_of(spec, known, "")
    seen = use if use.rests_on != "understudy" else None
    hosted = not lends and not preset(spec.provider).local
    result = verdict(model, lang, sheet, hosted=hosted, lends=lends, seen=seen)
    if result.asked and keep:
        shelf.keep(spec, examined(known, sheet, result, today, lends=lends))
    return result


def _fault(code: str, count: int) -> str:
    words = said(in_words(code))
    return f"{words} ×{count}" if count > 1 else words


def _show(result: ExamVerdict, *, kept: bool) -> None:
    words = ExamPhrases.of(around(result.language))
    console = CleanConsole()
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(words.headings):
        table.add_column(heading, justify="right" if 1 <= number <= 6 else "left", overflow="fold")
    for row in result.rows:
        faults = ", ".join(_fault(name, count) for name, count in row.faults.items())
        counts = (str(count) for count in (row.asked, row.valid, row.repaired, row.filled, row.fallback))
        table.add_row(row.kind, *counts, f"{row.seconds:.2f}", Text(faults))
    console.print(table)
    console.print()
    for line in _facts(result):
        console.print(Text(f"  {line}"))
    console.print()
    if result.modes:
        console.print(_modes(result))
        console.print()
    console.print(_days(result))
    console.print()
    for line in _sentences(result, kept=kept):
        console.print(Text(line, style="bold"))


def _facts(result: ExamVerdict) -> list[str]:
    words = ExamPhrases.of(around(result.language))
    missed = [name for name, passed in result.traps.items() if not passed]
    facts = [words.traps.format(len(result.traps) - len(missed), len(result.traps))] if result.traps else []
    facts += [words.missed.format(name) for name in missed]
    facts.append(words.asked.format(result.asked, result.asked + result.not_asked, duration(result.seconds)))
    if result.not_asked:
        facts.append(words.not_asked.format(result.not_asked))
    if result.tokens_per_second:
        facts.append(words.alone.format(result.tokens_per_second))
    if result.tokens_per_second_together:
        facts.append(words.together.format(result.tokens_per_second_together))
    if result.prompt_tokens:
        facts.append(words.tokens.format(result.prompt_tokens, result.cached_tokens, result.answer_tokens))
    if result.context_tokens is not None:
        facts.append(words.context_length.format(result.context_tokens))
    if result.price is not None:
        facts.append(words.price.format(dollars(result.price)))
    return facts


def _modes(result: ExamVerdict) -> Table:
    words = ExamPhrases.of(around(result.language))
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(words.mode_headings):
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    for each in result.modes:
        took, rate = each.seconds_per_usable, each.tokens_per_second
        cells = (str(each.asked), str(each.usable), f"{took:.2f}" if took else "–", f"{rate:,.1f}" if rate else "–")
        table.add_row(words.mode_names[each.mode], *((words.no_mode,) if each.works is False else cells))
    return table


def _days(result: ExamVerdict) -> Table:
    words = ExamPhrases.of(around(result.language))
    table = Table(box=None, pad_edge=False)
    for heading in words.day_headings:
        table.add_column(heading, overflow="fold")
    for people, day in result.days.items():
        table.add_row(
            words.people.format(people),
            span(day.calls, lambda number: f"{number:,.0f}"),
            span(day.price, dollars) if day.price else words.unknown,
            span(day.seconds, duration) if day.seconds else words.unknown,
        )
    return table


def _sentences(result: ExamVerdict, *, kept: bool) -> list[str]:
    words = ExamPhrases.of(around(result.language))
    percent = round(100 * result.usable)
    if result.grade == "unknown":
        return [words.unknown_grade]
    said = [getattr(words, result.grade).format(percent)]
    missed = sum(not passed for passed in result.traps.values())
    if missed * 2 > len(result.traps):
        said.append(words.trapped)
    if result.grade != "unfit":
        said.append(words.live.format(result.people_live) if result.people_live else words.not_live)
    if result.weak and result.grade == "partly":
        said.append(words.weak.format(", ".join(result.weak)))
    return [*said, *(_consequences(result) if kept else [words.not_kept])]


def _consequences(result: ExamVerdict) -> list[str]:
    """What runs make of it."""
    words = ExamPhrases.of(around(result.language))
    usual = next((each.mode for each in result.modes if each.works), "")
    said = []
    if result.json_mode is not None:
        said.append(words.other_mode.format(words.mode_names[result.json_mode], words.mode_names[usual]))
    if result.modes and result.json_mode is None and max(each.asked for each in result.modes) < MIN_ROUNDS:
        said.append(words.not_compared)
    if result.left:
        said.append(words.left.format(", ".join(result.left)))
    if result.model != config.UNDERSTUDY:
        said.append(words.kept)
    return said
