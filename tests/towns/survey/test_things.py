from typing import Any

from milkwood.ids import ThingId
from milkwood.town.tile import Tile
from milkwood.towns import load
from tests.towns.conftest import BED, STOVE, TREE, TinyPack, properties, rectangle, sprite


def things(tiny: TinyPack, *more: dict[str, object]) -> list[str]:
    tiny.layer("things", lambda layer: layer["objects"].extend(more))
    return tiny.errors()


def test_an_unknown_kind_of_thing_is_named_with_similar_ones(tiny: TinyPack) -> None:
    tiny.thing("things", "flower bed", properties=properties(name_zh="花圃", kind="gardn"))
    [error] = tiny.errors()
    assert error.startswith(
        "map.tmj > things > “flower bed” (at tile 12, 3): There is no kind of thing called “gardn”. "
        "Did you mean “garden”"
    )


def test_a_thing_without_a_kind_is_named(tiny: TinyPack) -> None:
    [error] = things(tiny, rectangle("box", 12, 5, 1, 1, name_zh="盒子"))
    assert "“box” (at tile 12, 5): It has no kind of thing." in error


def test_a_thing_in_no_room_is_named(tiny: TinyPack) -> None:
    [error] = things(tiny, sprite("lost bed", BED, 3, 9, name_zh="床"))
    assert error == (
        "map.tmj > things > “lost bed” (at tile 3, 10): It is not in a room. Move it into a room, or make it decor."
    )


def test_a_thing_in_two_rooms_is_named(tiny: TinyPack) -> None:
    errors = things(tiny, rectangle("long rug", 4, 5, 3, 1, name_zh="长毯", kind="stage"))
    assert any("It is in two rooms, “House:bedroom” and “House:kitchen”." in error for error in errors)


def test_a_thing_without_size_is_named(tiny: TinyPack) -> None:
    [error] = things(tiny, rectangle("dot", 12, 5, 0, 0, name_zh="点", kind="garden"))
    assert "It covers no tile." in error


def test_a_thing_beyond_the_map_is_named(tiny: TinyPack) -> None:
    [error] = things(tiny, rectangle("far garden", 14, 3, 6, 1, name_zh="远园", kind="garden"))
    assert "It is outside the map." in error


def test_things_of_one_name_in_one_room_are_one_thing(tiny: TinyPack) -> None:
    more = rectangle("flower bed", 11, 5, 1, 1, name_zh="花圃", kind="garden")
    assert things(tiny, more) == []
    found = load(tiny.folder).town_map.things[ThingId("Green:green:flower bed")]
    assert found.tiles == (Tile(12, 3), Tile(13, 3), Tile(12, 4), Tile(13, 4), Tile(11, 5))


def test_two_different_things_of_one_name_are_named(tiny: TinyPack) -> None:
    errors = things(tiny, rectangle("flower bed", 11, 5, 1, 1, name_zh="花圃", kind="bench"))
    assert any("Two different things are called “Green:green:flower bed”." in error for error in errors)


def test_a_sprite_covers_its_lowest_rows_only(tiny: TinyPack) -> None:
    stove = load(tiny.folder).town_map.things[ThingId("House:kitchen:cooking area")]
    assert stove.tiles == (Tile(6, 2),)


def test_a_sprites_own_solidity_overrides_that_of_its_kind(tiny: TinyPack) -> None:
    def soften(table: dict[str, Any]) -> None:
        table["tilesets"][1]["tiles"][1]["properties"] = properties(kind="cooking_area", solid=False)

    tiny.redraw(soften)
    assert load(tiny.folder).town_map.is_walkable(Tile(6, 2))


def test_decor_blocks_only_when_solid_and_only_at_its_foot(tiny: TinyPack) -> None:
    flat = sprite("", STOVE, 12, 9)
    tiny.layer("decor", lambda layer: layer["objects"].extend([flat, sprite("", TREE, 2, 9)]))
    town = load(tiny.folder).town_map
    assert town.is_walkable(Tile(12, 9))
    assert town.is_walkable(Tile(2, 8))
    assert not town.is_walkable(Tile(2, 9))
