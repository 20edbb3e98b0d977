"""Every rule and every tightening broken once on purpose: comparing histories must detect each (rule E4)."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from milkwood.engine.life import Schedule
from milkwood.engine.schedule import OutOfOrder, Serial
from milkwood.ids import PersonId, RoomId, TalkId
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, Intent, Join, Say, Stay, TalkTo
from milkwood.town.tile import Tile
from tests.engine import faults
from tests.engine.chaos import SlowModel
from tests.engine.faults import Plant
from tests.engine.scenes import Diary, Story, first_difference
from tests.engine.script import Part, play
from tests.engine.village import MAPS, draw

SEEDS = range(24)

IN_CHAOS: dict[str, Plant] = {
    "holding: two tiles too far": faults.plant_reach(faults.TwoTilesTooFar),
    "rooms: on foot alone": faults.plant_reach(faults.OnFootAlone),
    "rooms: doors of one side": faults.plant_reach(faults.OneSidedDoors),
    "rooms: doors shut": faults.plant_reach(faults.ShutDoors),
    "sifting: boxes too tight": faults.plant_reach(faults.TightBoxes),
    "sifting: two ticks too late": faults.plant_horizon(faults.SiftedTooFinely),
    "known futures: passers-by ignored": faults.plant_horizon(faults.PassersByIgnored),
    "own floor: too late": faults.plant_horizon(faults.LateFloor),
    "joint commit: each alone": faults.plant_schedule(faults.EachAlone),
    "joint commit: no waiting": faults.plant_schedule(faults.Hasty),
    "thing reach: only the window of sight": faults.plant_reach(faults.BlindToThings),
    "sleepers: deaf while awake": faults.plant_horizon(faults.DeafAwake),
    "chance: drawn in the order of coming": faults.plant_shared_chance,
}


def nothing(_patch: pytest.MonkeyPatch) -> type[OutOfOrder]:
    return OutOfOrder


def found_out(live: Callable[[Schedule], Diary], plant: Plant) -> str:
    """How a fault shows in one run: the first difference, or the error it runs into."""
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        truth = live(Serial())
    with pytest.MonkeyPatch.context() as patch:
        schedule = plant(patch)
        try:
            return first_difference(truth, live(schedule()))
        except (ValueError, AssertionError, KeyError, RuntimeError) as error:
            return f"{type(error).__name__}: {error}"


def lives() -> Iterator[Callable[[Schedule], Diary]]:
    for seed in SEEDS:
        for make in MAPS.values():
            story = Story(make(), seed, people=14, thinks=0.2, ticks=80)
            yield partial(_slowly, story)


def _slowly(story: Story, schedule: Schedule) -> Diary:
    return story.live(schedule, SlowModel(story.seed))


@pytest.mark.parametrize("fault", IN_CHAOS)
def test_a_planted_fault_is_detected_in_chaos(fault: str) -> None:
    assert any(found_out(live, IN_CHAOS[fault]) for live in lives()), f"{fault}: not detected"


def test_without_a_fault_nothing_is_found() -> None:
    assert found_out(next(lives()), nothing) == ""


def test_a_floor_that_is_ignored_costs_nothing_but_time() -> None:
    assert found_out(next(lives()), faults.plant_horizon(faults.NoFloor)) == ""


COTTAGE = draw(
    "cottage",
    """
    #####.......................
    #...#.......................
    #...+.......................
    #...#.......................
    #####.......................
    """,
)


def a_guest_leaves(schedule: Schedule, stays: int) -> Diary:
    """At tick 12 a guest thinks and leaves; at 14 they are in view of a watcher, who looks up at 15."""
    guest = Part(Tile(3, 2), {0: Do(Deed("rest", stays=stays)), 12: GoTo(Tile(9, 2))}, frozenset({12}))
    watcher = Part(Tile(8, 2), {15: Stay()})
    return play(COTTAGE, {"guest": guest, "watcher": watcher}, schedule, until=30)


LODGE = draw(
    "lodge",
    """
    .................................
    ..#########......................
    ..#...#...#......................
    ..#...+...+......................
    ..#...#...#......................
    ..#########......................
    .................................
    """,
)


def a_lodger_leaves(schedule: Schedule) -> Diary:
    """A lodger changes rooms; at tick 12 they think and go out, in view of a watcher who looks up."""
    lines: dict[int, Intent] = {0: Do(Deed("rest", house=12)), 3: GoTo(Tile(9, 3)), 12: GoTo(Tile(15, 3))}
    lodger = Part(Tile(5, 3), lines, frozenset({12}))
    watcher = Part(Tile(14, 3), {15: Stay(), 17: Stay()})
    return play(LODGE, {"lodger": lodger, "watcher": watcher}, schedule, until=40)


def a_lodger_changes_rooms(schedule: Schedule) -> Diary:
    """A lodger thinks and then enters the other room, where a person notices."""
    lodger = Part(Tile(5, 3), {0: Do(Deed("rest", stays=4, house=60)), 6: GoTo(Tile(9, 3))}, frozenset({6}))
    mate = Part(Tile(9, 4), {9: Stay(), 11: Stay()})
    return play(LODGE, {"lodger": lodger, "mate": mate}, schedule, until=40)


COTTAGES = draw(
    "cottages",
    """
    ........................
    .#####............#####.
    .#...#............#...#.
    .#...+............+...#.
    .#...#............#...#.
    .#####............#####.
    ........................
    """,
)


def a_guest_goes_on(schedule: Schedule) -> Diary:
    """A guest plans to go from one cottage to the other; after long thought they do, past a watcher who looks up."""
    other = RoomId("house 02:room")
    rest, go = Do(Deed("rest", stays=12), other, 60), GoTo(other)
    guest = Part(Tile(4, 3), {0: rest, 12: go}, frozenset({12}))
    watcher = Part(Tile(9, 3), {15: Stay(), 17: Stay()})
    return play(COTTAGES, {"guest": guest, "watcher": watcher}, schedule, until=40)


def a_third_joins(schedule: Schedule) -> Diary:
    """Eve joins ben in the door, whose partner inside she does not see; ben goes, and ann thinks long at tick 20."""
    ann = Part(Tile(2, 2), {0: TalkTo(PersonId("ben")), 20: Say("farewell", last=True)}, frozenset({20}))
    ben = Part(Tile(4, 2), {8: GoTo(Tile(27, 2))})
    eve = Part(Tile(6, 2), {5: Join(TalkId("0-ann")), 21: Stay()})
    return play(COTTAGE, {"ann": ann, "ben": ben, "eve": eve}, schedule, until=40)


CORRIDOR = draw("corridor", "\n".join(["#" * 50, f"#{'.' * 48}#", f"###+{'#' * 46}", "." * 50, "." * 50]))


def a_corridor_is_full(schedule: Schedule) -> Diary:
    """Ann comes into a corridor in which all tiles in view are taken; far from her ben thinks long and walks on."""
    crowd = {f"rests {x:02}": Part(Tile(x, 1), {}) for x in range(1, 40)}
    ann = Part(Tile(3, 4), {10: GoTo(Tile(3, 1))})
    ben = Part(Tile(40, 1), {12: GoTo(Tile(46, 1))}, frozenset({12}))
    return play(CORRIDOR, {"ann": ann, "ben": ben, **crowd}, schedule, until=90)


IN_A_SCENE: dict[str, tuple[Plant, Callable[[Schedule], Diary]]] = {
    "staying in: a little longer": (
        faults.plant_horizon(faults.StaysTooLong),
        lambda schedule: a_guest_leaves(schedule, stays=12),
    ),
    "staying in: not at all": (faults.plant_broken_promise, lambda schedule: a_guest_leaves(schedule, stays=30)),
    "staying at home: a little longer": (faults.plant_horizon(faults.StaysAtHomeTooLong), a_lodger_leaves),
    "staying at home: in one room": (faults.plant_horizon(faults.HomeIsOneRoom), a_lodger_changes_rooms),
    "going on: the way forgotten": (faults.plant_horizon(faults.ForgetsTheWayOn), a_guest_goes_on),
    "resting: those out of view": (faults.plant_far_sight, a_corridor_is_full),
    "talk: members out of view": (faults.plant_loose_talk, a_third_joins),
}


@pytest.mark.parametrize("fault", IN_A_SCENE)
def test_a_planted_fault_is_detected_in_a_scene_made_for_it(fault: str) -> None:
    plant, live = IN_A_SCENE[fault]
    assert found_out(live, nothing) == ""
    assert found_out(live, plant) != "", f"{fault}: not detected"
