from typing import Any

import pytest

from tests.towns.conftest import TinyPack, sprite


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"orientation": "isometric"}, "map.tmj: The map is “isometric”, not orthogonal."),
        ({"infinite": True}, "map.tmj: The map is infinite. In Tiled, Map Properties, switch Infinite off."),
        ({"tilewidth": 32}, "map.tmj: The map's tiles are not 16 x 16 px."),
        ({"width": -3}, "map.tmj: The map's size is “-3” x “12” tiles."),
        ({"width": 10**9}, "map.tmj: The map's size is “1000000000” x “12” tiles. Each side is 1 to 512 tiles."),
        ({"height": "12"}, "map.tmj: The map's size is “16” x “12” tiles."),
        ({"tilesets": []}, "map.tmj: The map has no tilesets."),
        ({"layers": None}, "map.tmj: The layer “ground” is missing."),
    ],
)
def test_a_map_of_the_wrong_sort_is_refused(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.redraw(lambda table: table.update(change))
    assert any(found.startswith(error) for found in tiny.errors()), tiny.errors()


def test_layers_in_groups_are_read(tiny: TinyPack) -> None:
    def group(table: dict[str, Any]) -> None:
        table["layers"] = [{"type": "group", "name": "all", "layers": table["layers"]}]

    tiny.redraw(group)
    assert tiny.problems() == []


def test_endless_groups_are_a_problem(tiny: TinyPack) -> None:
    def bury(table: dict[str, Any]) -> None:
        for _ in range(30):
            table["layers"] = [{"type": "group", "name": "deep", "layers": table["layers"]}]

    tiny.redraw(bury)
    assert any("map.tmj > deep: Its groups are nested too deeply" in error for error in tiny.errors())


def test_a_shifted_layer_is_named(tiny: TinyPack) -> None:
    tiny.layer("things", lambda layer: layer.update(offsetx=8))
    assert tiny.errors() == ["map.tmj > things: The layer is shifted. Set its offsets to 0 in Tiled."]


def test_two_layers_of_one_name_are_named(tiny: TinyPack) -> None:
    tiny.redraw(lambda table: table["layers"].append(dict(table["layers"][0])))
    assert tiny.errors() == ["map.tmj > ground: Two layers have this name. Rename or remove one of them."]


def test_a_tile_that_no_tileset_has_is_named_with_its_place(tiny: TinyPack) -> None:
    tiny.layer("walls", lambda layer: layer["data"].__setitem__(16 + 3, 77))
    assert tiny.errors() == [
        "map.tmj > walls: Tile 77 at 3, 1 is in no tileset (1 such). Paint it again in Tiled, or add the tileset."
    ]


def test_a_sprite_that_no_tileset_has_is_named(tiny: TinyPack) -> None:
    tiny.layer("decor", lambda layer: layer["objects"].append(sprite("bush", 999, 12, 8)))
    assert "map.tmj > decor > “bush” (at tile 12, 9): No tileset has its picture. Choose its tile again in Tiled." in (
        tiny.errors()
    )


def test_a_map_of_another_program_is_refused(tiny: TinyPack) -> None:
    tiny.swap("town.toml", "map.tmj", "map.tmx")
    tiny.write("map.tmx", "<map/>")
    assert tiny.errors() == ["map.tmx: The map is not a .tmj file. Save it in Tiled as JSON map (.tmj)."]
