from typing import Any

import pytest

from milkwood.town.tile import Tile
from milkwood.towns import load
from tests.towns.conftest import TinyPack, rectangle, sprite


@pytest.mark.parametrize("name", ["ground", "walls", "things", "sectors", "rooms", "doors"])
def test_a_missing_layer_is_named(tiny: TinyPack, name: str) -> None:
    def drop(table: dict[str, Any]) -> None:
        table["layers"] = [layer for layer in table["layers"] if layer["name"] != name]

    tiny.redraw(drop)
    [error] = tiny.errors()
    assert error.startswith(f"map.tmj: The layer “{name}” is missing. Add a layer of ")


def test_a_layer_of_the_wrong_kind_is_named(tiny: TinyPack) -> None:
    tiny.layer("rooms", lambda layer: layer.update(type="tilelayer", width=16, height=12, data=[0] * 192))
    [error] = tiny.errors()
    assert error == "map.tmj > rooms: The layer “rooms” is not of the right kind. Make it a layer of objects in Tiled."


def test_an_unused_layer_is_a_warning(tiny: TinyPack) -> None:
    tiny.redraw(lambda table: table["layers"].append({"name": "blocks", "type": "objectgroup", "objects": []}))
    assert tiny.warnings() == ["map.tmj > blocks: Layers of this name are ignored. Did you mean “blocked”?"]


def test_ground_must_fill_every_cell(tiny: TinyPack) -> None:
    tiny.layer("ground", lambda layer: layer["data"].__setitem__(slice(5, 7), [0, 0]))
    assert tiny.errors() == ["map.tmj > ground: 2 cells have no ground, the first at 5, 0. Fill every cell."]


def test_every_tile_of_blocked_is_solid(tiny: TinyPack) -> None:
    cells = [0] * 192
    cells[16 * 9 + 3] = 1
    blocked = {"name": "blocked", "type": "tilelayer", "width": 16, "height": 12, "data": cells}
    tiny.redraw(lambda table: table["layers"].append(blocked))
    assert not load(tiny.folder).town_map.is_walkable(Tile(3, 9))


def test_a_door_may_be_a_point_or_a_sprite(tiny: TinyPack) -> None:
    point = {"name": "", "x": 5 * 16 + 8, "y": 4 * 16 + 8, "width": 0, "height": 0, "point": True}
    tiny.layer("doors", lambda layer: layer.update(objects=[point, sprite("", 101, 7, 6)]))
    assert [door.tile for door in load(tiny.folder).town_map.doors] == [Tile(5, 4), Tile(7, 6)]


def test_a_door_of_two_tiles_is_named(tiny: TinyPack) -> None:
    tiny.layer("doors", lambda layer: layer["objects"].append(rectangle("gate", 12, 8, 2, 1)))
    assert any("“gate” (at tile 12, 8): A door is one tile large." in error for error in tiny.errors())


def test_a_door_beyond_the_map_is_named(tiny: TinyPack) -> None:
    tiny.layer("doors", lambda layer: layer["objects"].append(rectangle("gate", 40, 8, 1, 1)))
    assert any("“gate” (at tile 40, 8): The door is outside the map." in error for error in tiny.errors())
