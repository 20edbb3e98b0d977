"""Export of a town as a maze: matrices of numbers, and tables with their names.

Invariant: reading the files back gives the same sectors, rooms and things on the same tiles; as in the original, tiles
of things are walkable, so that things can be reached.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import count

import numpy as np
from numpy.typing import NDArray

from milkwood.plain import JsonObject
from milkwood.town.map import TownMap

COLLISION_BLOCK_ID = 32125
_FIRST_BLOCK_ID = 32135
_WORLD_BLOCK_ID = 32134


def matrix(town_map: TownMap) -> Iterator[tuple[str, JsonObject | str]]:
    """The files of a maze: path below its folder, and content as a table or text."""
    yield (
        "maze_meta_info.json",
        {
            "world_name": town_map.name.lower(),
            "maze_width": town_map.width,
            "maze_height": town_map.height,
            "sq_tile_size": 32,
            "special_constraint": "",
        },
    )
    numbers = count(_FIRST_BLOCK_ID)
    sectors = {sector: next(numbers) for sector in town_map.sectors}
    rooms = {room: next(numbers) for room in town_map.rooms}
    last = {thing: thing.split(":")[-1] for thing in town_map.things}
    things = {name: next(numbers) for name in dict.fromkeys(last.values())}
    spawns = {room: next(numbers) for room in town_map.rooms if town_map.floor(room)}
    ground = {name: _empty(town_map) for name in ("collision", "sector", "arena", "game_object", "spawning_location")}
    ground["collision"][~town_map.walkable] = COLLISION_BLOCK_ID
    for room in town_map.rooms.values():
        for tile in room.tiles:
            ground["sector"][tile.y, tile.x], ground["arena"][tile.y, tile.x] = sectors[room.sector], rooms[room.id]
        if room.id in spawns:
            first = town_map.floor(room.id)[0]
            ground["spawning_location"][first.y, first.x] = spawns[room.id]
    for thing in town_map.things.values():
        for tile in thing.tiles:
            ground["game_object"][tile.y, tile.x] = things[last[thing.id]]
            ground["collision"][tile.y, tile.x] = 0
            room = town_map.rooms[thing.room]
            ground["sector"][tile.y, tile.x], ground["arena"][tile.y, tile.x] = sectors[room.sector], rooms[room.id]
    for name, cells in ground.items():
        yield f"maze/{name}_maze.csv", ", ".join(map(str, cells.ravel().tolist()))
    world = town_map.name
    yield "special_blocks/world_blocks.csv", _table([(_WORLD_BLOCK_ID, world)])
    yield "special_blocks/sector_blocks.csv", _table((number, world, name) for name, number in sectors.items())
    yield "special_blocks/arena_blocks.csv", _table((each, world, *room.split(":")) for room, each in rooms.items())
    yield "special_blocks/game_object_blocks.csv", _table((each, world, "<all>", name) for name, each in things.items())
    yield (
        "special_blocks/spawning_location_blocks.csv",
        _table((each, world, *room.split(":"), "sp-A") for room, each in spawns.items()),
    )


def _empty(town_map: TownMap) -> NDArray[np.int64]:
    return np.zeros((town_map.height, town_map.width), np.int64)


def _table(rows: Iterable[tuple[int | str, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
