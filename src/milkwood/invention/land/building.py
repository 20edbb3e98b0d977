"""Floor plans in letters, grown around what a building must hold: a main room with the door, smaller rooms behind it.

Knows nothing of where a building stands. Invariant: before every door and every thing there is a free cell, and the
lowest row of the main room is free from wall to wall.
"""

from dataclasses import dataclass, field
from typing import Any

from milkwood.chance import Stream
from milkwood.errors import OurBug
from milkwood.invention.land.furnishing import COUNTERS, FURNITURE, SEATS, Furniture, Letters
from milkwood.invention.stock import Pair
from milkwood_art.drafting.blueprint import BlueprintRoom, BuildingPlan, LegendMark

_BACK_ROWS = 4
_MAX_WIDTH_TILES = 60
_MAX_HEIGHT_FACTOR = 1.3
"""How much higher than wide a building may be."""
_MARKS = "123456789ABCDEFGHIJKLMN"


@dataclass(frozen=True, slots=True)
class Item:
    """Furniture to place: its sort, its name and how many."""

    furniture: str
    name: Pair
    count: int = 1


@dataclass(frozen=True, slots=True)
class InventedRoom:
    """A room to draw."""

    name: Pair
    kind: str
    floor: str
    paper: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Garden:
    """Fenced ground beside a building: a zone in rows, and what stands along its north fence."""

    name: Pair
    zone: Pair
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Building:
    """A building to draw; the first room is the main room."""

    name: Pair
    kind: str
    rooms: tuple[InventedRoom, ...]
    opens: str = ""
    public: bool = False
    garden: Garden | None = None


class _DoesNotFit(Exception):
    """The room must grow."""


@dataclass(slots=True)
class _Sheet:
    """One plan while it is drawn."""

    letters: Letters = field(default_factory=Letters)
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    boards: dict[tuple[int, int], str] = field(default_factory=dict)

    def put(self, x: int, y: int, letter: str) -> None:
        self.cells[x, y] = letter

    def fill(self, x: int, y: int, width: int, height: int, letter: str) -> None:
        for i in range(width):
            for j in range(height):
                self.cells[x + i, y + j] = letter

    def text(self, cells: dict[tuple[int, int], str], blank: str) -> str:
        width = max(x for x, _ in self.cells) + 1
        height = max(y for _, y in self.cells) + 1
        rows = ["".join(cells.get((x, y), blank) for x in range(width)) for y in range(height)]
        return "\n" + "\n".join(rows) + "\n"


def draw_building(building: Building, chance: Stream) -> BuildingPlan:
    """The plan of a building, as narrow as it can be without being much higher than wide."""
    look = _looks(chance)
    spare = chance.below(3)
    for width in range(7 + spare, _MAX_WIDTH_TILES):
        try:
            sheet, marks = _drawn(building, width, chance.shuffled(range(width)))
        except _DoesNotFit:
            continue
        if max(y for _, y in sheet.cells) > _MAX_HEIGHT_FACTOR * width:
            continue
        return BuildingPlan(
            name=building.name.text(),
            kind=building.kind,
            opens=building.opens,
            public=building.public,
            rooms=marks,
            legend=sheet.letters.legend,
            plan=sheet.text(sheet.cells, " "),
            under=[sheet.text(sheet.boards, " ")] if sheet.boards else [],
            **look,
        )
    raise OurBug(f"no plan holds {building.name.en}.")


def _looks(chance: Stream) -> dict[str, Any]:
    flowers = [
        "flowers_red",
        "flowers_white",
        "flowers_yellow",
        "flowers_blue",
        "flowers_pink",
        "flowers_mixed",
        "bush",
    ]
    return {
        "wall": chance.chosen(("plaster", "brick", "timber", "stone", "whitewash")),
        "roof": chance.chosen(("red", "slate", "blue", "green", "thatch", "brown")),
        "door": chance.chosen(("door_wood", "door_red", "door_blue", "door_green")),
        "fence": chance.chosen(("fence_wood", "fence_white", "hedge", "stone_wall")),
        "window_boxes": chance.happens(0.5),
        "trim": [chance.chosen(flowers), "", chance.chosen(flowers), ""],
    }


def _drawn(building: Building, width: int, order: list[int]) -> tuple[_Sheet, dict[str, BlueprintRoom]]:
    sheet = _Sheet()
    main, *back = building.rooms
    widths = _shares(back, width)
    top = _BACK_ROWS + 1 if back else 0
    doors: set[int] = set()
    marks: dict[str, BlueprintRoom] = {}
    sheet.fill(0, 0, width + 2, top + 1, "#")
    x = 1
    for number, (room, share) in enumerate(zip(back, widths, strict=True)):
        door = x + share - 1
        sheet.fill(x, 1, share, _BACK_ROWS, ".")
        _along_wall(sheet, room.items, list(range(x, x + share)), 1)
        _mark(sheet, marks, room, _MARKS[number + 1], (x, _BACK_ROWS))
        sheet.put(door, top, "+")
        doors.add(door)
        x += share + 1
    height = _main_room(sheet, main, width, top + 1, doors)
    _mark(sheet, marks, main, _MARKS[0], (1, top + height))
    bottom = top + height + 1
    sheet.fill(0, top + 1, 1, height + 1, "#")
    sheet.fill(width + 1, top + 1, 1, height + 1, "#")
    sheet.fill(0, bottom, width + 2, 1, "#")
    door = next(place for place in order if 2 <= place <= width - 1)
    sheet.put(door, bottom, "+")
    for place in range(2, width, 4):
        if abs(place - door) > 1:
            sheet.put(place, bottom, "W")
        sheet.put(place, 0, "W")
    if building.garden:
        _fence_in(sheet, building.garden, marks, width + 2, bottom)
    return sheet, marks


def _mark(sheet: _Sheet, marks: dict[str, BlueprintRoom], room: InventedRoom, sign: str, at: tuple[int, int]) -> None:
    sheet.put(*at, sign)
    marks[sign] = BlueprintRoom(name=room.name.text(), kind=room.kind, floor=room.floor, paper=room.paper)


def _shares(back: list[InventedRoom], width: int) -> list[int]:
    """The widths of the rooms behind, which together are as wide as the main room."""
    least = [max(4, sum(FURNITURE[item.furniture].width * item.count for item in room.items) + 1) for room in back]
    over = width - sum(least) - len(back) + 1
    if back and over < 0:
        raise _DoesNotFit
    for number in range(over if back else 0):
        least[number % len(least)] += 1
    return least


def _along_wall(sheet: _Sheet, items: tuple[Item, ...], columns: list[int], y: int) -> None:
    """Place what stands along the north wall, on the given columns of one row."""
    free = [x for x in columns if sheet.cells[x, y] == "."]
    for item in items:
        furniture = FURNITURE[item.furniture]
        for _ in range(item.count):
            x = _gap(free, furniture.width)
            letter = sheet.letters.of(_thing(furniture, item.name))
            sheet.fill(x, y, furniture.width, 2 if furniture.deep else 1, letter)
            if furniture.seat and sheet.cells[x, y + 1] == ".":
                sheet.put(x, y + 1, sheet.letters.of(LegendMark(sprite=furniture.seat)))
            free = [place for place in free if place >= x + furniture.width]


def _gap(free: list[int], width: int) -> int:
    for x in free:
        if all(x + i in free for i in range(width)):
            return x
    raise _DoesNotFit


def _thing(furniture: Furniture, name: Pair) -> LegendMark:
    return LegendMark(sprite=list(furniture.sprites) or "", thing=furniture.kind, name=name.text())


def _main_room(sheet: _Sheet, room: InventedRoom, width: int, y: int, doors: set[int]) -> int:
    """Draw the main room from a row down; returns how many rows it takes."""
    counters = [item for item in room.items if item.furniture in COUNTERS]
    standing = tuple(item for item in room.items if not FURNITURE[item.furniture].block and item not in counters)
    blocks = [item for item in room.items if FURNITURE[item.furniture].block]
    sheet.fill(1, y, width, 3 + len(counters), ".")
    columns = [x for x in range(1, width + 1) if x not in doors]
    for item in counters:
        start = _gap(columns, item.count + 2)
        behind = LegendMark(thing="behind_counter", name=_behind(item.name).text())
        sheet.fill(start, y + 1, item.count + 1, 1, sheet.letters.of(behind))
        sheet.fill(start, y + 2, item.count, 1, sheet.letters.of(_thing(FURNITURE[item.furniture], item.name)))
    _along_wall(sheet, standing, columns, y)
    row = 3 + len(counters)
    x, below = 2, row
    for item in blocks:
        furniture = FURNITURE[item.furniture]
        for _ in range(item.count):
            wide, high = len(furniture.block[0]), len(furniture.block)
            if wide > width - 2:
                raise _DoesNotFit
            if x + wide > width:
                x, row = 2, below + 1
            _block(sheet, furniture, item.name, x, y + row)
            below = max(below, row + high)
            x += wide + 1
    height = below + 2
    for j in range(height):
        for i in range(1, width + 1):
            sheet.cells.setdefault((i, y + j), ".")
    return height


def _behind(counter: Pair) -> Pair:
    return Pair(f"behind the {counter.en}", f"{counter.zh}后")


def _block(sheet: _Sheet, furniture: Furniture, name: Pair, x: int, y: int) -> None:
    thing = sheet.letters.of(_thing(furniture, name))
    for j, line in enumerate(furniture.block):
        for i, sign in enumerate(line):
            letter = thing if sign == "T" else sheet.letters.of(LegendMark(sprite=SEATS[sign]))
            sheet.put(x + i, y + j, letter)
            if furniture.kind == "stage":
                sheet.boards[x + i, y + j] = sheet.letters.of(LegendMark(sprite="stage_boards"))


def _fence_in(sheet: _Sheet, garden: Garden, marks: dict[str, BlueprintRoom], x: int, bottom: int) -> None:
    """Fenced ground on the east side, with a gate to the south."""
    width = 9
    sheet.fill(x, 0, width + 1, bottom + 1, ",")
    sheet.fill(x, 0, width + 1, 1, "=")
    sheet.fill(x + width, 0, 1, bottom + 1, "=")
    sheet.fill(x, bottom, width + 1, 1, "=")
    sheet.put(x + width // 2, bottom, "_")
    zone = sheet.letters.of(LegendMark(thing="garden", name=garden.zone.text(), ground="soil"))
    for row in range(4, bottom - 1, 2):
        sheet.fill(x + 1, row, width - 2, 1, zone)
    place = x + 1
    for item in garden.items:
        for _ in range(item.count):
            sheet.put(place, 2, sheet.letters.of(_thing(FURNITURE[item.furniture], item.name)))
            place += 2
    sign = _MARKS[len(marks)]
    sheet.put(x + 1, bottom - 1, sign)
    marks[sign] = BlueprintRoom(name=garden.name.text(), kind="garden", floor="grass", outdoors=True)
