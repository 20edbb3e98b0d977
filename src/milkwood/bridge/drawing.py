"""Draws the ground of a maze with our own tiles: floors, walls, roofs, furniture and paths, chosen by names.

Invariant: does not affect which tiles are walkable; the same ground gives the same drawing.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from milkwood.bridge.ground import NEIGHBOURS, MazeCell, MazeGround, PlannedRoom
from milkwood.bridge.meaning import SPRITES
from milkwood.chance import Stream, stream
from milkwood_art.dressing import Dressing, Site, dress
from milkwood_art.sprites import SPRITES as ART
from milkwood_art.tile_names import ROOFS

_MAZE_SEED = 7
_AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
_STYLES = ("plaster", "brick", "timber", "whitewash", "stone")
_TREES = ("tree_round", "tree_birch", "tree_pine", "tree_apple", "tree_poplar")
T = TypeVar("T")
_COUNTERS = {"cafe", "pub", "shop"}


@dataclass(slots=True)
class Drawing:
    """The visible layers of a map."""

    dressing: Dressing
    decor: list[tuple[str, MazeCell]] = field(default_factory=list)
    """Pictures with their lower left cells."""
    doors: list[tuple[str, MazeCell]] = field(default_factory=list)


def draw(ground: MazeGround) -> Drawing:
    """A picture of a ground."""
    return _Draughtsman(ground).drawing()


class _Draughtsman:
    """Draws one ground."""

    def __init__(self, ground: MazeGround) -> None:
        self.ground = ground
        maze = ground.maze
        self.width, self.height = maze.width, maze.height
        self.room_of: dict[MazeCell, PlannedRoom] = {cell: room for room in ground.rooms for cell in room.cells}
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
        drawing = Drawing(dress(self._site(terrain, walls), _MAZE_SEED))
        drawing.decor += self._furniture()
        drawing.decor += [(self._island_picture(cell), cell) for cell in sorted(islands)]
        drawing.decor += self._trees()
        drawing.doors += [(self._door(cell, walls), cell) for cell in self.ground.doors]
        return drawing

    def _draw(self, *purpose: str | int) -> Stream:
        return stream(_MAZE_SEED, "maze", *purpose)

    def _beside_building(self, cell: MazeCell) -> bool:
        return any((cell[0] + dx, cell[1] + dy) in self.built for dx, dy in _AROUND)

    def _terrain(self, cell: MazeCell) -> str:
        room = self.room_of.get(cell)
        if room is not None:
            return room.kind.floor
        return "stone" if cell in self.built else "grass"

    def _islands(self) -> set[MazeCell]:
        """Blocked cells inside rooms that are not walls: tables, shelves, counters."""
        found: set[MazeCell] = set()
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

    def _island_picture(self, cell: MazeCell) -> str:
        return "counter_shop" if self.room_of[cell].kind.kind in _COUNTERS else "table_small"

    def _site(self, terrain: list[list[str]], walls: set[MazeCell]) -> Site:
        def grid(value: Callable[[MazeCell], T]) -> list[list[T]]:
            return [[value((x, y)) for x in range(self.width)] for y in range(self.height)]

        def wall(cell: MazeCell) -> str:
            if cell in walls:
                return _STYLES[self._sector_near(cell) % len(_STYLES)]
            return "hedge" if cell in self.solid and cell not in self.room_of else ""

        def paper(cell: MazeCell) -> str:
            below = self.room_of.get((cell[0], cell[1] + 1))
            looks_in = below is not None and (cell[0], cell[1] + 1) not in walls
            return below.kind.paper if below is not None and cell in walls and looks_in else ""

        def roof(cell: MazeCell) -> str:
            index = self.built.get(cell)
            return ROOFS[index % len(ROOFS)] if index is not None else ""

        return Site(terrain, grid(wall), grid(paper), grid(lambda _cell: False), grid(roof))

    def _sector_near(self, cell: MazeCell) -> int:
        near = [cell, *((cell[0] + dx, cell[1] + dy) for dx, dy in _AROUND)]
        return next((self.built[each] for each in near if each in self.built), 0)

    def _furniture(self) -> list[tuple[str, MazeCell]]:
        stood: list[tuple[str, MazeCell]] = []
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

    def _trees(self) -> list[tuple[str, MazeCell]]:
        """Trees on blocked cells outside buildings."""
        found = []
        for y in range(3, self.height, 2):
            for x in range(0, self.width - 2, 2):
                cell = (x, y)
                wild = not self.ground.walkable[y, x] and cell not in self.solid and cell not in self.built
                draw = self._draw("tree", x, y)
                if wild and not self._near_town(cell) and draw.happens(0.55):
                    found.append((draw.chosen(_TREES), cell))
        return found

    def _near_town(self, cell: MazeCell) -> bool:
        x, y = cell
        return any(self.ground.free((x + dx, y + dy)) for dx in range(-1, 4) for dy in range(-4, 2))

    def _ways(self) -> set[MazeCell]:
        """Footpaths between doors over open ground."""
        open_ground = {
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if self.ground.walkable[y, x] and (x, y) not in self.room_of and (x, y) not in self.built
        }
        fronts = [
            (x + dx, y + dy) for x, y in self.ground.doors for dx, dy in NEIGHBOURS if (x + dx, y + dy) in open_ground
        ]
        if not fronts:
            return set()
        middle = sorted(fronts)[len(fronts) // 2]
        came: dict[MazeCell, MazeCell | None] = {middle: None}
        edge = deque([middle])
        while edge:
            cell = edge.popleft()
            for dx, dy in NEIGHBOURS:
                near = (cell[0] + dx, cell[1] + dy)
                if near in open_ground and near not in came:
                    came[near] = cell
                    edge.append(near)
        ways: set[MazeCell] = set()
        for front in fronts:
            cell_or_none: MazeCell | None = front if front in came else None
            while cell_or_none is not None and cell_or_none not in ways:
                ways.add(cell_or_none)
                cell_or_none = came[cell_or_none]
        return ways

    def _door(self, cell: MazeCell, walls: set[MazeCell]) -> str:
        """The picture of a door between two walls; a wider opening has none."""
        x, y = cell
        if (x - 1, y) in walls and (x + 1, y) in walls:
            return "doorway"
        return "doorway_v" if (x, y - 1) in walls and (x, y + 1) in walls else ""
