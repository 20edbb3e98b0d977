"""From a maze to the ground of a town: which part is the town, and where rooms begin and end.

Invariant: everything reachable in the maze stays where it is; unreachable things are left out and noted; every room and
sector is connected, and a door joins two places.
"""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from milkwood.bridge.maze import NO_INDEX, Maze
from milkwood.bridge.meaning import BED, OTHER_THING, RoomKind, SectorKind, room_kind, sector_kind, thing_kind
from milkwood.bridge.report import DROPPED, ImportReport
from milkwood.i18n import t

MazeCell = tuple[int, int]
"""x, y"""
NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_UNREACHED = t("places and things that nobody can reach")
_USED_ON = {
    "bed", "shower", "toilet", "sofa", "chair", "garden_chair", "stool", "behind_counter", "student_seat", "garden",
    "bench", "stage",
}  # fmt: skip
"""Kinds that are used from their own tiles; all others from a tile beside them."""


@dataclass(frozen=True, slots=True)
class PlannedSector:
    """A sector and its cells."""

    name: str
    kind: SectorKind
    cells: frozenset[MazeCell]


@dataclass(frozen=True, slots=True)
class PlannedRoom:
    """A room and its cells, walls included."""

    sector: str
    name: str
    kind: RoomKind
    cells: frozenset[MazeCell]


@dataclass(frozen=True, slots=True)
class PlannedThing:
    """A thing and its cells."""

    sector: str
    room: str
    name: str
    kind: str
    cells: frozenset[MazeCell]


@dataclass(slots=True)
class MazeGround:
    """A maze, ready to be drawn."""

    maze: Maze
    walkable: NDArray[np.bool_]
    sectors: list[PlannedSector] = field(default_factory=list)
    rooms: list[PlannedRoom] = field(default_factory=list)
    things: list[PlannedThing] = field(default_factory=list)
    doors: list[MazeCell] = field(default_factory=list)
    report: ImportReport = field(default_factory=ImportReport)

    def free(self, cell: MazeCell) -> bool:
        """Whether a person can stand there."""
        x, y = cell
        return 0 <= x < self.maze.width and 0 <= y < self.maze.height and bool(self.walkable[y, x])


def plan(maze: Maze) -> MazeGround:
    """The ground of a maze."""
    ground = MazeGround(maze, town_part(maze))
    ground.report.take(maze.report)
    beds = {sector for sector, _, thing in maze.things if thing_kind(thing) == BED}
    kinds = {name: sector_kind(name, name in beds) for name in maze.sectors}
    _plan_rooms(ground, kinds)
    _plan_sectors(ground, kinds)
    ground.doors = _doors(ground)
    _plan_things(ground)
    return ground


def town_part(maze: Maze) -> NDArray[np.bool_]:
    """The tiles reachable from where most things are; ground outside the town is not part of it."""
    part = np.zeros(maze.blocked.shape, np.int32)
    used: list[int] = [0]
    for y, x in np.argwhere(~maze.blocked & (part == 0)).tolist():
        if part[y, x]:
            continue
        cells = _flood((x, y), lambda cell: _on(maze, cell) and not maze.blocked[cell[1], cell[0]])
        for cx, cy in cells:
            part[cy, cx] = len(used)
        used.append(sum(maze.thing_at[cy, cx] != NO_INDEX for cx, cy in cells) * 1000 + len(cells))
    return part == int(np.argmax(used)) if len(used) > 1 else np.zeros(maze.blocked.shape, bool)


def _on(maze: Maze, cell: MazeCell) -> bool:
    return 0 <= cell[0] < maze.width and 0 <= cell[1] < maze.height


def _flood(start: MazeCell, among: Callable[[MazeCell], bool]) -> list[MazeCell]:
    seen, edge = {start}, deque([start])
    while edge:
        x, y = edge.popleft()
        for dx, dy in NEIGHBOURS:
            cell = (x + dx, y + dy)
            if cell not in seen and among(cell):
                seen.add(cell)
                edge.append(cell)
    return list(seen)


def _plan_rooms(ground: MazeGround, kinds: dict[str, SectorKind]) -> None:
    maze = ground.maze
    cells = _by_index(maze.room_at, len(maze.rooms))
    for index, (sector, name) in enumerate(maze.rooms):
        own = _in_one_piece(ground, cells[index], maze.room_at, index)
        _tell_lost(ground, cells[index] - own, f"{sector}:{name}")
        if not any(ground.free(cell) for cell in own):
            ground.report.add(DROPPED, _UNREACHED, f"{sector}:{name}")
        else:
            ground.rooms.append(PlannedRoom(sector, name, room_kind(name, kinds[sector]), frozenset(own)))


def _plan_sectors(ground: MazeGround, kinds: dict[str, SectorKind]) -> None:
    maze = ground.maze
    roomy = {room.sector for room in ground.rooms}
    cells = _by_index(maze.sector_at, len(maze.sectors))
    for index, name in enumerate(maze.sectors):
        own = set(_in_one_piece(ground, cells[index], maze.sector_at, index))
        _tell_lost(ground, cells[index] - own, name)
        own |= {cell for room in ground.rooms if room.sector == name for cell in room.cells}
        if name not in roomy:
            if not any(ground.free(cell) for cell in own):
                ground.report.add(DROPPED, _UNREACHED, name)
                continue
            ground.rooms.append(PlannedRoom(name, name, room_kind(name, kinds[name]), frozenset(own)))
        ground.sectors.append(PlannedSector(name, kinds[name], frozenset(own)))


def _tell_lost(ground: MazeGround, lost: set[MazeCell], name: str) -> None:
    """Report walkable tiles of a place that are apart from the rest of it."""
    count = sum(ground.free(cell) for cell in lost)
    if count:
        ground.report.add(DROPPED, t("tiles of a place that are apart from the rest of it"), name, count=count)


def _by_index(at: NDArray[np.int64], count: int) -> list[set[MazeCell]]:
    cells: list[set[MazeCell]] = [set() for _ in range(count)]
    for y, x in np.argwhere(at != NO_INDEX).tolist():
        cells[int(at[y, x])].add((x, y))
    return cells


def _in_one_piece(ground: MazeGround, cells: set[MazeCell], at: NDArray[np.int64], own: int) -> set[MazeCell]:
    """The cells, with their parts joined over free cells where possible; other parts are left out."""
    left, parts = set(cells), []
    while left:
        part = set(_flood(min(left), left.__contains__))
        left -= part
        parts.append(part)
    parts.sort(key=len, reverse=True)
    joined = parts[0] if parts else set()
    for part in parts[1:]:
        way = _way(ground.maze, joined, part, at, own)
        joined |= (way | part) if way is not None else set()
    return joined


def _way(
    maze: Maze, start: set[MazeCell], goal: set[MazeCell], at: NDArray[np.int64], own: int
) -> set[MazeCell] | None:
    came: dict[MazeCell, MazeCell | None] = dict.fromkeys(sorted(start))
    edge = deque(came)
    while edge:
        cell = edge.popleft()
        for dx, dy in NEIGHBOURS:
            near = (cell[0] + dx, cell[1] + dy)
            if near in goal:
                way: set[MazeCell] = set()
                back: MazeCell | None = cell
                while back is not None:
                    way.add(back)
                    back = came[back]
                return way
            if near not in came and _on(maze, near) and at[near[1], near[0]] in (NO_INDEX, own):
                came[near] = cell
                edge.append(near)
    return None


def _plan_things(ground: MazeGround) -> None:
    maze = ground.maze
    cells = _by_index(maze.thing_at, len(maze.things))
    rooms = {(room.sector, room.name): room for room in ground.rooms}
    places = _places(ground)
    doors = set(ground.doors)
    for index, (sector, room, name) in enumerate(maze.things):
        home = rooms.get((sector, room))
        own = frozenset(cell for cell in cells[index] if home and cell in home.cells)
        if home is None or not any(ground.free(cell) for cell in own):
            ground.report.add(DROPPED, _UNREACHED, f"{sector}:{room}:{name}")
            continue
        kind = thing_kind(name)
        if kind not in _USED_ON and not _has_spot(ground, own, places, doors):
            kind = OTHER_THING
        ground.things.append(PlannedThing(sector, room, name, kind, own))


def _has_spot(
    ground: MazeGround, cells: frozenset[MazeCell], places: dict[MazeCell, int], doors: set[MazeCell]
) -> bool:
    """Whether the thing's room has a tile to use it from."""
    mine = places.get(next(iter(cells)), NO_INDEX)
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in NEIGHBOURS} - cells
    return any(ground.free(cell) and places.get(cell, NO_INDEX) == mine and cell not in doors for cell in around)


def _places(ground: MazeGround) -> dict[MazeCell, int]:
    """The index of the indoor room of each cell that is in one."""
    return {cell: index for index, room in enumerate(ground.rooms) if not room.kind.outdoors for cell in room.cells}


def _doors(ground: MazeGround) -> list[MazeCell]:
    """The tiles between two places, each joining two."""
    places = _places(ground)
    doors: set[MazeCell] = set()
    for cell in sorted(places, key=lambda each: (each[1], each[0])):
        if ground.free(cell) and _joins(ground, cell, places, doors):
            doors.add(cell)
    while wrong := {cell for cell in doors if not _joins(ground, cell, places, doors)}:
        doors -= wrong
    for index, room in enumerate(ground.rooms):
        floor = {cell for cell in room.cells if ground.free(cell)}
        if floor and floor <= doors:
            doors -= {cell for cell in doors if places.get(cell) == index}
    return sorted(doors, key=lambda each: (each[1], each[0]))


def _joins(ground: MazeGround, cell: MazeCell, places: dict[MazeCell, int], doors: Collection[MazeCell]) -> bool:
    x, y = cell
    beside = [(x + dx, y + dy) for dx, dy in NEIGHBOURS]
    zones = {places.get(near, NO_INDEX) for near in beside if ground.free(near) and near not in doors}
    others = zones - {places[cell]}
    return len(zones) <= 2 and bool(others)
