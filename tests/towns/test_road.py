"""Where people come into a town and leave it."""

from milkwood.ids import PersonId
from milkwood.town.address import Address
from milkwood.town.tile import Tile
from milkwood.towns import load
from milkwood.towns.new import STARTER
from milkwood.towns.road import road_end

PACK = load(STARTER)
BED = PACK.people[PersonId("ida_thorne")].bed


def edge(tile: Tile) -> int:
    return min(tile.x, tile.y, PACK.town_map.width - 1 - tile.x, PACK.town_map.height - 1 - tile.y)


def test_a_tile_is_its_own_end() -> None:
    free = next(iter(PACK.town_map.floor(PACK.town_map.rooms_of(Address("Tea House").sector_id)[0].id)))
    assert road_end(PACK.town_map, free, BED) == free


def test_a_place_ends_where_it_is_nearest_to_the_edge() -> None:
    place = Address("Tea House")
    floor = PACK.town_map.floor(place.sector_id)
    end = road_end(PACK.town_map, place, BED)
    assert end in floor
    assert edge(end) == min(map(edge, floor))


def test_without_a_road_it_is_the_edge_of_the_map_that_is_nearest_to_home() -> None:
    end = road_end(PACK.town_map, None, BED)
    assert edge(end) == 0
    assert PACK.town_map.room_at(end) is None


def test_a_tile_that_nobody_can_walk_to_is_replaced_by_home() -> None:
    wall = next(
        Tile(x, y)
        for y in range(PACK.town_map.height)
        for x in range(PACK.town_map.width)
        if not PACK.town_map.walkable[y, x]
    )
    assert road_end(PACK.town_map, wall, BED) == PACK.town_map.spots(BED)[0]
