"""How many tiles somebody must still walk before they can matter to somebody else.

Knows the static map alone. Invariant: a lower bound. A person on tile P cannot see or be seen by, talk with, or touch
what is seen or used by a person on tile Q in fewer ticks than `need` says, whatever either does (doors count as open).

What matters to Q happens on its *watched* tiles: inside its window of sight, around every thing seen from Q with a
margin of one (someone might touch it), around every thing within reach of Q with a margin of the view radius (someone
might see it change), and always inside a zone of Q, since sight stays inside zones. The bound is the walking distance
from P to the nearest watched tile: not to Q itself, because sight passes fences and water.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.tracks import Ints
from milkwood.town.map import TownMap
from milkwood.town.places import Thing
from milkwood.town.sight import things_seen
from milkwood.town.spread import Ground
from milkwood.town.tile import Tile, distance

MARGIN = 96
"""How far around the watched tiles walking distances are kept; from further away the straight distance has to do."""


@dataclass(frozen=True, slots=True)
class _Watch:
    """The watched rectangle of one tile, and walking distances to its watched tiles over a window of the map."""

    box: tuple[int, int, int, int]
    """Left, top, right, bottom, all included."""
    left: int
    top: int
    steps: NDArray[np.int16]
    from_rooms: Ints
    """How far it is at least from anywhere in each room, in map order."""

    def straight(self, x: int, y: int) -> int:
        left, top, right, bottom = self.box
        return max(left - x, x - right, top - y, y - bottom, 0)

    def one(self, x: int, y: int) -> int:
        height, width = self.steps.shape
        column, row = x - self.left, y - self.top
        if 0 <= column < width and 0 <= row < height:
            return int(self.steps[row, column])
        return self.straight(x, y)

    def all(self, xs: Ints, ys: Ints) -> Ints:
        height, width = self.steps.shape
        columns, rows = xs - self.left, ys - self.top
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        if inside.all():
            return self.steps[rows, columns].astype(np.int64)
        left, top, right, bottom = self.box
        need: Ints = np.maximum(np.maximum(left - xs, xs - right), np.maximum(top - ys, ys - bottom))
        np.maximum(need, 0, out=need)
        need[inside] = self.steps[rows[inside], columns[inside]]
        return need


class Reach:
    """Lower bounds on one map for one view radius."""

    def __init__(self, town_map: TownMap, view_radius: int, *, on_foot: bool = True) -> None:
        self._map = town_map
        self._radius = view_radius
        self._on_foot = on_foot
        self._watches: dict[Tile, _Watch] = {}
        self.rooms = {room: index for index, room in enumerate(town_map.rooms)}
        self._room_grid = np.full((town_map.height, town_map.width), -1, np.int16)
        for room, index in self.rooms.items():
            for tile in town_map.floor(room):
                self._room_grid[tile.y, tile.x] = index

    def need(self, watcher: Tile, xs: Ints, ys: Ints) -> Ints:
        """How many tiles each of the people at xs, ys must walk to matter to a watcher."""
        return self._watch(watcher).all(xs, ys)

    def need_one(self, watcher: Tile, x: int, y: int) -> int:
        """The same for one person."""
        return self._watch(watcher).one(x, y)

    def need_from_rooms(self, watcher: Tile) -> Ints:
        """How many tiles whoever is in a room must walk at least, wherever in it they are: one figure a room."""
        return self._watch(watcher).from_rooms

    def need_along(self, route_x: Ints, route_y: Ints, xs: Ints, ys: Ints) -> Ints:
        """The same for a watcher on the move: a row for each tile of the route."""
        tiles = zip(route_x.tolist(), route_y.tolist(), strict=True)
        return np.array([self._watch(Tile(x, y)).all(xs, ys) for x, y in tiles])

    def _watch(self, tile: Tile) -> _Watch:
        known = self._watches.get(tile)
        if known is None:
            known = self._watches[tile] = self._measure(tile)
        return known

    def watched(self, tile: Tile) -> tuple[int, int, int, int]:
        """The watched rectangle of a tile: left, top, right, bottom, all included."""
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

    def _measure(self, tile: Tile) -> _Watch:
        box = self.watched(tile)
        if not self._on_foot:
            return _Watch(box, 0, 0, np.zeros((0, 0), np.int16), np.zeros(len(self.rooms), np.int64))
        left, top = max(0, box[0] - MARGIN), max(0, box[1] - MARGIN)
        right, bottom = box[2] + MARGIN + 1, box[3] + MARGIN + 1
        window = np.s_[top:bottom, left:right]
        zone, second, walkable = self._map.zone[window], self._map.second_zone[window], self._map.walkable[window]
        watched = np.zeros(walkable.shape, bool)
        for inside in self._map.zones_at(tile):
            watched |= (zone == inside) | (second == inside)
        watched[: max(0, box[1] - top)] = watched[box[3] - top + 1 :] = False
        watched[:, : max(0, box[0] - left)] = watched[:, box[2] - left + 1 :] = False
        steps = Ground(walkable).steps_to((int(x), int(y)) for y, x in np.argwhere(watched & walkable))
        # Who comes from beyond the window walks at least to its edge and from there straight.
        need = np.where(walkable, np.minimum(steps, MARGIN), np.int16(0))
        return _Watch(box, left, top, need, self._from_rooms(need, self._room_grid[window]))

    def _from_rooms(self, need: NDArray[np.int16], rooms: NDArray[np.int16]) -> Ints:
        least = np.full(len(self.rooms), MARGIN, np.int64)
        inside = rooms >= 0
        np.minimum.at(least, rooms[inside], need[inside])
        return least


def _box(tiles: tuple[Tile, ...], margin: int) -> tuple[int, int, int, int]:
    return (
        min(tile.x for tile in tiles) - margin,
        min(tile.y for tile in tiles) - margin,
        max(tile.x for tile in tiles) + margin,
        max(tile.y for tile in tiles) + margin,
    )


def _touches(tile: Tile, thing: Thing) -> bool:
    return any(distance(tile, part) <= 1 for part in thing.tiles)
