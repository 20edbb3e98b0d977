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

Invariant: `certain` never decreases. A person may think at tick t when everything they perceive at t is certain
(`doubt > t`); the person with the lowest `own` always may, so nothing deadlocks. Who sleeps perceives nothing and is
not influenced. This is rule "held" of the design with known futures counted as known.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.reach import Reach
from milkwood.engine.tracks import Ints, Tracks
from milkwood.ids import RoomId
from milkwood.town.tile import Tile

NEVER = 1 << 40
"""A tick that no run reaches."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Where somebody is until a tick: on this way, or in the room it leads to (rule T5)."""

    until: int
    room: RoomId
    way_x: Ints
    """The way as far as the first tile inside the room: from there on one may be anywhere in it."""
    way_y: Ints
    passed_by: dict[Tile, tuple[list[int], list[int]]] = field(default_factory=dict, compare=False)
    """What has been found out about watchers along the way."""

    def place_of(self, tile: Tile) -> int:
        """How far along the way a tile lies; -1 when it is not on it."""
        found = np.flatnonzero((self.way_x == tile.x) & (self.way_y == tile.y))
        return int(found[0]) if len(found) else -1


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Up to where a person's certainty reaches: what they do, and how they look, each with whose influence ends it."""

    tick: int
    cause: int
    touch: int
    toucher: int


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
        self._promises: dict[int, Promise] = {}
        self._until = np.zeros(count, np.int64)
        """Until when each person is bound."""
        self._bound_to = np.zeros(count, np.int64)
        """The number of the room they are bound to."""
        self._on_way: dict[int, int] = {}
        """Who has not arrived where they are bound to, and how far along the way they are."""
        self.certain = np.zeros(count, np.int64)
        self._shown = np.zeros(count, np.int64)
        """The first tick at which how each person looks to others is not certain: others may begin a talk with them."""
        self._cause = np.full(count, -1)
        """Whose influence bounds a person's certainty; -1 = their own next thought."""
        self._toucher = np.full(count, -1)
        """Whose influence bounds how a person looks, where that is sooner than what they do; -1 = nobody's."""
        self._x = np.zeros(count, np.int64)
        self._y = np.zeros(count, np.int64)

    def promise(self, person: int, promise: Promise | None) -> None:
        """Somebody has bound themselves, or is free again; to be followed by `update`."""
        self._on_way.pop(person, None)
        if promise is None:
            self._promises.pop(person, None)
            self._until[person] = 0
        else:
            self._promises[person] = promise
            self._until[person] = promise.until
            self._bound_to[person] = self._reach.rooms[promise.room]

    def doubt(self, person: int) -> tuple[int, int]:
        """The first tick at which what somebody perceives is not certain, and through whom."""
        return (NEVER, -1) if self.deaf[person] else self.company(person)

    def company(self, person: int) -> tuple[int, int]:
        """The first tick at which it is not certain who is about somebody, awake or asleep, and through whom."""
        if len(self.own) < 2:
            return NEVER, -1
        ticks = self._arrivals(person, perceived=True)
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
        for causes in (self._cause, self._toucher):
            for person, cause in enumerate(causes.tolist()):
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
        steady = np.ones(len(self.own), bool)
        steady[stale] = False
        bound = {person: self._bounds(person, steady) for person in stale}
        while bound:
            person = min(bound, key=lambda each: (bound[each].tick, each))
            found = bound.pop(person)
            self._fix(person, found)
            for other, known in bound.items():
                if not self.deaf[other] and found.tick < known.tick:
                    bound[other] = self._nearer(known, person, other)

    def _bounds(self, person: int, steady: NDArray[np.bool_]) -> _Bounds:
        """A person's own next thought, or the first influence of those whose certainty is known."""
        tick, cause = max(int(self.own[person]), int(self.floor[person])), -1
        if self.deaf[person] or not steady.any():
            return _Bounds(tick, cause, NEVER, -1)
        ticks = np.where(steady, self._arrivals(person, perceived=False), NEVER)
        touches = np.where(steady, self._touches(person), NEVER)
        whom, toucher = int(ticks.argmin()), int(touches.argmin())
        if ticks[whom] < tick:
            tick, cause = int(ticks[whom]), whom
        return _Bounds(tick, cause, int(touches[toucher]), toucher)

    def _nearer(self, known: _Bounds, person: int, other: int) -> _Bounds:
        """What bounds somebody, now that another's certainty is known."""
        tick, touch = self._arrival_of(person, other)
        if tick < known.tick:
            known = replace(known, tick=tick, cause=person)
        return replace(known, touch=touch, toucher=person) if touch < known.touch else known

    def _fix(self, person: int, found: _Bounds) -> None:
        self.certain[person] = found.tick
        self._cause[person] = found.cause
        self._shown[person] = 1 + min(found.tick, found.touch)
        self._toucher[person] = found.toucher if found.touch < found.tick else -1
        tile = self._tracks.tile(person, found.tick)
        self._x[person], self._y[person] = tile
        self._on_way.pop(person, None)
        promise = self._promises.get(person)
        if promise is not None and promise.until > found.tick:
            here = promise.place_of(tile)
            if 0 <= here < len(promise.way_x) - 1:
                self._on_way[person] = here

    def _arrivals(self, person: int, *, perceived: bool) -> Ints:
        """From which tick on each of the others may matter to a person.

        Who must still walk does after that walk; who is about already does when how they look is not certain. Who is
        on the move themselves may be stopped at once, unless the question is what they perceive.
        """
        floor = int(self.floor[person])
        if self._tracks.walks(person, floor):
            ticks = self._arrivals_walking(person, floor, perceived=perceived)
        else:
            tile = self._tracks.tile(person, floor)
            need = self._reach.need(tile, self._x, self._y)
            ticks = np.maximum(np.where(need > 0, self.certain + need, self._shown), self._released(tile))
        return np.maximum(ticks, floor)

    def _touches(self, person: int) -> Ints:
        """From which tick on each of the others may change how a person looks; on the move that is no later."""
        floor = int(self.floor[person])
        if self._tracks.walks(person, floor):
            return np.full(len(self.own), NEVER, np.int64)
        tile = self._tracks.tile(person, floor)
        ticks: Ints = np.maximum(self.certain + self._reach.need(tile, self._x, self._y), self._released(tile))
        return np.maximum(ticks, floor)

    def _arrivals_walking(self, person: int, first: int, *, perceived: bool) -> Ints:
        """For who is on the move: when others may stop them, or when what they perceive may be something else."""
        arrives = int(self._tracks.arrives[person])
        route_x, route_y = self._tracks.along(person, first, arrives)
        need = self._reach.need_along(route_x, route_y, self._x, self._y)
        ticks = np.arange(first, arrives + 1)[:, None]
        route = [Tile(x, y) for x, y in zip(route_x.tolist(), route_y.tolist(), strict=True)]
        stopped = ticks >= self.certain + need
        for row in np.flatnonzero(stopped.any(axis=1)).tolist():
            stopped[row] &= first + row >= self._released(route[row])
        at_the_end = np.maximum(np.where(need[-1] > 0, self.certain + need[-1], self._shown), arrives + 1)
        at_the_end = np.maximum(at_the_end, self._released(route[-1]))
        stops: Ints = np.where(stopped.any(axis=0), first + stopped.argmax(axis=0), at_the_end)
        if not perceived:
            return stops
        seen = stopped & ((need > 0) | (ticks >= self._shown))
        sees: Ints = np.where(seen.any(axis=0), first + seen.argmax(axis=0), at_the_end)
        return np.where(stopped.any(axis=0), np.minimum(sees, stops + 1), sees)

    def _released(self, tile: Tile) -> Ints:
        """Before which tick each person cannot matter to somebody on a tile because of where they bound themselves.

        Who is in their room: once they are free again. Who is on the way: see `_released_on_way`.
        """
        if not self._promises:
            return np.zeros(len(self.own), np.int64)
        away = self._reach.need_from_rooms(tile)[self._bound_to]
        ticks: Ints = np.where((self._until > self.certain) & (away > 0), self._until + away, 0)
        for person in self._on_way:
            ticks[person] = self._released_on_way(person, tile)
        return ticks

    def _released_one(self, person: int, tile: Tile) -> int:
        if person in self._on_way:
            return self._released_on_way(person, tile)
        until = int(self._until[person])
        if until <= self.certain[person]:
            return 0
        away = int(self._reach.need_from_rooms(tile)[self._bound_to[person]])
        return until + away if away else 0

    def _released_on_way(self, person: int, tile: Tile) -> int:
        """When they pass by, when they are in the room, or when they are free again, whichever is first."""
        promise, here, certain = self._promises[person], self._on_way[person], int(self.certain[person])
        away = int(self._reach.need_from_rooms(tile)[self._bound_to[person]])
        there = certain + len(promise.way_x) - 1 - here if away == 0 else promise.until + away
        passing, nearest = self._along_way(promise, tile)
        if passing[here] >= 0:
            return min(there, certain + passing[here] - here)
        return min(there, promise.until + nearest[here])

    def _along_way(self, promise: Promise, tile: Tile) -> tuple[list[int], list[int]]:
        """For each step of a way: the next step that is watched from a tile (or -1), and the least need from there."""
        known = promise.passed_by.get(tile)
        if known is None:
            need = self._reach.need(tile, promise.way_x, promise.way_y).tolist()
            passing, nearest, following, least = [-1] * len(need), [0] * len(need), -1, NEVER
            for step in range(len(need) - 1, -1, -1):
                following = step if need[step] == 0 else following
                least = min(least, need[step])
                passing[step], nearest[step] = following, least
            known = promise.passed_by[tile] = (passing, nearest)
        return known

    def _arrival_of(self, person: int, other: int) -> tuple[int, int]:
        """From which tick on one person may matter to another, and may change how they look."""
        certain, floor = int(self.certain[person]), int(self.floor[other])
        first = max(certain, floor)
        if self._tracks.walks(other, first):
            return self._arrival_walking(person, other, first), NEVER
        tile = self._tracks.tile(other, first)
        need = self._reach.need_one(tile, int(self._x[person]), int(self._y[person]))
        least = max(floor, self._released_one(person, tile))
        return max(certain + need if need else int(self._shown[person]), least), max(certain + need, least)

    def _arrival_walking(self, person: int, other: int, first: int) -> int:
        certain, arrives = int(self.certain[person]), int(self._tracks.arrives[other])
        xs, ys = self._x[person : person + 1], self._y[person : person + 1]
        route_x, route_y = self._tracks.along(other, first, arrives)
        need = self._reach.need_along(route_x, route_y, xs, ys)[:, 0]
        route = [Tile(x, y) for x, y in zip(route_x.tolist(), route_y.tolist(), strict=True)]
        for step in np.flatnonzero(np.arange(first, arrives + 1) - certain >= need).tolist():
            if first + step >= self._released_one(person, route[step]):
                return first + int(step)
        end = certain + int(need[-1]) if need[-1] else int(self._shown[person])
        return max(arrives + 1, end, self._released_one(person, route[-1]))
