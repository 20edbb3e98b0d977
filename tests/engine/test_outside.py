"""Rules T3, T4 and E4 together: outside inputs at any moment give one history."""

import asyncio
import os
from collections.abc import Callable
from typing import get_args

import pytest

from milkwood.engine import life as living
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import input_of
from milkwood.engine.keeper import Input
from milkwood.engine.life import Schedule
from milkwood.engine.pace import LEASH_TICKS, Pace
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.engine.wake_scheduler import WakeScheduler
from milkwood.errors import OurBug
from milkwood.ids import PersonId
from milkwood.town import events as happened
from milkwood.town.acts import OUTSIDE, Change, Exit, Pause, Remove, Touch, UserAct, Whisper
from milkwood.town.events import Happening
from milkwood.town.outside import resolve_outside
from milkwood.town.town import Town
from tests.cases import long_after
from tests.engine import scenes
from tests.engine.chaos import SlowModel
from tests.engine.meddling import Acts, again, meddle, resumed
from tests.engine.scenes import SNAPSHOT_EVERY, Diary, Story, first_difference
from tests.engine.village import MAPS
from tests.instruments.virtual import run_virtually

SEEDS = range(24 if os.environ.get("MILKWOOD_PROOF") else 4)
SCHEDULES: dict[str, Callable[[], Schedule]] = {"serial": Serial, "lockstep": Lockstep, "out of order": OutOfOrder}


def story(town: str, seed: int) -> Story:
    return Story(MAPS[town](), seed, people=10, ticks=120, thinks=0.3)


@pytest.mark.parametrize("first", SCHEDULES)
@pytest.mark.parametrize("seed", long_after(1, SEEDS))
@pytest.mark.parametrize("town", MAPS)
def test_inputs_to_a_town_give_one_history_under_every_schedule(town: str, seed: int, first: str) -> None:
    told = meddle(story(town, seed), SCHEDULES[first](), how_often=0.2)
    assert len(told.acts.inputs) >= 3
    for name, make in SCHEDULES.items():
        diary = again(story(town, seed), make(), told.acts.since(0))
        assert first_difference(told.diary, diary) == "", f"{first}, then {name}"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_run_with_inputs_continues_from_any_snapshot_unchanged(schedule: str) -> None:
    for seed in SEEDS[: len(SEEDS) // 2]:
        told = meddle(story("village", seed), OutOfOrder())
        for tick in (0, SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY):
            rest = resumed(story("village", seed), SCHEDULES[schedule](), told, tick)
            assert first_difference(told.diary.since(tick), rest) == ""


# --- with the pace clock


@pytest.mark.parametrize("first", SCHEDULES)
@pytest.mark.parametrize("town", MAPS)
def test_inputs_to_a_watched_town_give_one_history_too(town: str, first: str) -> None:
    for seed in SEEDS[: len(SEEDS) // 4]:
        tale = Story(MAPS[town](), seed + 50, people=8, ticks=80, thinks=0.3)
        told = meddle(tale, SCHEDULES[first](), pace=Pace(0.5), how_often=0.4)
        assert len(told.acts.kinds()) > len(get_args(UserAct)) // 2
        for name, make in SCHEDULES.items():
            diary = again(tale, make(), told.acts.since(0))
            assert first_difference(told.diary, diary) == "", f"{first}, then {name}"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_people_stay_within_the_leash_of_the_clock_and_inputs_land_within_it(schedule: str) -> None:
    pace, diary, seen = Pace(0.5), Diary(), list[tuple[int, int]]()
    tale = story("village", 1)

    async def live() -> None:
        life = tale.begin(SCHEDULES[schedule](), SlowModel(1, longest_seconds=2.0), diary, Inbox(Acts(), pace=pace))

        def watch() -> None:
            seen.append((life._started, pace.now))
            if len(seen) % 20 == 0 and pace.now < tale.ticks - LEASH_TICKS - 1:
                tick = life.give(Whisper(PersonId("p03"), f"voice {len(seen)}"))
                assert pace.now <= tick <= pace.now + LEASH_TICKS

        await life.live(tale.ticks, watch)
        await life.close()

    _, seconds = run_virtually(live())
    assert max(started - now for started, now in seen) == LEASH_TICKS
    assert seconds >= (tale.ticks - LEASH_TICKS - 1) / 0.5
    assert diary.up_to == tale.ticks


def test_a_quiet_town_hears_a_whisper_at_the_tick_the_clock_shows() -> None:
    """With no thoughts for a long stretch, an input still lands now, not at the end of the stretch."""
    tale = Story(MAPS["village"](), 3, people=2, ticks=600, thinks=0.0)
    pace = Pace(1.0)

    async def live() -> list[tuple[int, int]]:
        acts, landed = Acts(), list[tuple[int, int]]()
        life = tale.begin(OutOfOrder(), SlowModel(1), Diary(), Inbox(acts, pace=pace))

        async def user() -> None:
            for _ in range(20):
                await asyncio.sleep(17.3)
                landed.append((life.give(Whisper(PersonId("p00"), "now")), pace.now))

        using = asyncio.ensure_future(user())
        await life.live(tale.ticks)
        await using
        await life.close()
        return landed

    landed, _ = run_virtually(live())
    assert all(now <= tick <= now + LEASH_TICKS for tick, now in landed)
    assert sum(tick == now for tick, now in landed) > 5


def test_a_pause_holds_the_town_and_changes_nothing_of_what_happens() -> None:
    tale = story("village", 2)
    truth = tale.live(Serial())
    acts, diary, pace = Acts(), Diary(), Pace(1.0)

    async def live() -> tuple[int, int]:
        life = tale.begin(OutOfOrder(), SlowModel(5, longest_seconds=1.0), diary, Inbox(acts, pace=pace))

        async def user() -> tuple[int, int]:
            await asyncio.sleep(30.0)
            life.give(Pause(held=True))
            await asyncio.sleep(10.0)
            before = life._started
            await asyncio.sleep(10_000.0)
            after = life._started
            life.give(Pause(held=False))
            return before, after

        using = asyncio.ensure_future(user())
        await life.live(tale.ticks)
        await life.close()
        return await using

    (before, after), seconds = run_virtually(live())
    assert before == after <= 30 + LEASH_TICKS
    assert seconds > 10_000.0
    assert first_difference(truth, diary) == ""
    assert [each.kind for each in acts.inputs] == ["pause", "pause"]


def test_at_maximum_speed_the_clock_holds_no_one() -> None:
    tale = story("village", 2)
    truth, seconds = tale.time(OutOfOrder(), SlowModel(5))
    diary = Diary()

    async def live() -> None:
        life = tale.begin(OutOfOrder(), SlowModel(5), diary, Inbox(Acts(), pace=Pace(None)))
        await life.live(tale.ticks)
        await life.close()

    _, paced = run_virtually(live())
    assert first_difference(truth, diary) == ""
    assert paced == pytest.approx(seconds)


# --- planted faults


def faulty(plant: str, patch: pytest.MonkeyPatch) -> None:
    touched = WakeScheduler.touched

    def deaf(self: WakeScheduler, tick: int, happenings: list[Happening]) -> set[int]:
        return touched(self, tick, [each for each in happenings if not isinstance(each.event, happened.Whispered)])

    match plant:
        case "no one is woken by a voice":
            patch.setattr(WakeScheduler, "touched", deaf)
        case "what was certain stays certain":
            patch.setattr(OutOfOrder, "begin", _begin_once)
        case "the hand comes first in its tick":
            patch.setattr(living, "resolve_outside", _too_soon)


def _begin_once(self: OutOfOrder, life: living.Life) -> None:
    if not hasattr(self, "_life") or len(self._horizon.own) != len(life.people):
        BEGIN(self, life)
    self._life = life


def _too_soon(town: Town, tick: int, touch: Touch, told: dict[PersonId, int]) -> list[Happening]:
    happenings = resolve_outside(town, tick, touch, told)
    return [Happening(tick - 1, each.person, each.sequence, each.event) for each in happenings]


BEGIN = OutOfOrder.begin


def found_out(seed: int, plant: str) -> str:
    """How a fault shows when a run with inputs is lived again with it."""
    tale = Story(MAPS["village"](), seed, people=14, ticks=80, thinks=0.2)
    told = meddle(tale, OutOfOrder(), how_often=0.2)
    with pytest.MonkeyPatch.context() as patch:
        faulty(plant, patch)
        try:
            return first_difference(told.diary, again(tale, OutOfOrder(), told.acts.since(0), SlowModel(seed + 9)))
        except (ValueError, AssertionError, KeyError, RuntimeError, OurBug) as error:
            return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize(
    "plant",
    ["no one is woken by a voice", "what was certain stays certain", "the hand comes first in its tick"],
)
def test_a_planted_fault_of_landing_is_detected(plant: str) -> None:
    assert any(found_out(seed, plant) for seed in range(16)), f"{plant}: not detected"


class Careless(living.Life):
    """Forgets how far people have come, so that inputs land in ticks that some have already lived."""

    @property
    def _started(self) -> int:
        return -1

    @_started.setter
    def _started(self, tick: int) -> None:
        pass


def test_an_input_that_lands_in_a_lived_tick_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for seed in range(3):
        tale = Story(MAPS["village"](), seed, people=14, ticks=60, thinks=0.2)
        with monkeypatch.context() as patch:
            patch.setattr(scenes, "Life", Careless)
            try:
                told = meddle(tale, OutOfOrder(), how_often=0.2)
            except (ValueError, AssertionError, KeyError, RuntimeError, OurBug) as error:
                found.append(f"{type(error).__name__}: {error}")
                continue
        found.append(first_difference(told.diary, again(tale, Serial(), told.acts.since(0))))
    assert any(found), "not detected"


def test_without_a_fault_nothing_is_found() -> None:
    assert found_out(0, "nothing") == ""


@pytest.mark.parametrize("ticks", [-1, 1])
def test_an_input_that_lands_a_tick_too_early_or_too_late_is_detected(ticks: int) -> None:
    tale = story("village", 0)
    told = meddle(tale, OutOfOrder())
    assert first_difference(told.diary, again(tale, OutOfOrder(), told.acts.shifted(ticks))) != ""


# --- single inputs


def lived_with(tale: Story, *inputs: Input) -> Diary:
    diary = again(tale, OutOfOrder(), list(inputs))
    for make in (Serial, Lockstep):
        assert first_difference(diary, again(tale, make(), list(inputs))) == ""
    return diary


def test_a_town_that_everyone_leaves_continues_without_them() -> None:
    tale = Story(MAPS["village"](), 1, people=3, ticks=200)
    gone = [input_of(50 + number, Remove(PersonId(f"p{number:02}"))) for number in range(3)]
    diary = lived_with(tale, *gone, input_of(120, Change(sorted(tale.town_map.things)[0], "dusty")))
    assert diary.up_to == 200
    assert [each.tick for each in diary.happenings if each.tick > 52] == [120]
    assert diary.snapshots[150][0].bodies == {}


def test_a_sleeper_wakes_for_a_voice_alone() -> None:
    """Chaotic people sleep now and then: a person who is asleep at the input lives the next tick, and hears it."""
    tale = Story(MAPS["terrace"](), 6, people=25, ticks=120, thinks=0.0)
    truth = tale.live(Serial())
    sleepers = [
        (person, tick)
        for tick, (scene, _, wakes) in truth.snapshots.items()
        for person, body in scene.bodies.items()
        if body.asleep and wakes[person] > tick + 2
    ]
    assert sleepers
    for person, tick in sleepers[:2]:
        diary = lived_with(tale, input_of(tick, Whisper(person, "wake up")))
        heard = [each for each in diary.happenings if each.event == happened.Whispered("wake up")]
        assert [(each.tick, each.person) for each in heard] == [(tick, person)]
        assert first_difference(truth, diary) != ""


def test_several_acts_of_one_tick_take_effect_in_the_order_in_which_they_came() -> None:
    tale = story("village", 1)
    thing = sorted(tale.town_map.things)[0]
    states = ("first", "second", "third")
    changes = [input_of(30, Change(thing, state)) for state in states]
    diary = lived_with(tale, *changes, input_of(30, Exit(PersonId("nobody"))))
    told = [each.event for each in diary.happenings if each.tick == 30 and each.person == OUTSIDE]
    assert told == [happened.ThingChanged(thing, state) for state in states]
