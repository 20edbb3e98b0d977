from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from milkwood.town.map import TownMap
from milkwood.town.paths import SEARCH_RADII_TILES, Paths, Unreachable
from milkwood.town.spread import FAR
from milkwood.town.tile import Route, Tile, neighbours

grounds = hnp.arrays(bool, hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=12))


def plain_steps(walkable: NDArray[np.bool_], goal: Tile) -> dict[Tile, int]:
    """A plain breadth-first search."""
    height, width = walkable.shape
    if not walkable[goal.y, goal.x]:
        return {}
    steps = {goal: 0}
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in neighbours(here):
            on_map = 0 <= there.x < width and 0 <= there.y < height
            if on_map and walkable[there.y, there.x] and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


@given(grounds, st.data())
def test_a_field_holds_the_true_distance_of_every_tile(walkable: NDArray[np.bool_], data: st.DataObject) -> None:
    height, width = walkable.shape
    goal = Tile(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)))
    field = Paths(TownMap("any", walkable, [], [], [])).field(goal)
    truth = plain_steps(walkable, goal)
    for y in range(height):
        for x in range(width):
            assert field[y, x] == truth.get(Tile(x, y), FAR)


@given(grounds, st.data())
def test_a_route_is_a_shortest_walk_or_says_there_is_none(walkable: NDArray[np.bool_], data: st.DataObject) -> None:
    height, width = walkable.shape
    ends = [Tile(data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))) for _ in range(2)]
    route = Paths(TownMap("any", walkable, [], [], [])).route(*ends)
    truth = plain_steps(walkable, ends[1]).get(ends[0])
    if truth is None:
        assert isinstance(route, Unreachable)
        return
    assert isinstance(route, Route)
    assert (route.start, route.end, route.steps) == (ends[0], ends[1], truth)
    assert all(walkable[tile.y, tile.x] for tile in route.tiles)
    assert all(there in neighbours(here) for here, there in zip(route.tiles, route.tiles[1:], strict=False))


def test_a_walk_may_be_longer_than_any_fixed_limit() -> None:
    walkable = np.ones((99, 41), bool)
    for y in range(1, 99, 2):
        walkable[y, :] = False
        walkable[y, 0 if y % 4 == 1 else 40] = True
    route = Paths(TownMap("maze", walkable, [], [], [])).route(Tile(40, 98), Tile(40, 0))
    assert isinstance(route, Route)
    assert route.steps > 1_000


def test_the_nearest_of_several_goals_is_taken(small_map: TownMap) -> None:
    route = Paths(small_map).route(Tile(0, 0), Tile(12, 0), Tile(3, 0))
    assert isinstance(route, Route)
    assert route.end == Tile(3, 0)


def test_a_start_off_the_map_or_in_a_wall_reaches_nothing(small_map: TownMap) -> None:
    paths = Paths(small_map)
    assert isinstance(paths.route(Tile(-1, 0), Tile(0, 0)), Unreachable)
    assert isinstance(paths.route(Tile(1, 1), Tile(0, 0)), Unreachable)
    assert isinstance(paths.route(Tile(0, 0), Tile(1, 1)), Unreachable)
    assert paths.steps(Tile(0, 0), Tile(1, 1)) is None


def test_a_city_is_searched_near_the_goal_first_and_whole_if_that_fails() -> None:
    city = np.ones((3, 8 * SEARCH_RADII_TILES[-1]), bool)
    city[1, 1:] = False
    paths = Paths(TownMap("city", city, [], [], []))
    near, far = Tile(7 * SEARCH_RADII_TILES[-1], 2), Tile(7 * SEARCH_RADII_TILES[-1], 0)
    route = paths.route(near, far)
    assert isinstance(route, Route)
    assert route.steps == 14 * SEARCH_RADII_TILES[-1] + 2
    assert paths.steps(Tile(5, 0), Tile(9, 0)) == 4


@pytest.mark.parametrize("apart", [50, 70, 120, 170, 400])
def test_in_a_city_too_a_path_is_the_shortest(apart: int) -> None:
    """A wall with a gap far away: the path around it leaves the neighbourhood of the goal."""
    city = np.ones((700, 1000), bool)
    city[350, 300:] = False
    paths = Paths(TownMap("city", city, [], [], []))
    start, goal = Tile(300 + apart, 351), Tile(300 + apart, 349)
    assert paths.steps(start, goal) == 2 * apart + 4
    assert paths.steps(Tile(300 + apart, 340), goal) == 9


def test_the_number_of_cached_paths_is_bounded(small_map: TownMap) -> None:
    paths = Paths(small_map, keep=2)
    for x in range(5):
        paths.route(Tile(6, 0), Tile(x, 0))
    assert len(paths._kept) == 2


def test_a_field_cannot_be_written_on(small_map: TownMap) -> None:
    with pytest.raises(ValueError, match="read-only"):
        Paths(small_map).field(Tile(0, 0))[0, 0] = 1


def test_a_path_on_the_floor_of_a_room_never_leaves_it_and_is_the_shortest(small_map: TownMap) -> None:
    paths = Paths(small_map)
    for room in small_map.rooms:
        floor = np.zeros_like(small_map.walkable)
        for tile in small_map.floor(room):
            floor[tile.y, tile.x] = True
        for goal in small_map.floor(room):
            steps = plain_steps(floor, goal)
            for start in small_map.floor(room):
                route = paths.route_on_floor(room, start, goal)
                assert isinstance(route, Route) == (start in steps)
                if isinstance(route, Route):
                    assert route.steps == steps[start]
                    assert all(small_map.on_floor(room, tile) for tile in route.tiles)


def test_a_floor_path_never_starts_outside_the_room(small_map: TownMap) -> None:
    room = next(iter(small_map.rooms))
    inside = small_map.floor(room)[0]
    assert isinstance(Paths(small_map).route_on_floor(room, Tile(0, 0), inside), Unreachable)
