"""Out of order, exactly: up to which tick everybody's life is certain, and who may therefore think ahead.

Knows tracks and reach, no minds, no events. For each person there is

- `own`: the tick at which they will next think if nothing disturbs them (or are thinking now);
- `certain`: the first tick at which their decision is not certain. Before it, and for where they are at it, everything
  is settled, whatever anybody still thinking may decide.

A person is certain until their own next thought, or until influence could reach them: somebody who is uncertain from
tick c on may after k ticks be anywhere within k tiles of where they were at c, and matters to whoever they come near
enough to (`Reach.need`). Influence is passed on from person to person, so `certain` is a shortest-path problem over
people, solved by Dijkstra's rule and mended only where something changed. Who has bound themselves to stay in a room
until a tick (rule T5) cannot matter outside it before.

Invariant: `certain` never decreases. A person may think at tick t when everything they perceive at t is certain
(`doubt > t`); the person with the lowest `own` always may, so nothing deadlocks. Who sleeps perceives nothing and is
not influenced. This is rule "held" of the design with known futures counted as known.
"""

from collections.abc import Iterable

import numpy as np

from milkwood.engine.reach import Reach
from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.map import OPEN_GROUND
from milkwood.town.tile import Tile

NEVER = 1 << 40
"""A tick that no run reaches."""


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
        self.stays = np.zeros(count, np.int64)
        """The tick before which each person does not leave the room they are in."""
        self.room = np.full(count, OPEN_GROUND)
        """The zone of that room; the open ground holds nobody."""
        self.certain = np.zeros(count, np.int64)
        self._cause = np.full(count, -1)
        """Whose influence bounds a person's certainty; -1 = their own next thought."""
        self._x = np.zeros(count, np.int64)
        self._y = np.zeros(count, np.int64)

    def doubt(self, person: int) -> tuple[int, int]:
        """The first tick at which what somebody perceives is not certain, and through whom."""
        return (NEVER, -1) if self.deaf[person] else self.company(person)

    def company(self, person: int) -> tuple[int, int]:
        """The first tick at which it is not certain who is about somebody, awake or asleep, and through whom."""
        if len(self.own) < 2:
            return NEVER, -1
        ticks = self._arrivals(person, least=1)
        ticks[person] = NEVER
        whom = int(ticks.argmin())
        return int(ticks[whom]), whom

    def update(self, changed: Iterable[int]) -> list[int]:
        """Take over changes of tracks, `own` or `deaf` of these people; returns whose certainty is new."""
        stale = self._with_followers(changed)
        before = self.certain[stale].copy()
        self._settle(stale)
        return [person for person, old in zip(stale, before.tolist(), strict=True) if self.certain[person] != old]

    def _with_followers(self, changed: Iterable[int]) -> list[int]:
        """These people and all whose certainty hangs on theirs."""
        stale = dict.fromkeys(changed)
        followers: dict[int, list[int]] = {}
        for person, cause in enumerate(self._cause.tolist()):
            if cause >= 0:
                followers.setdefault(cause, []).append(person)
        queue = list(stale)
        while queue:
            for follower in followers.get(queue.pop(), ()):
                if follower not in stale:
                    stale[follower] = None
                    queue.append(follower)
        return list(stale)

    def _settle(self, stale: list[int]) -> None:
        """Dijkstra over the stale: their own thoughts and the influence of all others first, then of each other."""
        bound: dict[int, tuple[int, int]] = {}
        steady = np.ones(len(self.own), bool)
        steady[stale] = False
        for person in stale:
            bound[person] = (max(int(self.own[person]), int(self.floor[person])), -1)
            if not self.deaf[person] and steady.any():
                ticks = np.where(steady, self._arrivals(person, least=0), NEVER)
                whom = int(ticks.argmin())
                if ticks[whom] < bound[person][0]:
                    bound[person] = (int(ticks[whom]), whom)
        while bound:
            person = min(bound, key=lambda each: (bound[each][0], each))
            tick, cause = bound.pop(person)
            self._fix(person, tick, cause)
            for other, (known, _) in list(bound.items()):
                if self.deaf[other] or tick >= known:
                    continue
                reached = self._arrival_of(person, other)
                if reached < known:
                    bound[other] = (reached, person)

    def _fix(self, person: int, tick: int, cause: int) -> None:
        self.certain[person] = tick
        self._cause[person] = cause
        tile = self._tracks.tile(person, tick)
        self._x[person], self._y[person] = tile

    def _arrivals(self, person: int, least: int) -> Ints:
        """From which tick on each of the others may matter to a person.

        `least` is 1 when asking for what the person perceives: someone in view is perceived as they are at their own
        certain tick, and is in doubt only from the next one on. The same holds for whoever stands still; who walks
        may be stopped at once.
        """
        floor = int(self.floor[person])
        if self._tracks.walks(person, floor):
            ticks = self._arrivals_walking(person, floor, least)
        else:
            tile = self._tracks.tile(person, floor)
            ticks = self.certain + np.maximum(self._reach.need(tile, self._x, self._y), 1)
            ticks = np.maximum(ticks, self._released(tile))
        return np.maximum(ticks, floor)

    def _arrivals_walking(self, person: int, first: int, least: int) -> Ints:
        arrives = int(self._tracks.arrives[person])
        route_x, route_y = self._tracks.along(person, first, arrives)
        need = self._reach.need_along(route_x, route_y, self._x, self._y)
        ticks = np.arange(first, arrives + 1)[:, None]
        matters = ticks - self.certain[None] >= np.maximum(need, least)
        for row, tile in enumerate(zip(route_x.tolist(), route_y.tolist(), strict=True)):
            if matters[row].any():
                matters[row] &= first + row >= self._released(Tile(*tile))
        on_the_way = first + matters.argmax(axis=0)
        at_the_end = np.maximum(self.certain + np.maximum(need[-1], 1), arrives + 1)
        at_the_end = np.maximum(at_the_end, self._released(Tile(int(route_x[-1]), int(route_y[-1]))))
        arrivals: Ints = np.where(matters.any(axis=0), on_the_way, at_the_end)
        return arrivals

    def _released(self, tile: Tile) -> Ints:
        """Before which tick each person cannot matter to somebody on a tile because they stay in another room."""
        ticks = np.zeros(len(self.own), np.int64)
        for other in np.flatnonzero((self.stays > self.certain) & (self.room != OPEN_GROUND)).tolist():
            ticks[other] = self._released_one(other, tile)
        return ticks

    def _released_one(self, person: int, tile: Tile) -> int:
        room, stays = int(self.room[person]), int(self.stays[person])
        if room == OPEN_GROUND or stays <= self.certain[person]:
            return 0
        away = self._reach.need_from(tile, room)
        return stays + away if away > 0 else 0

    def _arrival_of(self, person: int, other: int) -> int:
        """From which tick on one person may matter to another."""
        certain, floor = int(self.certain[person]), int(self.floor[other])
        first = max(certain, floor)
        if not self._tracks.walks(other, first):
            x, y = int(self._x[person]), int(self._y[person])
            tile = self._tracks.tile(other, first)
            need = self._reach.need_one(tile, x, y)
            return max(certain + max(need, 1), floor, self._released_one(person, tile))
        xs, ys = self._x[person : person + 1], self._y[person : person + 1]
        arrives = int(self._tracks.arrives[other])
        route_x, route_y = self._tracks.along(other, first, arrives)
        need_each = self._reach.need_along(route_x, route_y, xs, ys)[:, 0]
        route = [Tile(x, y) for x, y in zip(route_x.tolist(), route_y.tolist(), strict=True)]
        for step in np.flatnonzero(np.arange(first, arrives + 1) - certain >= need_each).tolist():
            if first + step >= self._released_one(person, route[step]):
                return first + int(step)
        end = certain + max(int(need_each[-1]), 1)
        return max(arrives + 1, end, self._released_one(person, route[-1]))
