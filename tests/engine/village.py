"""Small towns drawn as text: every letter stands for a case that makes holding people apart difficult.

`#` wall or fence, `+` door, `b` bed, `S` stove, `H` shelf, `c` chair, `g` garden, `,` park, `.` free. Walls around a
patch of floor make it a room, fences around a patch of green a garden; a patch that touches the edge of the plan is
open ground. What doors join is one house. Letters that touch are one thing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.town.map import TownMap
from milkwood.town.places import Door, Room, Sector, Thing, ThingKind, Use
from milkwood.town.tile import Tile, neighbours
from milkwood.words import Words

VILLAGE = """
..........................................
..,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,..
..,,gggggggggggggggg,,,,,,,,,,,,,,,,,,,,..
..,,gggggggggggggggg,,,,,,,,,,,,,,,,,,,,..
..........................................
.########...#####+####...###############..
.#b....S#...#S..#...b#...#b....H......S#..
.#......+...#...+....#...#.............#..
.#H....c#...#b..#..cH#...#.............+..
.####++##...##+#######...#......c......+..
.........................#.............#..
..#####..#######++###....#H............#..
..#b.S#..#b..#......#....#.............#..
..+...#..#...+...c..#....#.......b.....#..
..#..H#..#S..#H....S#....#c............#..
..#####..#######+####....#######+#######..
..........................................
"""
"""Separate houses: doors facing each way, double doors, inner doors, a hall wider than anyone sees, a long garden."""

TERRACE = """
....................................
.##+####+####+####+####+####+#####..
.#....#....#....#....#....#......#..
.#b..S#b..S#b..S#b..S#b..S#b..c.S#..
.#################################..
.#b..H#b..H#b..H#b..H#b..H#c....H#..
.#....#....#....#....#....+......#..
.##+####+####+####+####+####++####..
....................................
.,,,,,,,,,#,,,,,,,,,#,,,,,,,,,,,,,..
.,ggg,,,,,#,,,,,,,,,#,,,ggggggggg,..
.,ggg,,,,,#,,,gg,,,,#,,,,,,,,,,,g,..
.,,,,,,,,,#,,,,,,,,,#,,,,,,,,,,,g,..
.,,,,,,,,,#,,,,,,,,,#,,,,,,,,,,,g,..
..........#.........................
....................................
"""
"""Houses wall to wall and back to back: close, but a long walk apart; fences that do not block sight; a bent hedge."""

FARM = """
...........................
..############..#########..
..#b..#,,,,,,#..#b..#..S#..
..#...+,gggg,+..#...+...+..
..#S..#,,,,g,+..#c..#+###..
..##+##,gggg,#..#####,,g#..
......#,g,,,,#......#,,,+..
......#,ggg,,+......#####..
......########.............
...........................
"""
"""Houses with gardens: paths to them may lead through the garden, and out of it again."""


def _kind(name: str, *, solid: bool, use: Use, seats: int) -> ThingKind:
    return ThingKind(name, Words.plain(name), solid=solid, use=use, seats=seats)


KINDS = {
    "b": _kind("bed", solid=False, use=Use.ON, seats=1),
    "S": _kind("stove", solid=True, use=Use.BESIDE, seats=1),
    "H": _kind("shelf", solid=True, use=Use.BESIDE, seats=0),
    "c": _kind("chair", solid=False, use=Use.ON, seats=1),
    "g": _kind("garden", solid=False, use=Use.ON, seats=0),
}


def draw(name: str, plan: str) -> TownMap:
    """The town that a plan shows."""
    cells = {Tile(x, y): cell for y, row in enumerate(plan.split()) for x, cell in enumerate(row)}
    width, height = max(tile.x for tile in cells) + 1, max(tile.y for tile in cells) + 1
    walkable = np.zeros((height, width), bool)
    for tile, cell in cells.items():
        walkable[tile.y, tile.x] = cell != "#" and not (cell in KINDS and KINDS[cell].solid)
    rooms = _houses(list(_rooms(cells, width, height)), [tile for tile, cell in cells.items() if cell == "+"])
    return TownMap(
        name,
        walkable,
        [Sector(sector, Words.plain(sector), "house") for sector in dict.fromkeys(room.sector for room in rooms)],
        rooms,
        list(_things(cells, rooms)),
        [Door(tile) for tile, cell in cells.items() if cell == "+"],
    )


def _rooms(cells: dict[Tile, str], width: int, height: int) -> Iterator[Room]:
    floor = [tile for tile, cell in cells.items() if cell not in "#+"]
    number = 0
    for patch in _patches(floor):
        if not any(tile.x in (0, width - 1) or tile.y in (0, height - 1) for tile in patch):
            number += 1
            garden = all(cells[tile] in ",g" for tile in patch)
            yield _room(f"house {number:02}", "room", patch, outdoors=garden)
            floor = [tile for tile in floor if tile not in patch]
    green = frozenset(tile for tile in floor if cells[tile] in ",g")
    if green:
        yield _room("green", "park", green, outdoors=True)


def _houses(rooms: list[Room], doors: list[Tile]) -> list[Room]:
    """The rooms, those that doors join in one sector."""
    sector = {room.id: room.sector for room in rooms}
    for door in doors:
        joined = {sector[room.id] for room in rooms if not room.tiles.isdisjoint(neighbours(door))}
        for room in rooms:
            if sector[room.id] in joined:
                sector[room.id] = min(joined)
    return [replace(room, sector=sector[room.id]) for room in rooms]


def _room(sector: str, name: str, tiles: frozenset[Tile], *, outdoors: bool) -> Room:
    return Room(RoomId(f"{sector}:{name}"), SectorId(sector), Words.plain(name), name, outdoors, tiles)


def _things(cells: dict[Tile, str], rooms: list[Room]) -> Iterator[Thing]:
    for letter, kind in KINDS.items():
        for number, patch in enumerate(_patches([tile for tile, cell in cells.items() if cell == letter])):
            room = next(room for room in rooms if patch <= room.tiles)
            tiles = tuple(sorted(patch, key=lambda tile: (tile.y, tile.x)))
            yield Thing(ThingId(f"{room.id}:{kind.id} {number}"), room.id, kind.name, kind, tiles, seats=kind.seats)


def _patches(tiles: Iterable[Tile]) -> Iterator[frozenset[Tile]]:
    """Groups of adjacent tiles."""
    left = dict.fromkeys(tiles)
    while left:
        patch = {next(iter(left))}
        queue = list(patch)
        while queue:
            for near in neighbours(queue.pop()):
                if near in left and near not in patch:
                    patch.add(near)
                    queue.append(near)
        for tile in patch:
            del left[tile]
        yield frozenset(patch)


MAPS: dict[str, Callable[[], TownMap]] = {
    "village": lambda: draw("village", VILLAGE),
    "terrace": lambda: draw("terrace", TERRACE),
    "farm": lambda: draw("farm", FARM),
}
"""All towns, each generated when it is needed."""
