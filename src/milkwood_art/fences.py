"""Fences, hedges and garden walls, one cell each, joined to their neighbours.

A tile's mask says where its line goes on: 1 north, 2 east, 4 south, 8 west. Knows nothing of maps. Invariant: lines
leave a tile at the same height in every tile of a kind, so any two that go on towards each other meet.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.palette import RGB, cloth, material, shade
from milkwood_art.pieces import TileArt, dice

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8


def fence_name(fence: str, mask: int) -> str:
    """What the tile of that fence and mask is called."""
    return f"{fence}_{mask:02d}"


def _post(canvas: Canvas, x: int, top: int, bottom: int, colour: RGB) -> None:
    canvas.box(x, top, 3, bottom - top, colour)
    canvas.column(x, top, bottom - top, shade(colour, 0.8))
    canvas.column(x + 2, top, bottom - top, shade(colour, -1.3))
    canvas.row(x, top, 3, shade(colour, 1.2))
    canvas.row(x, bottom - 1, 3, shade(colour, -2.0))


def _rails(colour: RGB, pickets: bool, canvas: Canvas, mask: int) -> None:
    """Two rails between posts; a white fence has pickets besides."""
    if mask & NORTH:
        canvas.box(7, 0, 2, 6, shade(colour, -0.2))
        canvas.column(7, 0, 6, shade(colour, 0.6))
    if mask & SOUTH:
        canvas.box(7, 8, 2, 8, shade(colour, -0.2))
        canvas.column(7, 8, 8, shade(colour, 0.6))
    for side, start, length in ((WEST, 0, 7), (EAST, 9, 7)):
        if not mask & side:
            continue
        for y in (6, 10):
            canvas.row(start, y, length, shade(colour, 0.5))
            canvas.row(start, y + 1, length, shade(colour, -1.2))
        if pickets:
            for x in range(start + (0 if side == WEST else 2), start + length, 4):
                _post(canvas, x if side == WEST else x - 1, 4, 13, colour)
    _post(canvas, 6, 3, 15, colour)
    canvas.flat_shadow(3 if mask & WEST else 6, 13, 10 if mask & EAST else 5, 3, 45)


def _leaves(canvas: Canvas, area: tuple[int, int, int, int], colour: RGB, seed: str) -> None:
    """A clipped mass of leaves: light on top, dark at the foot, in little scallops."""
    rng, (x, y, width, height) = dice(seed), area
    canvas.box(x, y, width, height, colour)
    for _ in range(width * height // 7):
        right, down = x + rng.randrange(width), y + rng.randrange(height)
        tone = 0.9 if down < y + height // 2 else -0.9
        canvas.dot(right, down, shade(colour, tone))
        if right + 1 < x + width:
            canvas.dot(right + 1, down, shade(colour, tone * 0.5))


def _hedge(canvas: Canvas, mask: int) -> None:
    """A clipped hedge: its top, and its front wherever nothing goes on below."""
    leaf = material("leaf")
    left, right = (0 if mask & WEST else 2), (TILE if mask & EAST else 14)
    if mask & NORTH:
        _leaves(canvas, (2, 0, 12, 10), shade(leaf, 0.3), f"hedge n {mask}")
    _leaves(canvas, (left, 2, right - left, 8), shade(leaf, 0.3), f"hedge top {mask}")
    for start, end in ((left, right),) if not mask & NORTH else ((left, 2), (14, right)):
        canvas.row(start, 2, max(0, end - start), shade(leaf, 1.1))
    faces = ((left, right),) if not mask & SOUTH else ((left, 2), (14, right))
    for start, end in faces:
        if end > start:
            _leaves(canvas, (start, 9, end - start, 6), shade(leaf, -1.0), f"hedge face {mask} {start}")
            canvas.row(start, 14, end - start, shade(leaf, -2.4))
    if mask & SOUTH:
        _leaves(canvas, (2, 6, 12, 10), shade(leaf, 0.3), f"hedge s {mask}")
    for x, side in ((2, WEST), (13, EAST)):
        edge = shade(leaf, 0.9 if side == WEST else -1.6)
        if mask & NORTH:
            canvas.column(x, 0, 2 if mask & side else 9, edge)
        if not mask & side:
            canvas.column(x, 3, 12 if not mask & SOUTH else 13, edge)
        elif mask & SOUTH:
            canvas.column(x, 15, 1, edge)
    canvas.flat_shadow(left, 13, right - left, 3, 60)


def _stone_wall(canvas: Canvas, mask: int) -> None:
    stone = material("stone")
    left, right = (0 if mask & WEST else 4), (TILE if mask & EAST else 12)
    if mask & NORTH:
        canvas.box(4, 0, 8, 6, shade(stone, 0.5))
        canvas.column(4, 0, 6, shade(stone, -1.4))
        canvas.column(11, 0, 6, shade(stone, -1.6))
    canvas.box(left, 4, right - left, 4, shade(stone, 0.6))
    canvas.row(left, 4, right - left, shade(stone, 1.2))
    if mask & SOUTH:
        canvas.box(4, 5, 8, 11, shade(stone, 0.5))
        canvas.column(4, 8, 8, shade(stone, -1.4))
        canvas.column(11, 8, 8, shade(stone, -1.6))
        for y in (9, 13):
            canvas.row(5, y, 6, shade(stone, -0.5))
    faces = [(left, right)] if not mask & SOUTH else [(left, 4), (12, right)]
    for start, end in faces:
        for y in range(8, 15):
            for x in range(start, end):
                joint = (x + (3 if y < 11 else 0)) % 6 == 0 or y in (8, 11)
                canvas.dot(x, y, shade(stone, -1.7 if joint else -0.7))
        if end > start:
            canvas.row(start, 14, end - start, shade(stone, -2.4))
    for x in (left, right - 1):
        if x in (4, 11) and not mask & SOUTH:
            canvas.column(x, 4, 11, shade(stone, -1.9))
    canvas.flat_shadow(left, 14, right - left, 2, 70)


FENCES: Mapping[str, Callable[[Canvas, int], None]] = {
    "fence_wood": partial(_rails, material("oak"), False),
    "fence_white": partial(_rails, cloth("white"), True),
    "hedge": _hedge,
    "stone_wall": _stone_wall,
}
"""What may stand out of doors along the border of a garden."""


def _draw(fence: str, mask: int) -> Canvas:
    canvas = Canvas()
    FENCES[fence](canvas, mask)
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every piece of fence."""
    for fence in FENCES:
        for mask in range(16):
            yield TileArt(fence_name(fence, mask), True, partial(_draw, fence, mask))
