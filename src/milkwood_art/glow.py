"""Warm light for the night: lit windows, the pools that fall from them, and the halo of a street lamp.

These tiles are added to the picture, not laid over it: a pixel brightens what is there by its colour times its
opacity. Knows nothing of maps or hours. Invariant: a glow fades to nothing at its rim, so it shows no square.
"""

import math
from collections.abc import Iterator
from functools import partial

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.palette import alpha, material, mix
from milkwood_art.pieces import TileArt

WINDOW, ABOVE, POOL = "glow_window", "glow_above", "glow_pool"
HALO_SPAN = 5
"""A lamp's halo covers this many cells each way, the lamp itself in the middle one."""


def halo_name(x: int, y: int) -> str:
    """The piece of a lamp's halo at a cell of it, (0, 0) the upper left."""
    return f"glow_lamp_{y * HALO_SPAN + x:02d}"


def _light(canvas: Canvas, x: int, y: int, strength: float) -> None:
    if strength > 0.02:
        warm = mix(material("ember"), material("lamplight"), max(0.0, strength - 0.3))
        canvas.dot(x, y, alpha(warm, min(255, round(strength * 255))))


def _draw_window() -> Canvas:
    canvas = Canvas()
    for y in range(TILE):
        for x in range(TILE):
            pane = 4 <= x <= 11 and y <= 11
            halo = 0.34 - 0.045 * math.hypot(max(0, 4 - x, x - 11), max(0, y - 11)) ** 1.1
            _light(canvas, x, y, 0.62 if pane else max(0.0, halo))
    return canvas


def _draw_above() -> Canvas:
    canvas = Canvas()
    for y in range(TILE):
        for x in range(TILE):
            pane = 4 <= x <= 11 and y >= 9
            halo = 0.3 - 0.045 * math.hypot(max(0, 4 - x, x - 11), max(0, 9 - y)) ** 1.1
            _light(canvas, x, y, 0.58 if pane else max(0.0, halo))
    return canvas


def _draw_pool() -> Canvas:
    canvas = Canvas()
    for y in range(TILE):
        for x in range(TILE):
            spread = 5.0 + y * 0.3
            side = max(0.0, 1 - (abs(x - 7.5) / spread) ** 2)
            _light(canvas, x, y, 0.32 * side * (1 - y / TILE))
    return canvas


def _draw_halo(left: int, top: int) -> Canvas:
    """A bright lamp in the middle cell; its wide light falls a little below it."""
    canvas, middle = Canvas(), HALO_SPAN * TILE / 2
    for y in range(TILE):
        for x in range(TILE):
            across, along = left * TILE + x + 0.5 - middle, top * TILE + y + 0.5 - middle
            wide = math.hypot(across, along - 8) / (middle - 8)
            head = math.hypot(across, along) / 10
            _light(canvas, x, y, 0.5 * max(0.0, 1 - wide) ** 1.6 + 0.4 * max(0.0, 1 - head))
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every glow."""
    yield TileArt(WINDOW, False, _draw_window)
    yield TileArt(ABOVE, False, _draw_above)
    yield TileArt(POOL, False, _draw_pool)
    for top in range(HALO_SPAN):
        for left in range(HALO_SPAN):
            yield TileArt(halo_name(left, top), False, partial(_draw_halo, left, top))
