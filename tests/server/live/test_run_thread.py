"""A run driven by the server: started, paced, stepped, stopped and continued."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.chance import Stream
from milkwood.chronicle import Chronicle
from milkwood.chronicle.runs import path_for
from milkwood.chronicle.verify import verify
from milkwood.engine.pace import LEASH_TICKS
from milkwood.errors import SetupError
from milkwood.i18n import in_language
from milkwood.models.port import Answer, Content, Question
from milkwood.run import LiveRun, RunOptions
from milkwood.server.live.app_state import AppState
from milkwood.server.live.run_thread import MAX_THREADS, RunStopped, RunThread, RunThreads, end_of
from milkwood.town.acts import Whisper
from tests.lived import quay
from tests.models.obliging import Obliging, Reply
from tests.run.test_restored import IVO
from tests.server.served import PATIENCE, RUN, change_the_past, lived


@pytest.fixture
def app_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppState]:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    opened = AppState()
    yield opened
    opened.close()


def reaches(thread: RunThread, tick: int) -> None:
    """Wait until a run has reached a tick."""

    async def come() -> None:
        while (await thread.ask(lambda run: run.chronicle.settled)) < tick:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(come(), PATIENCE))


def test_a_run_lives_by_itself_and_keeps_everything_when_stopped(app_state: AppState) -> None:
    thread = lived(app_state)
    assert app_state.run_state(RUN) == "living"
    assert app_state.threads.names() == [RUN]
    reaches(thread, 30)
    thread.stop()
    assert thread.join()
    assert (thread.ended.result(0), app_state.run_state(RUN), app_state.threads.find(RUN)) == ("", "resting", None)
    with Chronicle.read(path_for(RUN)) as reader:
        assert reader.end >= 30
    assert verify(path_for(RUN)).sound


def test_it_continues_where_it_was_left_with_the_same_past(app_state: AppState) -> None:
    first = lived(app_state)
    reaches(first, 40)
    first.stop()
    first.join()
    with Chronicle.read(path_for(RUN)) as reader:
        end, before = reader.end, reader.history_hash()
    again = lived(app_state)
    assert again is not first
    reaches(again, end + 20)
    with Chronicle.read(path_for(RUN)) as reader:
        assert reader.history_hash(end) == before


def test_a_run_that_lives_is_not_begun_twice(app_state: AppState) -> None:
    assert lived(app_state) is lived(app_state)


def test_the_pace_is_the_user_s(app_state: AppState) -> None:
    thread = lived(app_state, speed=1)
    status = asyncio.run(thread.set_pace(speed="max"))
    assert (status.speed, status.held) == ("max", False)
    reaches(thread, 200)
    held = asyncio.run(thread.set_pace(held=True))
    assert held.held
    assert thread.status.still is not None
    assert thread.status.still.is_ == "held"
    assert thread.status.still.words == {"en": "The town is paused.", "zh": "小镇已暂停。"}
    with Chronicle.read(path_for(RUN)) as reader:
        assert [given.content for given in reader.inputs() if given.kind == "pause"] == [{"held": True}]


def test_a_step_moves_the_clock_by_one_tick_and_holds_it(app_state: AppState) -> None:
    thread = lived(app_state, speed=1)
    before = asyncio.run(thread.set_pace(held=True)).now
    statuses = [asyncio.run(thread.step()) for _ in range(3)]
    assert [status.now for status in statuses] == [before + 1, before + 2, before + 3]
    assert all(status.held for status in statuses)
    reaches(thread, before + 3)


def test_a_step_after_a_tick_is_over_as_soon_as_the_next_one_can_be_shown(app_state: AppState) -> None:
    thread = lived(app_state, speed=5)
    reaches(thread, 30)
    asyncio.run(thread.set_pace(held=True))
    with Chronicle.read(path_for(RUN)) as reader:
        for _ in range(12):
            shown = reader.end - 1
            now = asyncio.run(thread.step(shown)).now
            reaches(thread, shown + 2)
            assert shown + 2 <= reader.end <= now + LEASH_TICKS + 1, (
                "one tick more can be shown, and nobody is far ahead"
            )
            before = reader.end
            assert asyncio.run(thread.step(shown - 1)).now == now, "what can be shown already needs no thread"
            assert reader.end == before


def test_a_run_whose_minds_have_changed_says_so_and_what_to_do(app_state: AppState) -> None:
    first = lived(app_state, speed="max")
    reaches(first, 500)
    first.stop()
    first.join()
    kept = change_the_past(path_for(RUN))
    said = lived(app_state).ended.result(PATIENCE)
    assert f"“{RUN}” cannot continue where it stopped" in said
    assert f"Fork it at tick {kept} (day 1 " in said
    assert not re.search("[a-z]{3,}", in_language(said, "zh").replace(RUN, "").replace("Milkwood", ""))
    app_state.run_files.fork(RUN, kept, "again")
    fork = lived(app_state, "again", speed="max")
    reaches(fork, kept + 400)
    assert fork.alive or fork.ended.result() == ""


def test_inputs_run_on_the_runs_own_loop(app_state: AppState) -> None:
    thread = lived(app_state)
    tick = asyncio.run(thread.ask(lambda run: run.give(Whisper(IVO, "Look up."))))
    reaches(thread, tick + 1)
    with Chronicle.read(path_for(RUN)) as reader:
        assert [each.tick for each in reader.happenings(kinds=("whispered",))] == [tick]


def test_an_error_of_an_act_is_told_to_the_user_and_the_run_lives_on(app_state: AppState) -> None:
    thread = lived(app_state)
    with pytest.raises(SetupError, match="nothing to say"):
        asyncio.run(thread.ask(lambda run: run.give(Whisper(IVO, " "))))
    assert thread.alive


def test_a_stopped_run_does_nothing(app_state: AppState) -> None:
    thread = lived(app_state)
    thread.stop()
    thread.join()
    with pytest.raises(RunStopped):
        thread.call(lambda run: run.why())


class Failing(Obliging):
    """A model that breaks."""

    async def answer(self, question: Question) -> Answer:
        raise RuntimeError("broken")


def test_a_failing_run_stops_and_says_so_without_harm_to_others(
    app_state: AppState, caplog: pytest.LogCaptureFixture
) -> None:
    other = lived(app_state, "other")
    failing = lived(app_state, model=Failing())
    assert "mistake" in failing.ended.result(PATIENCE)
    assert "broken" in caplog.text
    assert other.alive


def test_a_run_that_cannot_be_begun_says_why_to_the_user(app_state: AppState) -> None:
    def make(_options: RunOptions) -> LiveRun:
        raise SetupError("There is no room.", remedy="Make some.")

    thread = app_state.threads.begin("nothing", make)
    with pytest.raises(SetupError, match="no room"):
        thread.ready.result(PATIENCE)
    assert thread.ended.result(PATIENCE) == "There is no room. Make some."


def test_only_so_many_are_lived_at_a_time(app_state: AppState) -> None:
    for number in range(MAX_THREADS):
        lived(app_state, f"run {number}", speed=1)
    with pytest.raises(SetupError, match="running already"):
        lived(app_state, "one more")


def test_stopping_before_the_start_works(app_state: AppState) -> None:
    lives = RunThreads()
    thread = RunThread("early", lambda options: (_ for _ in ()).throw(SetupError("not reached")), RunOptions())
    thread.stop()
    assert thread.join()
    lives.close()


def test_it_speeds_up_while_everyone_sleeps_and_then_keeps_its_pace(app_state: AppState) -> None:
    night = lived(app_state, speed="max")
    reaches(night, 360 * 16)  # eleven at night
    night.stop()
    night.join()
    thread = lived(app_state, speed=1)

    async def woken() -> int:
        while not (await thread.ask(lambda run: not run.life.wake_scheduler.asleep.all() and run.life.lowest)):
            await asyncio.sleep(0.01)
        return await thread.ask(lambda run: run.life.lowest)

    awake = asyncio.run(asyncio.wait_for(woken(), PATIENCE))
    assert awake > 360 * 16
    assert thread.status.speed == 1


class Silent(Obliging):
    """Nobody begins a talk."""

    def _react(self, content: Content, draw: Stream) -> Reply:
        return {**super()._react(content, draw), "choice": "ignore"}


def test_a_new_run_hurries_to_its_first_talk_for_an_hour_at_most(app_state: AppState) -> None:
    thread = lived(app_state, speed=1, model=Silent())
    reaches(thread, 350)
    assert thread.status.speed == 1
    thread.stop()
    thread.join()
    with Chronicle.read(path_for(RUN)) as reader:
        assert reader.talks() == []
        assert reader.end < 720


def test_it_lives_to_the_end_of_its_scenario_and_then_a_day_at_a_time(app_state: AppState) -> None:
    thread = lived(app_state)
    assert asyncio.run(thread.ask(end_of)) == quay().scenario.days * 8640
