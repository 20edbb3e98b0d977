"""A hamlet of two rooms and a street, small enough to draw."""

import numpy as np
import pytest

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.town.map import TownMap
from milkwood.town.places import Door, Room, Sector, Thing, ThingKind, Use
from milkwood.town.tile import Tile
from milkwood.words import Words

PLAN = """
.............
.#####.#####.
.#b..#.#t..#.
.#...D.D...#.
.#..o#.#..s#.
.#####.#####.
.............
...gg........
"""
"""`#` wall, `D` door, `b` bed (lain on), `o` stove, `t` single bath, `s` shelf, `g` garden (outdoors), `.` free."""


def kind(name: str, *, solid: bool, use: Use, seats: int) -> ThingKind:
    return ThingKind(name, Words.plain(name), solid=solid, use=use, seats=seats, emoji="•")


KINDS = {
    "b": kind("bed", solid=False, use=Use.ON, seats=1),
    "o": kind("stove", solid=True, use=Use.BESIDE, seats=1),
    "t": kind("bath", solid=False, use=Use.ON, seats=1),
    "s": kind("shelf", solid=True, use=Use.BESIDE, seats=0),
    "g": kind("garden", solid=False, use=Use.ON, seats=0),
}


def make_map(plan: str = PLAN) -> TownMap:
    rows = plan.strip().splitlines()
    walkable = np.array([[cell not in "#os" for cell in row] for row in rows])
    west = RoomId("west house:room")
    east = RoomId("east house:room")
    park = RoomId("green:park")
    rooms = {
        west: frozenset(Tile(x, y) for x in range(2, 5) for y in range(2, 5)),
        east: frozenset(Tile(x, y) for x in range(8, 11) for y in range(2, 5)),
        park: frozenset(Tile(x, 7) for x in range(13)),
    }
    found: dict[tuple[str, RoomId], list[Tile]] = {}
    doors = []
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == "D":
                doors.append(Door(Tile(x, y)))
            if cell in KINDS:
                room = next(name for name, tiles in rooms.items() if Tile(x, y) in tiles)
                found.setdefault((cell, room), []).append(Tile(x, y))
    things = [
        Thing(ThingId(f"{room}:{KINDS[cell].id}"), room, KINDS[cell].name, KINDS[cell], tuple(tiles), KINDS[cell].seats)
        for (cell, room), tiles in found.items()
    ]
    return TownMap(
        "Smallest",
        walkable,
        [Sector(SectorId(name), Words.plain(name), "house") for name in ("west house", "east house", "green")],
        [
            Room(room, SectorId(room.split(":")[0]), Words.plain(room), "room", room == park, tiles)
            for room, tiles in rooms.items()
        ],
        things,
        doors,
    )


BED = ThingId("west house:room:bed")
STOVE = ThingId("west house:room:stove")
BATH = ThingId("east house:room:bath")
SHELF = ThingId("east house:room:shelf")
GARDEN = ThingId("green:park:garden")


@pytest.fixture(scope="session")
def small_map() -> TownMap:
    return make_map()
