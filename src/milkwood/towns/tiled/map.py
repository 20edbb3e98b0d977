"""A whole Tiled map (orthogonal, finite, 16 px): its size, layers and tilesets.

Invariant: all tile layers have the map's size, and every tile number in them is known to a tileset.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from milkwood.i18n import t
from milkwood.plain import Json, JsonObject
from milkwood.towns.folder import PackFolder
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.tiled.layer import Cells, read_cells
from milkwood.towns.tiled.object import TILE_PIXELS, MapObject, read_objects
from milkwood.towns.tiled.tileset import Tilesets, read_tilesets
from milkwood.towns.tiled.value import pixels, tables, whole, words

MAX_SIDE_TILES = 512
MAX_GROUP_DEPTH = 20


@dataclass(frozen=True, slots=True)
class TiledMap:
    """A map as Tiled saved it."""

    file: str
    width: int
    height: int
    cells: dict[str, Cells] = field(hash=False)
    """Tile layers by name."""
    objects: dict[str, list[MapObject]] = field(hash=False)
    """Object layers by name."""
    tilesets: Tilesets


def read_map(folder: PackFolder, name: str, problems: Problems) -> TiledMap | None:
    """The map of a pack, or None if it is missing or unreadable."""
    if not name.endswith((".tmj", ".json")):
        problems.error(name, t("The map is not a .tmj file."), t("Save it in Tiled as JSON map (.tmj)."))
        return None
    table = folder.json(name)
    size = _size(table, name, problems) if table is not None else None
    if table is None or size is None:
        return None
    tilesets = read_tilesets(folder, name, table.get("tilesets"), problems)
    drawn = TiledMap(name, *size, {}, {}, tilesets)
    for layer in _layers(table.get("layers"), name, problems, MAX_GROUP_DEPTH):
        _add(drawn, layer, problems)
    return drawn


def _size(table: JsonObject, name: str, problems: Problems) -> tuple[int, int] | None:
    if table.get("orientation") != "orthogonal":
        what = t("The map is {name}, not orthogonal.", name=quoted(table.get("orientation")))
        problems.error(name, what, t("Make an orthogonal map in Tiled."))
        return None
    if table.get("infinite") is True:
        problems.error(name, t("The map is infinite."), t("In Tiled, Map Properties, switch Infinite off."))
        return None
    tile = whole(table.get("tilewidth"), 1, 10**4), whole(table.get("tileheight"), 1, 10**4)
    if tile != (TILE_PIXELS, TILE_PIXELS):
        problems.error(
            name,
            t("The map's tiles are not {width} x {height} px.", width=TILE_PIXELS, height=TILE_PIXELS),
            t("Set Tile Width and Height."),
        )
        return None
    width, height = whole(table.get("width"), 1, MAX_SIDE_TILES), whole(table.get("height"), 1, MAX_SIDE_TILES)
    if width is None or height is None:
        said = f"{quoted(table.get('width'))} x {quoted(table.get('height'))}"
        problems.error(
            name,
            t("The map's size is {said} tiles.", said=said),
            t("Each side is 1 to {most} tiles.", most=MAX_SIDE_TILES),
        )
        return None
    return width, height


def _layer(file: str, name: str) -> str:
    return f"{file} > {name}" if name else t("{file} > a layer without a name", file=file)


def _layers(listed: Json, where: str, problems: Problems, depth: int) -> Iterator[dict[str, Json]]:
    for layer in tables(listed):
        name = _layer(where, words(layer.get("name")))
        if pixels(layer.get("offsetx", 0)) != 0 or pixels(layer.get("offsety", 0)) != 0:
            problems.error(name, t("The layer is shifted."), t("Set its offsets to 0 in Tiled."))
        if layer.get("type") != "group":
            yield layer
        elif depth:
            yield from _layers(layer.get("layers"), where, problems, depth - 1)
        else:
            problems.error(name, t("Its groups are nested too deeply."), t("Take the layers out of their groups."))


def _add(drawn: TiledMap, layer: JsonObject, problems: Problems) -> None:
    name = words(layer.get("name"))
    where = _layer(drawn.file, name)
    if name in drawn.cells or name in drawn.objects:
        problems.error(where, t("Two layers have this name."), t("Rename or remove one of them."))
        return
    match layer.get("type"):
        case "tilelayer":
            cells = read_cells(layer, (drawn.width, drawn.height), where, problems)
            if cells is not None:
                _check_numbers(cells, drawn.tilesets, where, problems)
            # An unreadable layer counts as empty, so that one fault does not hide the others.
            empty = np.zeros((drawn.height, drawn.width), np.int64)
            drawn.cells[name] = empty if cells is None else cells
        case "objectgroup":
            drawn.objects[name] = read_objects(layer, where, problems)
            for entry in drawn.objects[name]:
                unknown = entry.sprite is not None and drawn.tilesets.facts(entry.sprite) is None
                if unknown and drawn.tilesets.complete:
                    problems.error(entry.where, t("No tileset has its picture."), t("Choose its tile again in Tiled."))


def _check_numbers(cells: Cells, tilesets: Tilesets, where: str, problems: Problems) -> None:
    if not tilesets.complete:
        return
    unknown = cells != 0
    for first, last in tilesets.ranges():
        unknown &= (cells < first) | (cells > last)
    if unknown.any():
        y, x = (int(axis[0]) for axis in np.nonzero(unknown))
        what = t(
            "Tile {number} at {x}, {y} is in no tileset ({count} such).",
            number=int(cells[y, x]),
            x=x,
            y=y,
            count=int(unknown.sum()),
        )
        problems.error(where, what, t("Paint it again in Tiled, or add the tileset."))
