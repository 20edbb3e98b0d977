"""Rules T3, T4 and E4 together: whatever is done to a town from outside, whenever, there is one history of it."""

import os
from collections.abc import Callable

import pytest

from milkwood.engine.life import Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from tests.engine.meddling import again, meddle, resumed
from tests.engine.scenes import SNAPSHOT_EVERY, Story, first_difference
from tests.engine.village import MAPS

SEEDS = range(24 if os.environ.get("MILKWOOD_PROOF") else 4)
SCHEDULES: dict[str, Callable[[], Schedule]] = {"serial": Serial, "lockstep": Lockstep, "out of order": OutOfOrder}


def story(town: str, seed: int) -> Story:
    return Story(MAPS[town](), seed, people=10, ticks=120, thinks=0.3)


@pytest.mark.parametrize("first", SCHEDULES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("town", MAPS)
def test_what_was_done_to_a_town_gives_one_history_under_every_schedule(town: str, seed: int, first: str) -> None:
    told = meddle(story(town, seed), SCHEDULES[first]())
    assert len(told.acts.inputs) >= 5
    for name, make in SCHEDULES.items():
        diary = again(story(town, seed), make(), told.acts.since(0))
        assert first_difference(told.diary, diary) == "", f"{first}, then {name}"


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_meddled_life_goes_on_from_any_snapshot_as_it_would_have_gone_on(schedule: str) -> None:
    for seed in SEEDS:
        told = meddle(story("village", seed), OutOfOrder())
        for tick in (0, SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY):
            rest = resumed(story("village", seed), SCHEDULES[schedule](), told, tick)
            assert first_difference(told.diary.since(tick), rest) == ""
