"""Shapes with uneven edges: bent ways of wavering width, and round patches.

Knows nothing of what the shapes are made of. Invariant: a way is walkable from end to end, each of its cells touching
the next by a side.
"""

from itertools import pairwise
from math import hypot

from milkwood_art.drafting.blueprint import BlueprintCell, Position
from milkwood_art.drafting.noise import Noise


def curve(along: list[Position], step: float = 0.5) -> list[Position]:
    """Points at about `step` apart on a smooth line through the given ones (a Catmull-Rom spline)."""
    if len(along) < 3:
        return _straight(along, step)
    ends = [along[0], *along, along[-1]]
    points: list[Position] = []
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        count = max(1, int(hypot(end[0] - start[0], end[1] - start[1]) / step))
        points += [_spline(before, start, end, after, i / count) for i in range(count)]
    return [*points, along[-1]]


def _straight(along: list[Position], step: float) -> list[Position]:
    points: list[Position] = []
    for start, end in pairwise(along):
        count = max(1, int(hypot(end[0] - start[0], end[1] - start[1]) / step))
        for i in range(count):
            share = i / count
            points.append((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    return [*points, along[-1]]


def _spline(before: Position, start: Position, end: Position, after: Position, t: float) -> Position:
    def one(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return one(before[0], start[0], end[0], after[0]), one(before[1], start[1], end[1], after[1])


def way(along: list[Position], width: float, wobble: float, wander: float, noise: Noise) -> set[BlueprintCell]:
    """The cells of a bent line: its middle strays by up to `wander`, its width wavers by `wobble`."""
    cells: set[BlueprintCell] = set()
    for x, y in curve(along):
        mid_x = x + (noise.smooth("stray x", x, y, 9) - 0.5) * 2 * wander
        mid_y = y + (noise.smooth("stray y", x, y, 9) - 0.5) * 2 * wander
        cells |= _disc(mid_x, mid_y, width / 2, wobble, noise)
    return _joined(cells)


def _disc(mid_x: float, mid_y: float, radius: float, wobble: float, noise: Noise) -> set[BlueprintCell]:
    reach = int(radius + wobble) + 2
    cells = {(int(mid_x // 1), int(mid_y // 1))}
    for x in range(int(mid_x) - reach, int(mid_x) + reach + 1):
        for y in range(int(mid_y) - reach, int(mid_y) + reach + 1):
            away = hypot(x + 0.5 - mid_x, y + 0.5 - mid_y) - radius
            if away <= wobble and away <= (noise.cloud("edge", x, y, 4.5) - 0.5) * 2 * wobble:
                cells.add((x, y))
    return cells


def _joined(cells: set[BlueprintCell]) -> set[BlueprintCell]:
    """Fill the corners where cells touch only by a point, so that a way can be walked in four directions."""
    added = set()
    for x, y in cells:
        for dx in (-1, 1):
            if (x + dx, y + 1) in cells and (x + dx, y) not in cells and (x, y + 1) not in cells:
                added.add((x, y + 1))
    return cells | added


def patch(at: Position, radius: Position, wobble: float, noise: Noise) -> set[BlueprintCell]:
    """The cells of an oval whose edge swells and shrinks."""
    cells = set()
    reach_x, reach_y = int(radius[0] * (1 + wobble)) + 2, int(radius[1] * (1 + wobble)) + 2
    for x in range(int(at[0]) - reach_x, int(at[0]) + reach_x + 1):
        for y in range(int(at[1]) - reach_y, int(at[1]) + reach_y + 1):
            away = hypot((x + 0.5 - at[0]) / radius[0], (y + 0.5 - at[1]) / radius[1])
            if away <= 1 + (noise.cloud("shore", x, y, 6) - 0.5) * 2 * wobble:
                cells.add((x, y))
    return cells


def grown(cells: set[BlueprintCell], noise: Noise, chance: float) -> set[BlueprintCell]:
    """The cells around a shape, left out here and there."""
    around = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - cells
    return {cell for cell in around if noise.cloud("bank", cell[0], cell[1], 5) < chance}
