"""A maze: the map of a generative-agents town, as its matrix of numbers or as the Tiled map it was drawn in.

Invariant: both formats give the same maze; unnamed ids are noted and ignored, names are trimmed, and a tile has at most
one sector, room and thing.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from milkwood.bridge.reading import LIST, checked, fault, inside, table_of, text_of
from milkwood.bridge.reading import field as value
from milkwood.i18n import t
from milkwood.plain import JsonObject, table

Ids: TypeAlias = NDArray[np.int64]
NameGrid: TypeAlias = NDArray[np.object_]
NO_INDEX = -1
MAX_SIDE_TILES = 512
TILE_ID_MASK = 0x1FFFFFFF
"""Tiled stores flips and rotation in the highest three bits of a tile's number."""
_COLLISION, _SECTOR, _ARENA, _OBJECT, _SPAWN = (
    "collision",
    "sector",
    "arena",
    "game_object",
    "spawning_location",
)
_LAYERS = {
    "Collisions": _COLLISION,
    "Sector Blocks": _SECTOR,
    "Arena Blocks": _ARENA,
    "Object Interaction Blocks": _OBJECT,
    "Spawning Blocks": _SPAWN,
}
"""The matrix of each layer of the Tiled map."""


@dataclass(frozen=True, slots=True)
class Maze:
    """The ground of a town, and the place of each tile."""

    world: str
    """The town's name, the first part of addresses."""
    title: str
    source: Path
    blocked: NDArray[np.bool_] = field(hash=False)
    """Blocked tiles, [y, x]."""
    sectors: tuple[str, ...]
    sector_at: Ids = field(hash=False)
    """The index of each tile's sector in the list, or NO_INDEX."""
    rooms: tuple[tuple[str, str], ...]
    room_at: Ids = field(hash=False)
    things: tuple[tuple[str, str, str], ...]
    thing_at: Ids = field(hash=False)
    spawns: tuple[tuple[str, str, str, int, int], ...]
    """Sector, room, label, x and y of each start tile."""
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """In tiles."""
        return int(self.blocked.shape[1])

    @property
    def height(self) -> int:
        """In tiles."""
        return int(self.blocked.shape[0])


def read_matrix(folder: Path) -> Maze:
    """The maze in a `matrix` folder."""
    meta_path = inside(folder, "maze_meta_info.json")
    meta = table_of(meta_path)
    width, height = (_side(meta, key, meta_path) for key in ("maze_width", "maze_height"))
    cells = {name: _matrix(inside(folder, "maze", f"{name}_maze.csv"), width, height) for name in _LAYERS.values()}
    title = value(meta, "world_name", str, meta_path, folder.parent.name).strip()
    return _maze(title, folder, cells, inside(folder, "special_blocks"))


def read_tiled(path: Path, blocks: Path) -> Maze:
    """The maze in a Tiled map; the names of its block numbers come from a folder of tables."""
    tiled = table_of(path)
    width, height = (_side(tiled, key, path) for key in ("width", "height"))
    cells = {}
    for layer in value(tiled, "layers", LIST, path):
        found = table(layer)
        name = _LAYERS.get(str(found.get("name", "")).strip())
        if name is not None:
            cells[name] = _layer(found, width, height, path)
    for layer, name in _LAYERS.items():
        if name not in cells:
            raise fault(
                path,
                t("The layer “{name}” is missing.", name=layer),
                "layers",
                t("Use a map that was made for a town."),
            )
    return _maze(path.stem, path, cells, blocks)


def _maze(title: str, source: Path, cells: Mapping[str, Ids], blocks: Path) -> Maze:
    names = {name: _blocks(inside(blocks, f"{name}_blocks.csv")) for name in (_SECTOR, _ARENA, _OBJECT, _SPAWN)}
    worlds = list(_blocks(inside(blocks, "world_blocks.csv")).values())
    world = worlds[0][-1] if worlds and worlds[0] else title
    notes: list[str] = []
    for name, known in names.items():
        unknown = sorted({int(each) for each in np.unique(cells[name])} - {0, *known})
        if unknown:
            count = int(np.isin(cells[name], unknown).sum())
            listed = ", ".join(map(str, unknown[:5]))
            notes.append(
                t(
                    "{count} tiles of the {name} matrix have ids without a name ({ids}).",
                    count=count,
                    name=name.replace("_", " "),
                    ids=listed,
                )
            )
    sectors = _named(cells[_SECTOR], names[_SECTOR])
    rooms = _named(cells[_ARENA], names[_ARENA])
    things = _named(cells[_OBJECT], names[_OBJECT])
    sector_names, sector_at = _nested(sectors)
    room_names, room_at = _nested(sectors, rooms)
    thing_names, thing_at = _nested(sectors, rooms, things)
    return Maze(
        world=world,
        title=title,
        source=source,
        blocked=cells[_COLLISION] != 0,
        sectors=tuple(sector for (sector,) in sector_names),
        sector_at=sector_at,
        rooms=tuple((sector, room) for sector, room in room_names),
        room_at=room_at,
        things=tuple((sector, room, thing) for sector, room, thing in thing_names),
        thing_at=thing_at,
        spawns=_spawns(cells, names),
        notes=tuple(notes),
    )


def _nested(*levels: NameGrid) -> tuple[list[tuple[str, ...]], Ids]:
    """All addresses and their index for each tile: a room belongs to its tile's sector, a thing to its room."""
    index: dict[tuple[str, ...], int] = {}
    at = np.full(levels[0].shape, NO_INDEX, np.int64)
    for y, x in np.argwhere(levels[-1] != "").tolist():
        address = tuple(str(level[y, x]) for level in levels)
        if all(address):
            at[y, x] = index.setdefault(address, len(index))
    return list(index), at


def _named(cells: Ids, names: Mapping[int, list[str]]) -> NameGrid:
    """The last name of each cell's id; empty if there is none."""
    named = np.full(cells.shape, "", object)
    for number, row in names.items():
        named[cells == number] = row[-1].replace(":", " ")
    return named


def _spawns(
    cells: Mapping[str, Ids], names: Mapping[str, Mapping[int, list[str]]]
) -> tuple[tuple[str, str, str, int, int], ...]:
    found = []
    for y, x in np.argwhere(cells[_SPAWN] != 0).tolist():
        row = names[_SPAWN].get(int(cells[_SPAWN][y, x]))
        if row is not None and len(row) >= 4:
            found.append((row[-3], row[-2], row[-1], x, y))
    return tuple(found)


def _side(meta: JsonObject, key: str, path: Path) -> int:
    side = value(meta, key, int, path)
    if not 1 <= side <= MAX_SIDE_TILES:
        raise fault(path, t("{side} is not from 1 to {most} tiles.", side=side, most=MAX_SIDE_TILES), key)
    return side


def _matrix(path: Path, width: int, height: int) -> Ids:
    """A matrix stored as one row of numbers or as several rows."""
    text = text_of(path).replace("\r", "\n").replace("\n", ",")
    numbers = [part.strip() for part in text.split(",")]
    return _shaped(
        [_number(part, path, place) for place, part in enumerate(filter(None, numbers))], width, height, path
    )


def _number(text: str, path: Path, place: int) -> int:
    if len(text) > 10 or not text.lstrip("-").isdigit() or not text.isascii():
        raise fault(path, t("“{text}” is not the id of a tile.", text=text[:20]), t("number {count}", count=place + 1))
    return int(text)


def _shaped(numbers: list[int], width: int, height: int, path: Path, name: str = "") -> Ids:
    if len(numbers) != width * height:
        what = t(
            "It has {count} numbers, not {width} x {height} = {size}.",
            count=len(numbers),
            width=width,
            height=height,
            size=width * height,
        )
        raise fault(path, what, name)
    return np.array(numbers, np.int64).reshape(height, width)


def _layer(layer: JsonObject, width: int, height: int, path: Path) -> Ids:
    name = str(layer.get("name")).strip()
    data = value(layer, "data", LIST, path)
    numbers = [checked(number, int, path, f"layers > {name} > cell {place}") for place, number in enumerate(data)]
    if any(not 0 <= number < 2**32 for number in numbers):
        raise fault(path, t("A cell is not a tile number."), f"layers > {name}")
    return _shaped(numbers, width, height, path, f"layers > {name}") & TILE_ID_MASK


def _blocks(path: Path) -> dict[int, list[str]]:
    """The rows of a table of names, by id."""
    found: dict[int, list[str]] = {}
    for line, row in enumerate(csv.reader(io.StringIO(_plain(path), newline="")), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) < 2 or not cells[-1]:
            raise fault(path, t("There is no name in this row."), t("line {line}", line=line))
        if not cells[0].isdigit() or len(cells[0]) > 10:
            raise fault(path, t("“{text}” is not the id of a tile.", text=cells[0][:20]), t("line {line}", line=line))
        found[int(cells[0])] = cells[1:]
    return found


def _plain(path: Path) -> str:
    """Text with normalised line ends."""
    return text_of(path).replace("\r\n", "\n").replace("\r", "\n")
