"""Ways through the town: breadth-first distance fields, one per destination, kept for the next walker.

Knows nothing of people; doors and people never block. Invariant: a route found is a shortest one over walkable tiles
with a fixed tie-break, and a place that cannot be reached is said to be so (`Unreachable`), never taken for "arrived".
"""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.town.map import TownMap
from milkwood.town.tile import STEPS, Route, Tile

FAR = np.iinfo(np.int16).max
"""The distance of a tile from which the destination cannot be reached."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """There is no way from here to there."""

    start: Tile
    goals: tuple[Tile, ...]


class Paths:
    """Finds ways on one map."""

    def __init__(self, town_map: TownMap, keep: int = 1024) -> None:
        self._map = town_map
        self._keep = keep
        self._fields: OrderedDict[tuple[Tile, ...], NDArray[np.int16]] = OrderedDict()
        # One spare column on the right keeps a step to the left of x = 0 from wrapping to the row above.
        self._row = town_map.width + 1
        self._free = _bits(town_map.walkable, self._row)

    def field(self, *goals: Tile) -> NDArray[np.int16]:
        """Steps from every tile to the nearest of the goals, FAR where there is no way; [y, x], read-only."""
        known = self._fields.get(goals)
        if known is not None:
            self._fields.move_to_end(goals)
            return known
        field = self._measure(goals)
        self._fields[goals] = field
        if len(self._fields) > self._keep:
            self._fields.popitem(last=False)
        return field

    def _measure(self, goals: tuple[Tile, ...]) -> NDArray[np.int16]:
        """Spread over the whole map at once: the frontier is one long integer, a step is four shifts.

        The distances come out as binary digits: plane k holds the tiles whose distance has bit k set.
        """
        row = self._row
        frontier = 0
        for goal in goals:
            if self._map.is_walkable(goal):
                frontier |= 1 << (goal.y * row + goal.x)
        unreached = self._free & ~frontier
        planes = [0] * 15
        steps = 0
        while frontier:
            digits = steps
            while digits:
                lowest = digits & -digits
                planes[lowest.bit_length() - 1] |= frontier
                digits ^= lowest
            frontier = (frontier << 1 | frontier >> 1 | frontier << row | frontier >> row) & unreached
            unreached ^= frontier
            steps += 1
        field = np.zeros((self._map.height, self._map.width), np.int16)
        for power, plane in enumerate(planes[: steps.bit_length()]):
            field += self._grid(plane).astype(np.int16) << power
        field[self._grid(unreached) | ~self._map.walkable] = FAR
        field.setflags(write=False)
        return field

    def _grid(self, bits: int) -> NDArray[np.bool_]:
        """A long integer back as tiles, [y, x]."""
        height, width, row = self._map.height, self._map.width, self._row
        octets = bits.to_bytes((row * height + 7) // 8, "little")
        flat = np.unpackbits(np.frombuffer(octets, np.uint8), count=row * height, bitorder="little")
        return flat.reshape(height, row)[:, :width].astype(bool)

    def route(self, start: Tile, *goals: Tile) -> Route | Unreachable:
        """A shortest walk from start to the nearest goal."""
        field = self.field(*goals)
        if not self._map.holds(start) or field[start.y, start.x] == FAR:
            return Unreachable(start, goals)
        steps = field.ravel().data
        width, height = self._map.width, self._map.height
        x, y = start
        left = steps[y * width + x]
        tiles = [start]
        while left:
            for dx, dy in STEPS.values():
                nx, ny = x + dx, y + dy
                if 0 <= nx < width and 0 <= ny < height and steps[ny * width + nx] == left - 1:
                    x, y = nx, ny
                    break
            left -= 1
            tiles.append(Tile(x, y))
        return Route(tuple(tiles))

    def steps(self, start: Tile, *goals: Tile) -> int | None:
        """How many steps away the nearest goal is, or None when it cannot be reached."""
        if not self._map.holds(start):
            return None
        steps = int(self.field(*goals)[start.y, start.x])
        return None if steps == FAR else steps


def _bits(walkable: NDArray[np.bool_], row: int) -> int:
    """The walkable tiles as one integer, a bit a tile, rows of the given length."""
    height, width = walkable.shape
    padded = np.zeros((height, row), bool)
    padded[:, :width] = walkable
    return int.from_bytes(np.packbits(padded.reshape(-1), bitorder="little").tobytes(), "little")
