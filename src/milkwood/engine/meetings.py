"""Predicts when people next come into each other's view, if everyone keeps to their track.

Invariant: `next_of(i)` is the first tick after the one it was computed from at which a person is in i's view who was
not there a tick before. It stays valid until a track changes; call `changed` then.
"""

import numpy as np
from numpy.typing import NDArray

from milkwood.clock import NEVER
from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.map import NO_ZONE, TownMap


class Meetings:
    """First sightings of all pairs of people."""

    def __init__(self, tracks: Tracks, town_map: TownMap, view_radius: int) -> None:
        self._tracks = tracks
        self._map = town_map
        self._radius = view_radius
        self._when: list[dict[int, int]] = [{} for _ in tracks.people]
        """For each person, when they next meet whom."""
        self._expected_by: list[set[int]] = [set() for _ in tracks.people]
        """People who expect to meet each person."""

    def next_of(self, person: int) -> int:
        """When another person next comes into a person's view."""
        return min(self._when[person].values(), default=NEVER)

    def passed(self, person: int, tick: int) -> None:
        """A person has lived a tick: predict from there."""
        due = [other for other, when in self._when[person].items() if when <= tick]
        if due:
            later = self._reckon(person, np.array(due), tick)
            for other in due:
                self._expect(person, other, later.get(other, NEVER))

    def changed(self, person: int, tick: int, lived: Ints) -> list[int]:
        """A person's track is new from a tick on; returns other people whose next meeting changed.

        A sleeper may have lived on to a later tick (`lived`); meetings they slept through do not count.
        """
        after = self._reckon(person, self._tracks.near(person, self._radius), tick)
        for other in self._when[person].keys() | after.keys():
            self._expect(person, other, after.get(other, NEVER))
        news = []
        for other in sorted(self._expected_by[person] | after.keys()):
            when = after.get(other, NEVER)
            if when <= lived[other]:
                when = self._reckon(person, np.array([other]), int(lived[other])).get(other, NEVER)
            if self._expect(other, person, when):
                news.append(other)
        return news

    def _expect(self, person: int, other: int, when: int) -> bool:
        """Note when a person next meets another; returns whether that is new."""
        before = self._when[person].get(other, NEVER)
        if when == NEVER:
            self._when[person].pop(other, None)
            self._expected_by[other].discard(person)
        else:
            self._when[person][other] = when
            self._expected_by[other].add(person)
        return before != when

    def _reckon(self, person: int, others: Ints, tick: int) -> dict[int, int]:
        """The first tick after this one at which each of the others comes into view, if they do."""
        arrives = self._tracks.arrives
        if not self._tracks.walks(person, tick):
            others = others[arrives[others] > tick]
        if not len(others):
            return {}
        last = max(int(arrives[person]), int(arrives[others].max()))
        mine = self._tracks.along(person, tick, last)
        seen = self._in_view(mine[0][:, None], mine[1][:, None], *self._tracks.all_along(others, tick, last))
        fresh = seen[1:] & ~seen[:-1]
        met = np.flatnonzero(fresh.any(axis=0))
        when = tick + 1 + fresh[:, met].argmax(axis=0)
        return dict(zip(others[met].tolist(), when.tolist(), strict=True))

    def _in_view(self, x: Ints, y: Ints, xs: Ints, ys: Ints) -> NDArray[np.bool_]:
        """Whether the person at x, y (by row) sees the people at xs, ys (rows and columns)."""
        seen: NDArray[np.bool_] = (np.abs(x - xs) <= self._radius) & (np.abs(y - ys) <= self._radius)
        rows, columns = np.nonzero(seen)
        zone, second = self._map.zone[y[rows, 0], x[rows, 0]], self._map.second_zone[y[rows, 0], x[rows, 0]]
        near_x, near_y = xs[rows, columns], ys[rows, columns]
        zones, seconds = self._map.zone[near_y, near_x], self._map.second_zone[near_y, near_x]
        same = (zone == zones) | (zone == seconds) | (second == zones)
        seen[rows, columns] = same | ((second == seconds) & (second != NO_ZONE))
        return seen
