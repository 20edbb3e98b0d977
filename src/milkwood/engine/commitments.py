"""Commitments to a route and a room until a tick (rule T5), and when a committed person can first affect others.

Invariant: before the tick that `released` returns, a committed person cannot affect a watcher on a tile, wherever on
the route or in the room the person is.
"""

from dataclasses import dataclass, field

import numpy as np

from milkwood.engine.reach import Box, Reach
from milkwood.engine.tracks import Ints
from milkwood.ids import PlaceId, SectorId
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class Home:
    """A house that a person stays in until a tick, after they may leave the room (rule T5)."""

    until: int
    sector: SectorId
    entry: int
    """The first step of the route that is in the house."""


@dataclass(frozen=True, slots=True)
class RouteCommitment:
    """Where a person is until a tick: on this route, or in the room it leads to (rule T5)."""

    until: int
    room: PlaceId
    way_x: Ints
    """The route up to its last entry into the room; it may leave the room before that."""
    way_y: Ints
    entry: int = 0
    """The first step of the route that is in the room; from then on the person may be anywhere in it."""
    onward: "RouteCommitment | None" = None
    """The only place they may go to afterwards."""
    house: Home | None = None
    """The house they stay in after that."""
    passed_by: dict[Tile, tuple[list[int], list[int]]] = field(default_factory=dict, compare=False)
    """Cache of `_along_way`, by watcher tile."""

    @property
    def leaves(self) -> int:
        """The tick from which they may leave the room and the house."""
        return self.until if self.house is None else max(self.until, self.house.until)

    @property
    def ends(self) -> int:
        """The tick from which they are uncommitted."""
        return self.onward.until if self.onward is not None else self.leaves

    def place_of(self, tile: Tile) -> int:
        """Index of a tile on the route; -1 if it is not on it."""
        found = np.flatnonzero((self.way_x == tile.x) & (self.way_y == tile.y))
        return int(found[0]) if len(found) else -1


class Commitments:
    """The commitments of all people."""

    def __init__(self, reach: Reach, count: int) -> None:
        self._reach = reach
        self._commitments: dict[int, RouteCommitment] = {}
        self._on_way: dict[int, int] = {}
        """People who have not arrived yet, each with their index on the route."""
        self.until = np.zeros(count, np.int64)
        """The tick until which each person is committed; 0 if uncommitted."""
        self.boxes = np.zeros((4, count), np.int64)
        """Bounding box of each person until then: left, top, right, bottom."""

    def commit(self, person: int, commitment: RouteCommitment | None) -> None:
        """Set or clear a person's commitment."""
        self._on_way.pop(person, None)
        self.until[person] = 0
        if commitment is None:
            self._commitments.pop(person, None)
        else:
            self._commitments[person] = commitment

    def stand(self, person: int, certain: int, tile: Tile) -> None:
        """Set where a person is at the tick up to which they are certain; updates `until` and `boxes`."""
        self._on_way.pop(person, None)
        commitment = self._commitments.get(person)
        if commitment is None or commitment.ends <= certain:
            self.until[person] = 0
            return
        here, house = commitment.place_of(tile), commitment.house
        left, top, right, bottom = self._box(commitment.room if house is None else house.sector)
        strays = house is not None and certain >= commitment.until and here >= house.entry
        if 0 <= here < len(commitment.way_x) - 1 and not strays:
            self._on_way[person] = here
            xs, ys = commitment.way_x[here:], commitment.way_y[here:]
            left, top = min(left, int(xs.min())), min(top, int(ys.min()))
            right, bottom = max(right, int(xs.max())), max(bottom, int(ys.max()))
        if commitment.onward is not None:
            xs, ys = commitment.onward.way_x, commitment.onward.way_y
            there = self._box(commitment.onward.room)
            left, top = min(left, there[0], int(xs.min())), min(top, there[1], int(ys.min()))
            right, bottom = max(right, there[2], int(xs.max())), max(bottom, there[3], int(ys.max()))
        self.until[person] = commitment.ends
        self.boxes[:, person] = left, top, right, bottom

    def _box(self, place: PlaceId) -> Box:
        xs, ys = self._reach.floor(place)
        if not len(xs):
            return 0, 0, 1 << 20, 1 << 20  # empty floor: assume nothing
        return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())

    def released(self, person: int, certain: int, tile: Tile) -> int:
        """The tick before which a person cannot affect a watcher on a tile; 0 if they are uncommitted.

        In the room: when the commitment ends. On the route: when they pass the watcher, enter the room, or are
        uncommitted, whichever is first.
        """
        until = int(self.until[person])
        if until <= certain:
            return 0
        commitment, here = self._commitments[person], self._on_way.get(person)
        house = commitment.house
        away = self._reach.need_from(tile, commitment.room if house is None else house.sector)
        if house is not None and not away:
            return self._released_inside(commitment, house, here, certain, tile)
        if here is None:
            return self._released_onward(commitment, certain, tile, away) if away else 0
        left = max(0, commitment.entry - here) if house is None else 0
        passing, nearest = self._along_way(commitment, tile)
        if not away:
            there = certain + left
        elif commitment.onward is None:
            there = until + min(away, nearest[here])
        else:
            there = min(self._released_onward(commitment, certain + left, tile, away), until + nearest[here])
        return min(there, certain + passing[here] - here) if passing[here] >= 0 else there

    def _released_inside(
        self, commitment: RouteCommitment, house: Home, here: int | None, certain: int, tile: Tile
    ) -> int:
        """`released` for a watcher inside the committed house: only the room and the route to it bind."""
        away = self._reach.need_from(tile, commitment.room)
        if here is None:
            return commitment.until + away if away and certain < commitment.until else 0
        passing, nearest = self._along_way(commitment, tile)
        there = max(commitment.until, certain + max(0, house.entry - here)) + min(away, nearest[here])
        if not away:
            there = min(there, certain + max(0, commitment.entry - here))
        return min(there, certain + passing[here] - here) if passing[here] >= 0 else there

    def _released_onward(self, commitment: RouteCommitment, certain: int, tile: Tile, away: int) -> int:
        """`released` for a person in an unwatched room: on their next route, at its end, or once uncommitted."""
        onward = commitment.onward
        if onward is None:
            return commitment.leaves + away
        leaves = max(commitment.leaves, certain)
        passing, nearest = self._along_way(onward, tile)
        there = self._reach.need_from(tile, onward.room)
        ticks = [onward.until + min(away, nearest[0], there)]
        ticks += [leaves + passing[0]] if passing[0] >= 0 else []
        ticks += [leaves + onward.entry] if not there else []
        return min(ticks)

    def _along_way(self, commitment: RouteCommitment, tile: Tile) -> tuple[list[int], list[int]]:
        """For each step of a route: the next step watched from a tile (or -1), and the least need from there on."""
        known = commitment.passed_by.get(tile)
        if known is None:
            need = self._reach.need(tile, commitment.way_x, commitment.way_y).tolist()
            passing, nearest, following, least = [-1] * len(need), [0] * len(need), -1, max(need, default=0)
            for step in range(len(need) - 1, -1, -1):
                following = step if need[step] == 0 else following
                least = min(least, need[step])
                passing[step], nearest[step] = following, least
            known = commitment.passed_by[tile] = (passing, nearest)
        return known
