"""Who and what can be seen from a tile: inside the square window of the view radius, and in the same zone.

Invariant: seeing is mutual (if A's tile sees B's, B's sees A's), and the vectorised result equals the single one.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from milkwood.town.map import TownMap
from milkwood.town.places import Thing
from milkwood.town.tile import Tile, distance


def sees(town_map: TownMap, viewer: Tile, seen: Tile, radius: int) -> bool:
    """Whether someone on one tile sees what is on another."""
    return distance(viewer, seen) <= radius and meet(town_map.zones_at(viewer), town_map.zones_at(seen))


def meet(zones: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether the zones of two tiles have one in common."""
    return zones[0] in others or zones[-1] in others


def sees_thing(town_map: TownMap, viewer: Tile, thing: Thing, radius: int) -> bool:
    """Whether someone on a tile sees a thing: at any of its tiles, from inside its zone."""
    if town_map.zone_of_room(thing.room) not in town_map.zones_at(viewer):
        return False
    return any(distance(viewer, tile) <= radius for tile in thing.tiles)


def things_seen(town_map: TownMap, viewer: Tile, radius: int) -> tuple[tuple[int, Thing], ...]:
    """The things seen from a tile, each with how far it is, in map order."""
    known = town_map.seen_from.get((viewer, radius))
    if known is None:
        known = tuple(_look(town_map, viewer, radius))
        town_map.seen_from[viewer, radius] = known
    return known


def _look(town_map: TownMap, viewer: Tile, radius: int) -> Iterator[tuple[int, Thing]]:
    x, y = viewer
    for zone in town_map.zones_at(viewer):
        for thing in town_map.things_near(zone, viewer, radius):
            away = min([max(abs(x - left), abs(y - top)) for left, top in thing.tiles])
            if away <= radius:
                yield away, thing


def who_is_seen(
    town_map: TownMap, x: int, y: int, xs: NDArray[np.int_], ys: NDArray[np.int_], radius: int
) -> NDArray[np.bool_]:
    """Which of the people at these positions are seen from a tile."""
    near = (np.abs(xs - x) <= radius) & (np.abs(ys - y) <= radius)
    index = np.flatnonzero(near)
    first, second = town_map.zone[ys[index], xs[index]], town_map.second_zone[ys[index], xs[index]]
    same = np.zeros(len(index), bool)
    for zone in town_map.zones_at(Tile(x, y)):
        same |= (first == zone) | (second == zone)
    near[index] = same
    return near
