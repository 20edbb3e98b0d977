import pytest

from milkwood.errors import TownAuthorError
from milkwood.ids import RoomId
from milkwood.town.map import OPEN_GROUND_ZONE, TownMap
from milkwood.town.tile import Tile
from tests.town.conftest import BED, STOVE


def test_a_door_is_in_the_zones_of_both_its_sides_rule_t1(small_map: TownMap) -> None:
    inside = small_map.zone_of_room(RoomId("west house:room"))
    assert inside != OPEN_GROUND_ZONE
    assert small_map.zones_at(Tile(5, 3)) == (OPEN_GROUND_ZONE, inside)


def test_a_room_without_walls_is_part_of_the_open_ground(small_map: TownMap) -> None:
    assert small_map.zones_at(Tile(3, 7)) == small_map.zones_at(Tile(0, 0)) == (OPEN_GROUND_ZONE,)
    room = small_map.room_at(Tile(3, 7))
    assert room is not None
    assert room.outdoors


def test_a_bed_is_used_from_its_own_tile_and_a_stove_from_beside(small_map: TownMap) -> None:
    assert small_map.spots(BED) == (Tile(2, 2),)
    assert small_map.spots(STOVE) == (Tile(4, 3), Tile(3, 4))


def test_an_address_is_resolved_with_or_without_the_town(small_map: TownMap) -> None:
    assert small_map.find("Smallest:west house:room:bed") is small_map.things[BED]
    assert small_map.find("west house:room") is small_map.rooms[RoomId("west house:room")]
    assert small_map.find("green").id == "green"


def test_an_unknown_address_is_answered_with_what_is_known_there(small_map: TownMap) -> None:
    with pytest.raises(TownAuthorError, match=r"no “west house:room:sofa” in Smallest.*west house:room:bed"):
        small_map.find("west house:room:sofa")
    with pytest.raises(TownAuthorError, match=r"Known there: east house, green, west house"):
        small_map.find("castle")


def test_the_ground_cannot_be_written_on(small_map: TownMap) -> None:
    for array in (small_map.walkable, small_map.zone, small_map.second_zone):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
