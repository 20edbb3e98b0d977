"""How leaves look in a mass: clusters lit from the upper left, in a few clear tones.

Knows light on leaves; knows no plant. Invariant: a crown is drawn from the far clusters to the near ones, each with
its own light side and dark side, so that it reads as round and full.
"""

import math
import random
from collections.abc import Sequence

from milkwood_art.canvas import Canvas
from milkwood_art.palette import RGB, shade

Cluster = tuple[int, int, int, int]
"""Middle x, middle y, half width, half height."""

_TONES = ((0.62, 1.5), (0.26, 0.65), (-0.18, 0.0), (-0.52, -0.8), (-9.0, -1.6))
"""How brightly a leaf is lit, and the shade it gets."""


def crown(canvas: Canvas, clusters: Sequence[Cluster], colour: RGB, rng: random.Random) -> None:
    """A mass of leaves made of clusters, the farthest first."""
    for cluster in clusters:
        _cluster(canvas, cluster, colour, rng)
    _close(canvas, colour)
    canvas.rim(-1.6)


def _close(canvas: Canvas, colour: RGB) -> None:
    """Fill the pinholes between clusters."""
    for y in range(canvas.height):
        for x in range(canvas.width):
            if not canvas.filled(x, y):
                beside = sum(canvas.filled(x + i, y + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
                if beside >= 3:
                    canvas.dot(x, y, shade(colour, -1.2))


def _cluster(canvas: Canvas, cluster: Cluster, colour: RGB, rng: random.Random) -> None:
    middle_x, middle_y, wide, high = cluster
    phase, lobes = rng.uniform(0, 6.28), rng.choice((7, 8, 9))
    leaves = {(x, y): rng.random() for y in range(-1, high + 2) for x in range(-1, wide + 2)}
    for y in range(-high - 1, high + 2):
        for x in range(-wide - 1, wide + 2):
            across, along = (x + 0.5) / wide, (y + 0.5) / high
            reach = math.hypot(across, along)
            edge = 1 + 0.09 * math.sin(lobes * math.atan2(along, across) + phase)
            if reach > edge:
                continue
            # Leaves are two pixels wide and overlap like scales; their lower rim is in shade.
            scale_x, scale_y = (x + (y // 3) % 2 * 2) // 4, y // 3
            leaf = leaves.get(((scale_x + 99) % (wide + 1), (scale_y + 99) % (high + 1)), 0.5)
            under = 0.26 if y % 3 == 2 or (x + (y // 3) % 2 * 2) % 4 == 3 else 0.0
            light = -(across * 0.62 + along * 0.78) + (leaf - 0.5) * 0.62 - under
            if reach > edge - 0.16 and across + along > 0.3:
                light -= 0.5
            tone = next(shift for bound, shift in _TONES if light > bound)
            canvas.dot(middle_x + x, middle_y + y, shade(colour, tone))


def trunk(canvas: Canvas, x: int, y: int, width: int, height: int, bark: RGB) -> None:
    """A stem from row `y` down, with roots; lit on its left."""
    for row in range(height):
        flare = 2 if row == height - 1 else 1 if row >= height - 3 else 0
        left, wide = x - flare, width + 2 * flare
        canvas.row(left, y + row, wide, bark)
        canvas.dot(left, y + row, shade(bark, -1.9))
        canvas.dot(left + 1, y + row, shade(bark, 0.8))
        canvas.dot(left + wide - 1, y + row, shade(bark, -2.2))
        canvas.dot(left + wide - 2, y + row, shade(bark, -1.2))
        if row % 3 == 1 and width > 4:
            canvas.dot(left + wide // 2, y + row, shade(bark, -0.9))
    canvas.row(x, y, width, shade(bark, -2.4))
    canvas.row(x, y + 1, width, shade(bark, -1.8))
