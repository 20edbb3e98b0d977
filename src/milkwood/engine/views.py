"""Who is in view of whom at a tick, if everyone keeps to their track.

Invariant: the same result as `sight` for each pair; positions of a tick are shared until a track changes, so a town
that thinks together looks around once.
"""

import numpy as np

from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.map import NO_ZONE, TownMap
from milkwood.town.sight import who_is_seen

CELL_TILES = 16
"""Edge length of a grid cell."""
MAX_CACHED_MOMENTS = 16
GRID_AFTER_LOOKS = 3
"""After this many looks at one tick a grid pays off."""
FEW_PEOPLE = 64
"""Up to this many people need no grid: an index by zone is enough."""

_Cell = tuple[int, int, int]
"""Zone, column, row."""
_NOBODY: dict[int, tuple[int, int]] = {}


class _Grid:
    """Grid index of everyone's position at the last moment asked for, by zone.

    Only people who moved since are moved in the grid: most of a town sits or stands.
    """

    def __init__(self, town_map: TownMap, count: int) -> None:
        self._map = town_map
        self._cell = CELL_TILES if count > FEW_PEOPLE else max(town_map.width, town_map.height)
        self._xs, self._ys = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
        self._places: list[tuple[int, int, tuple[_Cell, ...]]] = [(-1, -1, ())] * count
        """Each person's position and cells; a door lies in cells of two zones."""
        self._in: dict[_Cell, dict[int, tuple[int, int]]] = {}

    def become(self, xs: Ints, ys: Ints) -> None:
        """Move everyone to these positions."""
        moved = np.flatnonzero((xs != self._xs) | (ys != self._ys))
        if not moved.size:
            return
        self._xs, self._ys = xs, ys
        at = ys[moved], xs[moved]
        zones = self._map.zone[at].tolist(), self._map.second_zone[at].tolist()
        for index, x, y, first, second in zip(moved.tolist(), at[1].tolist(), at[0].tolist(), *zones, strict=True):
            for square in self._places[index][2]:
                del self._in[square][index]
            column, row = x // self._cell, y // self._cell
            squares = tuple((zone, column, row) for zone in (first, second) if zone != NO_ZONE)
            for square in squares:
                self._in.setdefault(square, {})[index] = (x, y)
            self._places[index] = (x, y, squares)

    def seen(self, index: int, radius: int) -> list[int]:
        """Indices of the people in a person's view, sorted."""
        x, y, squares = self._places[index]
        found: set[int] = set()
        columns = range((x - radius) // self._cell, (x + radius) // self._cell + 1)
        rows = range((y - radius) // self._cell, (y + radius) // self._cell + 1)
        for zone, _, _ in squares:
            for column in columns:
                for row in rows:
                    for other, (ox, oy) in self._in.get((zone, column, row), _NOBODY).items():
                        if -radius <= ox - x <= radius and -radius <= oy - y <= radius:
                            found.add(other)
        found.discard(index)
        return sorted(found)


class _Moment:
    """Everyone's position at one tick."""

    def __init__(self, tracks: Tracks, tick: int) -> None:
        self.xs, self.ys = tracks.all_at(tick)
        self.asked = 0


class Views:
    """Visibility between people, by tick."""

    def __init__(self, tracks: Tracks, town_map: TownMap, radius: int) -> None:
        self._tracks = tracks
        self._map = town_map
        self._radius = radius
        self._version = -1
        self._moments: dict[int, _Moment] = {}
        self._grid = _Grid(town_map, len(tracks.people))
        self._shown: _Moment | None = None
        """The moment that the grid shows."""

    def seen(self, index: int, tick: int) -> list[int]:
        """Indices of the people in a person's view at a tick, sorted."""
        moment = self._moment(tick)
        moment.asked += 1
        if moment is not self._shown:
            if moment.asked < GRID_AFTER_LOOKS and len(moment.xs) > FEW_PEOPLE:
                x, y = int(moment.xs[index]), int(moment.ys[index])
                found = who_is_seen(self._map, x, y, moment.xs, moment.ys, self._radius)
                found[index] = False
                everybody: list[int] = found.nonzero()[0].tolist()
                return everybody
            self._grid.become(moment.xs, moment.ys)
            self._shown = moment
        return self._grid.seen(index, self._radius)

    def all_at(self, tick: int) -> tuple[Ints, Ints]:
        """Everyone's position at a tick."""
        moment = self._moment(tick)
        return moment.xs, moment.ys

    def _moment(self, tick: int) -> _Moment:
        if self._version != self._tracks.version or len(self._moments) > MAX_CACHED_MOMENTS:
            self._version = self._tracks.version
            self._moments.clear()
        known = self._moments.get(tick)
        if known is None:
            known = self._moments[tick] = _Moment(self._tracks, tick)
        return known
