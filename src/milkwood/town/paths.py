"""Ways through the town: breadth-first distance fields, one per destination, kept for the next walker.

Knows nothing of people; doors and people never block. Invariant: a route found is a shortest one over walkable tiles
with a fixed tie-break, and a place that cannot be reached is said to be so (`Unreachable`), never taken for "arrived".
The search first keeps to the neighbourhood of the goal, so that a walk across the street costs no more in a city: a way
no longer than that neighbourhood is wide is the shortest of all, since no way that leaves it is shorter. Between places
further apart it is the shortest inside a neighbourhood as large as a town.
"""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.ids import PlaceId
from milkwood.town.map import TownMap
from milkwood.town.spread import FAR, Ground
from milkwood.town.tile import STEPS, Route, Tile

NEIGHBOURHOODS = (64, 112, 160)
"""How far around a goal the search goes, in tiles: at first, then, and at last before it takes in the whole map."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """There is no way from here to there."""

    start: Tile
    goals: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class _Field:
    """Distances over a window of the map whose top left tile is (left, top)."""

    left: int
    top: int
    steps: NDArray[np.int16]

    def at(self, tile: Tile) -> int:
        x, y = tile.x - self.left, tile.y - self.top
        height, width = self.steps.shape
        return int(self.steps[y, x]) if 0 <= x < width and 0 <= y < height else FAR


_Window = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are not included."""


class Paths:
    """Finds ways on one map."""

    def __init__(self, town_map: TownMap, keep: int = 1024) -> None:
        self._map = town_map
        self._keep = keep
        self._fields: OrderedDict[tuple[_Window, tuple[Tile, ...]], _Field] = OrderedDict()
        self._floors: OrderedDict[tuple[PlaceId, Tile], _Field] = OrderedDict()
        self._size = town_map.walkable.size
        self._whole = Ground(town_map.walkable)

    def field(self, *goals: Tile) -> NDArray[np.int16]:
        """Steps from every tile of the map to the nearest of the goals, FAR where there is no way; [y, x]."""
        return self._whole.steps_to(goal for goal in goals if self._map.holds(goal))

    def _kept_field(self, goals: tuple[Tile, ...], around: int) -> _Field:
        window = self._window(goals, around)
        known = self._fields.get((window, goals))
        if known is None:
            left, top, right, bottom = window
            whole = (right - left, bottom - top) == (self._map.width, self._map.height)
            ground = self._whole if whole else Ground(self._map.walkable[top:bottom, left:right])
            inside = ((goal.x - left, goal.y - top) for goal in goals if self._map.holds(goal))
            known = self._fields[window, goals] = _Field(left, top, ground.steps_to(inside))
            if len(self._fields) > self._keep:
                self._fields.popitem(last=False)
        else:
            self._fields.move_to_end((window, goals))
        return known

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
        for around in (*NEIGHBOURHOODS, self._map.width + self._map.height):
            if straight > around != NEIGHBOURHOODS[-1]:
                continue  # no way is that short
            field = self._kept_field(goals, around)
            steps = field.at(start)
            if steps <= around or (steps < FAR and (around >= NEIGHBOURHOODS[-1] or field.steps.size == self._size)):
                return Route(tuple(_descend(field, start)))
        return Unreachable(start, goals)

    def route_on_floor(self, place: PlaceId, start: Tile, goal: Tile) -> Route | Unreachable:
        """A shortest walk that never leaves the floor of a room or sector; there may be a shorter one by the street."""
        field = self._floor_field(place, goal)
        return Unreachable(start, (goal,)) if field.at(start) >= FAR else Route(tuple(_descend(field, start)))

    def _floor_field(self, place: PlaceId, goal: Tile) -> _Field:
        known = self._floors.get((place, goal))
        if known is None:
            xs, ys = np.array(self._map.floor(place), np.int64).reshape(-1, 2).T
            left, top = int(xs.min(initial=goal.x)), int(ys.min(initial=goal.y))
            floor = np.zeros((int(ys.max(initial=goal.y)) - top + 1, int(xs.max(initial=goal.x)) - left + 1), bool)
            floor[ys - top, xs - left] = True
            known = _Field(left, top, Ground(floor).steps_to([(goal.x - left, goal.y - top)]))
            self._floors[place, goal] = known
            if len(self._floors) > self._keep:
                self._floors.popitem(last=False)
        return known

    def steps(self, start: Tile, *goals: Tile) -> int | None:
        """How many steps away the nearest goal is, or None when it cannot be reached."""
        route = self.route(start, *goals)
        return None if isinstance(route, Unreachable) else route.steps


def _descend(field: _Field, start: Tile) -> list[Tile]:
    """From tile to tile, each one step nearer; of equally near ones the first in the order of STEPS."""
    height, width = field.steps.shape
    steps = field.steps.ravel().data
    x, y = start.x - field.left, start.y - field.top
    left = steps[y * width + x]
    tiles = [start]
    while left:
        left -= 1
        for dx, dy in STEPS.values():
            nx, ny = x + dx, y + dy
            if 0 <= nx < width and 0 <= ny < height and steps[ny * width + nx] == left:
                x, y = nx, ny
                break
        tiles.append(Tile(x + field.left, y + field.top))
    return tiles
