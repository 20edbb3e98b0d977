"""The towns used to test the engine contain what they are meant to contain."""

import pytest

from milkwood.town.map import OPEN_GROUND_ZONE, TownMap
from milkwood.town.paths import Paths
from milkwood.town.tile import Tile, neighbours
from tests.engine.village import MAPS


@pytest.fixture(params=list(MAPS))
def town_map(request: pytest.FixtureRequest) -> TownMap:
    return MAPS[request.param]()


def test_every_thing_can_be_reached(town_map: TownMap) -> None:
    steps = Paths(town_map).field(Tile(0, 0))
    for thing in town_map.things:
        assert any(steps[spot.y, spot.x] < 200 for spot in town_map.spots(thing)), thing


def test_every_door_joins_two_places(town_map: TownMap) -> None:
    gates = {
        near for room in town_map.rooms.values() if room.outdoors for tile in room.tiles for near in neighbours(tile)
    }
    assert all(len(town_map.zones_at(door.tile)) == 2 or door.tile in gates for door in town_map.doors)


def test_there_are_inner_doors_and_double_doors(town_map: TownMap) -> None:
    tiles = {door.tile for door in town_map.doors}
    assert any(OPEN_GROUND_ZONE not in town_map.zones_at(tile) for tile in tiles)
    assert any(near in tiles for tile in tiles for near in neighbours(tile))


def test_there_is_a_thing_longer_than_anyone_sees_with_a_view_of_three(town_map: TownMap) -> None:
    assert max(len(thing.tiles) for thing in town_map.things.values()) > 10


def test_the_village_has_doors_facing_each_way_and_a_hall_wider_than_the_widest_view() -> None:
    village = MAPS["village"]()
    facing = {
        (near.x - door.tile.x, near.y - door.tile.y)
        for door in village.doors
        for near in neighbours(door.tile)
        if village.is_walkable(near) and village.zones_at(near) == (OPEN_GROUND_ZONE,)
    }
    assert facing == {(0, -1), (0, 1), (-1, 0), (1, 0)}
    assert any(
        max(tile.x for tile in room.tiles) - min(tile.x for tile in room.tiles) > 8
        for room in village.rooms.values()
        if not room.outdoors
    )


def test_in_the_terrace_neighbours_are_near_and_yet_a_long_walk_away() -> None:
    terrace = MAPS["terrace"]()
    assert Paths(terrace).steps(Tile(3, 3), Tile(3, 5)) == 20


def test_in_the_terrace_a_fence_stands_between_people_who_see_each_other() -> None:
    terrace = MAPS["terrace"]()
    assert terrace.zones_at(Tile(9, 10)) == terrace.zones_at(Tile(11, 10)) == (OPEN_GROUND_ZONE,)
    assert (Paths(terrace).steps(Tile(9, 10), Tile(11, 10)) or 0) > 5
