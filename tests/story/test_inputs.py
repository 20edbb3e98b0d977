"""Rules T3, T4, C1 and C3 on a whole town, as recorded: user acts are on disk before they take effect, and are applied
again, once, at the same ticks, however the run is re-run.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.chronicle.fork import fork
from milkwood.chronicle.verify import verify
from milkwood.engine.inputs import act_of
from milkwood.engine.pace import LEASH_TICKS, Pace
from milkwood.errors import OurBug, SetupError
from milkwood.ids import PersonId, ThingId
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.run import LiveRun, MindConfig, RunOptions, new_run, open_run
from milkwood.run.mind_config import RULE
from milkwood.run.options import SCHEDULES
from milkwood.town import events as happened
from milkwood.town.acts import Arrive, Change, Enter, Exit, Move, Pause, Remove, Speak, Whisper
from milkwood.town.tile import Tile
from milkwood_rule.answers import RuleAnswers
from tests.chronicle.conftest import ELSEWHERE
from tests.instruments.damage import rewritten
from tests.story.lives import Lived, live, pack_of

TOWN, TICKS = "gull_quay", 500
DEATHS = 20 if os.environ.get("MILKWOOD_PROOF") else 3
PEOPLE = sorted(pack_of(TOWN).people)
ADA, BEN = PEOPLE[0], PEOPLE[1]
THING = pack_of(TOWN).people[ADA].bed
YOU, CAL = PersonId("you"), PersonId("cal_newcomer")

User = Callable[[LiveRun], Awaitable[None]]


class Slow(RuleAnswers):
    """Takes a while, by its own seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def answer(self, question: Question) -> Answer:
        await asyncio.sleep(stream(self._seed, question.id.say(), "latency").unit() ** 3 * 20.0)
        return await super().answer(question)


def begun(path: Path, schedule: str = "outoforder", pace: Pace | None = None, seed: int = 1) -> LiveRun:
    options = RunOptions(schedule, model=Slow(seed), pace=pace)
    return new_run(pack_of(TOWN), path, path.stem, options=options, minds=MindConfig(RULE))


def opened(path: Path, schedule: str = "outoforder", seed: int = 2) -> LiveRun:
    return open_run(pack_of(TOWN), path, options=RunOptions(schedule, model=Slow(seed)))


def used(run: LiveRun, until: int, user: User) -> Lived:
    """Run while a user acts on the town."""
    life, using = run.life.live, list[asyncio.Future[None]]()

    async def beside(end: int, *told: Any) -> None:
        if not using:  # a stopped run lives once more, to record what it has settled
            using.append(asyncio.ensure_future(user(run)))
            await asyncio.sleep(0)
        await life(end, *told)
        using[0].cancel()
        await asyncio.gather(*using, return_exceptions=True)
        assert using[0].cancelled() or using[0].exception() is None, using[0].exception()

    run.life.live = beside  # type: ignore[method-assign, assignment]
    return live(run, until)


def profile(of: PersonId = BEN) -> dict[str, Any]:
    """A table of a person's file, taken from an existing person."""
    text = (pack_of(TOWN).folder / "people" / f"{of}.toml").read_text(encoding="utf-8")
    return {key: value for key, value in tomllib.loads(text).items() if key not in ("id", "knows", "memories")}


def street() -> Tile:
    town_map = pack_of(TOWN).town_map
    return next(tile for room in town_map.rooms.values() if room.outdoors for tile in town_map.floor(room.id))


async def busy(run: LiveRun) -> None:
    """A user who does a bit of everything."""
    await asyncio.sleep(20.0)
    run.give(Whisper(ADA, "Look out of the window."))
    run.give(Change(THING, "on fire"))
    run.give(Enter(YOU, street(), "You", idle_ticks=40))
    for step in "rrdl":
        await asyncio.sleep(3.0)
        run.give(Move(YOU, step))
    run.give(Speak(YOU, "Hello!"))
    run.give(Arrive(CAL, street(), profile()))
    await asyncio.sleep(10.0)
    run.give(Whisper(CAL, "This is your new home."))
    run.give(Remove(BEN))
    await asyncio.sleep(40.0)
    run.give(Exit(YOU))
    run.give(Whisper(ADA, "All is well."))
    await asyncio.sleep(1e9)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that a user watched and acted on."""
    path = tmp_path_factory.mktemp("watched") / "watched.milkwood"
    lived = used(begun(path, pace=Pace(1.0)), TICKS, busy)
    assert lived.settled == TICKS
    return path


def inputs_of(path: Path) -> list[tuple[int, str]]:
    with Chronicle.read(path) as reader:
        return [(given.tick, given.kind) for given in reader.inputs()]


def copied(path: Path, to: Path, shift: int = 0) -> None:
    """A new run that will get the same acts, before its first tick."""
    begun(to).close()
    with Chronicle.read(path) as reader, Chronicle.open(to) as chronicle:
        for given in reader.inputs():
            chronicle.keep_input(given.tick + shift, given.kind, given.person, given.content)


def hash_of(path: Path, tick: int | None = None) -> str:
    with Chronicle.read(path) as reader:
        return reader.history_hash(tick)


def test_every_act_is_recorded_and_happened(watched: Path) -> None:
    with Chronicle.read(watched) as reader:
        acts = [(given.tick, act_of(given)) for given in reader.inputs()]
        kinds = {type(act).__name__ for _, act in acts}
        assert kinds == {"Whisper", "Change", "Enter", "Move", "Speak", "Arrive", "Remove", "Exit"}
        for tick, act in acts:
            events = [each.event for each in reader.happenings(tick, tick + 1)]
            match act:
                case Whisper(_, text):
                    assert happened.Whispered(text) in events
                case Change(thing, state):
                    assert happened.ThingChanged(thing, state) in events
                case Enter(_, tile) | Arrive(_, tile):
                    assert happened.Entered(tile) in events
                case Remove(person) | Exit(person):
                    assert happened.Departed(person) in events
        voices = [memory.text for _, _, memory in reader.memories(kinds=["voice"])]
        assert voices == ["Look out of the window.", "This is your new home.", "All is well."]
        scene = reader.scene(TICKS, pack_of(TOWN).town_map)
        assert CAL in scene.bodies
        assert BEN not in scene.bodies
        assert YOU not in scene.bodies
        assert reader.happenings(person=CAL, kinds=["deed_began", "set_off"]), "who came lives on by their habits"
    assert verify(watched).sound


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_the_same_acts_give_the_same_history_under_every_schedule(schedule: str, watched: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.milkwood"
    copied(watched, path)
    lived = live(opened(path, schedule), TICKS)
    assert lived.hash == hash_of(watched)
    assert inputs_of(path) == inputs_of(watched)


@pytest.mark.parametrize("shift", [-1, 1])
def test_an_act_a_tick_too_early_or_too_late_gives_another_history(shift: int, watched: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.milkwood"
    copied(watched, path, shift)
    assert live(opened(path), TICKS).hash != hash_of(watched)


@pytest.mark.parametrize("shift", [-1, 1])
def test_continuing_with_an_input_moved_by_a_tick_is_detected(shift: int, watched: Path, tmp_path: Path) -> None:
    """A re-run is compared with the record, and nothing is written."""
    path = tmp_path / "moved.milkwood"
    fork(watched, 130, path, "moved")
    with rewritten(path) as connection:
        connection.execute("UPDATE inputs SET tick = tick + ?", (shift,))
    before = hash_of(path)
    with pytest.raises(OurBug, match="A re-run differs from the record"):
        live(opened(path), TICKS)
    assert hash_of(path) == before


@pytest.mark.parametrize("tick", [0, 15, 21, 33, 40, 90, 200, 365, 420])
def test_a_fork_has_the_acts_before_it_and_none_after(tick: int, watched: Path, tmp_path: Path) -> None:
    path = tmp_path / "fork.milkwood"
    fork(watched, tick, path, "fork")
    assert inputs_of(path) == [given for given in inputs_of(watched) if given[0] < tick]
    lived = live(opened(path), min(tick + 60, TICKS))
    assert hash_of(path, tick) == hash_of(watched, tick)
    last = max((given[0] for given in inputs_of(watched)), default=0)
    if tick > last:
        assert lived.hash == hash_of(watched, min(tick + 60, TICKS))


def test_a_run_left_again_and_again_does_everything_once(tmp_path: Path, watched: Path) -> None:
    path = tmp_path / "piecemeal.milkwood"
    copied(watched, path)
    for number, until in enumerate((5, 22, 23, 24, 36, 60, 130, 361, TICKS)):
        lived = live(opened(path, list(SCHEDULES)[number % 3], seed=number), until)
    assert lived.hash == hash_of(watched)
    assert inputs_of(path) == inputs_of(watched)


def test_an_act_lands_at_the_reported_tick_and_within_the_leash(tmp_path: Path) -> None:
    pace, said = Pace(2.0), list[tuple[int, int]]()

    async def user(run: LiveRun) -> None:
        for number in range(20):
            await asyncio.sleep(7.0)
            said.append((run.give(Whisper(PEOPLE[number % 3], f"voice {number}")), pace.now))

    path = tmp_path / "run.milkwood"
    used(begun(path, pace=pace), 400, user)
    assert len(said) == 20
    assert all(now <= tick <= now + LEASH_TICKS for tick, now in said)
    with Chronicle.read(path) as reader:
        assert [each.tick for each in reader.happenings(kinds=["whispered"])] == [tick for tick, _ in said]


def test_recorded_pending_acts_happen_when_the_run_continues(tmp_path: Path) -> None:
    """As after a kill between writing and landing."""
    path = tmp_path / "run.milkwood"
    live(begun(path), 100)
    with Chronicle.open(path) as chronicle:
        assert chronicle.open_from == 100
        chronicle.keep_input(100, "whisper", ADA, {"text": "late"})
    for until in (101, 150, 151):
        live(opened(path), until)
        with Chronicle.read(path) as reader:
            heard = reader.happenings(kinds=["whispered"])
            assert [(each.tick, each.person) for each in heard] == [(100, ADA)]


def test_no_act_lands_at_a_tick_with_recorded_questions(tmp_path: Path) -> None:
    """A stopped run: the lowest person is far behind those whose answers are on the tape."""
    path = tmp_path / "run.milkwood"
    with begun(path) as run:
        run.chronicle.keep_answer(Question(_asked(ADA, 450), {}), Answer({}, "rule"))
        assert run.chronicle.open_from == 451
    with opened(path) as run:
        assert run.give(Whisper(ADA, "hm")) == 451


def _asked(person: PersonId, tick: int) -> QuestionId:
    return QuestionId(person, tick, "react")


def test_an_impossible_newcomer_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with begun(tmp_path / "run.milkwood") as run:
        with pytest.raises(SetupError, match=r"“cal_newcomer” cannot be added to the town.*“name” is missing"):
            run.give(Arrive(CAL, street(), {}))
        with pytest.raises(SetupError, match="no place “Nowhere:room:bed”"):
            run.give(Arrive(CAL, street(), {**profile(), "bed": "Nowhere:room:bed"}))
        with pytest.raises(SetupError, match="There is no thing"):
            run.give(Change(ThingId("a:b:c"), "odd"))
        assert run.chronicle.inputs() == []


@pytest.mark.parametrize("held", [False, True])
def test_a_run_that_waits_for_its_pace_can_be_stopped_and_says_what_it_waits_for(held: bool, tmp_path: Path) -> None:
    path, said = tmp_path / "run.milkwood", list[str]()

    async def user(run: LiveRun) -> None:
        await asyncio.sleep(30.0)
        if held:
            run.give(Pause())
        await asyncio.sleep(1.0)
        said.append(run.why())
        run.stop()
        said.append(run.why())

    lived = used(begun(path, pace=Pace(0.1)), TICKS, user)
    assert lived.settled <= 3 + LEASH_TICKS
    assert lived.seconds < 60.0
    first = "The town is paused." if held else said[0]
    assert said == [first, "The run is stopping."]
    assert held or first.startswith(("Everyone has reached the pace", "Waiting "))
    undisturbed = live(begun(tmp_path / "elsewhere.milkwood"), 60)
    assert live(opened(path), 60).hash == undisturbed.hash


# --- killed


def dies(moment: str, folder: Path, path: Path) -> bool:
    """Let another process run it with user acts until it dies; whether it reached its end instead."""
    line = [sys.executable, "-m", "tests.story.meddled", moment, str(folder / "log"), str(path), str(TICKS)]
    done = subprocess.run(line, env=ELSEWHERE, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode == 0


def told_of(folder: Path) -> dict[int, int]:
    """The reports to the user: the number of an act, and its tick."""
    lines = (folder / "log").read_text(encoding="utf-8").splitlines() if (folder / "log").exists() else []
    return {int(number): int(tick) for _, number, tick in (line.split() for line in lines)}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_kill_at_any_moment_loses_or_repeats_no_act(tmp_path: Path) -> None:
    path, draw = tmp_path / "haunted.milkwood", stream(1, "deaths")
    settled, deaths = -1, 0
    while deaths < DEATHS and not dies(f"statement:{draw.between(1, 160)}", tmp_path, path):
        deaths += 1
        if path.exists():
            with Chronicle.read(path) as reader:
                assert reader.settled >= settled
                settled = reader.settled
                ticks = [tick for (tick,) in reader._rows("SELECT tick FROM inputs ORDER BY id")]
                assert all(ticks[number] == tick for number, tick in told_of(tmp_path).items()), "an act is lost"
    assert deaths
    assert dies("never", tmp_path, path)
    with Chronicle.read(path) as reader:
        given = [each for each in reader.inputs() if each.kind == "whisper" and each.tick < TICKS]
        heard = [(each.tick, each.person, each.event) for each in reader.happenings(kinds=["whispered"])]
        assert sorted(heard, key=str) == sorted(
            ((each.tick, each.person, happened.Whispered(str(each.content["text"]))) for each in given), key=str
        )
    again = tmp_path / "again.milkwood"
    copied(path, again)
    assert live(opened(again, "serial"), TICKS).hash == hash_of(path)
