import json
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from milkwood import towns
from milkwood.bridge import drawing, ground, pack, pictures, sheet
from milkwood.bridge.maze import read_matrix
from milkwood.bridge.places import Places
from milkwood.bridge.reading import Unreadable
from milkwood.bridge.residents import residents
from milkwood.towns.new import STARTER
from tests.bridge.little import HEIGHT, WIDTH, meta, write_json, write_maze
from tests.bridge.upstream import MATRIX, TILED, needs_data

GRASS, WALL, LEAF, CLEAR = (10, 200, 30, 255), (90, 60, 30, 255), (0, 90, 0, 255), (255, 0, 255, 255)
LEFT = (200, 0, 0, 255)


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A pack made of the little maze."""
    return made(write_maze(tmp_path), tmp_path)


def made(matrix: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "town"
    planned = ground.plan(read_matrix(matrix))
    folder.mkdir()
    sheet.write_map(planned, drawing.draw(planned), folder, STARTER / "tiles")
    places = Places.of_ground(planned)
    pack.write(
        pack.Plan("town", "town", "a town", datetime(2024, 3, 4), 10, residents(places), places, tmp_path), folder
    )
    return folder


@pytest.fixture
def visuals(tmp_path: Path) -> Path:
    """A Tiled map of 32 px tiles: grass, then a tile that is half clear, then one that is red on its left."""
    folder = tmp_path / "visuals"
    (folder / "art").mkdir(parents=True)
    picture = Image.new("RGBA", (128, 32), GRASS)
    picture.paste(WALL, (32, 0, 64, 16))
    picture.paste(CLEAR, (32, 16, 64, 32))
    picture.paste(LEAF, (64, 0, 96, 32))
    picture.paste(LEFT, (96, 0, 112, 32))
    picture.save(folder / "art" / "tiles.png")
    count = WIDTH * HEIGHT
    cells = {
        "Bottom Ground": [1] * count,
        "Wall": [0] * count,
        "Foreground L1": [0] * count,
        "Arena Blocks": [3] * count,
    }
    cells["Wall"][5], cells["Foreground L1"][7] = 2, 3
    cells["Wall"][8], cells["Wall"][9] = 4, 4 | 0x80000000
    layers = [
        {"name": name, "type": "tilelayer", "width": WIDTH, "height": HEIGHT, "data": data}
        for name, data in cells.items()
    ]
    tileset = {
        "firstgid": 1, "tilecount": 4, "columns": 4, "tilewidth": 32, "tileheight": 32, "image": "art/tiles.png",
        "transparentcolor": "#ff00ff",
    }  # fmt: skip
    write_json(folder / "town.json", {"width": WIDTH, "height": HEIGHT, "layers": layers, "tilesets": [tileset]})
    return folder


def cell(folder: Path, place: int) -> Image.Image:
    """The picture that the map's ground shows in a cell."""
    tmj = json.loads((folder / "map.tmj").read_text())
    data = next(layer for layer in tmj["layers"] if layer["name"] == "ground")["data"]
    local = data[place] - pictures.FIRST_DRAWN_TILE_ID
    tileset = json.loads((folder / "tiles" / "drawn.tsj").read_text())
    x, y = local % tileset["columns"] * 16, local // tileset["columns"] * 16
    with Image.open(folder / "tiles" / "drawn.png") as picture:
        return picture.crop((x, y, x + 16, y + 16))


def test_the_layers_are_shown_in_their_order(town: Path, visuals: Path) -> None:
    pictures.show(visuals, town)
    assert cell(town, 0).getpixel((3, 3)) == GRASS
    assert cell(town, 5).getpixel((3, 3)) == WALL
    assert cell(town, 5).getpixel((3, 12)) == GRASS


def test_flipped_tiles_are_flipped(town: Path, visuals: Path) -> None:
    pictures.show(visuals, town)
    assert cell(town, 8).getpixel((2, 2)) == LEFT
    assert cell(town, 9).getpixel((2, 2)) == GRASS
    assert cell(town, 9).getpixel((13, 2)) == LEFT


def test_the_foreground_layer_is_in_front_of_people(town: Path, visuals: Path) -> None:
    pictures.show(visuals, town)
    tmj = json.loads((town / "map.tmj").read_text())
    decor = next(layer for layer in tmj["layers"] if layer["name"] == "decor")["objects"]
    assert [(each["x"], each["y"]) for each in decor] == [(7 * 16, 16)]


def test_places_things_and_ways_stay_as_they_are(town: Path, visuals: Path) -> None:
    before = towns.load(town).town_map
    pictures.show(visuals, town)
    assert [each for each in towns.check(town) if each.is_error] == []
    after = towns.load(town).town_map
    assert (after.rooms, after.things, set(after.doors)) == (before.rooms, before.things, set(before.doors))
    assert (after.walkable == before.walkable).all()


def spoil(visuals: Path, change: Any) -> None:
    table = json.loads((visuals / "town.json").read_text())
    change(table)
    write_json(visuals / "town.json", table)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda table: table.update(width=3), "There is no Tiled map of 30 x 12"),
        (lambda table: table["layers"][0]["data"].pop(), "layers > Bottom Ground: It has 359 cells"),
        (lambda table: table["tilesets"][0].update(image="../../secret.png"), "It points outside the folder"),
        (lambda table: table["tilesets"][0].update(image="art/none.png"), r"none\.png: The picture is missing"),
        (lambda table: table["tilesets"][0].update(columns=0), "less than 1"),
    ],
)
def test_damaged_visuals_are_named(town: Path, visuals: Path, change: Any, complaint: str) -> None:
    spoil(visuals, change)
    with pytest.raises(Unreadable, match=complaint):
        pictures.show(visuals, town)


def test_a_map_with_other_numbers_does_not_match(tmp_path: Path, town: Path) -> None:
    write_json(tmp_path / "empty" / "other.json", meta(3))
    with pytest.raises(Unreadable, match="There is no Tiled map"):
        pictures.show(tmp_path / "empty", town)


# --- the published map


def quarters(number: int) -> NDArray[np.uint8]:
    """A tile that shows its number, in four distinguishable quarters."""
    tile = np.zeros((32, 32, 4), np.uint8)
    for place, (y, x) in enumerate(((0, 0), (0, 16), (16, 16), (16, 0))):
        tile[y : y + 16, x : x + 16] = (number & 255, number >> 8, 40 * place, 255)
    return tile


def stand_in(visuals: Path) -> Path:
    """The published Tiled map with pictures of our own, because the original pictures cannot be redistributed."""
    table = json.loads(TILED.read_text())
    for tileset in table["tilesets"]:
        rows, columns = -(-tileset["tilecount"] // tileset["columns"]), tileset["columns"]
        sheet_ = np.zeros((rows * 32, columns * 32, 4), np.uint8)
        for local in range(tileset["tilecount"]):
            y, x = local // columns * 32, local % columns * 32
            sheet_[y : y + 32, x : x + 32] = quarters(tileset["firstgid"] + local)
        path = visuals / tileset["image"]
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(sheet_).save(path, compress_level=1)
    write_json(visuals / "the_ville_jan7.json", table)
    return visuals


TURNS = {0: 0, 0xA: 3, 0xC: 2, 0x6: 1}
"""Quarter turns to the left, by the flags that the map has."""


@needs_data
def test_every_cell_of_the_published_map_shows_its_tile_turned_as_it_is_there(tmp_path: Path) -> None:
    town, visuals = made(MATRIX, tmp_path), stand_in(tmp_path / "visuals")
    pictures.show(visuals, town)
    assert [each for each in towns.check(town) if each.is_error] == []
    layers = {layer["name"].strip(): layer["data"] for layer in json.loads(TILED.read_text())["layers"]}
    below = [name for name in layers if not name.startswith("Foreground") and "Block" not in name]
    below.remove("Collisions")
    top = [next(layers[name][place] for name in reversed(below) if layers[name][place]) for place in range(14_000)]
    tmj = json.loads((town / "map.tmj").read_text())
    shown = {layer["name"]: layer for layer in tmj["layers"]}
    columns = json.loads((town / "tiles" / "drawn.tsj").read_text())["columns"]
    with Image.open(town / "tiles" / "drawn.png") as picture:
        drawn = np.array(picture)
    turned = 0
    for place, (number, wanted) in enumerate(zip(shown["ground"]["data"], top, strict=True)):
        y, x = divmod(number - pictures.FIRST_DRAWN_TILE_ID, columns)
        tile = quarters(wanted & 0x1FFFFFFF)[::2, ::2]
        turns = TURNS[wanted >> 28]
        turned += turns > 0
        assert (drawn[y * 16 : y * 16 + 16, x * 16 : x * 16 + 16] == np.rot90(tile, turns)).all(), place
    assert turned == 37
    front = {place for name in ("Foreground L1", "Foreground L2") for place, each in enumerate(layers[name]) if each}
    found = {each["y"] // 16 * 140 - 140 + each["x"] // 16 for each in shown["decor"]["objects"]}
    assert found == front
