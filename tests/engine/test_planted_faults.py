"""Every rule and every tightening planted wrong once: comparing histories must find each of them out (rule E4)."""

from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.engine.schedule import OutOfOrder, Serial
from tests.engine import faults
from tests.engine.chaos import SlowModel
from tests.engine.faults import Plant
from tests.engine.scenes import Story, first_difference
from tests.engine.village import MAPS

SEEDS = range(8)
CROWDED: dict[str, Any] = {"people": 20, "thinks": 0.3, "view_radius": 2}

PLANTED: dict[str, tuple[Plant, dict[str, Any]]] = {
    "holding: two tiles too far": (faults.plant_reach(faults.TwoTilesTooFar), {}),
    "rooms: on foot alone": (faults.plant_reach(faults.OnFootAlone), {}),
    "rooms: doors of one side": (faults.plant_reach(faults.OneSidedDoors), {}),
    "rooms: doors shut": (faults.plant_reach(faults.ShutDoors), {}),
    "known futures: passers-by ignored": (faults.plant_horizon(faults.PassersByIgnored), {}),
    "own floor: too late": (faults.plant_horizon(faults.LateFloor), {}),
    "joint commit: each alone": (faults.plant_schedule(faults.EachAlone), {}),
    "joint commit: nobody waited for": (faults.plant_schedule(faults.Hasty), {}),
    "talk: members out of view": (faults.plant_loose_talk, CROWDED),
    "thing reach: only the window of sight": (faults.plant_reach(faults.BlindToThings), {}),
    "sleepers: deaf while awake": (faults.plant_horizon(faults.DeafAwake), {}),
    "staying in: a little longer": (faults.plant_horizon(faults.StaysTooLong), {}),
    "staying in: not at all": (faults.plant_broken_promise, {}),
    "chance: drawn in the order of coming": (faults.plant_shared_chance, {}),
}


def stories(**how: Any) -> Iterator[Story]:
    settings = {"people": 14, "thinks": 0.2, **how}
    return (Story(MAPS[town](), seed, **settings) for seed in SEEDS for town in MAPS)


def found_out(story: Story, plant: Plant) -> str:
    """How a fault shows in one life: the first difference, or the error it runs into."""
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        truth = story.live(Serial(), SlowModel(story.seed))
    with pytest.MonkeyPatch.context() as patch:
        schedule = plant(patch)
        try:
            return first_difference(truth, story.live(schedule(), SlowModel(story.seed)))
        except (ValueError, AssertionError, KeyError, RuntimeError) as error:
            return f"{type(error).__name__}: {error}"


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found_out(fault: str) -> None:
    plant, how = PLANTED[fault]
    assert any(found_out(story, plant) for story in stories(**how)), f"{fault}: nobody noticed"


@pytest.mark.parametrize("how", [{}, CROWDED])
def test_where_nothing_is_planted_nothing_is_found(how: dict[str, Any]) -> None:
    tried = list(stories(**how))[:2]
    assert [found_out(story, lambda _patch: OutOfOrder) for story in tried] == ["", ""]


def test_a_floor_that_is_ignored_costs_nothing_but_time() -> None:
    for story in list(stories())[:2]:
        assert found_out(story, faults.plant_horizon(faults.NoFloor)) == ""
