"""Who is in whose view at a tick, if everybody keeps to their track.

Knows tracks and the map, no minds. Invariant: the same as asking `sight` about everybody; what is found out about one
tick serves all who ask about it until a track changes, so that a town that thinks together looks around once.
"""

from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.map import NO_ZONE, TownMap
from milkwood.town.sight import who_is_seen

CELL = 16
"""How many tiles wide and high the squares are in which people are sought."""
MOST_MOMENTS = 16
OFTEN = 3
"""When so many have looked around at a tick, it pays to sort everybody into squares."""
FEW = 64
"""So few people need no squares: to know who is in which zone is enough."""


class _Moment:
    """Where all are at one tick."""

    def __init__(self, tracks: Tracks, town_map: TownMap, tick: int) -> None:
        self._map = town_map
        self.xs, self.ys = tracks.all_at(tick)
        self.asked = 0
        self._cell = CELL if len(self.xs) > FEW else max(town_map.width, town_map.height)
        self._squares: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        """Who is where in each square of each zone."""
        self._places: list[tuple[int, int, int, int]] = []
        """Where each one is and in which zones."""

    def seen(self, index: int, radius: int) -> list[int]:
        self.asked += 1
        if self.asked < OFTEN and len(self.xs) > FEW:
            x, y = int(self.xs[index]), int(self.ys[index])
            found = who_is_seen(self._map, x, y, self.xs, self.ys, radius)
            found[index] = False
            everybody: list[int] = found.nonzero()[0].tolist()
            return everybody
        if not self._places:
            self._sort()
        return self._look(index, radius)

    def _sort(self) -> None:
        zones = self._map.zone[self.ys, self.xs].tolist(), self._map.second_zone[self.ys, self.xs].tolist()
        self._places = list(zip(self.xs.tolist(), self.ys.tolist(), *zones, strict=True))
        cell, squares = self._cell, self._squares
        for index, (x, y, *both) in enumerate(self._places):
            for zone in both:
                if zone != NO_ZONE:
                    squares.setdefault((zone, x // cell, y // cell), []).append((index, x, y))

    def _look(self, index: int, radius: int) -> list[int]:
        x, y, *zones = self._places[index]
        cell, squares, found = self._cell, self._squares, set()
        columns = range((x - radius) // cell, (x + radius) // cell + 1)
        rows = range((y - radius) // cell, (y + radius) // cell + 1)
        for zone in zones:
            for column in columns:
                for row in rows:
                    for other, ox, oy in squares.get((zone, column, row), ()):
                        if -radius <= ox - x <= radius and -radius <= oy - y <= radius:
                            found.add(other)
        found.discard(index)
        return sorted(found)


class Views:
    """Who sees whom, tick by tick."""

    def __init__(self, tracks: Tracks, town_map: TownMap, radius: int) -> None:
        self._tracks = tracks
        self._map = town_map
        self._radius = radius
        self._version = -1
        self._moments: dict[int, _Moment] = {}

    def seen(self, index: int, tick: int) -> list[int]:
        """Who is in somebody's view at a tick, in order."""
        return self._moment(tick).seen(index, self._radius)

    def all_at(self, tick: int) -> tuple[Ints, Ints]:
        """Where all are at a tick."""
        moment = self._moment(tick)
        return moment.xs, moment.ys

    def _moment(self, tick: int) -> _Moment:
        if self._version != self._tracks.version or len(self._moments) > MOST_MOMENTS:
            self._version = self._tracks.version
            self._moments.clear()
        known = self._moments.get(tick)
        if known is None:
            known = self._moments[tick] = _Moment(self._tracks, self._map, tick)
        return known
