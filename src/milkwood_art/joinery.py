"""Parts that furniture is made of: cases with a top and a front, legs, doors, drawers, books, screens.

Knows how solid things look from above and in front, lit from the top left; knows no piece of furniture. Invariant:
tops are lighter than fronts, left edges lighter than right ones, and what stands on the floor has a shadow there.
"""

import random
from collections.abc import Sequence

from milkwood_art.canvas import Canvas
from milkwood_art.palette import RGB, cloth, material, shade

BOOK_DYES = ("red", "navy", "green", "mustard", "crimson", "teal", "brown", "purple", "cream", "orange")


def top(canvas: Canvas, x: int, y: int, width: int, height: int, colour: RGB) -> None:
    """A level surface with an outline, lit along its far and left edges, with a lip in front."""
    canvas.box(x, y, width, height, shade(colour, -2.6))
    canvas.box(x + 1, y + 1, width - 2, height - 1, shade(colour, 0.55))
    canvas.row(x + 1, y + 1, width - 2, shade(colour, 1.3))
    canvas.column(x + 1, y + 1, height - 1, shade(colour, 1.0))
    canvas.row(x + 1, y + height - 1, width - 2, shade(colour, 0.9))


def front(canvas: Canvas, x: int, y: int, width: int, height: int, colour: RGB) -> None:
    """An upright surface below a top."""
    canvas.box(x, y, width, height, shade(colour, -2.6))
    canvas.box(x + 1, y, width - 2, height - 1, shade(colour, -0.45))
    canvas.row(x + 1, y, width - 2, shade(colour, -1.7))
    canvas.column(x + 1, y + 1, height - 2, shade(colour, 0.1))
    canvas.column(x + width - 2, y + 1, height - 2, shade(colour, -1.1))


def case(canvas: Canvas, x: int, y: int, width: int, surface: int, face: int, colour: RGB) -> None:
    """A box: `surface` rows of top and below them `face` rows of front."""
    top(canvas, x, y, width, surface, colour)
    front(canvas, x, y + surface, width, face, colour)


def grounded(canvas: Canvas, x: int, width: int, bottom: int) -> None:
    """The shadow of something that stands with its foot at a row; it falls to the right."""
    canvas.flat_shadow(x + 1, bottom - 2, width, 3, 48)
    canvas.flat_shadow(x + 2, bottom + 1, width - 2, 1, 40)


def legs(canvas: Canvas, x: int, y: int, width: int, height: int, colour: RGB) -> None:
    """Two front legs below a top."""
    for place in (x + 1, x + width - 3):
        canvas.box(place, y, 2, height, shade(colour, -0.8))
        canvas.column(place + 1, y, height, shade(colour, -1.8))
        canvas.row(place, y + height - 1, 2, shade(colour, -2.6))
    canvas.row(x + 1, y, width - 2, shade(colour, -1.9))


def door(canvas: Canvas, x: int, y: int, width: int, height: int, colour: RGB, knob: int) -> None:
    """A panelled cupboard door; `knob` is how far from its left side the knob sits."""
    canvas.box(x, y, width, height, shade(colour, -0.25))
    canvas.frame(x, y, width, height, shade(colour, -1.5))
    if width > 5 and height > 7:
        canvas.frame(x + 2, y + 2, width - 4, height - 4, shade(colour, -0.9))
        canvas.row(x + 2, y + height - 3, width - 4, shade(colour, 0.5))
        canvas.column(x + width - 3, y + 3, height - 6, shade(colour, 0.4))
    canvas.dot(x + knob, y + height // 2, material("brass"))
    canvas.dot(x + knob, y + height // 2 + 1, shade(material("brass"), -2))


def drawer(canvas: Canvas, x: int, y: int, width: int, height: int, colour: RGB) -> None:
    """A drawer with a knob in its middle."""
    canvas.box(x, y, width, height, shade(colour, -0.2))
    canvas.frame(x, y, width, height, shade(colour, -1.6))
    canvas.row(x + 1, y + 1, width - 2, shade(colour, 0.4))
    canvas.row(x + width // 2 - 1, y + height // 2, 2, material("brass"))


def books(canvas: Canvas, area: tuple[int, int, int, int], rng: random.Random, dyes: Sequence[str] = BOOK_DYES) -> None:
    """A row of books filling an area, some leaning, some gaps."""
    x, y, width, height = area
    place = 0
    while place < width:
        if rng.random() < 0.08:
            place += 1
            continue
        thick = min(rng.choice((1, 2, 2, 3)), width - place)
        low = rng.choice((0, 0, 1, 1, 2))
        colour = cloth(rng.choice(dyes))
        canvas.box(x + place, y + low, thick, height - low, colour)
        canvas.column(x + place, y + low, height - low, shade(colour, 0.7))
        if thick > 1:
            canvas.column(x + place + thick - 1, y + low, height - low, shade(colour, -1.3))
            canvas.row(x + place, y + low + 2, thick, shade(colour, 1.4))
        place += thick


def open_shelves(
    canvas: Canvas, area: tuple[int, int, int, int], colour: RGB, levels: int, surface: int = 3
) -> list[tuple[int, int, int, int]]:
    """A case without doors; gives the inside of each level, from the top."""
    x, y, width, height = area
    case(canvas, x, y, width, surface, height - surface, colour)
    inner = height - surface - 2
    each = inner // levels
    spaces = []
    for level in range(levels):
        down = y + surface + 1 + level * each
        canvas.box(x + 2, down, width - 4, each - 1, shade(colour, -2.3))
        canvas.row(x + 2, down, width - 4, shade(colour, -3.2))
        canvas.row(x + 1, down + each - 1, width - 2, shade(colour, 0.5))
        spaces.append((x + 2, down + 1, width - 4, each - 2))
    return spaces


def screen(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """A lit screen in a dark case."""
    glass = material("screen")
    canvas.round_box(x, y, width, height, shade(material("iron"), -1.5))
    canvas.box(x + 1, y + 1, width - 2, height - 2, glass)
    canvas.row(x + 1, y + 1, width - 2, shade(glass, 0.8))
    canvas.dots(((x + 2, y + 2), (x + 3, y + 2), (x + 2, y + 3)), shade(glass, 2.2))
    for row in range(y + 4, y + height - 2, 2):
        canvas.row(x + 3, row, max(1, width - 7 - row % 3), shade(glass, 1.5))


def cup(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    """A small mug."""
    canvas.box(x, y, 3, 3, colour)
    canvas.row(x, y, 3, shade(colour, -1.5))
    canvas.column(x, y + 1, 2, shade(colour, 0.8))
    canvas.dot(x + 3, y + 1, shade(colour, -1))


def sheet_of_paper(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """A written page lying flat."""
    paper = material("paper")
    canvas.box(x, y, width, height, paper)
    canvas.row(x, y + height - 1, width, shade(paper, -1.2))
    for row in range(y + 1, y + height - 1, 2):
        canvas.row(x + 1, row, width - 2, shade(paper, -1.6))


def posy(canvas: Canvas, x: int, y: int, dyes: Sequence[str]) -> None:
    """A few flowers in a small vase whose foot is at (x, y)."""
    vase = material("glass")
    canvas.box(x - 1, y - 3, 3, 4, shade(vase, -0.3))
    canvas.column(x - 1, y - 3, 4, shade(vase, 1))
    leaf = material("leaf")
    canvas.dots(((x - 2, y - 5), (x, y - 4), (x + 2, y - 5), (x, y - 6)), shade(leaf, -0.8))
    for (right, down), dye in zip(((-2, -7), (0, -8), (2, -7), (-1, -5), (1, -5)), (*dyes, *dyes, *dyes), strict=False):
        canvas.dot(x + right, y + down, cloth(dye))
        canvas.dot(x + right, y + down + 1, shade(cloth(dye), -1.2))
