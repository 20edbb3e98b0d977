"""How far every tile is from the nearest of some goals: breadth-first over 4 neighbours, for the whole map at once.

Knows no town. Invariant: exact; FAR where there is no way. The frontier is one long integer, a bit a tile, so that a
step in all four directions is four shifts; the distances come out as binary digits, a plane a digit.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

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
        frontier = 0
        for x, y in goals:
            frontier |= 1 << (y * row + x)
        frontier &= self._free
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

    def _grid(self, bits: int) -> NDArray[np.bool_]:
        """A long integer back as tiles, [y, x]."""
        octets = bits.to_bytes((self._row * self.height + 7) // 8, "little")
        flat = np.unpackbits(np.frombuffer(octets, np.uint8), count=self._row * self.height, bitorder="little")
        return flat.reshape(self.height, self._row)[:, : self.width].astype(bool)
