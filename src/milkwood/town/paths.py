"""Routes through the town: breadth-first from the goal, cached for later walkers.

Invariant: a route is a shortest one over walkable tiles with a fixed tie-break; an unreachable goal gives
`Unreachable`, never "arrived". The search starts in a window around the goal, so that a short walk costs no more in a
city. A route no longer than the window's radius is the shortest of all, since no route that leaves the window is
shorter. Between distant places it is the shortest inside the largest window.
"""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.ids import PlaceId
from milkwood.town.map import TownMap
from milkwood.town.spread import FAR, Ground, Ways
from milkwood.town.tile import Route, Tile

SEARCH_RADII_TILES = (64, 112, 160)
"""Radii of the search windows around a goal, tried in order; after the last comes the whole map."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """There is no way from here to there."""

    start: Tile
    goals: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class _Around:
    """Ways to some goals inside a window of the map whose top left tile is (left, top)."""

    left: int
    top: int
    width: int
    height: int
    ways: Ways

    def route(self, start: Tile, most: int = FAR) -> Route | None:
        x, y = start.x - self.left, start.y - self.top
        way = self.ways.way(x, y, most) if 0 <= x < self.width and 0 <= y < self.height else None
        return None if way is None else Route(tuple(Tile(x + self.left, y + self.top) for x, y in way))


_Window = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are not included."""


class Paths:
    """Finds ways on one map."""

    def __init__(self, town_map: TownMap, keep: int = 1024) -> None:
        self._map = town_map
        self._keep = keep
        self._kept: OrderedDict[tuple[_Window, tuple[Tile, ...]], _Around] = OrderedDict()
        self._floors: OrderedDict[tuple[PlaceId, Tile], _Around] = OrderedDict()
        self._whole = Ground(town_map.walkable)

    def field(self, *goals: Tile) -> NDArray[np.int16]:
        """Steps from every tile of the map to the nearest of the goals, FAR where there is no way; [y, x]."""
        return self._whole.steps_to(goal for goal in goals if self._map.holds(goal))

    def _around(self, goals: tuple[Tile, ...], window: _Window) -> _Around:
        """What is known of the ways to some goals in a window."""
        known = self._kept.get((window, goals))
        if known is None:
            left, top, right, bottom = window
            ground = self._whole if self._is_whole(window) else Ground(self._map.walkable[top:bottom, left:right])
            inside = ((goal.x - left, goal.y - top) for goal in goals if self._map.holds(goal))
            known = _Around(left, top, right - left, bottom - top, ground.ways_to(inside))
            self._kept[window, goals] = known
            if len(self._kept) > self._keep:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end((window, goals))
        return known

    def _is_whole(self, window: _Window) -> bool:
        return window == (0, 0, self._map.width, self._map.height)

    def _window(self, goals: tuple[Tile, ...], around: int) -> _Window:
        """The part of the map around goals: all of it where that is hardly more."""
        width, height = self._map.width, self._map.height
        left, top = (max(0, min(each) - around) for each in zip(*goals, strict=True))
        right = min(width, max(goal.x for goal in goals) + around + 1)
        bottom = min(height, max(goal.y for goal in goals) + around + 1)
        if 2 * (right - left) * (bottom - top) >= width * height:
            return 0, 0, width, height
        return left, top, right, bottom

    def route(self, start: Tile, *goals: Tile) -> Route | Unreachable:
        """A shortest walk from start to the nearest goal."""
        if not self._map.holds(start):
            return Unreachable(start, goals)
        straight = min(abs(goal.x - start.x) + abs(goal.y - start.y) for goal in goals)
        for around in (*SEARCH_RADII_TILES, self._map.width + self._map.height):
            if straight > around != SEARCH_RADII_TILES[-1]:
                continue  # no way is that short
            window = self._window(goals, around)
            last = around >= SEARCH_RADII_TILES[-1] or self._is_whole(window)
            route = self._around(goals, window).route(start, FAR if last else around)
            if route is not None:
                return route
        return Unreachable(start, goals)

    def route_on_floor(self, place: PlaceId, start: Tile, goal: Tile) -> Route | Unreachable:
        """A shortest walk that never leaves the floor of a room or sector; there may be a shorter one by the street."""
        known = self._floors.get((place, goal))
        if known is None:
            xs, ys = np.array(self._map.floor(place), np.int64).reshape(-1, 2).T
            left, top = int(xs.min(initial=goal.x)), int(ys.min(initial=goal.y))
            floor = np.zeros((int(ys.max(initial=goal.y)) - top + 1, int(xs.max(initial=goal.x)) - left + 1), bool)
            floor[ys - top, xs - left] = True
            ways = Ground(floor).ways_to([(goal.x - left, goal.y - top)])
            known = self._floors[place, goal] = _Around(left, top, floor.shape[1], floor.shape[0], ways)
            if len(self._floors) > self._keep:
                self._floors.popitem(last=False)
        return known.route(start) or Unreachable(start, (goal,))

    def steps(self, start: Tile, *goals: Tile) -> int | None:
        """How many steps away the nearest goal is, or None when it cannot be reached."""
        route = self.route(start, *goals)
        return None if isinstance(route, Unreachable) else route.steps
