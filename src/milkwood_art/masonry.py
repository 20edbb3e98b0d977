"""What walls are made of: the five styles seen from outside and the eight papers seen from within.

Knows surfaces; knows nothing of where a wall stands or ends. Invariant: every surface repeats from tile to tile
without a seam, left to right, at whatever height it is begun.
"""

from collections.abc import Callable, Mapping

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.noise import scatter
from milkwood_art.palette import RGB, cloth, material, mix, shade

Surface = Callable[[Canvas, int, int], None]
"""Paints rows `top` to `bottom` (not included) of a tile."""


def _plaster(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("plaster")
    for y in range(top, bottom):
        for x in range(TILE):
            patch = scatter(31, x // 4, y // 2)
            canvas.dot(x, y, shade(colour, 0.35 if patch > 0.86 else -0.35 if patch < 0.1 else 0))


def _brick(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("brick")
    for y in range(top, bottom):
        course = y // 4
        for x in range(TILE):
            across = (x + 4 * (course % 2)) % 8
            if y % 4 == 3 or across == 7:
                canvas.dot(x, y, mix(shade(colour, -1.0), material("plaster"), 0.25))
            else:
                tone = (scatter(32, (x + 4 * (course % 2)) // 8 % 2, course % 4) - 0.5) * 0.9
                canvas.dot(x, y, shade(colour, tone + (0.5 if y % 4 == 0 else 0)))


def _timber(canvas: Canvas, top: int, bottom: int) -> None:
    infill, beam = shade(material("plaster"), 0.3), material("timber")
    canvas.box(0, top, TILE, bottom - top, infill)
    for y in range(top, bottom):
        lean = (y % 16) * 6 // 16
        canvas.row(8 - lean, y, 2, beam)
        canvas.dot(10 - lean, y, shade(infill, -0.6))
        canvas.row(0, y, 2, beam)
        canvas.dot(0, y, shade(beam, 0.7))
        canvas.dot(2, y, shade(infill, -0.7))
    canvas.row(0, top, TILE, shade(beam, 0.6))
    canvas.row(0, top + 1, TILE, shade(beam, -0.5))


def _stone(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("stone")
    for y in range(top, bottom):
        course = y // 4
        for x in range(TILE):
            size = (6, 8, 5, 7)[course % 4]
            shift = (0, 3, 1, 5)[course % 4]
            block, across = divmod((x + shift) % TILE, size)
            if y % 4 == 3 or across == size - 1:
                canvas.dot(x, y, shade(colour, -1.3))
            else:
                tone = (scatter(33, block, course % 4) - 0.5) * 1.1
                canvas.dot(x, y, shade(mix(colour, material("plaster"), 0.12), tone + (0.6 if y % 4 == 0 else 0)))


def _whitewash(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("whitewash")
    for y in range(top, bottom):
        tone = -0.75 if y % 4 == 3 else 0.0 if y % 4 else 0.3
        canvas.row(0, y, TILE, shade(colour, tone))
    for y in range(top, bottom):
        if y % 4 != 3 and y // 4 % 2:
            canvas.dot(11, y, shade(colour, -0.5))
        elif y % 4 != 3:
            canvas.dot(3, y, shade(colour, -0.5))


def _plain(colour: RGB, canvas: Canvas, top: int, bottom: int) -> None:
    canvas.box(0, top, TILE, bottom - top, colour)


def _striped(colour: RGB, canvas: Canvas, top: int, bottom: int) -> None:
    _plain(colour, canvas, top, bottom)
    for x in range(0, TILE, 4):
        canvas.column(x, top, bottom - top, shade(colour, -0.4))
        canvas.column(x + 1, top, bottom - top, shade(colour, 0.3))


def _sprigged(colour: RGB, sprig: RGB, canvas: Canvas, top: int, bottom: int) -> None:
    _plain(colour, canvas, top, bottom)
    for row, y in enumerate(range(top + 2, bottom - 3, 4)):
        for x in range(2 + 4 * (row % 2), TILE, 8):
            canvas.dots(((x, y), (x + 1, y + 1)), sprig)
            canvas.dot(x + 1, y, shade(colour, -0.8))


def _cream(canvas: Canvas, top: int, bottom: int) -> None:
    _plain(material("wall_cream"), canvas, top, bottom)
    canvas.row(0, top + 6, TILE, shade(material("wall_cream"), -0.45))


def _sage(canvas: Canvas, top: int, bottom: int) -> None:
    _striped(material("wall_sage"), canvas, top, bottom)


def _sky(canvas: Canvas, top: int, bottom: int) -> None:
    _sprigged(material("wall_sky"), shade(material("wall_sky"), 0.8), canvas, top, bottom)


def _rose(canvas: Canvas, top: int, bottom: int) -> None:
    _sprigged(material("wall_rose"), mix(cloth("red"), material("wall_rose"), 0.45), canvas, top, bottom)


def _ochre(canvas: Canvas, top: int, bottom: int) -> None:
    _striped(material("wall_ochre"), canvas, top, bottom)


def _lilac(canvas: Canvas, top: int, bottom: int) -> None:
    _sprigged(material("wall_lilac"), shade(material("wall_lilac"), 0.8), canvas, top, bottom)


def _white_tile(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("wall_tile")
    for y in range(top, bottom):
        for x in range(TILE):
            joint = x % 4 == 3 or (y - top) % 4 == 3
            canvas.dot(x, y, shade(colour, -0.75 if joint else 0.2 if (y - top) % 4 == 0 else 0))
    canvas.row(0, top + 4, TILE, mix(cloth("sky"), colour, 0.25))


def _panel(canvas: Canvas, top: int, bottom: int) -> None:
    colour = material("wall_panel")
    canvas.box(0, top, TILE, bottom - top, colour)
    for x in (0, 8):
        canvas.column(x, top, bottom - top, shade(colour, -1.2))
        canvas.column(x + 1, top, bottom - top, shade(colour, 0.6))
        canvas.frame(x + 3, top + 2, 4, bottom - top - 5, shade(colour, -0.7))


STYLES: Mapping[str, Surface] = {
    "plaster": _plaster,
    "brick": _brick,
    "timber": _timber,
    "stone": _stone,
    "whitewash": _whitewash,
}
"""Walls of buildings, seen from outside."""

PAPERS: Mapping[str, Surface] = {
    "cream": _cream,
    "sage": _sage,
    "sky": _sky,
    "rose": _rose,
    "ochre": _ochre,
    "lilac": _lilac,
    "white_tile": _white_tile,
    "panel": _panel,
}
"""Walls of rooms, seen from within."""

CAPS: Mapping[str, str] = {
    "plaster": "beam",
    "brick": "beam",
    "timber": "beam",
    "stone": "slab",
    "whitewash": "slab",
}
"""What the top of a wall of each style is covered with."""


def plinth(canvas: Canvas, style: str, top: int) -> None:
    """The foot of an outside wall, from a row down to the ground."""
    stone = shade(material("stone"), -0.3)
    if style in ("stone", "brick"):
        stone = shade(stone, -0.5)
    canvas.box(0, top, TILE, TILE - top, stone)
    canvas.row(0, top, TILE, shade(stone, 0.9))
    canvas.row(0, TILE - 1, TILE, shade(stone, -1.5))
    for x in (3, 10):
        canvas.column(x, top + 1, TILE - top - 1, shade(stone, -0.9))


def skirting(canvas: Canvas, paper: str) -> None:
    """The board along the foot of a room's wall."""
    board = shade(material("wall_panel"), -0.7) if paper == "panel" else material("paper")
    if paper == "white_tile":
        board = shade(cloth("sky"), -0.2)
    canvas.row(0, 13, TILE, shade(board, 0.3))
    canvas.row(0, 14, TILE, shade(board, -0.4))
    canvas.row(0, 15, TILE, shade(board, -2.2))
