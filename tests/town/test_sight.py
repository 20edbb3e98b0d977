import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from milkwood.town.map import TownMap
from milkwood.town.sight import sees, sees_thing, things_seen, who_is_seen
from milkwood.town.tile import Tile
from tests.town.conftest import BED, make_map

MAP = make_map()
FREE = [Tile(int(x), int(y)) for y, x in np.argwhere(MAP.walkable)]


def test_sight_stays_inside_a_room(small_map: TownMap) -> None:
    assert sees(small_map, Tile(2, 2), Tile(4, 3), 8)
    assert not sees(small_map, Tile(4, 3), Tile(6, 3), 8)


def test_a_person_in_a_door_sees_and_is_seen_on_both_sides_rule_t1(small_map: TownMap) -> None:
    door, inside, outside = Tile(5, 3), Tile(3, 3), Tile(6, 0)
    assert sees(small_map, door, inside, 8)
    assert sees(small_map, inside, door, 8)
    assert sees(small_map, door, outside, 8)
    assert sees(small_map, outside, door, 8)


def test_the_window_of_sight_is_a_square(small_map: TownMap) -> None:
    assert sees(small_map, Tile(0, 0), Tile(6, 6), 6)
    assert not sees(small_map, Tile(0, 0), Tile(7, 0), 6)


def test_a_thing_is_seen_from_its_room_and_its_door_only(small_map: TownMap) -> None:
    bed = small_map.things[BED]
    assert sees_thing(small_map, Tile(4, 3), bed, 8)
    assert sees_thing(small_map, Tile(5, 3), bed, 8)
    assert not sees_thing(small_map, Tile(6, 3), bed, 8)
    assert [thing.id for _, thing in things_seen(small_map, Tile(2, 3), 1)] == [BED]


@given(st.lists(st.sampled_from(FREE), min_size=1, max_size=12), st.integers(0, 9))
def test_sight_for_all_at_once_equals_sight_one_by_one_and_is_mutual(places: list[Tile], radius: int) -> None:
    xs, ys = np.array([tile.x for tile in places]), np.array([tile.y for tile in places])
    table = np.array([who_is_seen(MAP, tile.x, tile.y, xs, ys, radius) for tile in places])
    assert (table == table.T).all()
    for row, viewer in enumerate(places):
        for column, seen in enumerate(places):
            assert table[row, column] == sees(MAP, viewer, seen, radius)
