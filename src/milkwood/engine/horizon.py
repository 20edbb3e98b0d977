"""Out of order, exactly: up to which tick everybody's life is certain, and who may therefore think ahead.

Knows tracks and reach, no minds, no events. For each person there is

- `own`: the tick at which they will next think if nothing disturbs them (or are thinking now);
- `certain`: the first tick at which their decision is not certain. Before it, and for where they are at it, everything
  is settled, whatever anybody still thinking may decide.

A person is certain until their own next thought, or until influence could reach them: somebody who is uncertain from
tick c on may after k ticks be anywhere within k tiles of where they were at c, and matters to whoever they come near
enough to (`Reach.need`). Influence is passed on from person to person, so `certain` is a shortest-path problem over
people, solved by Dijkstra's rule and mended only where something changed. Who has bound themselves to a way and a room
until a tick (rule T5) can matter only there before.

Most people are too far from each other to matter: all are sifted by straight distances at once, and what is left is
looked at one by one, nearest first, until nobody left could matter sooner.

Invariant: `certain` never decreases. A person may think at tick t when everything they perceive at t is certain
(`doubt > t`); the person with the lowest `own` always may, so nothing deadlocks. Who sleeps perceives nothing and is
not influenced. This is rule "held" of the design with known futures counted as known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from milkwood.clock import NEVER
from milkwood.engine.bonds import Bonds, Promise
from milkwood.engine.reach import Box, Reach
from milkwood.engine.tracks import Ints, Tracks
from milkwood.engine.vantage import Vantage, vantage_of


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Up to where a person's certainty reaches: what they do, and how they look, each with whose influence ends it."""

    tick: int
    cause: int = -1
    touch: int = NEVER
    toucher: int = -1

    def nearer(self, person: int, tick: int, touch: int) -> "_Bounds":
        """The same, now that it is known when somebody may matter, and may change how they look."""
        known = replace(self, tick=tick, cause=person) if tick < self.tick else self
        return replace(known, touch=touch, toucher=person) if touch < self.touch else known


class Horizon:
    """How far ahead everybody's life is certain."""

    def __init__(self, tracks: Tracks, reach: Reach) -> None:
        count = len(tracks.people)
        self._tracks = tracks
        self._reach = reach
        self.own = np.zeros(count, np.int64)
        self.deaf = np.zeros(count, bool)
        """Who perceives nothing (asleep)."""
        self.floor = np.zeros(count, np.int64)
        """The tick after each person's last decision: nothing before it can change any more."""
        self.certain = np.zeros(count, np.int64)
        self._shown = np.zeros(count, np.int64)
        """The first tick at which how each person looks to others is not certain: others may begin a talk with them."""
        self._causes: list[tuple[int, int]] = [(-1, -1)] * count
        """Whose influence bounds a person's certainty, and how they look where that is sooner; -1 = nobody's."""
        self._followers: list[set[int]] = [set() for _ in range(count)]
        """Whose certainty hangs on each person's."""
        self._x = np.zeros(count, np.int64)
        self._y = np.zeros(count, np.int64)
        self._bonds = Bonds(reach, count)
        self._vantages: list[Vantage | None] = [None] * count

    def promise(self, person: int, promise: Promise | None) -> None:
        """Somebody has bound themselves, or is free again; to be followed by `update`."""
        self._bonds.promise(person, promise)

    def doubt(self, person: int, limit: int = NEVER) -> tuple[int, int]:
        """The first tick at which what somebody perceives is not certain, through whom; never, if beyond a limit."""
        return (NEVER, -1) if self.deaf[person] else self.company(person, limit)

    def company(self, person: int, limit: int = NEVER) -> tuple[int, int]:
        """The same, awake or asleep: the first tick at which it is not certain who is about somebody."""
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
        """Take over changes of tracks, `own` or `deaf` of these people; returns whose certainty is new."""
        stale = self._with_followers(changed)
        before = self.certain[stale], self._shown[stale]
        self._settle(stale)
        news = (self.certain[stale] != before[0]) | (self._shown[stale] != before[1])
        return [person for person, new in zip(stale, news.tolist(), strict=True) if new]

    def _with_followers(self, changed: Iterable[int]) -> list[int]:
        """These people and all whose certainty hangs on theirs."""
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

    # --- Dijkstra's rule

    def _settle(self, stale: list[int]) -> None:
        """The stale anew: their own thoughts and the influence of all others first, then of each other."""
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
        """A person's own next thought, or the first influence of those whose certainty is known."""
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
        self._bonds.stand(person, found.tick, tile)
        for cause in self._causes[person]:
            if cause >= 0:
                self._followers[cause].discard(person)
        self._causes[person] = found.cause, found.toucher if found.touch < found.tick else -1
        for cause in self._causes[person]:
            if cause >= 0:
                self._followers[cause].add(person)

    # --- who matters to whom, and when

    def _vantage(self, person: int) -> Vantage:
        known = self._vantages[person]
        if known is None:
            floor = int(self.floor[person])
            known = self._vantages[person] = vantage_of(self._tracks, self._reach, person, floor)
        return known

    def _sifted(self, box: Box, limit: int, steady: NDArray[np.bool_] | None = None) -> Iterator[tuple[int, int]]:
        """Who might matter to a watcher before a limit, each with a tick before which they do not, nearest first."""
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
        """Before which tick these people cannot come near, because of where they bound themselves."""
        left, top, right, bottom = box
        until, boxes = self._bonds.until[people], self._bonds.boxes[:, people]
        away = np.maximum(np.maximum(left - boxes[2], boxes[0] - right), np.maximum(top - boxes[3], boxes[1] - bottom))
        return np.where((until > 0) & (away > 0), until + away, 0)

    def _influence(self, person: int, vantage: Vantage, limit: int, *, perceived: bool = False) -> tuple[int, int]:
        """From which tick on one person may matter to another, and may change how they look; exact up to a limit.

        Who must still walk does after that walk; who is about already does when how they look is not certain. Who is
        on the move themselves may be stopped at once, unless the question is what they perceive.
        """
        certain, x, y = int(self.certain[person]), int(self._x[person]), int(self._y[person])
        if vantage.boxes is not None:
            return self._meets(person, vantage, limit, perceived=perceived), NEVER
        tile = vantage.tiles[0]
        need = self._reach.need_one(tile, x, y)
        if certain + need > limit:
            return NEVER, NEVER
        least = max(vantage.floor, self._bonds.released(person, certain, tile))
        return max(certain + need if need else int(self._shown[person]), least), max(certain + need, least)

    def _meets(self, person: int, vantage: Vantage, limit: int, *, perceived: bool) -> int:
        """For who is on the move: when somebody may stop them, or when what they perceive may be something else."""
        certain, x, y = int(self.certain[person]), int(self._x[person]), int(self._y[person])
        for step in vantage.within_reach(x, y, certain, limit):
            tick, tile = vantage.floor + step, vantage.tiles[step]
            need = self._reach.need_one(tile, x, y)
            if tick >= certain + need and tick >= self._bonds.released(person, certain, tile):
                unseen = perceived and not need and tick < self._shown[person]
                return tick + 1 if unseen else tick
        if vantage.arrives >= limit:
            return NEVER
        need = self._reach.need_one(vantage.tiles[-1], x, y)
        least = max(vantage.arrives + 1, self._bonds.released(person, certain, vantage.tiles[-1]))
        return max(certain + need if need else int(self._shown[person]), least)


def _straight(box: Box, x: int, y: int) -> int:
    left, top, right, bottom = box
    return max(left - x, x - right, top - y, y - bottom, 0)
