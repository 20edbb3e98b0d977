"""Where people come into a town and leave it: a tile at the end of a road.

Invariant: the tile can be reached on foot from the person's home; the same map and road give the same tile.
"""

from collections import deque
from collections.abc import Collection

from milkwood.ids import ThingId
from milkwood.town.address import Address
from milkwood.town.map import OPEN_GROUND_ZONE, TownMap
from milkwood.town.tile import Tile, neighbours


def road_end(town_map: TownMap, road: Address | Tile | None, home: ThingId) -> Tile:
    """The tile of a road: of its tiles, or of all, the one nearest to the edge of the map, then nearest to home."""
    spots = town_map.spots(home)
    steps = _steps_from(town_map, spots[0])
    ends = {tile for tile in _tiles_of(town_map, road) if tile in steps} or {spots[0]}
    return min(ends, key=lambda tile: (_from_edge(town_map, tile), steps[tile], tile.y, tile.x))


def _tiles_of(town_map: TownMap, road: Address | Tile | None) -> Collection[Tile]:
    if isinstance(road, Tile):
        return [road]
    if road is None:
        ground = ((x, y) for y in range(town_map.height) for x in range(town_map.width))
        return [tile for x, y in ground if town_map.zones_at(tile := Tile(x, y)) == (OPEN_GROUND_ZONE,)]
    return town_map.floor(road.room_id or road.sector_id)


def _steps_from(town_map: TownMap, start: Tile) -> dict[Tile, int]:
    """How far every tile that can be reached is on foot."""
    steps, todo = {start: 0}, deque([start])
    while todo:
        here = todo.popleft()
        for near in neighbours(here):
            if near not in steps and town_map.is_walkable(near):
                steps[near] = steps[here] + 1
                todo.append(near)
    return steps


def _from_edge(town_map: TownMap, tile: Tile) -> int:
    return min(tile.x, tile.y, town_map.width - 1 - tile.x, town_map.height - 1 - tile.y)
