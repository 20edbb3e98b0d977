"""Smooth chance over the plane: where the grass is lush, where a path is worn.

Knows numbers only. Invariant: a value depends on the seed and the place alone, never on the order of asking.
"""

_WORD_MASK = 0xFFFFFFFF


def scatter(seed: int, x: int, y: int) -> float:
    """A number from 0 to 1 that belongs to a place."""
    value = (seed * 0x9E3779B1 + x * 0x85EBCA6B + y * 0xC2B2AE35) & _WORD_MASK
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        value = ((value ^ (value >> shift)) * factor) & _WORD_MASK
    return ((value ^ (value >> 15)) & 0xFFFFFF) / 0x1000000


def swell(seed: int, x: float, y: float, size: float) -> float:
    """A number from 0 to 1 that changes slowly, with hills about `size` apart.

    The lattice is turned, so that its squares never lie along the squares of a map.
    """
    across, along = (x * 0.84 + y * 0.54) / size, (y * 0.84 - x * 0.54) / size
    left, top = int(across // 1), int(along // 1)
    right, down = across - left, along - top
    right = right * right * (3 - 2 * right)
    down = down * down * (3 - 2 * down)
    upper = scatter(seed, left, top) * (1 - right) + scatter(seed, left + 1, top) * right
    lower = scatter(seed, left, top + 1) * (1 - right) + scatter(seed, left + 1, top + 1) * right
    return upper * (1 - down) + lower * down


def pick(seed: int, x: int, y: int, count: int) -> int:
    """One of `count` numbers from 0, chosen by the place."""
    return int(scatter(seed, x, y) * count)
