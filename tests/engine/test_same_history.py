"""Rule E4: any schedule, one history. `MILKWOOD_PROOF=1` tries many more runs."""

import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from milkwood.chance import stream
from milkwood.engine.life import Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.models.limiter import Limited, Limiter
from milkwood.models.port import Model
from milkwood.town.senses import UNLIMITED_PERCEPTS
from tests.cases import long_after
from tests.engine.chaos import SlowModel
from tests.engine.scenes import Diary, Story, crowd, first_difference
from tests.engine.village import MAPS
from tests.town.resting import shared_tiles

SEEDS = range(24 if os.environ.get("MILKWOOD_PROOF") else 3)
SCHEDULES: dict[str, Callable[[], Schedule]] = {
    "serial": Serial,
    "lockstep": Lockstep,
    "out of order": OutOfOrder,
    "out of order, straight": lambda: OutOfOrder(on_foot=False),
}


def tells_the_same(story: Story, truth: Diary, name: str, model: Model) -> None:
    """Live a story again and compare, hash by hash."""
    diary = story.live(SCHEDULES[name](), model)
    difference = first_difference(truth, diary)
    hashes = f"{truth.fingerprint()} one at a time, {diary.fingerprint()} {name}"
    assert not difference, f"{story.name()}: {hashes}; first difference in {difference}"
    assert diary.fingerprint() == truth.fingerprint()


@pytest.mark.parametrize("seed", long_after(1, SEEDS))
@pytest.mark.parametrize("town", MAPS)
def test_every_schedule_gives_the_same_history_however_slow_the_answers(town: str, seed: int) -> None:
    story = Story(MAPS[town](), seed)
    truth = story.live(Serial(), SlowModel(0, longest_seconds=0.0))
    assert len(truth.happenings) > 50
    assert len(truth.memories) > 10
    assert shared_tiles(crowd(story.town_map, story.people, seed).fold(truth.happenings), story.ticks) == []
    for place, name in enumerate(SCHEDULES):
        tells_the_same(story, truth, name, SlowModel(100 * seed + place))


@pytest.mark.parametrize("at_once", [1, 3])
@pytest.mark.parametrize("town", MAPS)
def test_the_number_of_concurrent_calls_changes_nothing(town: str, at_once: int) -> None:
    for seed in SEEDS[: len(SEEDS) // 3]:
        story = Story(MAPS[town](), seed + 100, thinks=0.5, ticks=50)
        truth = story.live(Serial())
        for name in ("lockstep", "out of order"):
            model = SlowModel(seed)
            tells_the_same(story, truth, name, Limited(model, Limiter(at_once)))
            assert model.most_in_flight == at_once


@pytest.mark.parametrize("view_radius", [1, 3, 8])
@pytest.mark.parametrize("town", MAPS)
def test_however_far_people_see_there_is_one_history(town: str, view_radius: int) -> None:
    for seed in SEEDS[: len(SEEDS) // 3]:
        story = Story(MAPS[town](), seed + 200, view_radius=view_radius, ticks=50)
        truth = story.live(Serial())
        for name in ("out of order", "out of order, straight"):
            tells_the_same(story, truth, name, SlowModel(seed, longest_seconds=60.0))


@pytest.mark.parametrize("attention", long_after(1, [2, 1, 8]))
@pytest.mark.parametrize("town", MAPS)
def test_however_much_people_perceive_there_is_one_history(town: str, attention: int) -> None:
    for seed in SEEDS[: len(SEEDS) // 3]:
        story = Story(MAPS[town](), seed + 400, people=25, view_radius=8, attention=attention, ticks=50)
        truth = story.live(Serial())
        for name in SCHEDULES:
            tells_the_same(story, truth, name, SlowModel(seed, longest_seconds=60.0))
        everything = replace(story, attention=UNLIMITED_PERCEPTS).live(Serial())
        assert truth.fingerprint() != everything.fingerprint(), "no one missed anything"


@pytest.mark.parametrize("thinks", [0.05, 0.3, 0.9])
@pytest.mark.parametrize("town", MAPS)
def test_however_often_people_think_there_is_one_history(town: str, thinks: float) -> None:
    for seed in SEEDS[: len(SEEDS) // 3]:
        story = Story(MAPS[town](), seed + 300, thinks=thinks, ticks=50)
        truth = story.live(Serial())
        for name in ("lockstep", "out of order"):
            tells_the_same(story, truth, name, SlowModel(seed + 1))


@pytest.mark.parametrize("people", [0, 1, 2])
def test_towns_of_zero_one_and_two_people_have_one_history(people: int) -> None:
    story = Story(MAPS["terrace"](), 5, people=people, ticks=300)
    truth = story.live(Serial())
    for name in SCHEDULES:
        tells_the_same(story, truth, name, SlowModel(1))


def test_out_of_order_is_faster_than_lockstep_and_lockstep_than_one_at_a_time() -> None:
    story = Story(MAPS["village"](), 1)
    seconds = {name: story.time(make())[1] for name, make in SCHEDULES.items()}
    assert seconds["serial"] > seconds["lockstep"] > seconds["out of order, straight"] >= seconds["out of order"]


@pytest.mark.full
@pytest.mark.parametrize("seed", range(40))
def test_lives_of_any_kind_have_one_history(seed: int) -> None:
    draw = stream(seed, "any kind")
    story = Story(
        MAPS[draw.chosen(list(MAPS))](),
        seed,
        people=draw.chosen([3, 8, 14, 25]),
        ticks=200,
        view_radius=draw.chosen([1, 2, 3, 5, 8]),
        attention=draw.chosen([1, 2, 8, UNLIMITED_PERCEPTS]),
        thinks=draw.chosen([0.05, 0.1, 0.3, 0.6, 0.9]),
    )
    truth = story.live(Serial())
    for name in SCHEDULES:
        slow = SlowModel(draw.below(1_000_000), longest_seconds=draw.chosen([1.0, 5.0, 60.0]))
        at_once = draw.chosen([1, 3, 1_000, 1_000])
        tells_the_same(story, truth, name, Limited(slow, Limiter(at_once)))
