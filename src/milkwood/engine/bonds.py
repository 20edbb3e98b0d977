"""Who has bound themselves to a way and a room until a tick (rule T5), and when they can therefore matter to others.

Knows reach, no tracks, no certainty but what it is told. Invariant: before the tick that `released` gives, somebody who
keeps their word cannot matter to whoever stands on a tile, wherever on their way or in their room they are.
"""

from dataclasses import dataclass, field

import numpy as np

from milkwood.engine.reach import Box, Reach
from milkwood.engine.tracks import Ints
from milkwood.ids import PlaceId, SectorId
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class Home:
    """A house that somebody does not leave until a tick, once they may leave the room they are in (rule T5)."""

    until: int
    sector: SectorId
    entry: int
    """The first step of the way that is in the house."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Where somebody is until a tick: on this way, or in the room it leads to (rule T5)."""

    until: int
    room: PlaceId
    way_x: Ints
    """The way as far as where it comes into the room for good: it may lead out of it before."""
    way_y: Ints
    entry: int = 0
    """The first step of the way that is in the room: from there on one may be anywhere in it."""
    onward: "Promise | None" = None
    """Where they go from there, once they need not stay any longer, and nowhere else."""
    house: Home | None = None
    """Where they stay after that, before they go anywhere else."""
    passed_by: dict[Tile, tuple[list[int], list[int]]] = field(default_factory=dict, compare=False)
    """What has been found out about watchers along the way."""

    @property
    def leaves(self) -> int:
        """The tick from which they may leave the room and the house."""
        return self.until if self.house is None else max(self.until, self.house.until)

    @property
    def ends(self) -> int:
        """The tick from which they are free."""
        return self.onward.until if self.onward is not None else self.leaves

    def place_of(self, tile: Tile) -> int:
        """How far along the way a tile lies; -1 when it is not on it."""
        found = np.flatnonzero((self.way_x == tile.x) & (self.way_y == tile.y))
        return int(found[0]) if len(found) else -1


class Bonds:
    """The promises of all people."""

    def __init__(self, reach: Reach, count: int) -> None:
        self._reach = reach
        self._promises: dict[int, Promise] = {}
        self._on_way: dict[int, int] = {}
        """Who has not arrived where they are bound to, and how far along the way they are."""
        self.until = np.zeros(count, np.int64)
        """Until when each person is bound; 0 for who is free."""
        self.boxes = np.zeros((4, count), np.int64)
        """Around where each person is until then: left, top, right, bottom."""

    def promise(self, person: int, promise: Promise | None) -> None:
        """Somebody has bound themselves, or is free again."""
        self._on_way.pop(person, None)
        self.until[person] = 0
        if promise is None:
            self._promises.pop(person, None)
        else:
            self._promises[person] = promise

    def stand(self, person: int, certain: int, tile: Tile) -> None:
        """Somebody is certain until a tick, at which they are on a tile: are they bound from then on, and to what?"""
        self._on_way.pop(person, None)
        promise = self._promises.get(person)
        if promise is None or promise.ends <= certain:
            self.until[person] = 0
            return
        here, house = promise.place_of(tile), promise.house
        left, top, right, bottom = self._box(promise.room if house is None else house.sector)
        strays = house is not None and certain >= promise.until and here >= house.entry
        if 0 <= here < len(promise.way_x) - 1 and not strays:
            self._on_way[person] = here
            xs, ys = promise.way_x[here:], promise.way_y[here:]
            left, top = min(left, int(xs.min())), min(top, int(ys.min()))
            right, bottom = max(right, int(xs.max())), max(bottom, int(ys.max()))
        if promise.onward is not None:
            xs, ys = promise.onward.way_x, promise.onward.way_y
            there = self._box(promise.onward.room)
            left, top = min(left, there[0], int(xs.min())), min(top, there[1], int(ys.min()))
            right, bottom = max(right, there[2], int(xs.max())), max(bottom, there[3], int(ys.max()))
        self.until[person] = promise.ends
        self.boxes[:, person] = left, top, right, bottom

    def _box(self, place: PlaceId) -> Box:
        xs, ys = self._reach.floor(place)
        if not len(xs):
            return 0, 0, 1 << 20, 1 << 20  # nobody can be in it, so nothing is known
        return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())

    def released(self, person: int, certain: int, tile: Tile) -> int:
        """Before which tick somebody cannot matter to whoever stands on a tile; 0 when nothing binds them.

        Who is in their room: once they are free again. Who is on the way: when they pass by, when they are in the
        room, or when they are free again, whichever is first.
        """
        until = int(self.until[person])
        if until <= certain:
            return 0
        promise, here = self._promises[person], self._on_way.get(person)
        house = promise.house
        away = self._reach.need_from(tile, promise.room if house is None else house.sector)
        if house is not None and not away:
            return self._released_inside(promise, house, here, certain, tile)
        if here is None:
            return self._released_onward(promise, certain, tile, away) if away else 0
        left = max(0, promise.entry - here) if house is None else 0
        passing, nearest = self._along_way(promise, tile)
        if not away:
            there = certain + left
        elif promise.onward is None:
            there = until + min(away, nearest[here])
        else:
            there = min(self._released_onward(promise, certain + left, tile, away), until + nearest[here])
        return min(there, certain + passing[here] - here) if passing[here] >= 0 else there

    def _released_inside(self, promise: Promise, house: Home, here: int | None, certain: int, tile: Tile) -> int:
        """The same for who watches the very house that somebody is bound to: the room binds, and the way there."""
        away = self._reach.need_from(tile, promise.room)
        if here is None:
            return promise.until + away if away and certain < promise.until else 0
        passing, nearest = self._along_way(promise, tile)
        there = max(promise.until, certain + max(0, house.entry - here)) + min(away, nearest[here])
        if not away:
            there = min(there, certain + max(0, promise.entry - here))
        return min(there, certain + passing[here] - here) if passing[here] >= 0 else there

    def _released_onward(self, promise: Promise, certain: int, tile: Tile, away: int) -> int:
        """When somebody in a room that is not watched may matter: on the way they go next, there, or once free."""
        onward = promise.onward
        if onward is None:
            return promise.leaves + away
        leaves = max(promise.leaves, certain)
        passing, nearest = self._along_way(onward, tile)
        there = self._reach.need_from(tile, onward.room)
        ticks = [onward.until + min(away, nearest[0], there)]
        ticks += [leaves + passing[0]] if passing[0] >= 0 else []
        ticks += [leaves + onward.entry] if not there else []
        return min(ticks)

    def _along_way(self, promise: Promise, tile: Tile) -> tuple[list[int], list[int]]:
        """For each step of a way: the next step that is watched from a tile (or -1), and the least need from there."""
        known = promise.passed_by.get(tile)
        if known is None:
            need = self._reach.need(tile, promise.way_x, promise.way_y).tolist()
            passing, nearest, following, least = [-1] * len(need), [0] * len(need), -1, max(need, default=0)
            for step in range(len(need) - 1, -1, -1):
                following = step if need[step] == 0 else following
                least = min(least, need[step])
                passing[step], nearest[step] = following, least
            known = promise.passed_by[tile] = (passing, nearest)
        return known
