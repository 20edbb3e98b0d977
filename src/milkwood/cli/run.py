"""`milkwood run`: runs or continues a town, and records it.

Invariant: the same command continues where it stopped; Ctrl-C stops cleanly, a second one at once; neither loses a paid
answer.
"""

import asyncio
import gc
import shlex
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any

import typer

from milkwood.chronicle.runs import path_for
from milkwood.cli.parts import (
    Minds,
    NoPolicy,
    NoRelationship,
    NoWandering,
    Off,
    Prompts,
    StrictModels,
    also_off,
    minds_by_settings,
)
from milkwood.cli.progress import view
from milkwood.cli.recorded import OtherPack
from milkwood.cli.runner import Flags, ask_afterwards, last_tick, source_of
from milkwood.cli.signs import Signs
from milkwood.cli.terminal import echo_json
from milkwood.cli.voice import preferred, rows, said, say, user_language
from milkwood.clock import TownClock
from milkwood.errors import SetupError
from milkwood.i18n import join, t
from milkwood.models.secret import masked_address
from milkwood.questions.why import outcome_in_words
from milkwood.run import LiveRun, ModelConfig, RunOptions
from milkwood.run.choice import RunRequest, choose
from milkwood.run.own_prompts import prompts_by_settings, prompts_note
from milkwood.run.pack import pack_note

MAX_DAYS = 3650
_SECONDS_A_DAY = 24 * 60 * 60
_SIGNAL_EXIT_CODE = 128
"""Exit code of a program ended by a signal, less the signal's number."""


class Order(StrEnum):
    """The schedules of thinking."""

    SERIAL = "serial"
    LOCKSTEP = "lockstep"
    OUT_OF_ORDER = "outoforder"


class AtCap(StrEnum):
    """What happens when the budget is used up."""

    UNDERSTUDY = "understudy"
    PAUSE = "pause"


class OnLimit(StrEnum):
    """What happens when a model is over its limit or out of reach."""

    WAIT = "wait"
    STOP = "stop"


TrustAll = Annotated[
    bool, typer.Option("--trust-all", help="Ask models also what their profiles say they cannot answer.")
]


def run_town(
    town: Annotated[
        str | None,
        typer.Argument(
            help="A town's name, a scenario's alias (see “milkwood town list”), or a pack's folder.", show_default=False
        ),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario.", show_default="the town's default")] = None,
    name: Annotated[
        str | None, typer.Option(help="The run's name, or a path that ends in .milkwood.", show_default="TOWN-SCENARIO")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed.", show_default="1")] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop at this moment: “day 2 18:00”, “18:00”, or a tick.", show_default="the scenario's days"
        ),
    ] = None,
    ticks: Annotated[int | None, typer.Option(min=1, help="Stop this many ticks after the run's start.")] = None,
    days: Annotated[
        int | None, typer.Option(min=1, max=MAX_DAYS, help="Stop this many days of 24 hours after the run's start.")
    ] = None,
    schedule: Annotated[
        Order, typer.Option(help="Order in which people are simulated; the history is the same.")
    ] = Order.OUT_OF_ORDER,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="RUN[@MOMENT]", help="Fork another run at a moment and continue the fork."),
    ] = None,
    at_once: Annotated[int, typer.Option(min=1, help="Maximum concurrent model calls.")] = 64,
    model: Annotated[
        str | None,
        typer.Option(
            help="Model: PROVIDER/MODEL, a name in milkwood.toml, a .gguf file, “local” or “understudy”.",
            show_default="from your settings",
        ),
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="Budget of the whole run: 2.00 (dollars), 50000tokens or 300calls.")
    ] = None,
    at_cap: Annotated[
        AtCap | None, typer.Option(help="What to do when the budget is used up.", show_default="understudy")
    ] = None,
    on_limit: Annotated[
        OnLimit | None,
        typer.Option(help="What to do when a model is rate-limited or cannot be reached.", show_default="wait"),
    ] = None,
    strict: StrictModels = None,
    trust_all: TrustAll = False,
    prompts: Prompts = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "--lang",
            help="Language of the town, such as en or zh.",
            show_default="yours, or the town's first",
        ),
    ] = None,
    mind: Minds = None,
    off: Off = None,
    routines: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Reuse the routines (repeated parts of days) from the end of another run."),
    ] = None,
    pack: OtherPack = None,
    durable: Annotated[
        bool, typer.Option("--durable", help="Survive power cuts: flush to disk after each answer.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    origin: Annotated[
        str | None,
        typer.Option("-o", "--origin", help="Town or scenario to start, or run to fork; replaces TOWN."),
    ] = None,
    target: Annotated[str | None, typer.Option("-t", "--target", help="The same as --name.")] = None,
    step: Annotated[
        int | None, typer.Option("-s", "--step", min=1, help="Stop this many ticks after the start or fork.")
    ] = None,
    disable_policy: NoPolicy = False,
    disable_relationship: NoRelationship = False,
    disable_wandering: NoWandering = False,
    call: Annotated[
        str | None, typer.Option("-c", "--call", metavar="NAME", help="Interview this person at the end.")
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(
            "-q", "--question", metavar="[TEXT]", help="At the end, ask everyone this question, or the default ones."
        ),
    ] = None,
) -> None:
    """Run a town and record it; the same command continues it."""
    flags = Flags(origin, target, step, call, question)
    flags.refuse_both(
        {"TOWN": town, "--name": name, "--from": from_, "--until": until, "--ticks": ticks, "--days": days}
    )
    _refuse_two_lengths(until, ticks, days)
    which = source_of(flags, town)
    also = also_off(policy=disable_policy, relationship=disable_relationship, wandering=disable_wandering)
    minds = minds_by_settings(off, also, mind)
    called, parent = target if name is None else name, which.parent if from_ is None else from_
    own = prompts_by_settings(prompts)
    wish = RunRequest(which.town, scenario, called, seed, language, parent, minds, routines, pack, own)
    choice = choose(wish)
    if pack is not None and choice.origin is not None and (note := pack_note(choice.origin.header, choice.pack)):
        say(note, err=True)
    if flags.only_asks and choice.goes_on:
        ask_afterwards(flags, choice.path)
        return
    steps = last_tick(flags, choice)
    end = _end(choice.pack.clock, choice.pack.scenario.days, until, steps or ticks, days)
    wanted = ModelConfig.from_settings(
        model=model, budget=budget, at_cap=at_cap, on_limit=on_limit, strict=strict, trust_all=trust_all
    )
    options = RunOptions(schedule, at_once, durable, models=wanted)
    began = time.monotonic()
    with choice.begun(wish, options, preferred(choice.pack.languages)) as run:
        if not quiet and (note := prompts_note(run.chronicle.header, own)):
            say(note, err=True)
        heard = lived(run, end, quiet=quiet, language=user_language())
        summary = _summary(run, end, time.monotonic() - began)
    if as_json:
        echo_json(summary)
    else:
        # Not in the record: without these options the hint would continue with another model, or without a cap.
        asked = masked_address(model) if model else model
        again = {"--model": asked, "--budget": budget, "--at-cap": at_cap, "--on-limit": on_limit}
        _sum_up(summary, which.town, again, _flags({"--strict": strict, "--trust-all": trust_all}))
    if heard and not summary["finished"]:
        raise typer.Exit(_SIGNAL_EXIT_CODE + heard)
    if run.halted is not None:
        raise run.halted
    ask_afterwards(flags, choice.path)


def _flags(given: Mapping[str, bool | None]) -> list[str]:
    return [flag for flag, said in given.items() if said]


# --- the last tick


def _refuse_two_lengths(until: str | None, ticks: int | None, days: int | None) -> None:
    options = {"--until": until, "--ticks": ticks, "--days": days}
    given = [option for option, value in options.items() if value is not None]
    if len(given) > 1:
        raise SetupError(
            t("{options} cannot be used together.", options=join(t(" and "), given)), remedy=t("Use one of them.")
        )


def _end(clock: TownClock, usual_days: int, until: str | None, ticks: int | None, days: int | None) -> int:
    if ticks is not None:
        end = ticks
    elif until is not None:
        end = clock.parse(until)
    else:
        end = (days or usual_days) * _SECONDS_A_DAY // clock.seconds_per_tick
    if end < 1:
        remedy = t("It starts at {date:%Y-%m-%d %H:%M}, on day 1.", date=clock.start)
        raise SetupError(t("“{text}” is not after the run's start.", text=until), remedy=remedy)
    if end > MAX_DAYS * _SECONDS_A_DAY // clock.seconds_per_tick:
        raise SetupError(t("That is more than ten years."), remedy=t("Run a part of it; the same command continues."))
    return end


# --- running


def lived(run: LiveRun, end: int, *, quiet: bool, language: str = "en") -> int:
    """Run, with a display in a language; returns the signal that stopped it, if any."""
    chronicle, said, name = run.chronicle, Signs.of(language), run.chronicle.header.run
    if chronicle.settled >= end:
        if not quiet:
            typer.echo(said.reached.format(run=name), err=True)
        return 0
    if not quiet:
        clock = chronicle.header.clock
        since, until = (
            said.moment.format(day=clock.day(tick), time=f"{clock.moment(tick):%H:%M}") for tick in (chronicle.end, end)
        )
        how = said.goes_on if chronicle.end else said.begins
        typer.echo(how.format(run=name, since=since, until=until), err=True)
    with _stoppable(run) as heard, _freeze_map():
        asyncio.run(_tried_and_lived(run, end, quiet=quiet, signs=said))
    return heard[0] if heard else 0


async def _tried_and_lived(run: LiveRun, end: int, *, quiet: bool, signs: Signs) -> None:
    await run.try_models(lambda sentence: None if quiet else say(sentence, err=True))
    if not quiet and run.stack is not None and sys.stderr.isatty():  # elsewhere the lines begin with all notes
        for note in run.stack.fitting.notes():
            say(note, err=True)
    if not quiet and run.use is not None and (hour := run.use.hour()):
        say(hour, err=True)
    with view(run, end, quiet=quiet, signs=signs):
        await run.live(end)


@contextmanager
def _freeze_map() -> Iterator[None]:
    """Exclude the map from garbage collection, which would scan all tiles again and again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def _stoppable(run: LiveRun) -> Iterator[list[int]]:
    """The first signal stops the run, the second exits at once; yields the list of signals."""
    heard: list[int] = []

    def hear(number: int, _frame: object) -> None:
        heard.append(number)
        if len(heard) > 1:
            # Python would warn about each coroutine that had not started.
            warnings.simplefilter("ignore", RuntimeWarning)
            raise KeyboardInterrupt
        run.stop()

    if threading.current_thread() is not threading.main_thread():
        yield heard  # only the main thread gets signals
        return
    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# --- summary


def _summary(run: LiveRun, end: int, seconds: float) -> dict[str, Any]:
    header, chronicle, tally = run.chronicle.header, run.chronicle, run.tally
    return {
        "run": header.run,
        "path": str(chronicle.path),
        "town": header.town,
        "scenario": header.scenario,
        "language": header.language,
        "seed": header.seed,
        "parent": f"{header.parent.run}@{header.parent.tick}" if header.parent else None,
        "seconds_per_tick": header.seconds_per_tick,
        "tick": chronicle.end,
        "until": end,
        "day": header.clock.day(chronicle.end),
        "time": header.clock.moment(chronicle.end).isoformat(),
        "finished": chronicle.settled >= end,
        "events": tally.events,
        "talks": tally.talks,
        "answers": tally.answers,
        "tokens": tally.tokens,
        "price": tally.price,
        "calls": _calls(run),
        "spent": _spent(run),
        "halted": None if run.halted is None else run.halted.sentence(),
        "seconds": round(seconds, 3),
        "hash": chronicle.history_hash(),
    }


def _calls(run: LiveRun) -> dict[str, dict[str, int]]:
    calls: dict[str, dict[str, int]] = {}
    for each in run.chronicle.outcomes():
        calls.setdefault(each.model, {})[each.outcome] = each.calls
    return calls


def _spent(run: LiveRun) -> dict[str, float]:
    """Charges of calls to language models, failed ones included."""
    spent = run.chronicle.spent()
    return {"price": spent.price, "tokens": spent.tokens, "calls": spent.calls}


def _sum_up(summary: dict[str, Any], town: str, again: Mapping[str, str | None], flags: Sequence[str] = ()) -> None:
    """Print the summary; `again` and `flags` are the options of the command that continues."""
    run, path = summary["run"], summary["path"]
    named = shlex.quote(run if path == str(path_for(run)) else path)
    reached = t("day {day} {time} (tick {tick})", day=summary["day"], time=summary["time"][11:16], tick=summary["tick"])
    counts = {name: summary[name] for name in ("events", "talks", "answers")}
    say(
        t(
            "{run} has reached {when}: {events} events, {talks} talks, {answers} answers.",
            run=run,
            when=reached,
            **counts,
        )
        if summary["finished"]
        else t(
            "{run} was stopped at {when}: {events} events, {talks} talks, {answers} answers.",
            run=run,
            when=reached,
            **counts,
        ),
        bold=True,
    )
    entries = {
        "file": path,
        "history": summary["hash"],
        "bill": said(t("{amount:,} tokens, ${price:.2f}", amount=summary["tokens"], price=summary["price"])),
        **({"calls": _said(summary["calls"])} if summary["calls"] else {}),
        "look at it": f"milkwood show {named}",
        "read it": f"milkwood export {named} --format md",
        "check it": f"milkwood verify {named}",
        "continue": " ".join(
            (
                f"milkwood run {shlex.quote(town)} --name {named} {_further(summary)}",
                *(f"{option} {shlex.quote(value)}" for option, value in again.items() if value is not None),
                *flags,
            )
        ),
    }
    typer.echo(rows(entries))


def _said(calls: dict[str, dict[str, int]]) -> str:
    """Outcomes of calls, the most frequent first."""
    ordered = {model: sorted(ends.items(), key=lambda each: -each[1]) for model, ends in calls.items()}
    return "; ".join(
        f"{model}: " + ", ".join(f"{said(outcome_in_words(end))} {count:,}" for end, count in ends)
        for model, ends in ordered.items()
    )


def _further(summary: dict[str, Any]) -> str:
    """The option that continues the run."""
    if not summary["finished"]:
        return f"--ticks {summary['until']}"
    return f"--days {summary['tick'] * summary['seconds_per_tick'] // _SECONDS_A_DAY + 1}"
