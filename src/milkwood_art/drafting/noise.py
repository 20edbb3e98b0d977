"""Chance that depends on where, not on when: smooth fields and dice for the cells of a map.

Knows nothing of maps. Invariant: the same seed, place and purpose always give the same number, on every machine and
in any order, because every number is a hash of integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

Item = TypeVar("Item")
_WORD_MASK = (1 << 64) - 1


def _mix(value: int) -> int:
    """Scatter the bits of an integer over 64 (the finaliser of splitmix64)."""
    value = (value + 0x9E3779B97F4A7C15) & _WORD_MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _WORD_MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _WORD_MASK
    return value ^ (value >> 31)


@lru_cache(maxsize=256)
def _start(seed: int, name: str) -> int:
    """A number for a seed and a purpose, equal in every process (hash() of a string is not)."""
    value = 0
    for byte in name.encode():
        value = (value * 257 + byte) & _WORD_MASK
    return _mix(seed ^ value)


@lru_cache(maxsize=1 << 16)
def _hashed(seed: int, purpose: str, x: int, y: int) -> float:
    value = _mix(_start(seed, purpose) ^ (x & 0xFFFFFFFF))
    value = _mix(value ^ ((y & 0xFFFFFFFF) << 32))
    return (value >> 11) / (1 << 53)


@dataclass(frozen=True, slots=True)
class Noise:
    """One source of chance for a map, split by purpose."""

    seed: int

    def dice(self, purpose: str, x: int, y: int) -> float:
        """A number in [0, 1) for a cell, unrelated to its neighbours."""
        return _hashed(self.seed, purpose, x, y)

    def pick(self, purpose: str, x: int, y: int, options: Sequence[Item]) -> Item:
        """One of the options for a cell."""
        return options[int(self.dice(purpose, x, y) * len(options))]

    def smooth(self, purpose: str, x: float, y: float, scale: float) -> float:
        """A number in [0, 1) that changes slowly over about `scale` cells."""
        gx, gy = x / scale, y / scale
        x0, y0 = int(gx // 1), int(gy // 1)
        fx, fy = gx - x0, gy - y0
        fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
        top = self.dice(purpose, x0, y0) * (1 - fx) + self.dice(purpose, x0 + 1, y0) * fx
        low = self.dice(purpose, x0, y0 + 1) * (1 - fx) + self.dice(purpose, x0 + 1, y0 + 1) * fx
        return top * (1 - fy) + low * fy

    def cloud(self, purpose: str, x: float, y: float, scale: float) -> float:
        """Like `smooth`, with smaller ripples upon the large waves."""
        large = self.smooth(purpose, x, y, scale)
        small = self.smooth(purpose + "/2", x, y, scale / 2.3)
        return large * 0.67 + small * 0.33
