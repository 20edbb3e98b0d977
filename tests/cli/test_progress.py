"""The progress view of a run: its contents, and the sentence that says why whenever nothing moves (rule O2)."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from milkwood import towns
from milkwood.cli.progress import ClockSpeed, Nothing, ProgressLines, ProgressSnapshot, Screen, look_at, view, why
from milkwood.engine.turns import Turns
from milkwood.models.budget import Cap, NullLedger, Sum
from milkwood.models.port import Answer, Question
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, stillness
from milkwood.run.mind_config import RULE
from milkwood.run.model_stack import build_stack
from milkwood_rule.answers import RuleAnswers
from tests.towns.conftest import TinyPack

MOVING = ProgressSnapshot(
    tick=60,
    awake=2,
    people=3,
    thinking=1,
    answers=7,
    under_way=0,
    waiting=0,
    tokens=12345,
    price=0.5,
    events=30,
    talks=2,
)
WAITING = replace(MOVING, under_way=3, waiting=2, longest="Isabella Rodriguez decides what to say", longest_seconds=4.2)


class Clock:
    """A wall clock that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Silent:
    """A model that answers a given number of questions, and then no more."""

    def __init__(self, answers: int) -> None:
        self._left = answers

    async def answer(self, question: Question) -> Answer:
        self._left -= 1
        if self._left < 0:
            await asyncio.get_running_loop().create_future()
        return await RuleAnswers().answer(question)


@pytest.fixture
def run(tiny: TinyPack, tmp_path: Path) -> Iterator[LiveRun]:
    options = RunOptions(at_once=2, model=Silent(1))
    with new_run(
        towns.load(tiny.folder), tmp_path / "monday.milkwood", "monday", options=options, minds=MindConfig(RULE)
    ) as run:
        yield run


@pytest.fixture
def paper() -> Console:
    return Console(file=StringIO(), width=120, force_terminal=False, color_system=None)


def at(run: LiveRun, tick: int) -> None:
    """Set the next tick of every person."""
    run.life._turns = Turns([tick] * len(run.life.people))


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


# --- why nothing moves


def test_a_town_that_moves_needs_no_reason() -> None:
    assert why(MOVING, 0.2) == why(WAITING, 0.9) == ""


def test_answers_that_are_awaited_are_counted_and_the_longest_is_named() -> None:
    assert why(WAITING, 3.0) == ("waiting for 3 answers, the longest for 4 s: Isabella Rodriguez decides what to say")
    assert why(replace(WAITING, under_way=1), 3.0) == (
        "waiting for an answer, for 4 s: Isabella Rodriguez decides what to say"
    )


def test_when_nothing_is_awaited_it_is_the_machine() -> None:
    assert why(MOVING, 3.0) == "computing; no answer is pending"


def test_stopping_says_what_for_and_how_long_it_waits() -> None:
    assert why(replace(MOVING, stopping=True), 0.0) == "stopping"
    assert why(replace(WAITING, stopping=True), 0.0) == (
        "stopping: waiting 5 s at most for 3 answers that are being paid for; Ctrl-C leaves at once"
    )
    one = why(replace(WAITING, under_way=1, stopping=True), 0.0)
    assert "for an answer that is being paid for" in one


# --- looking


def test_a_look_shows_who_waits_for_what_and_how_long(run: LiveRun) -> None:
    async def look() -> ProgressSnapshot:
        living = asyncio.ensure_future(run.live(600))
        while run.limiter.waiting == 0 or run.tally.answers == 0:
            await asyncio.sleep(0)
        ((_, since), *_) = sorted(run.limiter.under_way(), key=lambda call: call[1])
        found = look_at(run, 600, since + 4.0)
        living.cancel()
        return found

    found = asyncio.run(look())
    assert (found.tick, found.people, found.thinking) == (0, 3, 3)
    assert (found.answers, found.under_way, found.waiting, found.asked) == (1, 2, 1, 4)
    assert found.longest_seconds == 4.0
    assert found.longest in {"Ben Small plans the day", "Ada Small works out what to do next"}
    assert not found.stopping


def test_a_kind_of_question_without_words_is_named_by_itself(run: LiveRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stillness.StillnessPhrases, "kinds", {})

    async def look() -> str:
        living = asyncio.ensure_future(run.live(600))
        while not run.limiter.under_way():
            await asyncio.sleep(0)
        found = look_at(run, 600, 0.0).longest
        living.cancel()
        return found

    assert asyncio.run(look()).endswith("Small asks “plan_day”")


def test_a_run_at_its_end_looks_no_further(run: LiveRun) -> None:
    at(run, 900)
    assert look_at(run, 600, 0.0).tick == 600


# --- pace


def test_the_pace_is_that_of_the_last_seconds() -> None:
    pace = ClockSpeed(seconds_per_tick=10)
    assert pace.times_real == 0.0
    assert pace.hour_seconds is None
    for second in range(60):
        pace.note(float(second), second if second < 40 else 40 + (second - 40) * 5)
    assert pace.times_real == pytest.approx(50.0)


def test_the_pace_knows_for_how_long_nothing_has_moved() -> None:
    pace = ClockSpeed(seconds_per_tick=10)
    pace.note(1.0, 5)
    pace.note(3.0, 5)
    assert pace.still(4.0) == 3.0
    pace.note(5.0, 6)
    assert pace.still(5.5) == 0.5


def test_a_town_hour_takes_as_long_as_everything_lived_so_far_says() -> None:
    pace = ClockSpeed(seconds_per_tick=10)
    for second in range(20):
        pace.note(float(second), second * 30, relived=600)  # only repeated, and quick
    assert pace.hour_seconds is None
    pace.note(20.0, 600, relived=601)
    for minute in range(1, 6):
        pace.note(20.0 + 60.0 * minute, 600 + 6 * minute, relived=600)
    assert pace.hour_seconds == pytest.approx(3600.0)


def test_a_line_says_how_long_a_town_hour_takes_if_that_is_long(run: LiveRun, paper: Console) -> None:
    clock = Clock()
    lines = ProgressLines(run, 600, paper, clock)
    for minute in range(6):
        clock.now = 60.0 * minute
        lines._pace.note(clock.now, 6 * minute)
    assert "a town hour takes about 60 min" in lines.line(MOVING, 0.0)


# --- lines


def test_a_line_tells_it_all(run: LiveRun, paper: Console) -> None:
    line = ProgressLines(run, 600, paper, Clock()).line(MOVING, 0.0)
    assert line == (
        "day 1 07:10:00 (10%) · 0 × real time · 2 of 3 awake · 7 of 7 questions answered"
        " · 12,345 tokens, $0.50 · 30 events, 2 talks"
    )


def test_a_line_says_why_nothing_moves(run: LiveRun, paper: Console) -> None:
    line = ProgressLines(run, 600, paper, Clock()).line(WAITING, 6.0)
    assert "waiting for 3 answers, the longest for 4 s: Isabella Rodriguez decides what to say" in line
    assert "7 of 12 questions answered" in line
    assert "real time" not in line


def test_lines_are_said_every_few_seconds_and_no_oftener(run: LiveRun, paper: Console) -> None:
    clock = Clock()
    lines = ProgressLines(run, 600, paper, clock)
    for _ in range(24):
        clock.now += 0.5
        lines.watch()
    assert len(written(paper).splitlines()) == 2


def test_lines_end_with_the_run(run: LiveRun, paper: Console) -> None:
    def looking() -> list[str]:
        return [thread.name for thread in threading.enumerate() if thread.name == "progress"]

    with ProgressLines(run, 600, paper):
        assert looking() == ["progress"]
    assert looking() == []


# --- screen


def drawn(screen: Screen) -> str:
    console = Console(file=StringIO(), width=100, color_system=None)
    console.print(screen.panel())
    return written(console)


def test_the_screen_shows_clock_people_questions_bill_and_history(run: LiveRun, paper: Console) -> None:
    shown = drawn(Screen(run, 600, paper, Clock()))
    for words in (
        "monday: tinytown / plain",
        "Day 1, Friday 10 March 2023  07:00:00",
        "0%",
        "0 of 3 awake, 0 thinking",
        "0 asked: 0 answered, 0 under way, 0 waiting",
        "0 tokens, $0.00",
        "3 events, 0 talks",
        "Ctrl-C stops it; nothing is lost.",
    ):
        assert words in shown


def test_the_screen_says_how_fast_it_goes_and_how_long_it_will_take(run: LiveRun, paper: Console) -> None:
    clock = Clock()
    screen = Screen(run, 600, paper, clock)
    drawn(screen)
    for seconds, tick, left in (
        (1.0, 50, "about 11 s left"),
        (1.0, 60, "about 18 s left"),
        (9.0, 61, "11 × real time, about 8 min left"),
        (3600.0, 62, "about 538 h left"),
    ):
        clock.now += seconds
        at(run, tick)
        assert left in drawn(screen)
    for _ in range(3):
        clock.now += 9.0
        shown = drawn(screen)
    assert "0 × real time" in shown
    assert "left" not in shown


def test_the_screen_says_why_nothing_moves(run: LiveRun, paper: Console) -> None:
    clock = Clock()
    screen = Screen(run, 600, paper, clock)
    drawn(screen)
    clock.now += 2.0
    assert "Computing; no answer is pending." in drawn(screen)


def test_the_screen_says_when_recorded_ticks_are_replayed(run: LiveRun, paper: Console) -> None:
    run.chronicle.record(60, [])
    assert "Replaying the record up to 07:10:00." in drawn(Screen(run, 600, paper, Clock()))


def test_the_screen_comes_and_goes(run: LiveRun) -> None:
    console = Console(file=StringIO(), width=100, force_terminal=True)
    with Screen(run, 600, console):
        pass
    assert "tinytown" in written(console)


# --- which view


def test_quiet_shows_nothing(run: LiveRun) -> None:
    with view(run, 600, quiet=True) as shown:
        assert isinstance(shown, Nothing)


@pytest.mark.parametrize(("terminal", "kind"), [("1", Screen), ("", ProgressLines)])
def test_a_terminal_gets_a_screen_and_a_pipe_gets_lines(
    terminal: str, kind: type, run: LiveRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("TTY_COMPATIBLE", terminal or "0")
    assert isinstance(view(run, 600), kind)


# --- language models


LIMITED = replace(WAITING, waits="fast: Too many calls. It is asked again in 12 s.")


def test_while_waiting_for_a_model_the_sentence_says_which_and_why() -> None:
    assert why(LIMITED, 5.0) == "waiting for fast: Too many calls. It is asked again in 12 s"
    assert why(LIMITED, 0.5) == ""
    assert why(replace(LIMITED, stopping=True), 5.0).startswith("stopping")


def test_the_bill_shows_the_budget_and_what_is_reserved_of_it(run: LiveRun) -> None:
    look = replace(MOVING, purse="; $0.50 and $0.02 for calls under way of a budget of $2.00")
    line = ProgressLines(run, 400, Console(file=StringIO())).line(look, 0.0)
    assert "12,345 tokens, $0.50; $0.50 and $0.02 for calls under way of a budget of $2.00" in line


def test_the_remaining_budget_is_shown_in_its_own_unit(run: LiveRun) -> None:
    run.stack = build_stack(
        ModelConfig(cap=Cap.parse("2.00")), RuleAnswers(), (), NullLedger(), seed=1, halt=lambda _why: None
    )
    assert look_at(run, 400, 0.0).purse == "; $0.00 of a budget of $2.00"
    run.stack.purse.spent, run.stack.purse.reserved = Sum(1.25, 900, 3), Sum(0.5, 100, 2)
    assert look_at(run, 400, 0.0).purse == "; $1.25 and $0.50 for calls under way of a budget of $2.00"
    run.stack = build_stack(ModelConfig(), RuleAnswers(), (), NullLedger(), seed=1, halt=lambda _why: None)
    assert look_at(run, 400, 0.0).purse == ""


def test_a_notice_about_models_is_shown_once_while_it_holds(
    run: LiveRun, paper: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, clock = StringIO(), Clock()
    lines = ProgressLines(run, 400, Console(file=out, width=200), clock)
    key, price = "The key is wrong.", "The price is not known."
    for notes in ([], [key], [key, price], [], [key]):
        monkeypatch.setattr(run, "notes", lambda notes=notes: notes)
        lines.watch()
    assert out.getvalue().splitlines() == [key, price, key]
    paper.print(Screen(run, 400, paper, clock).panel())
    assert key in written(paper)


def test_a_notice_is_shown_even_if_the_run_is_very_short(
    run: LiveRun, paper: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ProgressLines(run, 400, paper):
        monkeypatch.setattr(run, "notes", lambda: ["The key is wrong."])
    assert written(paper).splitlines() == ["The key is wrong."]
