from typing import Any

import pytest

from milkwood.ids import RoomId
from milkwood.towns import load
from tests.towns.conftest import TinyPack, properties, rectangle


def rooms(tiny: TinyPack, *more: dict[str, Any]) -> list[str]:
    tiny.layer("rooms", lambda layer: layer["objects"].extend(more))
    return tiny.errors()


def test_a_room_that_reaches_outside_its_sector_is_named(tiny: TinyPack) -> None:
    tiny.thing("rooms", "green", width=5 * 16)
    assert tiny.errors() == [
        "map.tmj > rooms > “green” (at tile 11, 1): The room reaches outside its sector “Green”. "
        "Move or shrink the room, or enlarge the sector."
    ]


def test_a_room_in_no_sector_is_named(tiny: TinyPack) -> None:
    shed = rectangle("shed", 1, 8, 3, 2, name_zh="棚", kind="shed", outdoors=True)
    [error] = rooms(tiny, shed)
    assert error == "map.tmj > rooms > “shed” (at tile 1, 8): The room is not in a sector. Draw a sector around it."


def test_overlapping_rooms_are_named(tiny: TinyPack) -> None:
    errors = rooms(tiny, rectangle("pantry", 8, 4, 1, 2, name_zh="储藏室", kind="pantry"))
    assert errors[0] == (
        "map.tmj > rooms > “pantry” (at tile 8, 4): It overlaps the room “House:kitchen”. Draw them side by side."
    )


def test_overlapping_sectors_are_named(tiny: TinyPack) -> None:
    tiny.thing("sectors", "Green", x=9 * 16, width=6 * 16)
    assert any("“Green” (at tile 9, 1): It overlaps the sector “House”." in error for error in tiny.errors())


def test_two_sectors_of_one_name_are_named(tiny: TinyPack) -> None:
    other = rectangle("Green", 1, 8, 4, 3, name_zh="绿地", kind="park")
    tiny.layer("sectors", lambda layer: layer["objects"].append(other))
    assert tiny.errors() == [
        "map.tmj > sectors > “Green” (at tile 1, 8): Another sector has this name. Rename one of them."
    ]


def test_a_sector_may_be_of_several_rectangles_side_by_side(tiny: TinyPack) -> None:
    def lengthen(layer: dict[str, Any]) -> None:
        green = next(each for each in layer["objects"] if each["name"] == "Green")
        layer["objects"].append({**green, "id": 901, "y": green["y"] + green["height"], "height": 16})

    tiny.layer("sectors", lengthen)
    assert tiny.errors() == []


def test_two_rooms_of_one_name_that_do_not_touch_are_named(tiny: TinyPack) -> None:
    tiny.thing("rooms", "kitchen", name="bedroom", properties=properties(name_zh="卧室", kind="bedroom"))
    errors = tiny.errors()
    assert any("Two rooms are called “House:bedroom”, and they do not touch." in error for error in errors)


def test_a_room_of_two_rectangles_is_one_room(tiny: TinyPack) -> None:
    tiny.thing("rooms", "green", height=3 * 16)
    lower = rectangle("green", 11, 4, 2, 3, name_zh="草地", kind="park", outdoors=True)
    assert rooms(tiny, lower) == []
    assert len(load(tiny.folder).town_map.rooms[RoomId("Green:green")].tiles) == 4 * 3 + 2 * 3


def test_parts_of_a_room_must_agree(tiny: TinyPack) -> None:
    tiny.thing("rooms", "green", height=3 * 16)
    [error, *_] = rooms(tiny, rectangle("green", 11, 4, 2, 3, name_zh="草地", kind="park"))
    assert "Two parts of “Green:green” differ in name, kind or outdoors." in error


def test_a_sector_without_a_room_is_named(tiny: TinyPack) -> None:
    lake = rectangle("Lake", 1, 8, 4, 3, name_zh="湖", kind="lake")
    tiny.layer("sectors", lambda layer: layer["objects"].append(lake))
    [error] = tiny.errors()
    assert error.startswith("map.tmj > sectors > “Lake” (at tile 1, 8): The sector has no room.")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"width": 0}, "It is not a rectangle of tiles."),
        ({"x": 15 * 16}, "It extends beyond the map."),
        ({"y": -64}, "It extends beyond the map."),
    ],
)
def test_a_room_that_is_no_rectangle_on_the_map_is_named(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.thing("rooms", "kitchen", **change)
    assert any("“kitchen”" in found and error in found for found in tiny.errors())


def test_invalid_opening_hours_are_named(tiny: TinyPack) -> None:
    tiny.thing("sectors", "Green", properties=properties(name_zh="绿地", kind="park", opens="always"))
    assert any("“Green” (at tile 11, 1) > opens: “always” is not a span of time." in e for e in tiny.errors())
