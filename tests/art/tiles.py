"""Every tile by its name, and its pixels."""

from milkwood_art.canvas import Canvas
from milkwood_art.palette import RGBA
from milkwood_art.tiles import SHEETS

TILES = {tile.name: tile for sheet in SHEETS.values() for tile in sheet}


def pixels(canvas: Canvas) -> list[list[RGBA]]:
    """The pixels of a picture, row by row."""
    raw = [(raw[0], raw[1], raw[2], raw[3]) for raw in zip(*[iter(canvas.image().tobytes())] * 4, strict=True)]
    return [raw[start : start + canvas.width] for start in range(0, len(raw), canvas.width)]
