"""Doors, passages and gates.

A door in a wall that runs from west to east is seen from the front; one in a wall that runs from north to south
(`…_side`) is seen along its edge, standing open. Knows how they look and nothing else. Invariant: they fill the gap
of one missing wall cell and lie flat, so that a person in them is visible.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import TILE, Canvas
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade

ALBUM = Album()


def _frame(canvas: Canvas) -> None:
    """Jambs, lintel and sill around a gap in a wall's face."""
    beam, sill = material("timber"), mix(material("stone"), material("plaster"), 0.3)
    canvas.box(0, 0, TILE, TILE, shade(beam, -2.4))
    canvas.box(1, 1, TILE - 2, TILE - 1, beam)
    canvas.row(1, 1, TILE - 2, shade(beam, 0.8))
    canvas.column(1, 1, 14, shade(beam, 0.6))
    canvas.row(0, 15, TILE, sill)
    canvas.row(0, 14, TILE, shade(sill, 0.8))


def _door(colour: RGB, canvas: Canvas) -> None:
    _frame(canvas)
    canvas.box(2, 2, 12, 12, shade(colour, -2.2))
    canvas.box(3, 3, 10, 11, colour)
    canvas.column(3, 3, 11, shade(colour, 0.8))
    canvas.column(12, 3, 11, shade(colour, -0.9))
    for x in (4, 8):
        for y, height in ((4, 4), (10, 3)):
            canvas.box(x, y, 4, height, shade(colour, -0.9))
            canvas.box(x + 1, y + 1, 3, height - 1, shade(colour, 0.2))
    canvas.dots(((11, 8), (11, 9)), material("brass"))
    canvas.row(3, 3, 10, alpha(material("shadow"), 60))


def _door_glass(canvas: Canvas) -> None:
    glass = material("glass")
    _frame(canvas)
    canvas.box(2, 2, 12, 12, shade(material("whitewash"), -1.8))
    for x in (3, 8):
        canvas.box(x, 3, 5, 11, glass)
        canvas.line((x + 1, 9), (x + 3, 5), shade(glass, 1.2))
        canvas.frame(x, 3, 5, 11, material("whitewash"))
    canvas.dots(((7, 9), (8, 9)), material("brass"))


def _door_side(colour: RGB, canvas: Canvas) -> None:
    """Standing open against the wall, over its sill."""
    sill = mix(material("oak"), material("walnut"), 0.4)
    canvas.box(1, 0, 14, TILE, shade(sill, 0.2))
    canvas.column(0, 0, TILE, shade(sill, -1.6))
    canvas.column(15, 0, TILE, shade(sill, -1.6))
    for x in (4, 8, 12):
        canvas.column(x, 0, TILE, shade(sill, -0.5))
    canvas.row(0, 0, TILE, alpha(material("shadow"), 90))
    canvas.row(0, 1, TILE, alpha(material("shadow"), 50))
    canvas.box(1, 12, 14, 4, shade(colour, -2.2))
    canvas.box(2, 12, 12, 2, shade(colour, 0.6))
    canvas.row(2, 14, 12, shade(colour, -0.8))
    canvas.dot(12, 13, material("brass"))


_DYES: tuple[tuple[str, RGB], ...] = (
    ("wood", material("oak")),
    ("green", mix(cloth("green"), cloth("teal"), 0.3)),
    ("red", shade(cloth("red"), -0.3)),
    ("blue", mix(cloth("blue"), cloth("navy"), 0.25)),
)
for _name, _colour in _DYES:
    ALBUM.add(f"door_{_name}", (1, 1), partial(_door, _colour), flat=True)
ALBUM.add("door_glass", (1, 1), _door_glass, flat=True)
for _name, _colour in _DYES:
    ALBUM.add(f"door_{_name}_side", (1, 1), partial(_door_side, _colour), flat=True)


@ALBUM.sprite("doorway", (1, 1), flat=True)
def _doorway(canvas: Canvas) -> None:
    """An open passage in a wall's face: jambs left and right, the floor between them in the lintel's shade."""
    beam, tint = material("timber"), material("shadow")
    canvas.row(0, 0, TILE, shade(beam, -2.4))
    canvas.row(0, 1, TILE, shade(beam, 0.8))
    canvas.row(0, 2, TILE, beam)
    canvas.row(0, 3, TILE, shade(beam, -2.0))
    for y, strength in ((4, 130), (5, 105), (6, 80), (7, 60), (8, 40), (9, 25)):
        canvas.row(2, y, TILE - 4, alpha(tint, strength))
    for x, inner in ((0, 1), (TILE - 1, TILE - 2)):
        canvas.column(x, 0, TILE, shade(beam, -2.4))
        canvas.column(inner, 3, TILE - 3, shade(beam, 0.5 if inner == 1 else -0.6))
    canvas.row(2, 15, TILE - 4, alpha(tint, 50))


@ALBUM.sprite("doorway_v", (1, 1), flat=True)
def _doorway_v(canvas: Canvas) -> None:
    """The sill of a passage in a wall that runs from north to south."""
    sill, tint = mix(material("oak"), material("walnut"), 0.4), material("shadow")
    canvas.box(1, 0, 14, TILE, shade(sill, 0.2))
    canvas.column(0, 0, TILE, shade(sill, -1.6))
    canvas.column(15, 0, TILE, shade(sill, -1.6))
    for x in (4, 8, 12):
        canvas.column(x, 0, TILE, shade(sill, -0.5))
    for y, strength in ((0, 110), (1, 80), (2, 50), (3, 25)):
        canvas.row(0, y, TILE, alpha(tint, strength))
    canvas.row(0, 15, TILE, shade(material("timber"), -2.4))


@ALBUM.sprite("gate", (1, 1), flat=True)
def _gate(canvas: Canvas) -> None:
    """A garden gate, standing open inwards."""
    wood = material("oak")
    for x in (0, 13):
        canvas.box(x, 3, 3, 12, wood)
        canvas.column(x, 3, 12, shade(wood, 0.8))
        canvas.column(x + 2, 3, 12, shade(wood, -1.4))
        canvas.row(x, 2, 3, shade(wood, 1.2))
        canvas.row(x, 15, 3, shade(wood, -2.2))
    canvas.box(3, 0, 2, 9, shade(wood, -0.4))
    canvas.column(4, 0, 9, shade(wood, -1.6))
    for y in (2, 6):
        canvas.row(2, y, 3, shade(wood, 0.6))


@ALBUM.sprite("chimney", (1, 2), solid=False)
def _chimney(canvas: Canvas) -> None:
    brick = material("brick")
    canvas.box(4, 12, 8, 19, shade(brick, -2.2))
    for y in range(13, 30):
        for x in range(5, 11):
            joint = y % 3 == 0 or (x + (y // 3 % 2) * 2) % 4 == 0
            canvas.dot(x, y, shade(brick, -1 if joint else 0.3 - 0.15 * (x - 5)))
    canvas.box(3, 9, 10, 4, shade(material("stone"), -2))
    canvas.box(4, 9, 8, 2, shade(material("stone"), 0.8))
    canvas.row(5, 9, 6, material("ink"))
    for x, y, size in ((7, 5, 4), (9, 1, 5), (5, 3, 3)):
        canvas.oval(x, y, size, size, alpha(material("foam"), 120))
