"""A maze: the map of a generative-agents town, as its matrix of numbers or as the Tiled map it was drawn in.

Invariant: both formats give the same maze; unnamed ids are reported and ignored, names are trimmed, and a tile has at
most one sector, room and thing.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from milkwood.bridge.fields import Fields
from milkwood.bridge.reading import LIST, checked, fault, inside, table_of, text_of
from milkwood.bridge.reading import field as value
from milkwood.bridge.report import CHANGED, DROPPED, ImportReport
from milkwood.clean import clean
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
    report: ImportReport = field(default_factory=ImportReport, hash=False)

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
    report = ImportReport()
    cells = {
        name: _matrix(inside(folder, "maze", f"{name}_maze.csv"), width, height, report) for name in _LAYERS.values()
    }
    title = Fields(meta, report).text("world_name", folder.parent.name)
    return _maze(title, folder, cells, inside(folder, "special_blocks"), report)


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
    return _maze(path.stem, path, cells, blocks, ImportReport())


def _maze(title: str, source: Path, cells: Mapping[str, Ids], blocks: Path, report: ImportReport) -> Maze:
    kinds = (_SECTOR, _ARENA, _OBJECT, _SPAWN)
    names = {name: _blocks(inside(blocks, f"{name}_blocks.csv"), report) for name in kinds}
    worlds = list(_blocks(inside(blocks, "world_blocks.csv"), report).values())
    world = worlds[0][-1] if worlds and worlds[0] else title
    for name, known in names.items():
        unknown = sorted({int(each) for each in np.unique(cells[name])} - {0, *known})
        if unknown:
            count, ids = int(np.isin(cells[name], unknown).sum()), ", ".join(map(str, unknown[:5]))
            report.add(DROPPED, t("tiles with ids that nobody named"), f"{name}: {ids}", count=count)
    sectors = _named(cells[_SECTOR], names[_SECTOR])
    rooms = _named(cells[_ARENA], names[_ARENA])
    things = _named(cells[_OBJECT], names[_OBJECT])
    sector_names, sector_at = _nested(sectors)
    room_names, room_at = _nested(sectors, rooms)
    thing_names, thing_at = _nested(sectors, rooms, things)
    for listed, at, name in (
        (sector_names, sector_at, _SECTOR),
        (room_names, room_at, _ARENA),
        (thing_names, thing_at, _OBJECT),
    ):
        _tell_merged(listed, at, cells[name], report)
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
        report=report,
    )


def _tell_merged(names: list[tuple[str, ...]], at: Ids, cells: Ids, report: ImportReport) -> None:
    """Report places that several ids have in common: they have one address."""
    pairs = np.unique(np.stack([at[at != NO_INDEX], cells[at != NO_INDEX]], axis=1), axis=0)
    for index, count in zip(*np.unique(pairs[:, 0], return_counts=True), strict=True):
        if count > 1:
            ids = ", ".join(str(number) for place, number in pairs.tolist() if place == index)
            report.add(
                CHANGED, t("several ids with one address, taken as one place"), f"{':'.join(names[index])}: {ids}"
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


def _matrix(path: Path, width: int, height: int, report: ImportReport) -> Ids:
    """A matrix stored as one row of numbers or as several rows."""
    text = text_of(path).replace("\r", "\n").replace("\n", ",")
    numbers = [
        _number(part, path, place, report)
        for place, part in enumerate(filter(None, (part.strip() for part in text.split(","))))
    ]
    if len(numbers) > width * height:
        report.add(DROPPED, t("numbers beyond the size of the map"), path.name, count=len(numbers) - width * height)
    return _shaped(numbers[: width * height], width, height, path)


def _number(text: str, path: Path, place: int, report: ImportReport) -> int:
    """The id of a tile; any other text is no known id, and in the matrix of walls a wall, as for the original."""
    if len(text) <= 10 and text.lstrip("-").isdigit() and text.isascii():
        return int(text)
    report.add(CHANGED, t("cells of a matrix that are no id"), f"{path.name}, {place + 1}: {text}")
    return int(path.name.startswith(_COLLISION))


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


def _blocks(path: Path, report: ImportReport) -> dict[int, list[str]]:
    """The rows of a table of names, by id; rows without an id or a name name nothing."""
    found: dict[int, list[str]] = {}
    for line, row in enumerate(csv.reader(io.StringIO(_plain(path), newline="")), start=1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if len(cells) < 2 or not cells[-1] or not cells[0].isdigit() or len(cells[0]) > 10:
            report.add(
                DROPPED,
                t("rows of a table of names without an id or a name"),
                f"{path.name}, {line}: {', '.join(cells)}",
            )
            continue
        if ":" in cells[-1]:
            report.add(CHANGED, t("colons in names of places, replaced by spaces"), cells[-1])
        if int(cells[0]) in found:
            report.add(CHANGED, t("ids that are named twice: the last name counts"), f"{path.name}, {line}: {cells[0]}")
        found[int(cells[0])] = cells[1:]
    return found


def _plain(path: Path) -> str:
    """Text with normalised line ends."""
    return clean(text_of(path), lines=True)
