"""`milkwood exam MODEL --contexts RUN`: recorded questions put to a model, with one or two sets of prompts.

Invariant: what was measured is shown however it ends; how the questions were drawn is said before the first is asked.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import typer
from rich.table import Table
from rich.text import Text

from milkwood import config
from milkwood.chronicle.runs import find
from milkwood.cli.amounts import dollars, duration
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import said, say, user_language
from milkwood.errors import SetupError
from milkwood.i18n import join, sentences, t
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.ids import typed_path
from milkwood.lab.bench.bench import Bench, setup_of
from milkwood.lab.bench.contexts import Contexts, contexts_of, usual_count
from milkwood.lab.bench.log import BenchLog, BenchMark
from milkwood.lab.bench.proportion import ShareInterval
from milkwood.lab.bench.result import ALL, KindResult, ShareDifference, differences, figures
from milkwood.lab.paper import ORDER
from milkwood.models.budget import Cap
from milkwood.models.spec import Spec
from milkwood.questions.failures import CALLS, FAULTS
from milkwood.questions.offer import offer
from milkwood.questions.own_prompts import BUILT_IN, OwnPrompts
from milkwood.questions.prompt import render
from milkwood.questions.registry import kind_of
from milkwood.questions.tokens import tokens
from milkwood.run.own_prompts import NONE_OF_OWN, named_prompts, prompts_by_settings, prompts_named

INTERRUPTED_EXIT_CODE: Final = 130
PROGRESS_SECONDS: Final = 5.0
"""The longest time without a line."""
_LETTERS: Final = "AB"


class BenchPhrases(Phrasebook, context="bench"):
    """The texts of a bench."""

    progress = "  {done:,} of {total:,} answers, {usable:.0f} % usable, {seconds:.1f} s each; about {left} left"
    waiting = "  {done:,} of {total:,} answers, {seconds:.0f} s without another"
    headings = ("question", "", "asked", "usable", "at once", "repaired", "filled", "broken", "tokens", "s each")
    difference_headings = ("B less A", "usable", "at once", "tokens written", "s each")
    all_kinds = "all"
    between = "{value} ({low} to {high})"
    legend = "Shares in percent, with 95 % intervals. Filled answers are usable: the mind fills the rest by habit."
    tokens = "Tokens: read + written for each question, asked again included."
    broken = "broken: {}"
    chance = "* is more than chance: the 95 % interval excludes 0. Shares in points of a percent."
    sure = "More than chance in usable answers: {}."
    unsure = "No difference in usable answers is more than chance."
    unanswered = "{} questions got no reply of the model and do not count."
    price = "price: {}"
    kept = "Kept in {}; the same command continues it."


@dataclass(frozen=True, slots=True)
class BenchWish:
    """What the user asked for."""

    model: str
    runs: Sequence[str]
    prompts: Sequence[str]
    counts: Sequence[str]
    kinds: Sequence[str]
    seed: int
    keep: str | None
    budget: str | None
    seconds: float | None
    as_json: bool


def bench(wish: BenchWish, spec: Spec | None) -> None:
    """Measure, and show what was measured; the exit code is 1 if the model failed, 130 after Ctrl-C."""
    prompts = _prompts(wish.prompts)
    if spec is None and any(each.templates for each in prompts.values()):
        raise SetupError(t("The understudy reads no prompts."), remedy=t("Name a model, or leave out --prompts."))
    counts = _counts(wish.kinds, wish.counts)
    contexts = contexts_of([find(run) for run in wish.runs], counts, wish.seed)
    _refuse_nothing(contexts, wish.kinds)
    cap = Cap.parse(wish.budget) if wish.budget else None
    keep = None if wish.keep is None else typed_path(wish.keep)
    with BenchLog(keep, setup_of(spec, contexts, prompts)) as log:
        measuring = Bench(spec, contexts, prompts, log, cap, wish.seconds)
        if not wish.as_json:
            _say_what(contexts, counts, prompts, measuring)
        interrupted = _measured(measuring, quiet=wish.as_json)
        marks = log.marks((name, each.name) for each in contexts.drawn for name in prompts)
    kinds = [kind for kind in contexts.counts if any(mark.kind == kind for mark in marks)]
    result = _Result(
        wish,
        contexts,
        prompts,
        marks,
        figures(marks, kinds, [*prompts]),
        differences(marks, kinds, [*prompts]),
        said(t("interrupted")) if interrupted else said(measuring.stopped),
        measuring.left,
    )
    if wish.as_json:
        echo_json(result.plain())
    else:
        result.show()
    if interrupted:
        raise typer.Exit(INTERRUPTED_EXIT_CODE)
    if measuring.failed:
        raise typer.Exit(1)


# --- what is wanted


def _prompts(named: Sequence[str]) -> dict[str, OwnPrompts]:
    """The sets of prompts by name: those of the command, of the settings, or the built-in ones."""
    if len(named) > len(_LETTERS):
        raise SetupError(t("At most two sets of prompts can be compared."), remedy=t("Give --prompts once or twice."))
    if len({*named}) < len(named):
        raise SetupError(t("The same prompts are named twice."), remedy=t("Name others, or “built-in”."))
    if named:
        return {name: prompts_named(name) for name in named}
    return {config.read().prompts or NONE_OF_OWN: prompts_by_settings() or BUILT_IN}


def _counts(kinds: Sequence[str], given: Sequence[str]) -> dict[str, int]:
    """How many contexts of each kind: `20`, or `speak=100`."""
    wanted = [_kind(kind) for kind in kinds] or list(ORDER)
    counts = {kind: usual_count(kind) for kind in wanted}
    for text in given:
        kind, named, number = text.rpartition("=")
        if not number.strip().isdecimal() or not int(number):
            raise SetupError(
                t("“{text}” is no number of contexts.", text=text), remedy=t("Write --count 100, or --count speak=100.")
            )
        counts |= {_kind(kind): int(number)} if named else dict.fromkeys(counts, int(number))
    return counts


def _kind(name: str) -> str:
    if name.strip() not in ORDER:
        raise SetupError(
            t("There is no question called “{name}”.", name=name),
            remedy=t("There are: {names}.", names=", ".join(ORDER)),
        )
    return name.strip()


def _refuse_nothing(contexts: Contexts, kinds: Sequence[str]) -> None:
    """Raise an error if there is nothing to ask, or nothing of a kind that was asked for by name."""
    missing = [kind.strip() for kind in kinds if not contexts.found.get(kind.strip())]
    runs = ", ".join(f"“{each.run}”" for each in contexts.sources)
    if missing:
        what = t("There is no question “{kind}” that can be asked in {runs}.", kind=missing[0], runs=runs)
        remedy = t("A longer or another run may have some.")
        raise SetupError(what, remedy=sentences(_left_out(contexts), remedy))
    if not contexts.drawn:
        what = t("There is no question that can be asked in {runs}.", runs=runs)
        remedy = t("Let a run live some hours first, with the understudy for example.")
        raise SetupError(what, remedy=sentences(_left_out(contexts), remedy))


# --- before it begins


def _say_what(contexts: Contexts, counts: dict[str, int], prompts: dict[str, OwnPrompts], measuring: Bench) -> None:
    drawn = ", ".join(f"{kind} {count}" for kind, count in contexts.counts.items())
    say(
        t(
            "{count} contexts of {runs}, drawn with seed {seed}: {drawn}.",
            count=len(contexts.drawn),
            runs=", ".join(each.run for each in contexts.sources),
            seed=contexts.seed,
            drawn=drawn,
        ),
        err=True,
    )
    none = [kind for kind in counts if not contexts.found.get(kind)]
    fewer = [f"{kind} {has}/{counts[kind]}" for kind, has in contexts.found.items() if 0 < has < counts[kind]]
    if none:
        say(t("The runs have no questions of: {kinds}.", kinds=", ".join(none)), err=True)
    if fewer:
        say(t("Fewer than wanted: {kinds}.", kinds=", ".join(fewer)), err=True)
    if contexts.left_out:
        say(_left_out(contexts), err=True)
    for letter, (name, own) in zip(_LETTERS, prompts.items(), strict=False):
        label = f"{letter} = {name}" if len(prompts) > 1 else name
        say(t("Prompts: {name}", name=f"{label} ({named_prompts(own.hashes())})" if own.templates else label), err=True)
    read = sum(_tokens(each, own) for each in contexts.drawn for own in prompts.values())
    say(
        t(
            "{left} of {total} answers to come, about {tokens:,} tokens to read in all.",
            left=measuring.left,
            total=measuring.total,
            tokens=round(read, -3),
        ),
        err=True,
    )


def _tokens(context: Any, own: OwnPrompts) -> int:
    content = context.question.content
    sections = own.template(context.kind, content["self"]["language"])
    return tokens(render(kind_of(context.kind), content, offer(content), sections).text)


def _left_out(contexts: Contexts) -> str:
    """Which questions cannot be asked today, and why."""
    if not contexts.left_out:
        return ""
    parts = [
        t("{kind} {count} ({why})", kind=kind, count=count, why=why) for (kind, why), count in contexts.left_out.items()
    ]
    return t("Left out, since they are of another release and cannot be asked today: {parts}.", parts=join(", ", parts))


# --- measuring


def _measured(measuring: Bench, *, quiet: bool) -> bool:
    """Measure, with a line now and then; whether it was interrupted."""
    progress = _Progress(measuring.left)
    try:
        asyncio.run(_told(measuring, progress, quiet=quiet))
    except KeyboardInterrupt:
        return True
    return False


async def _told(measuring: Bench, progress: "_Progress", *, quiet: bool) -> None:
    ticking = None if quiet else asyncio.create_task(progress.tick())
    try:
        await measuring.measure(progress.note, lambda text: None if quiet else say(text, err=True))
    finally:
        if ticking is not None:
            ticking.cancel()
            with suppress(asyncio.CancelledError):
                await ticking


class _Progress:
    """A line every few seconds."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._words = BenchPhrases.of(user_language())
        self._began = self._last = time.monotonic()
        self._done = self._usable = 0
        self._seconds = 0.0

    def note(self, mark: BenchMark) -> None:
        """Count an answer."""
        self._last = time.monotonic()
        self._done += 1
        self._usable += mark.usable
        self._seconds += mark.seconds

    async def tick(self) -> None:
        """Print until cancelled."""
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            now = time.monotonic()
            if now - self._last >= PROGRESS_SECONDS or not self._done:
                line = self._words.waiting.format(done=self._done, total=self._total, seconds=now - self._last)
            else:
                left = (now - self._began) / self._done * (self._total - self._done)
                line = self._words.progress.format(
                    done=self._done,
                    total=self._total,
                    usable=100 * self._usable / self._done,
                    seconds=self._seconds / self._done,
                    left=duration(left),
                )
            typer.echo(line, err=True)


# --- the result


@dataclass(frozen=True, slots=True)
class _Result:
    wish: BenchWish
    contexts: Contexts
    prompts: dict[str, OwnPrompts]
    marks: Sequence[BenchMark]
    figures: Sequence[KindResult]
    differences: Sequence[ShareDifference]
    stopped: str
    left: int

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "model": self.wish.model,
            "runs": [{"run": each.run, "hash": each.hash} for each in self.contexts.sources],
            "seed": self.contexts.seed,
            "prompts": [{"name": name, "own": own.hashes()} for name, own in self.prompts.items()],
            "contexts": self.contexts.counts,
            "left_out": [
                {"kind": kind, "why": str(why), "count": count} for (kind, why), count in self.contexts.left_out.items()
            ],
            "finished": not self.left,
            "left": self.left,
            "stopped": self.stopped,
            "price": sum(mark.price for mark in self.marks),
            "rows": [each.plain() for each in self.figures],
            "differences": [each.plain() for each in self.differences],
        }

    def show(self) -> None:
        """Print the tables."""
        words, console = BenchPhrases.of(user_language()), CleanConsole()
        lines: list[str] = [*self._broken(words), words.legend, words.tokens]
        console.print(self._table(words))
        for line in lines:
            console.print(Text(line))
        if self.differences:
            console.print()
            console.print(self._differences(words))
            console.print(Text(words.chance))
            sure = [each.kind for each in self.differences if each.measure == "usable" and each.is_sure]
            told = [words.all_kinds if kind == ALL else kind for kind in sure]
            console.print(Text(words.sure.format(", ".join(told)) if told else words.unsure, style="bold"))
        if silent := sum(not mark.judged for mark in self.marks):
            console.print(Text(words.unanswered.format(silent)))
        if price := sum(mark.price for mark in self.marks):
            console.print(Text(words.price.format(dollars(price))))
        if self.left:
            say(t("Not finished: {why}; {left} answers are missing.", why=self.stopped, left=self.left))
        if self.wish.keep is not None:
            console.print(Text(words.kept.format(self.wish.keep)))

    @property
    def _letters(self) -> dict[str, str]:
        """The letter of each set of prompts, if there are two."""
        return dict(zip(self.prompts, _LETTERS if len(self.prompts) > 1 else " ", strict=False))

    def _table(self, words: BenchPhrases) -> Table:
        table = Table(box=None, pad_edge=False, collapse_padding=True)
        for place, heading in enumerate(words.headings):
            table.add_column(heading, justify="right" if place > 1 else "left", overflow="fold")
        for row in self.figures:
            counts = (str(row.outcomes.get(each, 0)) for each in ("repaired", "filled", "broken"))
            table.add_row(
                words.all_kinds if row.kind == ALL else row.kind,
                self._letters[row.prompts],
                str(row.asked),
                _share(row.usable),
                f"{100 * row.valid.share:.0f}",
                *counts,
                f"{row.prompt_tokens:,.0f}+{row.answer_tokens:,.0f}",
                f"{row.seconds:.2f}",
            )
        return table

    def _broken(self, words: BenchPhrases) -> Iterator[str]:
        """What broke the answers of each kind."""
        for row in self.figures:
            if row.broken_by and row.kind != ALL:
                faults = ", ".join(f"{_fault(code)} ×{count}" for code, count in row.broken_by.items())
                yield words.broken.format(" ".join(filter(str.strip, (row.kind, self._letters[row.prompts], faults))))

    def _differences(self, words: BenchPhrases) -> Table:
        table = Table(box=None, pad_edge=False, collapse_padding=True)
        for place, heading in enumerate(words.difference_headings):
            table.add_column(heading, justify="right" if place else "left", overflow="fold")
        for kind in dict.fromkeys(each.kind for each in self.differences):
            mine = {each.measure: each for each in self.differences if each.kind == kind}
            table.add_row(
                words.all_kinds if kind == ALL else kind,
                *(_difference(mine[measure], words) for measure in ("usable", "valid", "answer_tokens", "seconds")),
            )
        return table


def _share(share: ShareInterval) -> str:
    return f"{100 * share.share:.0f} ({100 * share.low:.0f}–{100 * share.high:.0f})" if share.n else "–"


def _difference(each: ShareDifference, words: BenchPhrases) -> str:
    scale = 100 if each.measure in ("usable", "valid") else 1
    digits = 2 if each.measure == "seconds" else 0

    def signed(value: float) -> str:
        return f"{round(scale * value, digits) + 0.0:+.{digits}f}"

    if each.low is None or each.high is None:
        return signed(each.value)
    text = words.between.format(value=signed(each.value), low=signed(each.low), high=signed(each.high))
    return f"{text} *" if each.is_sure else text


def _fault(code: str) -> str:
    """A code of a fault in words."""
    kind, _, about = code.partition(": ")
    known = CALLS.get(about) if kind == "failed" else FAULTS.get(code)
    return said(known.words) if known else code
