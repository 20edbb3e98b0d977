"""Draws the ground of a maze with our own tiles: floors, walls, roofs, furniture and ways, by what places and things mean.

Knows pictures by name and the form of a Tiled map; reads nothing. Invariant: where one can walk is said by the layer
`blocked` alone, so that it is exactly as in the maze whatever is drawn; the same ground gives the same bytes.
"""

import json
import shutil
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PIL import Image

from milkwood.art import atlas as atlases
from milkwood.art.atlas import BLOCK, Atlas, Sheet
from milkwood.art.dressing import Dressing, Site, dress
from milkwood.art.pieces import SpriteArt
from milkwood.art.roofs import ROOFS
from milkwood.art.sprites import SPRITES as ART
from milkwood.art.tiled import dumps
from milkwood.bridge.ground import NEIGHBOURS, Cell, Ground, PlannedRoom
from milkwood.bridge.meaning import SPRITES
from milkwood.chance import Stream, stream

TILE = 16
_SEED = 7
_AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
_STYLES = ("plaster", "brick", "timber", "whitewash", "stone")
_TREES = ("tree_round", "tree_birch", "tree_pine", "tree_apple", "tree_poplar")
_PLACE = "place"
"""The empty picture that marks the tiles of a thing."""
_PLACES_FROM = 1 + 200 * BLOCK
_COUNTERS = {"cafe", "pub", "shop"}


@dataclass(slots=True)
class Drawing:
    """What a map shows."""

    dressing: Dressing
    decor: list[tuple[str, Cell]] = field(default_factory=list)
    """Pictures and the lower left cells they stand on."""
    doors: list[tuple[str, Cell]] = field(default_factory=list)


def draw(ground: Ground) -> Drawing:
    """A picture of a ground."""
    return _Draughtsman(ground).drawing()


class _Draughtsman:
    """Draws one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        maze = ground.maze
        self.width, self.height = maze.width, maze.height
        self.room_of: dict[Cell, PlannedRoom] = {cell: room for room in ground.rooms for cell in room.cells}
        self.built = {
            cell: index
            for index, sector in enumerate(ground.sectors)
            if sector.kind.kind != "park"
            for cell in sector.cells
            if not (cell in self.room_of and self.room_of[cell].kind.outdoors)
        }
        self.solid = {(x, y) for y in range(self.height) for x in range(self.width) if maze.blocked[y, x]}

    def drawing(self) -> Drawing:
        islands = self._islands()
        walls = {cell for cell in self.solid - islands if cell in self.built or self._beside_building(cell)}
        terrain = [[self._terrain((x, y)) for x in range(self.width)] for y in range(self.height)]
        for x, y in self._ways():
            terrain[y][x] = "path"
        drawing = Drawing(dress(self._site(terrain, walls), _SEED))
        drawing.decor += self._furniture()
        drawing.decor += [(self._island_picture(cell), cell) for cell in sorted(islands)]
        drawing.decor += self._trees()
        drawing.doors += [(self._door(cell, walls), cell) for cell in self.ground.doors]
        return drawing

    def _draw(self, *purpose: str | int) -> Stream:
        return stream(_SEED, "maze", *purpose)

    def _beside_building(self, cell: Cell) -> bool:
        return any((cell[0] + dx, cell[1] + dy) in self.built for dx, dy in _AROUND)

    def _terrain(self, cell: Cell) -> str:
        room = self.room_of.get(cell)
        if room is not None:
            return room.kind.floor
        return "stone" if cell in self.built else "grass"

    def _islands(self) -> set[Cell]:
        """What stands in the middle of rooms and is no wall: tables, shelves, counters."""
        found: set[Cell] = set()
        left = {cell for cell in self.solid if cell in self.room_of and not self.room_of[cell].kind.outdoors}
        while left:
            part, edge = set(), deque([min(left)])
            while edge:
                cell = edge.popleft()
                if cell in left:
                    left.discard(cell)
                    part.add(cell)
                    edge += [(cell[0] + dx, cell[1] + dy) for dx, dy in NEIGHBOURS]
            around = {(x + dx, y + dy) for x, y in part for dx, dy in _AROUND} - part
            room = self.room_of[next(iter(part))]
            if all(self.room_of.get(cell) is room and cell not in self.solid for cell in around):
                found |= part
        return found

    def _island_picture(self, cell: Cell) -> str:
        return "counter_shop" if self.room_of[cell].kind.kind in _COUNTERS else "table_small"

    def _site(self, terrain: list[list[str]], walls: set[Cell]) -> Site:
        def grid(value: Any) -> list[list[Any]]:
            return [[value((x, y)) for x in range(self.width)] for y in range(self.height)]

        def wall(cell: Cell) -> str:
            if cell in walls:
                return _STYLES[self._sector_near(cell) % len(_STYLES)]
            return "hedge" if cell in self.solid and cell not in self.room_of else ""

        def paper(cell: Cell) -> str:
            below = self.room_of.get((cell[0], cell[1] + 1))
            looks_in = below is not None and (cell[0], cell[1] + 1) not in walls
            return below.kind.paper if below is not None and cell in walls and looks_in else ""

        def roof(cell: Cell) -> str:
            index = self.built.get(cell)
            return ROOFS[index % len(ROOFS)] if index is not None else ""

        return Site(terrain, grid(wall), grid(paper), grid(lambda _cell: False), grid(roof))

    def _sector_near(self, cell: Cell) -> int:
        near = [cell, *((cell[0] + dx, cell[1] + dy) for dx, dy in _AROUND)]
        return next((self.built[each] for each in near if each in self.built), 0)

    def _furniture(self) -> list[tuple[str, Cell]]:
        stood: list[tuple[str, Cell]] = []
        for thing in self.ground.things:
            pictures = SPRITES.get(thing.kind, (thing.kind,) if thing.kind in ART else ())
            left = set(thing.cells)
            draw = self._draw(thing.sector, thing.room, thing.name)
            while left and pictures:
                x, y = min(left, key=lambda cell: (-cell[1], cell[0]))
                picture = draw.chosen(pictures)
                art = ART[picture]
                covered = {(x + i, y - j) for i in range(art.width) for j in range(max(1, art.depth))}
                left -= covered
                stood.append((picture, (x, y)))
        return stood

    def _trees(self) -> list[tuple[str, Cell]]:
        """A wood around the town, where nobody can walk though nothing stands there."""
        found = []
        for y in range(3, self.height, 2):
            for x in range(0, self.width - 2, 2):
                cell = (x, y)
                wild = not self.ground.walkable[y, x] and cell not in self.solid and cell not in self.built
                draw = self._draw("tree", x, y)
                if wild and not self._near_town(cell) and draw.happens(0.55):
                    found.append((draw.chosen(_TREES), cell))
        return found

    def _near_town(self, cell: Cell) -> bool:
        x, y = cell
        return any(self.ground.free((x + dx, y + dy)) for dx in range(-1, 4) for dy in range(-4, 2))

    def _ways(self) -> set[Cell]:
        """Trodden ways from door to door over the open ground."""
        open_ground = {
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if self.ground.walkable[y, x] and (x, y) not in self.room_of and (x, y) not in self.built
        }
        fronts = [
            (x + dx, y + dy)
            for x, y in self.ground.doors
            for dx, dy in NEIGHBOURS
            if (x + dx, y + dy) in open_ground
        ]
        if not fronts:
            return set()
        middle = sorted(fronts)[len(fronts) // 2]
        came: dict[Cell, Cell | None] = {middle: None}
        edge = deque([middle])
        while edge:
            cell = edge.popleft()
            for dx, dy in NEIGHBOURS:
                near = (cell[0] + dx, cell[1] + dy)
                if near in open_ground and near not in came:
                    came[near] = cell
                    edge.append(near)
        ways: set[Cell] = set()
        for front in fronts:
            cell_or_none: Cell | None = front if front in came else None
            while cell_or_none is not None and cell_or_none not in ways:
                ways.add(cell_or_none)
                cell_or_none = came[cell_or_none]
        return ways

    def _door(self, cell: Cell, walls: set[Cell]) -> str:
        """The picture of a door that stands between two pieces of wall; a wider opening has none."""
        x, y = cell
        if (x - 1, y) in walls and (x + 1, y) in walls:
            return "doorway"
        return "doorway_v" if (x, y - 1) in walls and (x, y + 1) in walls else ""


# --- the map as Tiled has it


def rectangles(cells: Iterable[Cell]) -> list[tuple[int, int, int, int]]:
    """Cut a set of cells into few rectangles (x, y, width, height), each beside one before it, the same way always."""
    left, found = set(cells), []
    done: set[Cell] = set()
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

    def __init__(self, ground: Ground, atlas: Atlas) -> None:
        self.ground, self.atlas = ground, atlas
        self.layers: list[dict[str, Any]] = []
        self.count = 0

    def tiles(self, name: str, data: list[int], *, visible: bool = True) -> None:
        size = {"width": self.ground.maze.width, "height": self.ground.maze.height}
        self._layer(name, "tilelayer", visible, data=data, **size)

    def named(self, name: str, grid: list[list[str]], *, visible: bool = True) -> None:
        self.tiles(name, [self.atlas.gid(tile) for row in grid for tile in row], visible=visible)

    def group(self, name: str, objects: list[dict[str, Any]], *, visible: bool = True) -> None:
        self._layer(name, "objectgroup", visible, draworder="topdown", objects=objects)

    def _layer(self, name: str, kind: str, visible: bool, **more: Any) -> None:
        shared = {"name": name, "type": kind, "visible": visible, "opacity": 1, "x": 0, "y": 0}
        self.layers.append({"id": len(self.layers) + 1, **shared, **more})

    def object(self, name: str, x: int, y: int, size: Cell, gid: int = 0, **said: str | bool) -> dict[str, Any]:
        self.count += 1
        found: dict[str, Any] = {"id": self.count, "name": name, "rotation": 0, "type": "", "visible": True}
        found |= {"x": x * TILE, "y": y * TILE, "width": size[0] * TILE, "height": size[1] * TILE}
        if gid:
            found["gid"] = gid
        if said:
            found["properties"] = [
                {"name": key, "type": "bool" if isinstance(value, bool) else "string", "value": value}
                for key, value in said.items()
            ]
        return found

    def sprite(self, picture: str, cell: Cell) -> dict[str, Any]:
        art = ART[picture]
        return self.object(picture, cell[0], cell[1] + 1, (art.width, art.height), self.atlas.gid(picture))


def write_map(ground: Ground, drawing: Drawing, folder: Path, tiles: Path) -> None:
    """Write `map.tmj` and `tiles/` into a folder; the pictures of our tiles are copied from another."""
    atlas = _walked_over(atlases.build())
    (folder / "tiles").mkdir(parents=True, exist_ok=True)
    for sheet in atlas.sheets:
        if sheet.name != f"{_PLACE}s":
            shutil.copyfile(tiles / f"{sheet.name}.png", folder / "tiles" / f"{sheet.name}.png")
        text = dumps(sheet.tileset())
        (folder / "tiles" / f"{sheet.name}.tsj").write_text(text, encoding="utf-8", newline="\n")
    Image.new("RGBA", (TILE, TILE)).save(folder / "tiles" / f"{_PLACE}s.png")
    (folder / "map.tmj").write_text(_map_text(ground, drawing, atlas), encoding="utf-8", newline="\n")


def _walked_over(atlas: Atlas) -> Atlas:
    """Our pictures, none of which stops anybody, and the empty one."""
    sheets = [
        replace(sheet, pieces=tuple(replace(each, solid=False) for each in sheet.pieces)) for sheet in atlas.sheets
    ]
    empty = SpriteArt(_PLACE, 1, 1, 1, False, None, next(iter(ART.values())).draw)
    places = Sheet(f"{_PLACE}s", _PLACES_FROM, TILE, TILE, 1, (empty,))
    return Atlas((*sheets, places), {**atlas.gids, _PLACE: _PLACES_FROM})


def _map_text(ground: Ground, drawing: Drawing, atlas: Atlas) -> str:
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


def map_text(width: int, height: int, layers: list[dict[str, Any]], tilesets: list[dict[str, Any]], objects: int) -> str:
    """A whole map, one layer to a line."""
    head: Mapping[str, Any] = {
        "compressionlevel": -1,
        "height": height,
        "infinite": False,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": objects + 1,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "tiledversion": "1.8.2",
        "tileheight": TILE,
        "tilesets": tilesets,
        "tilewidth": TILE,
        "type": "map",
        "version": "1.8",
        "width": width,
    }
    said = ",\n".join(json.dumps(layer, ensure_ascii=False) for layer in layers)
    return json.dumps(head, ensure_ascii=False)[:-1] + f',\n"layers":[\n{said}\n]}}\n'


def _things(ground: Ground, sheet: _Sheet) -> list[dict[str, Any]]:
    gid = sheet.atlas.gid(_PLACE)
    return [
        sheet.object(thing.name, x, y + 1, (1, 1), gid, kind=thing.kind)
        for thing in ground.things
        for x, y in sorted(thing.cells, key=lambda cell: (cell[1], cell[0]))
    ]


def _sectors(ground: Ground, sheet: _Sheet) -> list[dict[str, Any]]:
    return [
        sheet.object(sector.name, x, y, (width, height), kind=sector.kind.kind, public=sector.kind.public)
        for sector in ground.sectors
        for x, y, width, height in rectangles(sector.cells)
    ]


def _rooms(ground: Ground, sheet: _Sheet) -> list[dict[str, Any]]:
    found = []
    for room in ground.rooms:
        said: dict[str, str | bool] = {"kind": room.kind.kind}
        if room.kind.outdoors:
            said["outdoors"] = True
        found += [
            sheet.object(room.name, x, y, (width, height), **said) for x, y, width, height in rectangles(room.cells)
        ]
    return found


def _door(sheet: _Sheet, picture: str, cell: Cell) -> dict[str, Any]:
    if picture:
        return {**sheet.sprite(picture, cell), "name": "door"}
    return {**sheet.object("door", *cell, (0, 0)), "point": True, "x": cell[0] * TILE + 8, "y": cell[1] * TILE + 8}
