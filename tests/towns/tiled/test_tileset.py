import json
from typing import Any

import pytest

from milkwood.towns import load
from tests.towns.conftest import TinyPack, properties


def test_a_missing_tileset_is_named_once(tiny: TinyPack) -> None:
    (tiny.folder / "tiles/ground.tsj").unlink()
    assert "map.tmj > tilesets #1: The tileset “tiles/ground.tsj” is missing. Add it, or correct the name." in (
        tiny.errors()
    )
    assert not any("in no tileset" in error for error in tiny.errors())


def test_a_missing_picture_is_named(tiny: TinyPack) -> None:
    (tiny.folder / "tiles/ground.png").unlink()
    [error] = tiny.errors()
    assert error.startswith("tiles/ground.tsj: The picture “tiles/ground.png” is missing.")


def test_a_picture_that_is_none_is_named(tiny: TinyPack) -> None:
    tiny.write("tiles/ground.png", "I am a picture")
    assert tiny.errors() == ["tiles/ground.tsj: “tiles/ground.png” is not a PNG picture. Save the picture as PNG."]


def test_a_picture_that_is_too_small_is_named(tiny: TinyPack) -> None:
    tiny.redraw(lambda table: table.update(tilecount=8), "tiles/ground.tsj")
    [error] = tiny.errors()
    assert error.startswith("tiles/ground.tsj: “tiles/ground.png” is 64 x 16 px; its tiles need 64 x 32.")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"image": None}, "The tileset is not based on one picture."),
        ({"image": "../../ground.png"}, "is missing"),
        ({"columns": 0}, "Its tiles do not lie side by side in a grid"),
        ({"spacing": 2}, "Its tiles do not lie side by side in a grid"),
        ({"objectalignment": "center"}, "Its object alignment is “center”. Set it to Bottom Left in Tiled."),
        ({"tiles": [{"id": "x"}]}, "A tile has the id “x”."),
        ({"tiles": [{"id": 1, "properties": properties(solid="yes")}]}, "tile 1: Its property solid is “yes”."),
        ({"tiles": [{"id": 1, "properties": properties(depth="deep")}]}, "tile 1: Its property depth is “deep”."),
    ],
)
def test_a_fault_in_a_tileset_is_named(tiny: TinyPack, change: dict[str, Any], error: str) -> None:
    tiny.redraw(lambda table: table.update(change), "tiles/ground.tsj")
    assert any(found.startswith("tiles/ground.tsj") and error in found for found in tiny.errors()), tiny.errors()


def test_a_tileset_of_another_program_is_refused(tiny: TinyPack) -> None:
    tiny.redraw(lambda table: table["tilesets"][0].update(source="tiles/ground.tsx"))
    assert any("“tiles/ground.tsx” is not a JSON tileset. Save the tileset as .tsj" in e for e in tiny.errors())


def test_a_tileset_outside_the_pack_is_not_read(tiny: TinyPack) -> None:
    (tiny.folder.parent / "other.tsj").write_text("{}")
    tiny.redraw(lambda table: table["tilesets"][0].update(source="../other.tsj"))
    assert any("“../other.tsj” lies outside the pack" in error for error in tiny.errors())


def test_overlapping_tile_numbers_are_named(tiny: TinyPack) -> None:
    tiny.redraw(lambda table: table["tilesets"][1].update(firstgid=3))
    assert any("Its tile numbers overlap another tileset's" in error for error in tiny.errors())


def test_a_tileset_may_stand_inside_the_map_or_beside_it(tiny: TinyPack) -> None:
    plain = load(tiny.folder).town_map
    inside = json.loads(tiny.read("tiles/ground.tsj")) | {"firstgid": 1, "image": "tiles/ground.png"}
    tiny.redraw(lambda table: table["tilesets"].__setitem__(0, inside))
    assert (load(tiny.folder).town_map.walkable == plain.walkable).all()
