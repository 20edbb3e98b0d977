"""Lower bound on the tiles a person must walk before they can affect another person.

Invariant: a lower bound. A person on tile P cannot see, be seen by, talk with, or touch what is seen or used by a
person on tile Q in fewer ticks than `need`, whatever either does (doors count as open).

Q is affected only from its *watched* tiles: its window of sight; around every thing seen from Q, a margin of one (a
person might touch it); around every thing within reach of Q, a margin of the view radius (a person might see it
change); all of it inside a zone of Q, since sight stays inside zones. The bound is the walking distance from P to the
nearest watched tile, not to Q itself, because sight passes fences and water.

Tiles with the same watched tiles share one `Watch`, as in a small room. Its distances are computed on first use: for
most pairs of people the straight-line distance is enough.
"""

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.tracks import Ints
from milkwood.ids import PlaceId
from milkwood.town.map import OPEN_GROUND_ZONE, TownMap
from milkwood.town.places import Thing
from milkwood.town.sight import things_seen
from milkwood.town.spread import Ground
from milkwood.town.tile import Tile, distance

MARGIN_TILES = 64
"""Width of the border around watched tiles that has walking distances; further out the straight line must do."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, all included."""


class Watch:
    """Watched tiles and the distance to the nearest of them."""

    __slots__ = ("_from_places", "_left", "_steps", "_top", "box", "zones")

    def __init__(self, box: Box, zones: tuple[int, ...]) -> None:
        self.box = box
        """Bounding box of the watched tiles."""
        self.zones = zones
        self._left = self._top = 0
        self._steps: NDArray[np.int8] | None = None
        self._from_places: dict[PlaceId, int] = {}

    def straight(self, x: int, y: int) -> int:
        """Straight-line lower bound."""
        left, top, right, bottom = self.box
        return max(left - x, x - right, top - y, y - bottom, 0)

    def one(self, x: int, y: int) -> int:
        """Distance from a tile."""
        assert self._steps is not None
        height, width = self._steps.shape
        column, row = x - self._left, y - self._top
        if 0 <= column < width and 0 <= row < height:
            return int(self._steps[row, column])
        return self.straight(x, y)

    def all(self, xs: Ints, ys: Ints) -> Ints:
        """Distance from each of these tiles."""
        assert self._steps is not None
        height, width = self._steps.shape
        left, top, right, bottom = self.box
        need: Ints = np.maximum(np.maximum(left - xs, xs - right), np.maximum(top - ys, ys - bottom))
        np.maximum(need, 0, out=need)
        columns, rows = xs - self._left, ys - self._top
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        need[inside] = self._steps[rows[inside], columns[inside]]
        return need

    def measured(self, town_map: TownMap, *, on_foot: bool) -> "Watch":
        """Compute walking distances if needed; returns self."""
        if self._steps is not None:
            return self
        if not on_foot:
            self._steps = np.zeros((0, 0), np.int8)
            return self
        box = self.box
        left, top = self._left, self._top = max(0, box[0] - MARGIN_TILES), max(0, box[1] - MARGIN_TILES)
        window = np.s_[top : box[3] + MARGIN_TILES + 1, left : box[2] + MARGIN_TILES + 1]
        zone, second, walkable = town_map.zone[window], town_map.second_zone[window], town_map.walkable[window]
        watched = np.zeros(walkable.shape, bool)
        inside = np.s_[max(0, box[1] - top) : box[3] - top + 1, max(0, box[0] - left) : box[2] - left + 1]
        for each in self.zones:
            watched[inside] |= (zone[inside] == each) | (second[inside] == each)
        steps = Ground(walkable).steps_to((int(x), int(y)) for y, x in np.argwhere(watched & walkable))
        # From beyond the window the walk is at least as long as to its edge and then straight.
        self._steps = np.where(walkable, np.minimum(steps, MARGIN_TILES), 0).astype(np.int8)
        return self

    def from_place(self, place: PlaceId, floor_x: Ints, floor_y: Ints) -> int:
        """Smallest distance from any tile of a room or sector."""
        known = self._from_places.get(place)
        if known is None:
            known = self._from_places[place] = int(self.all(floor_x, floor_y).min(initial=MARGIN_TILES))
        return known


class Reach:
    """Lower bounds on one map for one view radius."""

    def __init__(self, town_map: TownMap, view_radius: int, *, on_foot: bool = True) -> None:
        self._map = town_map
        self._radius = view_radius
        self._on_foot = on_foot
        self._watches: dict[Tile, Watch] = {}
        self._shared: dict[tuple[Box, tuple[int, ...]], Watch] = {}
        self._floors: dict[PlaceId, tuple[Ints, Ints]] = {}
        self._extents: dict[int, Box] = {}

    def need(self, watcher: Tile, xs: Ints, ys: Ints) -> Ints:
        """Tiles that each person at xs, ys must walk to affect a watcher."""
        return self.watch(watcher).measured(self._map, on_foot=self._on_foot).all(xs, ys)

    def need_one(self, watcher: Tile, x: int, y: int) -> int:
        """`need` for one person; avoids walking distances for people in sight and far away."""
        watch = self.watch(watcher)
        straight = watch.straight(x, y)
        if straight >= MARGIN_TILES:
            return straight
        if not straight and (self._map.zone[y, x] in watch.zones or self._map.second_zone[y, x] in watch.zones):
            return 0
        return watch.measured(self._map, on_foot=self._on_foot).one(x, y)

    def need_from(self, watcher: Tile, place: PlaceId) -> int:
        """Smallest `need` over all tiles of a room or sector."""
        watch = self.watch(watcher).measured(self._map, on_foot=self._on_foot)
        return watch.from_place(place, *self.floor(place))

    def floor(self, place: PlaceId) -> tuple[Ints, Ints]:
        """The floor tiles of a room or sector, as arrays."""
        known = self._floors.get(place)
        if known is None:
            tiles = np.array(self._map.floor(place), np.int64).reshape(-1, 2)
            known = self._floors[place] = tiles[:, 0], tiles[:, 1]
        return known

    def watch(self, tile: Tile) -> Watch:
        """The watched tiles of a watcher's tile."""
        known = self._watches.get(tile)
        if known is None:
            zones = self._map.zones_at(tile)
            box = self._inside(zones, self._watched(tile))
            known = self._watches[tile] = self._shared.setdefault((box, zones), Watch(box, zones))
        return known

    def _watched(self, tile: Tile) -> Box:
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

    def _inside(self, zones: tuple[int, ...], box: Box) -> Box:
        """A box clipped to these zones, so that all tiles of a small room share it."""
        if OPEN_GROUND_ZONE in zones:
            return box
        extents = [self._extent(zone) for zone in zones]
        return (
            max(box[0], min(extent[0] for extent in extents)),
            max(box[1], min(extent[1] for extent in extents)),
            min(box[2], max(extent[2] for extent in extents)),
            min(box[3], max(extent[3] for extent in extents)),
        )

    def _extent(self, zone: int) -> Box:
        if not self._extents:
            for zones in (self._map.zone, self._map.second_zone):
                rows, columns = np.nonzero(zones > OPEN_GROUND_ZONE)
                for each, x, y in zip(zones[rows, columns].tolist(), columns.tolist(), rows.tolist(), strict=True):
                    known = self._extents.get(each, (x, y, x, y))
                    self._extents[each] = min(known[0], x), min(known[1], y), max(known[2], x), max(known[3], y)
        return self._extents[zone]


def _box(tiles: tuple[Tile, ...], margin: int) -> Box:
    return (
        min(tile.x for tile in tiles) - margin,
        min(tile.y for tile in tiles) - margin,
        max(tile.x for tile in tiles) + margin,
        max(tile.y for tile in tiles) + margin,
    )


def _touches(tile: Tile, thing: Thing) -> bool:
    return any(distance(tile, part) <= 1 for part in thing.tiles)
