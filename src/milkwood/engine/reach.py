"""How many tiles somebody must still walk before they can matter to somebody else.

Knows the static map alone. Invariant: a lower bound. A person on tile P cannot see or be seen by, talk with, or touch
what is seen or used by a person on tile Q in fewer ticks than `need` says, whatever either does (doors count as open).

Two bounds, the larger counts. *Straight*: the watched rectangle of Q holds its window of sight, every thing seen from Q
with a margin of one (someone might touch it), and every thing within reach of Q with a margin of the view radius
(someone might see it change). *On foot*: sight stays inside a zone, so P must first walk into the zone of Q.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.tracks import Ints
from milkwood.town.map import NO_ZONE, OPEN_GROUND, TownMap
from milkwood.town.places import Thing
from milkwood.town.sight import things_seen
from milkwood.town.spread import Ground
from milkwood.town.tile import Tile, distance

MARGIN = 200
"""How far around a room walking distances to it are kept; from further away the straight bound has to do."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """Walking distances to one zone, over a window of the map."""

    left: int
    top: int
    steps: NDArray[np.int16]

    def at(self, xs: Ints, ys: Ints) -> Ints:
        height, width = self.steps.shape
        x, y = xs - self.left, ys - self.top
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        if inside.all():
            return self.steps[y, x].astype(np.int64)
        known = np.zeros(len(xs), np.int64)
        known[inside] = self.steps[y[inside], x[inside]]
        return known


class Reach:
    """Lower bounds on one map for one view radius."""

    def __init__(self, town_map: TownMap, view_radius: int, *, rooms: bool = True) -> None:
        self._map = town_map
        self._radius = view_radius
        self._rooms = rooms
        self._watched = np.zeros((town_map.height, town_map.width, 4), np.int64)
        self._known = np.zeros((town_map.height, town_map.width), bool)
        self._walks: dict[int, _Walk] = {}

    def need(self, watcher: Tile, xs: Ints, ys: Ints) -> Ints:
        """How many tiles each of the people at xs, ys must walk to matter to a watcher."""
        left, top, right, bottom = self.watched(watcher)
        across = np.maximum(left - xs, xs - right)
        straight: Ints = np.maximum(across, np.maximum(top - ys, ys - bottom))
        np.maximum(straight, 0, out=straight)
        if self._rooms:
            np.maximum(straight, self._on_foot(self._map.zones_at(watcher), xs, ys), out=straight)
        return straight

    def need_along(self, route_x: Ints, route_y: Ints, xs: Ints, ys: Ints) -> Ints:
        """The same for a watcher on the move: a row for each tile of the route."""
        for x, y in zip(*(part[~self._known[route_y, route_x]].tolist() for part in (route_x, route_y)), strict=True):
            self.watched(Tile(x, y))
        boxes = self._watched[route_y, route_x]
        across = np.maximum(boxes[:, 0, None] - xs, xs - boxes[:, 2, None])
        rows: Ints = np.maximum(across, np.maximum(boxes[:, 1, None] - ys, ys - boxes[:, 3, None]))
        np.maximum(rows, 0, out=rows)
        if self._rooms:
            first, second = self._map.zone[route_y, route_x], self._map.second_zone[route_y, route_x]
            for pair in set(zip(first.tolist(), second.tolist(), strict=True)):
                inside = (first == pair[0]) & (second == pair[1])
                zones = tuple(zone for zone in pair if zone != NO_ZONE)
                rows[inside] = np.maximum(rows[inside], self._on_foot(zones, xs, ys))
        return rows

    def _on_foot(self, zones: tuple[int, ...], xs: Ints, ys: Ints) -> Ints:
        """How far each must walk to be in one of these zones."""
        foot = self._walk(zones[0]).at(xs, ys)
        for zone in zones[1:]:
            foot = np.minimum(foot, self._walk(zone).at(xs, ys))
        return foot

    def watched(self, tile: Tile) -> tuple[int, int, int, int]:
        """The watched rectangle of a tile: left, top, right, bottom, all included."""
        if not self._known[tile.y, tile.x]:
            self._watched[tile.y, tile.x] = self._watch(tile)
            self._known[tile.y, tile.x] = True
        left, top, right, bottom = self._watched[tile.y, tile.x].tolist()
        return left, top, right, bottom

    def _watch(self, tile: Tile) -> tuple[int, int, int, int]:
        boxes = [_box((tile,), self._radius)]
        for _, thing in things_seen(self._map, tile, self._radius):
            boxes.append(_box(thing.tiles, 1))
            if _touches(tile, thing):
                boxes.append(_box(thing.tiles, self._radius))
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[2] for box in boxes),
            max(box[3] for box in boxes),
        )

    def _walk(self, zone: int) -> _Walk:
        known = self._walks.get(zone)
        if known is None:
            known = self._walks[zone] = self._measure(zone)
        return known

    def _measure(self, zone: int) -> _Walk:
        inside = (self._map.zone == zone) | ((self._map.second_zone == zone) & (zone != NO_ZONE))
        inside &= self._map.walkable
        goals = np.argwhere(inside)
        if not len(goals):
            return _Walk(0, 0, np.zeros((1, 1), np.int16))
        if zone == OPEN_GROUND:
            left = top = 0
            walkable = self._map.walkable
        else:
            top, left = (max(0, int(edge) - MARGIN) for edge in goals.min(axis=0))
            bottom, right = (int(edge) + MARGIN + 1 for edge in goals.max(axis=0))
            walkable = self._map.walkable[top:bottom, left:right]
        steps = Ground(walkable).steps_to((int(x) - left, int(y) - top) for y, x in goals)
        # A sleeper's bed or a chair may be enclosed by furniture; whoever is there counts as already inside.
        return _Walk(left, top, np.where(walkable, steps, np.int16(0)))


def _box(tiles: tuple[Tile, ...], margin: int) -> tuple[int, int, int, int]:
    return (
        min(tile.x for tile in tiles) - margin,
        min(tile.y for tile in tiles) - margin,
        max(tile.x for tile in tiles) + margin,
        max(tile.y for tile in tiles) + margin,
    )


def _touches(tile: Tile, thing: Thing) -> bool:
    return any(distance(tile, part) <= 1 for part in thing.tiles)
