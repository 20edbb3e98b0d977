"""Distance of tiles from the nearest of some goals: breadth-first over 4 neighbours, a whole ring of tiles at once.

Invariant: exact; FAR, or no route, where there is none. The frontier is one long integer with a bit per tile, so a step
in all four directions is four shifts. Full distances are kept as binary digits, one plane per digit. For routes it is
enough to know each distance modulo 3, since neighbours are a step apart; the spreading stops when it reaches the start
of a route and continues from there for the next one.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from milkwood.errors import OurBug
from milkwood.town.tile import STEPS

FAR = np.iinfo(np.int16).max
"""The distance of a tile from which no goal can be reached."""


class Ground:
    """Walkable tiles, made ready for spreading."""

    def __init__(self, walkable: NDArray[np.bool_]) -> None:
        self._walkable = walkable
        self.height, self.width = int(walkable.shape[0]), int(walkable.shape[1])
        # One spare column on the right keeps a step to the left of x = 0 from wrapping to the row above.
        self._row = self.width + 1
        padded = np.zeros((self.height, self._row), bool)
        padded[:, : self.width] = walkable
        self._free = int.from_bytes(np.packbits(padded.reshape(-1), bitorder="little").tobytes(), "little")

    def steps_to(self, goals: Iterable[tuple[int, int]]) -> NDArray[np.int16]:
        """Steps from every tile to the nearest goal (x, y); [y, x], read-only. Goals in walls count for nothing."""
        row = self._row
        frontier = self._among(goals)
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
        field = np.zeros((self.height, self.width), np.int16)
        for power, plane in enumerate(planes[: steps.bit_length()]):
            field += self._grid(plane).astype(np.int16) << power
        field[self._grid(unreached) | ~self._walkable] = FAR
        field.setflags(write=False)
        return field

    def ways_to(self, goals: Iterable[tuple[int, int]]) -> "Ways":
        """Ways from anywhere to the nearest goal."""
        return Ways(self._row, self.height, self._free, self._among(goals))

    def _among(self, goals: Iterable[tuple[int, int]]) -> int:
        """Those of some tiles that can be walked on, a bit each."""
        bits = 0
        for x, y in goals:
            bits |= 1 << (y * self._row + x)
        return bits & self._free

    def _grid(self, bits: int) -> NDArray[np.bool_]:
        """A long integer back as tiles, [y, x]."""
        octets = bits.to_bytes((self._row * self.height + 7) // 8, "little")
        flat = np.unpackbits(np.frombuffer(octets, np.uint8), count=self._row * self.height, bitorder="little")
        return flat.reshape(self.height, self._row)[:, : self.width].astype(bool)


class Ways:
    """Shortest ways to the nearest of some goals, computed as far out as requested."""

    def __init__(self, row: int, height: int, free: int, goals: int) -> None:
        self._row = row
        self._octets = row * (height + 1) // 8 + 1
        self._goals = self._frontier = goals
        self._unreached = free & ~goals
        self._steps = 0
        self._rings = [goals, 0, 0]
        """Tiles by distance modulo 3."""

    def way(self, x: int, y: int, most: int = FAR) -> list[tuple[int, int]] | None:
        """A shortest route from a tile, both ends included; None if there is none of at most `most` steps.

        Of equally short routes, each step is the first possible one in the order of STEPS.
        """
        here = y * self._row + x
        self._spread(1 << here, most)
        rings = [ring.to_bytes(self._octets, "little") for ring in self._rings]
        found = [ring for ring, tiles in enumerate(rings) if _holds(tiles, here)]
        if not found:
            return None
        goals = self._goals.to_bytes(self._octets, "little")
        places, ring = [here], found[0]
        while not _holds(goals, here):
            ring = (ring - 1) % 3
            here = self._next(here, rings[ring])
            places.append(here)
        return [(place % self._row, place // self._row) for place in places] if len(places) <= most + 1 else None

    def _next(self, place: int, nearer: bytes) -> int:
        for dx, dy in STEPS.values():
            there = place + dy * self._row + dx
            if there >= 0 and _holds(nearer, there):
                return there
        raise OurBug(f"Nothing leads on from {place}.")

    def _spread(self, until: int, most: int) -> None:
        """Ring by ring, until a tile is reached, or nothing further is."""
        row, frontier, unreached, steps = self._row, self._frontier, self._unreached, self._steps
        while frontier and steps < most and unreached & until:
            frontier = (frontier << 1 | frontier >> 1 | frontier << row | frontier >> row) & unreached
            unreached ^= frontier
            steps += 1
            self._rings[steps % 3] |= frontier
        self._frontier, self._unreached, self._steps = frontier, unreached, steps


def _holds(tiles: bytes, place: int) -> int:
    return tiles[place >> 3] >> (place & 7) & 1
