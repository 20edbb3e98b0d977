"""Writes a drawn ground as the Tiled map and tilesets of a town pack.

Invariant: no picture is solid; only the layer `blocked` blocks tiles, exactly as in the maze; the same drawing gives
the same bytes.
"""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from milkwood.bridge.drawing import Drawing
from milkwood.bridge.ground import NEIGHBOURS, MazeCell, MazeGround
from milkwood.plain import Json, JsonObject
from milkwood_art import atlas as atlases
from milkwood_art.atlas import BLOCK_IDS, Atlas, TileSheet
from milkwood_art.pieces import SpriteArt
from milkwood_art.sprites import SPRITES as ART
from milkwood_art.tiled import dumps

TILE_PIXELS = 16
_PLACE = "place"
"""The empty picture that marks the tiles of a thing."""
_FIRST_PLACE_TILE_ID = 1 + 200 * BLOCK_IDS


def rectangles(cells: Iterable[MazeCell]) -> list[tuple[int, int, int, int]]:
    """Cut a set of cells into few rectangles (x, y, width, height), each adjacent to an earlier one; deterministic."""
    left, found = set(cells), []
    done: set[MazeCell] = set()
    while left:
        touching = {cell for cell in left if any((cell[0] + dx, cell[1] + dy) in done for dx, dy in NEIGHBOURS)}
        x, y = min(touching or left, key=lambda cell: (cell[1], cell[0]))
        width = 1
        while (x + width, y) in left:
            width += 1
        height = 1
        while all((x + i, y + height) in left for i in range(width)):
            height += 1
        taken = {(x + i, y + j) for i in range(width) for j in range(height)}
        left -= taken
        done |= taken
        found.append((x, y, width, height))
    return found


class _Sheet:
    """Writes layers and objects; counts them."""

    def __init__(self, ground: MazeGround, atlas: Atlas) -> None:
        self.ground, self.atlas = ground, atlas
        self.layers: list[dict[str, Json]] = []
        self.count = 0

    def tiles(self, name: str, data: list[int], *, visible: bool = True) -> None:
        size = {"width": self.ground.maze.width, "height": self.ground.maze.height}
        self._layer(name, "tilelayer", visible, data=data, **size)

    def named(self, name: str, grid: list[list[str]], *, visible: bool = True) -> None:
        self.tiles(name, [self.atlas.gid(tile) for row in grid for tile in row], visible=visible)

    def group(self, name: str, objects: Sequence[JsonObject], *, visible: bool = True) -> None:
        self._layer(name, "objectgroup", visible, draworder="topdown", objects=objects)

    def _layer(self, name: str, kind: str, visible: bool, **more: Json) -> None:
        shared: dict[str, Json] = {"name": name, "type": kind, "visible": visible, "opacity": 1, "x": 0, "y": 0}
        self.layers.append({"id": len(self.layers) + 1, **shared, **more})

    def object(
        self, name: str, x: int, y: int, size: MazeCell, said: Mapping[str, str | bool] | None = None, gid: int = 0
    ) -> dict[str, Json]:
        self.count += 1
        found: dict[str, Json] = {"id": self.count, "name": name, "rotation": 0, "type": "", "visible": True}
        found |= {
            "x": x * TILE_PIXELS,
            "y": y * TILE_PIXELS,
            "width": size[0] * TILE_PIXELS,
            "height": size[1] * TILE_PIXELS,
        }
        if gid:
            found["gid"] = gid
        if said:
            found["properties"] = [
                {"name": key, "type": "bool" if isinstance(value, bool) else "string", "value": value}
                for key, value in said.items()
            ]
        return found

    def sprite(self, picture: str, cell: MazeCell) -> dict[str, Json]:
        art = ART[picture]
        return self.object(picture, cell[0], cell[1] + 1, (art.width, art.height), gid=self.atlas.gid(picture))


def write_map(ground: MazeGround, drawing: Drawing, folder: Path, tiles: Path) -> None:
    """Write `map.tmj` and `tiles/` into a folder; the pictures of our tiles are copied from another."""
    atlas = _walked_over(atlases.build())
    (folder / "tiles").mkdir(parents=True, exist_ok=True)
    for sheet in atlas.sheets:
        if sheet.name != f"{_PLACE}s":
            shutil.copyfile(tiles / f"{sheet.name}.png", folder / "tiles" / f"{sheet.name}.png")
        text = dumps(sheet.tileset())
        (folder / "tiles" / f"{sheet.name}.tsj").write_text(text, encoding="utf-8", newline="\n")
    Image.new("RGBA", (TILE_PIXELS, TILE_PIXELS)).save(folder / "tiles" / f"{_PLACE}s.png")
    (folder / "map.tmj").write_text(_map_text(ground, drawing, atlas), encoding="utf-8", newline="\n")


def _walked_over(atlas: Atlas) -> Atlas:
    """Our pictures, made non-solid, and the empty one."""
    sheets = [
        replace(sheet, pieces=tuple(replace(each, solid=False) for each in sheet.pieces)) for sheet in atlas.sheets
    ]
    empty = SpriteArt(_PLACE, 1, 1, 1, False, None, next(iter(ART.values())).draw)
    places = TileSheet(f"{_PLACE}s", _FIRST_PLACE_TILE_ID, TILE_PIXELS, TILE_PIXELS, 1, (empty,))
    return Atlas((*sheets, places), {**atlas.gids, _PLACE: _FIRST_PLACE_TILE_ID})


def _map_text(ground: MazeGround, drawing: Drawing, atlas: Atlas) -> str:
    sheet = _Sheet(ground, atlas)
    dressing, size = drawing.dressing, (ground.maze.height, ground.maze.width)
    for name in ("ground", "edges", "walls"):
        sheet.named(name, getattr(dressing, name))
    flat_first = sorted(drawing.decor, key=lambda each: (not ART[each[0]].flat, each[1][1], each[1][0]))
    sheet.group("decor", [sheet.sprite(*each) for each in flat_first])
    sheet.group("things", _things(ground, sheet))
    sheet.named("roofs", dressing.roofs, visible=False)
    sheet.named("glow", dressing.glow, visible=False)
    sheet.group("sectors", _sectors(ground, sheet), visible=False)
    sheet.group("rooms", _rooms(ground, sheet), visible=False)
    sheet.group("doors", [_door(sheet, *each) for each in drawing.doors])
    mark = atlas.gid("blocked")
    data = [0 if ground.walkable[y, x] else mark for y in range(size[0]) for x in range(size[1])]
    sheet.tiles("blocked", data, visible=False)
    return map_text(ground.maze.width, ground.maze.height, sheet.layers, atlas.references(), sheet.count)


def map_text(
    width: int, height: int, layers: Sequence[JsonObject], tilesets: Sequence[JsonObject], objects: int
) -> str:
    """A whole map, one layer per line."""
    head: JsonObject = {
        "compressionlevel": -1,
        "height": height,
        "infinite": False,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": objects + 1,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "tiledversion": "1.8.2",
        "tileheight": TILE_PIXELS,
        "tilesets": tilesets,
        "tilewidth": TILE_PIXELS,
        "type": "map",
        "version": "1.8",
        "width": width,
    }
    said = ",\n".join(json.dumps(layer, ensure_ascii=False) for layer in layers)
    return json.dumps(head, ensure_ascii=False)[:-1] + f',\n"layers":[\n{said}\n]}}\n'


def _things(ground: MazeGround, sheet: _Sheet) -> list[dict[str, Json]]:
    gid = sheet.atlas.gid(_PLACE)
    return [
        sheet.object(thing.name, x, y + 1, (1, 1), {"kind": thing.kind}, gid)
        for thing in ground.things
        for x, y in sorted(thing.cells, key=lambda cell: (cell[1], cell[0]))
    ]


def _sectors(ground: MazeGround, sheet: _Sheet) -> list[dict[str, Json]]:
    return [
        sheet.object(sector.name, x, y, (width, height), {"kind": sector.kind.kind, "public": sector.kind.public})
        for sector in ground.sectors
        for x, y, width, height in rectangles(sector.cells)
    ]


def _rooms(ground: MazeGround, sheet: _Sheet) -> list[dict[str, Json]]:
    found = []
    for room in ground.rooms:
        said: dict[str, str | bool] = {"kind": room.kind.kind}
        if room.kind.outdoors:
            said["outdoors"] = True
        found += [
            sheet.object(room.name, x, y, (width, height), said) for x, y, width, height in rectangles(room.cells)
        ]
    return found


def _door(sheet: _Sheet, picture: str, cell: MazeCell) -> dict[str, Json]:
    if picture:
        return {**sheet.sprite(picture, cell), "name": "door"}
    return {
        **sheet.object("door", *cell, (0, 0)),
        "point": True,
        "x": cell[0] * TILE_PIXELS + 8,
        "y": cell[1] * TILE_PIXELS + 8,
    }
