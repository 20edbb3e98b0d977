"""A floor plan drawn in letters, taken apart: walls, doors, rooms, and what stands where.

`#` wall, `W` wall with a window, `+` door, `=` fence, `_` gap in a fence, `.` floor, `,` garden ground, a blank is
not ours; every other letter is a room's mark or stands for something in the legend. Knows nothing of where a plan
stands. Invariant: a letter that covers several cells fills exactly the cells its sprite covers, so a plan that was
read without complaint looks on the map as it looks on paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import BlueprintCell, BlueprintRoom, BuildingPlan, LegendMark
from milkwood_art.sprites import SPRITES

WALL, WINDOW, DOOR, FENCE, GATE, FLOOR, GROUND, BLANK = "#W+=_., "
_EDGES = {DOOR, FENCE, GATE, BLANK}
_STRUCTURE = {WALL, WINDOW, DOOR, FENCE, GATE, FLOOR, GROUND, BLANK}
NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """Something drawn on a plan: its letter, its upper left cell and the cells it covers."""

    mark: LegendMark
    at: BlueprintCell
    size: BlueprintCell


@dataclass(frozen=True, slots=True)
class FloorPlanRoom:
    """A room and its cells."""

    plan: BlueprintRoom
    cells: frozenset[BlueprintCell]


@dataclass(frozen=True, slots=True)
class Doorway:
    """A door: in a wall that runs up and down when `upright`; `outer` when it leads into the open."""

    at: BlueprintCell
    upright: bool
    outer: bool


@dataclass(slots=True)
class FloorPlan:
    """A floor plan, taken apart. Cells count from its upper left corner."""

    building: BuildingPlan
    width: int
    height: int
    walls: set[BlueprintCell] = field(default_factory=set)
    windows: set[BlueprintCell] = field(default_factory=set)
    fences: set[BlueprintCell] = field(default_factory=set)
    gates: set[BlueprintCell] = field(default_factory=set)
    ground: set[BlueprintCell] = field(default_factory=set)
    rooms: list[FloorPlanRoom] = field(default_factory=list)
    doors: list[Doorway] = field(default_factory=list)
    pieces: list[DrawnItem] = field(default_factory=list)
    flat: list[DrawnItem] = field(default_factory=list)

    def room_at(self, cell: BlueprintCell) -> BlueprintRoom | None:
        """The room that a cell lies in, if any."""
        return next((room.plan for room in self.rooms if cell in room.cells), None)


def read_plan(building: BuildingPlan, legend: Mapping[str, LegendMark]) -> FloorPlan:
    """Take a building's drawing apart, or say which letter is wrong and where."""
    return _Reader(building, {**legend, **building.legend}).read()


def covered(sprite: str) -> BlueprintCell:
    """How many cells a sprite covers on a plan: those it stands on, or all it lies on when it is flat."""
    art = SPRITES[sprite]
    return art.width, art.height if art.flat else max(1, art.depth)


def rectangles(cells: frozenset[BlueprintCell] | set[BlueprintCell]) -> list[tuple[int, int, int, int]]:
    """Cut a set of cells into few rectangles (x, y, width, height), the same way every time."""
    left, result = set(cells), []
    while left:
        x, y = min(left, key=lambda cell: (cell[1], cell[0]))
        width = 1
        while (x + width, y) in left:
            width += 1
        height = 1
        while all((x + i, y + height) in left for i in range(width)):
            height += 1
        left -= {(x + i, y + j) for i in range(width) for j in range(height)}
        result.append((x, y, width, height))
    return result


class _Reader:
    """Reads one drawing; holds its letters while it does."""

    def __init__(self, building: BuildingPlan, legend: Mapping[str, LegendMark]) -> None:
        self.building = building
        self.legend = legend
        rows = building.plan.strip("\n").split("\n")
        width = max(len(row) for row in rows)
        self.rows = [row.ljust(width) for row in rows]
        self.plan = FloorPlan(building, width, len(rows))

    def fault(self, what: str, cell: BlueprintCell) -> TownAuthorError:
        """A complaint that points into the drawing."""
        name = next(iter(self.building.name.values()))
        return TownAuthorError(what, where=f"plan of {name}, line {cell[1] + 1}, column {cell[0] + 1}")

    def read(self) -> FloorPlan:
        """Everything, in the order in which one part needs another."""
        inside = self._structure()
        self._rooms(inside)
        self._doors()
        self.plan.pieces = self._pieces(self.rows)
        for layer in self.building.under:
            rows = [row.ljust(self.plan.width) for row in layer.strip("\n").split("\n")]
            self.plan.flat += self._pieces([row.replace(".", " ") for row in rows])
        return self.plan

    def _structure(self) -> set[BlueprintCell]:
        plan, inside = self.plan, set()
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                cell = (x, y)
                mark = self._mark(letter, cell)
                if letter in (WALL, WINDOW) or (mark and mark.on_wall):
                    plan.walls.add(cell)
                    if letter == WINDOW:
                        plan.windows.add(cell)
                elif letter == FENCE:
                    plan.fences.add(cell)
                elif letter == GATE:
                    plan.gates.add(cell)
                elif letter not in _EDGES:
                    inside.add(cell)
        return inside

    def _mark(self, letter: str, cell: BlueprintCell) -> LegendMark | None:
        if letter in _STRUCTURE or letter in self.building.rooms:
            return None
        if letter not in self.legend:
            raise self.fault(f"the legend does not know the letter {letter!r}.", cell)
        return self.legend[letter]

    def _rooms(self, inside: set[BlueprintCell]) -> None:
        left, seen = set(inside), set()
        while left:
            region = self._region(min(left), left)
            left -= region
            marks = sorted({self.rows[y][x] for x, y in region} & set(self.building.rooms))
            if len(marks) > 1:
                raise self.fault(f"one room has two marks, {' and '.join(marks)}: a wall is open.", min(region))
            if marks:
                seen.add(marks[0])
                room = self.building.rooms[marks[0]]
                self.plan.rooms.append(FloorPlanRoom(room, frozenset(region)))
                if room.outdoors:
                    self.plan.ground |= region
            elif any(self.rows[y][x] == FLOOR for x, y in region):
                raise self.fault("this room has no mark.", min(region))
            else:
                self.plan.ground |= region
        for mark in sorted(set(self.building.rooms) - seen):
            raise self.fault(f"room {mark!r} is not drawn.", (0, 0))

    @staticmethod
    def _region(start: BlueprintCell, among: set[BlueprintCell]) -> set[BlueprintCell]:
        region, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for dx, dy in NEIGHBOURS:
                cell = (x + dx, y + dy)
                if cell in among and cell not in region:
                    region.add(cell)
                    todo.append(cell)
        return region

    def _doors(self) -> None:
        plan = self.plan
        indoors = {cell for room in plan.rooms if not room.plan.outdoors for cell in room.cells}
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                if letter != DOOR:
                    continue
                upright = (x, y - 1) in plan.walls and (x, y + 1) in plan.walls
                jambs = ((x - 1, y), (x + 1, y))
                if not upright and not all(self._is_wall_or_door(jamb) for jamb in jambs):
                    raise self.fault("a door must stand between two pieces of wall.", (x, y))
                sides = jambs if upright else ((x, y - 1), (x, y + 1))
                if not any(side in indoors for side in sides):
                    raise self.fault("this door leads from the open into the open.", (x, y))
                plan.doors.append(Doorway((x, y), upright, not all(side in indoors for side in sides)))

    def _is_wall_or_door(self, cell: BlueprintCell) -> bool:
        return cell in self.plan.walls or self._letter(self.rows, cell) == DOOR

    def _pieces(self, rows: list[str]) -> list[DrawnItem]:
        taken: set[BlueprintCell] = set()
        pieces = []
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                mark = self._mark(letter, (x, y))
                if mark is None or (x, y) in taken:
                    continue
                size = self._size(mark, (x, y))
                cells = {(x + i, y + j) for i in range(size[0]) for j in range(size[1])}
                if any(self._letter(rows, cell) != letter or cell in taken for cell in cells):
                    raise self.fault(f"{letter!r} must fill {size[0]} x {size[1]} cells.", (x, y))
                taken |= cells
                pieces.append(DrawnItem(mark, (x, y), size))
        return pieces

    def _size(self, mark: LegendMark, cell: BlueprintCell) -> BlueprintCell:
        sprites = mark.sprites()
        for sprite in sprites:
            if sprite not in SPRITES:
                raise self.fault(f"there is no sprite {sprite!r}.", cell)
        return covered(sprites[0]) if sprites else (1, 1)

    @staticmethod
    def _letter(rows: list[str], cell: BlueprintCell) -> str:
        x, y = cell
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else BLANK
