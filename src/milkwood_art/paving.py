"""Laid ground: cobbles, flagstones, planks, tiles and carpets.

Each kind is one picture several tiles wide that repeats without a seam; a cell takes the piece that its place on the
map falls on. Knows nothing of maps. Invariant: pieces that lie side by side in the picture fit together, and its
right edge fits its left, its bottom its top.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import TileArt, dice


@dataclass(frozen=True, slots=True)
class Paving:
    """A kind of laid ground: how many tiles its picture spans each way, and the picture."""

    span: int
    paint: Callable[[Canvas, random.Random], None]


def piece_name(paving: str, x: int, y: int) -> str:
    """The piece that belongs on a cell of the map."""
    span = PAVINGS[paving].span
    return f"{paving}_{(y % span) * span + x % span:02d}"


def _setts(canvas: Canvas, rng: random.Random, size: int, stone: RGB, gap: RGB, spread: float) -> None:
    """Rounded stones: each pixel belongs to the nearest of many jittered centres, wrapping round."""
    width = canvas.width
    count = width // size
    centres = []
    for row in range(count):
        for place in range(count):
            x = (place + 0.5 + 0.5 * (row % 2)) * size + rng.uniform(-1, 1) * size * 0.22
            y = (row + 0.5) * size + rng.uniform(-1, 1) * size * 0.18
            centres.append((x, y, shade(stone, rng.uniform(-spread, spread))))
    for y in range(width):
        for x in range(width):
            near = []
            for cx, cy, colour in centres:
                dx = (x + 0.5 - cx + width / 2) % width - width / 2
                dy = (y + 0.5 - cy + width / 2) % width - width / 2
                near.append((dx * dx * 0.8 + dy * dy * 1.3, dx, dy, colour))
            near.sort(key=lambda one: one[0])
            first, second = near[0], near[1]
            if second[0] ** 0.5 - first[0] ** 0.5 < 1.15:
                canvas.dot(x, y, gap)
            else:
                slope = (first[1] + first[2]) / size
                canvas.dot(x, y, shade(first[3], 0.9 if slope < -0.32 else -0.55 if slope > 0.38 else 0))


def _cobble(canvas: Canvas, rng: random.Random) -> None:
    _setts(canvas, rng, 6, material("cobble"), shade(material("cobble"), -1.35), 0.5)


def _flags(canvas: Canvas, rng: random.Random, stone: RGB, *, spread: float, cracks: int) -> None:
    """Flagstones of several sizes in a repeating bond."""
    gap = shade(stone, -1.05)
    canvas.box(0, 0, canvas.width, canvas.height, gap)
    bond = ((0, 0, 16, 16), (16, 0, 16, 8), (16, 8, 8, 8), (24, 8, 8, 16), (0, 16, 8, 8), (8, 16, 16, 16),
            (0, 24, 8, 8), (24, 24, 8, 8))  # fmt: skip
    for top in range(0, canvas.height, 32):
        for left in range(0, canvas.width, 32):
            for x, y, width, height in bond:
                colour = shade(stone, rng.uniform(-spread, spread))
                canvas.box(left + x, top + y, width - 1, height - 1, colour)
                canvas.row(left + x, top + y, width - 1, shade(colour, 0.55))
                canvas.column(left + x, top + y, height - 1, shade(colour, 0.35))
                canvas.row(left + x + 1, top + y + height - 2, width - 2, shade(colour, -0.4))
                canvas.dot(left + x + width - 2, top + y + height - 2, gap)
    for _ in range(cracks):
        x, y = rng.randrange(canvas.width), rng.randrange(canvas.height)
        for _ in range(rng.randrange(2, 5)):
            canvas.dot(x, y, shade(stone, -0.7))
            x, y = x + rng.choice((0, 1)), y + rng.choice((0, 1))


def _planks(canvas: Canvas, rng: random.Random, wood: RGB, *, height: int, spread: float) -> None:
    """Boards laid from west to east, each row joined at its own places."""
    for row in range(canvas.height // height):
        top = row * height
        start = rng.randrange(8, 24)
        joints = sorted({start % canvas.width, (start + rng.randrange(26, 40)) % canvas.width})
        colours = [shade(wood, rng.uniform(-spread, spread)) for _ in joints]
        for x in range(canvas.width):
            board = sum(1 for joint in joints if x >= joint) % len(joints)
            colour = colours[board]
            canvas.column(x, top, height - 1, colour)
            canvas.dot(x, top, shade(colour, 0.25))
            canvas.dot(x, top + height - 1, shade(colour, -0.55))
        for _ in range(3):
            x, y = rng.randrange(canvas.width), top + rng.randrange(1, height - 1)
            tint = shade(wood, rng.choice((-0.35, -0.25, 0.35)))
            for step in range(rng.randrange(3, 8)):
                canvas.dot((x + step) % canvas.width, y, tint)
        for joint in joints:
            canvas.column(joint, top, height - 1, shade(wood, -0.7))
            canvas.dot((joint + 2) % canvas.width, top + height // 2, shade(wood, -0.6))


def _wood(canvas: Canvas, rng: random.Random) -> None:
    _planks(canvas, rng, mix(material("oak"), material("pinewood"), 0.45), height=4, spread=0.24)


def _wood_dark(canvas: Canvas, rng: random.Random) -> None:
    _planks(canvas, rng, mix(material("walnut"), material("oak"), 0.2), height=4, spread=0.3)


def _deck(canvas: Canvas, rng: random.Random) -> None:
    wood = mix(material("oak"), material("cobble"), 0.42)
    _planks(canvas, rng, wood, height=8, spread=0.4)
    for y in range(0, canvas.height, 8):
        for x in range(4, canvas.width, 16):
            canvas.dots(((x, y + 2), (x, y + 5)), shade(wood, -1.7))


def _parquet(canvas: Canvas, rng: random.Random) -> None:
    wood = mix(material("oak"), material("pinewood"), 0.35)
    for top in range(0, canvas.height, 8):
        for left in range(0, canvas.width, 8):
            upright = (top + left) // 8 % 2
            for strip in range(2):
                colour = shade(wood, rng.uniform(-0.4, 0.3))
                x, y = (left + strip * 4, top) if upright else (left, top + strip * 4)
                width, height = (4, 8) if upright else (8, 4)
                canvas.box(x, y, width, height, colour)
                canvas.row(x, y, width, shade(colour, 0.35))
                canvas.row(x, y + height - 1, width, shade(colour, -0.7))
                canvas.column(x + width - 1, y, height, shade(colour, -0.7))


def _stone(canvas: Canvas, rng: random.Random) -> None:
    _flags(canvas, rng, mix(material("stone"), material("plaster"), 0.2), spread=0.35, cracks=10)


def _plaza(canvas: Canvas, rng: random.Random) -> None:
    _flags(canvas, rng, material("paving"), spread=0.35, cracks=8)


def _squares(canvas: Canvas, rng: random.Random, colours: tuple[RGB, RGB], grout: RGB) -> None:
    """Square tiles of 8 px in two colours, each lit at its upper left."""
    for top in range(0, canvas.height, 8):
        for left in range(0, canvas.width, 8):
            colour = shade(colours[(top + left) // 8 % 2], rng.uniform(-0.12, 0.12))
            canvas.box(left, top, 8, 8, grout)
            canvas.box(left, top, 7, 7, colour)
            canvas.row(left, top, 6, shade(colour, 0.4))
            canvas.dot(left + 1, top + 2, shade(colour, 0.7))


def _checker(canvas: Canvas, rng: random.Random) -> None:
    _squares(canvas, rng, (cloth("cream"), mix(cloth("tan"), cloth("brown"), 0.55)), shade(cloth("brown"), -0.4))


def _tile_white(canvas: Canvas, rng: random.Random) -> None:
    white = mix(material("porcelain"), material("glass"), 0.12)
    _squares(canvas, rng, (white, shade(white, -0.25)), shade(white, -0.95))


def _tile_blue(canvas: Canvas, rng: random.Random) -> None:
    white = mix(material("porcelain"), material("glass"), 0.1)
    _squares(canvas, rng, (white, mix(cloth("sky"), white, 0.3)), shade(cloth("sky"), -0.9))


def _linoleum(canvas: Canvas, rng: random.Random) -> None:
    colour = mix(material("wall_sage"), material("plaster"), 0.55)
    canvas.box(0, 0, canvas.width, canvas.height, colour)
    for y in range(0, canvas.height, 8):
        for x in range(0, canvas.width, 8):
            if (x + y) // 8 % 2:
                canvas.box(x, y, 8, 8, shade(colour, -0.35))
    canvas.speckle((0, 0, canvas.width, canvas.height), (shade(colour, 0.5), shade(colour, -0.7)), 60, rng)


def _carpet(colour: RGB, canvas: Canvas, rng: random.Random) -> None:
    """A woven field with a small diamond in every tile."""
    canvas.box(0, 0, canvas.width, canvas.height, colour)
    for y in range(canvas.height):
        for x in range(canvas.width):
            if (x + 2 * (y % 2)) % 4 == 0 and rng.random() < 0.8:
                canvas.dot(x, y, shade(colour, -0.28))
    for top in range(0, canvas.height, 8):
        for left in range(0, canvas.width, 16):
            x, y = left + (4 if top // 8 % 2 else 12), top + 4
            canvas.dots(((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)), shade(colour, 0.75))
            canvas.dot(x, y, shade(colour, -0.8))


PAVINGS: Mapping[str, Paving] = {
    "cobble": Paving(6, _cobble),
    "plaza": Paving(6, _plaza),
    "deck": Paving(4, _deck),
    "wood": Paving(5, _wood),
    "wood_dark": Paving(5, _wood_dark),
    "parquet": Paving(3, _parquet),
    "stone": Paving(6, _stone),
    "checker": Paving(2, _checker),
    "tile_white": Paving(2, _tile_white),
    "tile_blue": Paving(2, _tile_blue),
    "linoleum": Paving(3, _linoleum),
    "carpet_red": Paving(2, partial(_carpet, mix(mix(cloth("crimson"), cloth("red"), 0.3), cloth("brown"), 0.25))),
    "carpet_blue": Paving(2, partial(_carpet, mix(mix(cloth("blue"), cloth("navy"), 0.4), cloth("grey"), 0.2))),
    "carpet_green": Paving(2, partial(_carpet, mix(mix(cloth("green"), cloth("teal"), 0.35), cloth("olive"), 0.25))),
    "carpet_purple": Paving(2, partial(_carpet, mix(cloth("purple"), cloth("grey"), 0.22))),
}


@cache
def _whole(name: str) -> Canvas:
    paving = PAVINGS[name]
    canvas = Canvas(paving.span * TILE, paving.span * TILE)
    paving.paint(canvas, dice(f"paving {name}"))
    return canvas


def _piece(name: str, x: int, y: int) -> Canvas:
    whole, canvas = _whole(name), Canvas()
    for down in range(TILE):
        for right in range(TILE):
            canvas.dot(right, down, whole.at(x * TILE + right, y * TILE + down))
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every piece of laid ground."""
    for name, paving in PAVINGS.items():
        for y in range(paving.span):
            for x in range(paving.span):
                yield TileArt(piece_name(name, x, y), False, partial(_piece, name, x, y))
