"""Exact out-of-order time: up to which tick each person's life is certain, and so who may think ahead.

For each person:

- `own`: the tick of their next thought if nothing disturbs them (or of the thought in progress);
- `certain`: the first tick whose decision is not certain. All earlier decisions, and the position at this tick, are
  settled, whatever people who are still thinking decide.

A person is certain until their own next thought, or until influence could reach them. A person uncertain from tick c on
may after k ticks be anywhere within k tiles of their position at c, and affects everyone they come near enough to
(`Reach.need`). Influence passes from person to person, so `certain` is a shortest-path problem over people: solved with
Dijkstra's algorithm and updated only where something changed. A person committed to a route and a room until a tick
(rule T5) can affect only their surroundings before it.

Most people are too far apart to matter. A vectorised filter by straight-line distance comes first; the rest are
examined one by one, nearest first, until no remaining person could matter sooner.

Invariant: `certain` never decreases. A person may think at tick t when everything they perceive at t is certain
(`doubt > t`); the person with the lowest `own` always may, so nothing deadlocks. Sleepers perceive nothing and are not
influenced. This is the design's rule "held", with known futures counted as known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from milkwood.clock import NEVER
from milkwood.engine.commitments import Commitments, RouteCommitment
from milkwood.engine.reach import Box, Reach
from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Ticks up to which a person's actions and appearance are certain, each with the person who ends it."""

    tick: int
    cause: int = -1
    touch: int = NEVER
    toucher: int = -1

    def nearer(self, person: int, tick: int, touch: int) -> "_Bounds":
        """The bounds with one more person's influence, from the ticks at which it may reach actions and appearance."""
        known = replace(self, tick=tick, cause=person) if tick < self.tick else self
        return replace(known, touch=touch, toucher=person) if touch < self.touch else known


@dataclass(frozen=True, slots=True)
class _Vantage:
    """A person's positions from a tick on, until they think again."""

    floor: int
    """The first tick that counts; earlier ticks cannot change any more."""
    tiles: list[Tile]
    """Position at each tick from the floor on; they stay at the last."""
    box: Box
    """Bounding box of all tiles they watch."""
    boxes: Ints | None = None
    """For a walker, bounding boxes of what they watch from each tile: left, top, right, bottom by tile."""

    @property
    def arrives(self) -> int:
        """The tick from which they stay where they are."""
        return self.floor + len(self.tiles) - 1

    def within_reach(self, x: int, y: int, certain: int, limit: int) -> list[int]:
        """Steps at which a person at x, y, uncertain since tick `certain`, could be near by straight-line distance."""
        assert self.boxes is not None
        left, top, right, bottom = self.boxes
        away = np.maximum(np.maximum(left - x, x - right), np.maximum(top - y, y - bottom))
        np.maximum(away, 0, out=away)
        away -= np.arange(len(away))
        near: list[int] = np.flatnonzero(away[: max(0, limit - self.floor + 1)] <= self.floor - certain).tolist()
        return near


class Horizon:
    """How far ahead each person's life is certain."""

    def __init__(self, tracks: Tracks, reach: Reach) -> None:
        count = len(tracks.people)
        self._tracks = tracks
        self._reach = reach
        self.own = np.zeros(count, np.int64)
        self.deaf = np.zeros(count, bool)
        """People who perceive nothing (asleep)."""
        self.floor = np.zeros(count, np.int64)
        """The tick after each person's last decision; earlier ticks cannot change any more."""
        self.certain = np.zeros(count, np.int64)
        self._shown = np.zeros(count, np.int64)
        """The first tick at which each person's appearance is not certain: others may begin a talk with them."""
        self._causes: list[tuple[int, int]] = [(-1, -1)] * count
        """People whose influence bounds a person's certainty, and their appearance if that is sooner; -1 = no one."""
        self._followers: list[set[int]] = [set() for _ in range(count)]
        """People whose certainty depends on each person's."""
        self._x = np.zeros(count, np.int64)
        self._y = np.zeros(count, np.int64)
        self._commitments = Commitments(reach, count)
        self._vantages: list[_Vantage | None] = [None] * count

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        """Set or clear a person's commitment; call `update` afterwards."""
        self._commitments.commit(person, commitment)

    def doubt(self, person: int, limit: int = NEVER) -> tuple[int, int]:
        """The first tick at which a person's percepts are not certain, and who causes it; NEVER if beyond the limit."""
        return (NEVER, -1) if self.deaf[person] else self.company(person, limit)

    def company(self, person: int, limit: int = NEVER) -> tuple[int, int]:
        """Like `doubt`, but also for sleepers: the first tick at which it is not certain who is near."""
        vantage, first, whom = self._vantage(person), limit + 1, -1
        for other, least in self._sifted(vantage.box, first):
            if least >= first:
                break
            if other != person:
                tick, _ = self._influence(other, vantage, first - 1, perceived=True)
                if tick < first:
                    first, whom = tick, other
        return (first, whom) if whom >= 0 else (NEVER, -1)

    def update(self, changed: Iterable[int]) -> list[int]:
        """Take over changes of tracks, `own` or `deaf` of these people; returns the people whose certainty changed."""
        stale = self._with_followers(changed)
        before = self.certain[stale], self._shown[stale]
        self._settle(stale)
        news = (self.certain[stale] != before[0]) | (self._shown[stale] != before[1])
        return [person for person, new in zip(stale, news.tolist(), strict=True) if new]

    def _with_followers(self, changed: Iterable[int]) -> list[int]:
        """These people and everyone whose certainty depends on theirs."""
        stale = dict.fromkeys(changed)
        for person in stale:
            self._vantages[person] = None
        queue = list(stale)
        while queue:
            for follower in self._followers[queue.pop()]:
                if follower not in stale:
                    stale[follower] = None
                    queue.append(follower)
        return list(stale)

    # --- Dijkstra's algorithm

    def _settle(self, stale: list[int]) -> None:
        """Recompute stale people: from their own thoughts and all steady people first, then from each other."""
        steady = np.ones(len(self.own), bool)
        steady[stale] = False
        bound = {person: self._bounds(person, steady) for person in stale}
        while bound:
            person = min(bound, key=lambda each: (bound[each].tick, each))
            found = bound.pop(person)
            self._fix(person, found)
            x, y = int(self._x[person]), int(self._y[person])
            for other, known in bound.items():
                if self.deaf[other] or found.tick >= known.tick:
                    continue
                vantage = self._vantage(other)
                if found.tick + _straight(vantage.box, x, y) < known.tick:
                    bound[other] = known.nearer(person, *self._influence(person, vantage, known.tick - 1))

    def _bounds(self, person: int, steady: NDArray[np.bool_]) -> _Bounds:
        """A person's own next thought, or the first influence of a person whose certainty is known."""
        found = _Bounds(max(int(self.own[person]), int(self.floor[person])))
        if self.deaf[person]:
            return found
        vantage = self._vantage(person)
        for other, least in self._sifted(vantage.box, found.tick, steady):
            if least >= found.tick:
                break
            found = found.nearer(other, *self._influence(other, vantage, found.tick - 1))
        return found

    def _fix(self, person: int, found: _Bounds) -> None:
        self.certain[person] = found.tick
        self._shown[person] = 1 + min(found.tick, found.touch)
        tile = self._tracks.tile(person, found.tick)
        self._x[person], self._y[person] = tile
        self._commitments.stand(person, found.tick, tile)
        for cause in self._causes[person]:
            if cause >= 0:
                self._followers[cause].discard(person)
        self._causes[person] = found.cause, found.toucher if found.touch < found.tick else -1
        for cause in self._causes[person]:
            if cause >= 0:
                self._followers[cause].add(person)

    # --- influence

    def _vantage(self, person: int) -> _Vantage:
        known = self._vantages[person]
        if known is None:
            floor = int(self.floor[person])
            known = self._vantages[person] = _vantage_of(self._tracks, self._reach, person, floor)
        return known

    def _sifted(self, box: Box, limit: int, steady: NDArray[np.bool_] | None = None) -> Iterator[tuple[int, int]]:
        """People who might affect a watcher before a limit, nearest first, each with a lower bound on the tick."""
        left, top, right, bottom = box
        away = np.maximum(np.maximum(left - self._x, self._x - right), np.maximum(top - self._y, self._y - bottom))
        least = self.certain + np.maximum(away, 0)
        near = least < limit
        if steady is not None:
            near &= steady
        people = np.flatnonzero(near)
        least = np.maximum(least[people], self._kept_away(people, box))
        order = np.argsort(least, kind="stable")
        return zip(people[order].tolist(), least[order].tolist(), strict=True)

    def _kept_away(self, people: NDArray[np.int_], box: Box) -> Ints:
        """The ticks before which these people cannot come near because of their commitments."""
        left, top, right, bottom = box
        until, boxes = self._commitments.until[people], self._commitments.boxes[:, people]
        away = np.maximum(np.maximum(left - boxes[2], boxes[0] - right), np.maximum(top - boxes[3], boxes[1] - bottom))
        return np.where((until > 0) & (away > 0), until + away, 0)

    def _influence(self, person: int, vantage: _Vantage, limit: int, *, perceived: bool = False) -> tuple[int, int]:
        """The ticks from which a person may affect a watcher's actions and appearance; exact up to `limit`.

        A person who must walk first affects the watcher after the walk; one who is near, when their appearance is
        uncertain. A walking watcher may be stopped at once, unless only their percepts are asked for (`perceived`).
        """
        certain, x, y = int(self.certain[person]), int(self._x[person]), int(self._y[person])
        if vantage.boxes is not None:
            return self._meets(person, vantage, limit, perceived=perceived), NEVER
        tile = vantage.tiles[0]
        need = self._reach.need_one(tile, x, y)
        if certain + need > limit:
            return NEVER, NEVER
        least = max(vantage.floor, self._commitments.released(person, certain, tile))
        return max(certain + need if need else int(self._shown[person]), least), max(certain + need, least)

    def _meets(self, person: int, vantage: _Vantage, limit: int, *, perceived: bool) -> int:
        """The tick at which a person may stop a walking watcher, or change what the watcher perceives."""
        certain, x, y = int(self.certain[person]), int(self._x[person]), int(self._y[person])
        for step in vantage.within_reach(x, y, certain, limit):
            tick, tile = vantage.floor + step, vantage.tiles[step]
            need = self._reach.need_one(tile, x, y)
            if tick >= certain + need and tick >= self._commitments.released(person, certain, tile):
                unseen = perceived and not need and tick < self._shown[person]
                return tick + 1 if unseen else tick
        if vantage.arrives >= limit:
            return NEVER
        need = self._reach.need_one(vantage.tiles[-1], x, y)
        least = max(vantage.arrives + 1, self._commitments.released(person, certain, vantage.tiles[-1]))
        return max(certain + need if need else int(self._shown[person]), least)


def _vantage_of(tracks: Tracks, reach: Reach, person: int, floor: int) -> _Vantage:
    """The vantage of a person whose last decision was made before the floor."""
    if not tracks.walks(person, floor):
        tile = tracks.tile(person, floor)
        return _Vantage(floor, [tile], reach.watch(tile).box)
    xs, ys = tracks.along(person, floor, int(tracks.arrives[person]))
    tiles = [Tile(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]
    boxes = np.array([reach.watch(tile).box for tile in tiles]).T
    left, top = boxes[:2].min(axis=1).tolist()
    right, bottom = boxes[2:].max(axis=1).tolist()
    return _Vantage(floor, tiles, (left, top, right, bottom), boxes)


def _straight(box: Box, x: int, y: int) -> int:
    left, top, right, bottom = box
    return max(left - x, x - right, top - y, y - bottom, 0)
