import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.oracle import STRETCH, Table, lockstep_seconds, longest_chain
from milkwood.ids import RoomId, SectorId
from milkwood.town.map import TownMap
from milkwood.town.places import Door, Room
from milkwood.town.sight import who_is_seen
from milkwood.town.tile import Tile
from milkwood.words import Words

RADIUS = 3


def _house() -> TownMap:
    """Open ground with one room in the middle and a door on its left."""
    walkable = np.ones((20, 30), bool)
    walkable[5:15, 10:20] = False
    walkable[6:14, 11:19] = True
    walkable[9, 10] = True
    floor = frozenset(Tile(x, y) for x in range(11, 19) for y in range(6, 14))
    room = Room(RoomId("house:room"), SectorId("house"), Words.plain("room"), "room", False, floor)
    return TownMap("a house", walkable, (), (room,), (), (Door(Tile(10, 9)),))


def _day(seed: int, people: int, ticks: int) -> tuple[NDArray[np.float64], Table, Table]:
    chance = np.random.default_rng(seed)
    steps = chance.integers(-1, 2, (2, ticks, people)) * (chance.random((ticks, people)) < 0.4)
    starts = chance.integers(0, 20, (2, 1, people))
    xs, ys = np.clip(starts + steps.cumsum(axis=1), 0, np.array([29, 19])[:, None, None])
    seconds = chance.exponential(1.0, (ticks, people)) * (chance.random((ticks, people)) < 0.2)
    return seconds, xs, ys


@pytest.mark.parametrize("seed", range(5))
def test_the_oracle_equals_a_check_of_every_pair_at_every_tick(seed: int) -> None:
    seconds, xs, ys = _day(seed, people=12, ticks=3 * STRETCH + 5)
    deaf = np.random.default_rng(seed + 100).random(seconds.shape) < 0.2
    over = np.zeros(12)
    for tick, taken in enumerate(seconds):
        places = zip(xs[tick].tolist(), ys[tick].tolist(), strict=True)
        seen = np.array([who_is_seen(_house(), x, y, xs[tick], ys[tick], RADIUS) for x, y in places])
        np.fill_diagonal(seen, False)
        seen &= ~deaf[tick][:, None]
        over = np.maximum(over, np.where(seen, over[None], 0).max(axis=1)) + taken
    assert longest_chain(seconds, xs, ys, _house(), RADIUS, deaf) == pytest.approx(over.max())


def test_a_person_who_meets_no_one_never_waits() -> None:
    seconds, _, _ = _day(1, people=2, ticks=100)
    xs = np.tile([0, 29], (100, 1))
    assert longest_chain(seconds, xs, np.zeros_like(xs), _house(), RADIUS) == pytest.approx(seconds.sum(axis=0).max())


def test_walls_are_not_seen_through() -> None:
    seconds, _, _ = _day(1, people=2, ticks=100)
    xs = np.tile([9, 11], (100, 1))
    ys = np.full_like(xs, 7)
    assert longest_chain(seconds, xs, ys, _house(), RADIUS) == pytest.approx(seconds.sum(axis=0).max())


def test_people_always_in_sight_live_in_lockstep() -> None:
    seconds, _, _ = _day(1, people=4, ticks=100)
    xs = np.tile([0, 1, 2, 3], (100, 1))
    ys = np.zeros_like(xs)
    assert longest_chain(seconds, xs, ys, _house(), RADIUS) == pytest.approx(lockstep_seconds(seconds))


def test_a_person_who_perceives_nothing_never_waits() -> None:
    seconds = np.array([[5.0, 0.0], [0.0, 1.0]])
    xs = np.zeros((2, 2), np.int64)
    deaf = np.array([[False, True], [False, True]])
    assert longest_chain(seconds, xs, xs, _house(), RADIUS) == 6.0
    assert longest_chain(seconds, xs, xs, _house(), RADIUS, deaf) == 5.0


def test_a_day_without_people_takes_no_time() -> None:
    none = np.zeros((10, 0), np.int64)
    assert longest_chain(np.zeros((10, 0)), none, none, _house(), RADIUS) == 0.0
