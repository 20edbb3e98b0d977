"""Every rule and every tightening planted wrong once: comparing histories must find each of them out (rule E4)."""

from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.engine.schedule import OutOfOrder, Serial
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, Stay
from milkwood.town.tile import Tile
from tests.engine import faults
from tests.engine.chaos import SlowModel
from tests.engine.faults import Plant
from tests.engine.scenes import Diary, Story, first_difference
from tests.engine.script import Part, play
from tests.engine.village import MAPS, draw

SEEDS = range(8)
COTTAGE = draw(
    "cottage",
    """
    #####.......
    #...#.......
    #...+.......
    #...#.......
    #####.......
    """,
)
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
    "staying in: not at all": (faults.plant_broken_promise, {}),
    "chance: drawn in the order of coming": (faults.plant_shared_chance, {}),
}


def stories(**how: Any) -> Iterator[Story]:
    settings = {"people": 14, "thinks": 0.2, "ticks": 80, **how}
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
    assert found_out(next(stories(**how)), lambda _patch: OutOfOrder) == ""


def test_a_floor_that_is_ignored_costs_nothing_but_time() -> None:
    assert found_out(next(stories()), faults.plant_horizon(faults.NoFloor)) == ""


def a_guest_leaves(schedule: OutOfOrder) -> Diary:
    """At tick 12 a guest is free to go and ponders it; at 14 they are in view of a watcher, who looks up at 15."""
    guest = Part(Tile(3, 2), {0: Do(Deed("rest", stays=12)), 12: GoTo(Tile(9, 2))}, frozenset({12}))
    watcher = Part(Tile(8, 2), {15: Stay()})
    return play(COTTAGE, {"guest": guest, "watcher": watcher}, schedule, until=30)


def test_a_promise_that_is_counted_on_for_too_long_is_found_out() -> None:
    truth = a_guest_leaves(OutOfOrder(on_foot=False))
    assert first_difference(truth, a_guest_leaves(OutOfOrder())) == ""
    with pytest.MonkeyPatch.context() as patch:
        schedule = faults.plant_horizon(faults.StaysTooLong)(patch)
        assert first_difference(truth, a_guest_leaves(schedule())) != ""
