"""When people will next come into each other's view, if everybody keeps to their track.

Knows tracks and the map, no minds. Invariant: `next_of(i)` is the first tick after the one it was reckoned from at
which somebody is in i's view who was not a tick before; it stays true until a track changes, which must be told.
"""

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.map import NO_ZONE, TownMap

NEVER = 1 << 40


class Meetings:
    """Who comes into whose view when."""

    def __init__(self, tracks: Tracks, town_map: TownMap, view_radius: int) -> None:
        self._tracks = tracks
        self._map = town_map
        self._radius = view_radius
        count = len(tracks.people)
        self._when = np.full((count, count), NEVER, np.int64)

    def next_of(self, person: int) -> int:
        """When somebody next comes into a person's view."""
        return int(self._when[person].min())

    def passed(self, person: int, tick: int) -> None:
        """A person has lived a tick: reckon on from there."""
        due = np.flatnonzero(self._when[person] <= tick)
        if len(due):
            self._when[person, due] = self._reckon(person, due, tick)

    def changed(self, person: int, tick: int, lived: Ints) -> list[int]:
        """A person's track is new from a tick on; returns whose next meeting changed, besides their own.

        Who slept may have lived on to a later tick (`lived`): what they slept through is no meeting for them.
        """
        others = self._close_enough(person, tick)
        before = self._when[:, person].copy()
        after = np.full(len(before), NEVER, np.int64)
        after[others] = self._reckon(person, others, tick)
        self._when[person] = after
        for other in np.flatnonzero(after <= lived).tolist():
            after[other] = self._reckon(person, np.array([other]), int(lived[other]))[0]
        self._when[:, person] = after
        return [int(other) for other in np.flatnonzero(before != after)]

    def _close_enough(self, person: int, tick: int) -> NDArray[np.int_]:
        """Those whose track comes anywhere near this one's: their boxes, widened by the view radius, touch."""
        left, top, right, bottom = self._tracks.boxes(tick)
        radius = self._radius
        near = (left <= right[person] + radius) & (right >= left[person] - radius)
        near &= (top <= bottom[person] + radius) & (bottom >= top[person] - radius)
        near[person] = False
        return np.flatnonzero(near)

    def _reckon(self, person: int, others: NDArray[np.int_], tick: int) -> Ints:
        """The first tick after this one at which each of the others newly comes into view."""
        last = max(int(self._tracks.arrives[person]), int(self._tracks.arrives[others].max(initial=0)))
        if last <= tick:
            return np.full(len(others), NEVER, np.int64)
        mine = self._seen_from(*self._tracks.along(person, tick, last))
        found = np.full(len(others), NEVER, np.int64)
        for place, other in enumerate(others.tolist()):
            if not (self._tracks.walks(person, tick) or self._tracks.walks(other, tick)):
                continue
            seen = _in_view(mine, self._seen_from(*self._tracks.along(other, tick, last)), self._radius)
            fresh = seen[1:] & ~seen[:-1]
            if fresh.any():
                found[place] = tick + 1 + int(fresh.argmax())
        return found

    def _seen_from(self, xs: Ints, ys: Ints) -> tuple[Ints, Ints, NDArray[np.int16], NDArray[np.int16]]:
        return xs, ys, self._map.zone[ys, xs], self._map.second_zone[ys, xs]


def _in_view(
    one: tuple[Ints, Ints, NDArray[np.int16], NDArray[np.int16]],
    other: tuple[Ints, Ints, NDArray[np.int16], NDArray[np.int16]],
    radius: int,
) -> NDArray[np.bool_]:
    (x, y, zone, second), (ox, oy, ozone, osecond) = one, other
    near = (np.abs(x - ox) <= radius) & (np.abs(y - oy) <= radius)
    same = (zone == ozone) | (zone == osecond) | (second == ozone)
    seen: NDArray[np.bool_] = near & (same | ((second == osecond) & (second != NO_ZONE)))
    return seen
