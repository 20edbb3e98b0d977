"""Ways through the town: breadth-first distance fields, one per destination, kept for the next walker.

Knows nothing of people; doors and people never block. Invariant: a route found is a shortest one over walkable tiles
with a fixed tie-break, and a place that cannot be reached is said to be so (`Unreachable`), never taken for "arrived".
On a map larger than a town the search first keeps to the neighbourhood of the goal, so that a walk across the street
costs no more in a city; a way is then the shortest inside that neighbourhood.
"""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.town.map import TownMap
from milkwood.town.spread import FAR, Ground
from milkwood.town.tile import STEPS, Route, Tile

NEIGHBOURHOOD = 160
"""How far around a goal the search goes at first, in tiles; a town of the usual size lies inside it as a whole."""


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


class Paths:
    """Finds ways on one map."""

    def __init__(self, town_map: TownMap, keep: int = 1024) -> None:
        self._map = town_map
        self._keep = keep
        self._fields: OrderedDict[tuple[Tile, ...], _Field] = OrderedDict()
        self._whole = Ground(town_map.walkable)

    def field(self, *goals: Tile) -> NDArray[np.int16]:
        """Steps from every tile of the map to the nearest of the goals, FAR where there is no way; [y, x]."""
        return self._whole.steps_to(goal for goal in goals if self._map.holds(goal))

    def _kept_field(self, goals: tuple[Tile, ...], *, whole: bool) -> _Field:
        key = (*goals, Tile(-1, -1)) if whole else goals
        known = self._fields.get(key)
        if known is None:
            known = self._fields[key] = _Field(0, 0, self.field(*goals)) if whole else self._near_field(goals)
            if len(self._fields) > self._keep:
                self._fields.popitem(last=False)
        else:
            self._fields.move_to_end(key)
        return known

    def _near_field(self, goals: tuple[Tile, ...]) -> _Field:
        left = max(0, min(goal.x for goal in goals) - NEIGHBOURHOOD)
        top = max(0, min(goal.y for goal in goals) - NEIGHBOURHOOD)
        right = max(goal.x for goal in goals) + NEIGHBOURHOOD + 1
        bottom = max(goal.y for goal in goals) + NEIGHBOURHOOD + 1
        if left == top == 0 and right >= self._map.width and bottom >= self._map.height:
            return _Field(0, 0, self.field(*goals))
        window = Ground(self._map.walkable[top:bottom, left:right])
        inside = ((goal.x - left, goal.y - top) for goal in goals if self._map.holds(goal))
        return _Field(left, top, window.steps_to(inside))

    def route(self, start: Tile, *goals: Tile) -> Route | Unreachable:
        """A shortest walk from start to the nearest goal."""
        field = self._kept_field(goals, whole=False)
        if self._map.holds(start) and field.at(start) == FAR and field.steps.shape != self._map.walkable.shape:
            field = self._kept_field(goals, whole=True)
        if not self._map.holds(start) or field.at(start) == FAR:
            return Unreachable(start, goals)
        return Route(tuple(_descend(field, start)))

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
