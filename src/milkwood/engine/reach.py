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
from milkwood.town.map import NO_ZONE, TownMap
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
    from_zone: dict[int, int]
    """How far it is at least from anywhere inside a zone (its doors apart); filled as it is asked for."""

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

    def need(self, watcher: Tile, xs: Ints, ys: Ints) -> Ints:
        """How many tiles each of the people at xs, ys must walk to matter to a watcher."""
        return self._watch(watcher).all(xs, ys)

    def need_one(self, watcher: Tile, x: int, y: int) -> int:
        """The same for one person."""
        return self._watch(watcher).one(x, y)

    def need_from(self, watcher: Tile, zone: int) -> int:
        """How many tiles whoever is inside a room must walk at least, wherever in it they are."""
        watch = self._watch(watcher)
        known = watch.from_zone.get(zone)
        if known is None:
            known = watch.from_zone[zone] = self._least_from(watch, zone)
        return known

    def _least_from(self, watch: _Watch, zone: int) -> int:
        if not self._on_foot:
            return 0
        height, width = watch.steps.shape
        window = np.s_[watch.top : watch.top + height, watch.left : watch.left + width]
        inside = (self._map.zone[window] == zone) & (self._map.second_zone[window] == NO_ZONE)
        inside &= self._map.walkable[window]
        return int(watch.steps[inside].min(initial=MARGIN))

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
            return _Watch(box, 0, 0, np.zeros((0, 0), np.int16), {})
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
        return _Watch(box, left, top, np.where(walkable, np.minimum(steps, MARGIN), np.int16(0)), {})


def _box(tiles: tuple[Tile, ...], margin: int) -> tuple[int, int, int, int]:
    return (
        min(tile.x for tile in tiles) - margin,
        min(tile.y for tile in tiles) - margin,
        max(tile.x for tile in tiles) + margin,
        max(tile.y for tile in tiles) + margin,
    )


def _touches(tile: Tile, thing: Thing) -> bool:
    return any(distance(tile, part) <= 1 for part in thing.tiles)
