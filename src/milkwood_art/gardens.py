"""Beds of flowers and vegetables, and what stands in a garden.

Knows how they look and nothing else. Invariant: beds that are made to lie side by side have no border between them.
"""

from collections.abc import Sequence
from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import grounded
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _soil(canvas: Canvas, border: RGB, seed: str) -> None:
    """A raised bed as large as the canvas, with a kerb."""
    width, height, soil, rng = canvas.width, canvas.height, material("soil"), dice(seed)
    canvas.box(0, 2, width, height - 2, shade(border, -2))
    canvas.box(1, 3, width - 2, height - 5, border)
    canvas.row(1, 3, width - 2, shade(border, 0.9))
    canvas.box(3, 5, width - 6, height - 9, shade(soil, -1.0))
    canvas.box(3, 6, width - 6, height - 10, soil)
    for x in range(5, width - 2, 7):
        canvas.column(x, height - 3, 2, shade(border, -1.2))
    canvas.speckle((3, 6, width - 6, height - 10), (shade(soil, -0.8), shade(soil, 0.7)), width, rng)


def _tuft_of_flowers(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    leaf = material("leaf")
    canvas.oval(x - 2, y - 1, 6, 4, shade(leaf, -0.9))
    canvas.row(x - 1, y - 1, 4, shade(leaf, 0.2))
    for right, down in ((-1, -2), (1, -3), (3, -2), (0, 0), (2, -1)):
        canvas.dot(x + right, y + down, colour)
        canvas.dot(x + right, y + down - 1, shade(colour, 1))


def _flowerbed(dyes: Sequence[str], canvas: Canvas) -> None:
    _soil(canvas, mix(material("stone"), material("paving"), 0.3), "flowerbed")
    number = 0
    for y in range(8, canvas.height - 3, 5):
        for x in range(5 + (y // 5 % 2) * 2, canvas.width - 5, 6):
            _tuft_of_flowers(canvas, x, y, cloth(dyes[number % len(dyes)]))
            number += 1


_BORDER = ("red", "yellow", "pink", "white", "lilac")
ALBUM.add("flowerbed", (2, 1), partial(_flowerbed, _BORDER))
ALBUM.add("flowerbed_v", (1, 2), partial(_flowerbed, _BORDER), depth=2)
ALBUM.add("flowerbed_blue", (2, 1), partial(_flowerbed, ("blue", "sky", "white")))


def _veg_bed(crop: str, canvas: Canvas) -> None:
    _soil(canvas, material("oak"), f"veg bed {crop}")
    leaf = material("leaf")
    for x in range(6, canvas.width - 4, 5 if crop == "carrots" else 7):
        if crop == "cabbages":
            canvas.oval(x - 3, 5, 7, 6, shade(leaf, -1))
            canvas.oval(x - 2, 5, 5, 5, mix(leaf, cloth("cream"), 0.4))
            canvas.dots(((x, 6), (x - 1, 7)), shade(leaf, 1.6))
        elif crop == "carrots":
            canvas.row(x - 1, 9, 2, cloth("orange"))
            for tip in ((x - 2, 5), (x, 4), (x + 1, 5)):
                canvas.line((x, 8), tip, shade(leaf, 0.3))
        else:
            canvas.column(x, 1, 10, material("pinewood"))
            canvas.oval(x - 2, 2, 5, 7, shade(leaf, -0.6))
            canvas.dots(((x - 1, 4), (x + 1, 6), (x, 8)), cloth("red"))
            canvas.dot(x, 3, shade(leaf, 1))


ALBUM.add("veg_bed", (2, 1), partial(_veg_bed, "cabbages"), solid=False)
ALBUM.add("veg_bed_carrots", (2, 1), partial(_veg_bed, "carrots"), solid=False)
ALBUM.add("veg_bed_tomatoes", (2, 1), partial(_veg_bed, "tomatoes"), solid=False)


@ALBUM.sprite("window_box", (1, 1), solid=False)
def _window_box(canvas: Canvas) -> None:
    wood = material("oak")
    for x, dye in ((3, "red"), (7, "pink"), (11, "red")):
        _tuft_of_flowers(canvas, x, 11, cloth(dye))
    canvas.box(2, 12, 12, 4, shade(wood, -2))
    canvas.box(3, 12, 10, 3, wood)
    canvas.row(3, 12, 10, shade(wood, 0.8))


@ALBUM.sprite("laundry_line", (3, 2))
def _laundry_line(canvas: Canvas) -> None:
    wood = material("oak")
    for x in (1, 45):
        canvas.box(x, 5, 2, 26, shade(wood, -0.4))
        canvas.column(x + 1, 5, 26, shade(wood, -1.9))
        canvas.row(x - 1, 6, 4, shade(wood, -1))
    canvas.row(3, 8, 42, material("rope"))
    for x, width, height, dye in ((5, 9, 14, "white"), (15, 7, 10, "sky"), (23, 5, 12, "red"), (30, 10, 9, "cream"),
                                  (41, 3, 6, "mustard")):  # fmt: skip
        colour = cloth(dye)
        canvas.box(x, 9, width, height, colour)
        canvas.column(x + width - 1, 9, height, shade(colour, -0.9))
        canvas.column(x + width // 2, 10, height - 2, shade(colour, -0.5))
        canvas.row(x, 9 + height - 1, width, shade(colour, -1.4))
        canvas.dots(((x, 8), (x + width - 1, 8)), material("pinewood"))
    canvas.flat_shadow(5, 28, 38, 2, 45)


@ALBUM.sprite("beehive", (1, 2))
def _beehive(canvas: Canvas) -> None:
    straw, wood = material("straw"), material("oak")
    canvas.box(2, 25, 12, 2, wood)
    for x in (3, 11):
        canvas.box(x, 27, 2, 4, shade(wood, -1.4))
    for band, (y, inset) in enumerate(((9, 5), (12, 3), (15, 2), (18, 1), (21, 1))):
        canvas.round_box(inset, y, 16 - 2 * inset, 4, shade(straw, -1.8))
        canvas.row(inset + 1, y, 14 - 2 * inset, shade(straw, 0.9))
        canvas.box(inset + 1, y + 1, 14 - 2 * inset, 2, shade(straw, -0.1 * band))
    canvas.box(6, 21, 4, 3, material("ink"))
    for x, y in ((12, 8), (2, 12), (14, 16)):
        canvas.dot(x, y, cloth("yellow"))
        canvas.dot(x + 1, y, material("ink"))
    canvas.shadow(2, 28, 13, 4, 60)


@ALBUM.sprite("greenhouse", (3, 3), depth=2)
def _greenhouse(canvas: Canvas) -> None:
    glass, frame, leaf = material("glass"), material("whitewash"), material("leaf")
    canvas.box(2, 22, 44, 24, shade(frame, -2))
    canvas.box(3, 23, 42, 19, mix(glass, leaf, 0.2))
    rng = dice("greenhouse")
    for x in range(4, 44, 3):
        high = rng.randrange(6, 14)
        canvas.column(x, 41 - high, high, shade(leaf, rng.choice((-0.8, 0, 0.4))))
        canvas.dots(((x - 1, 42 - high), (x + 1, 43 - high)), shade(leaf, 0.6))
        if rng.random() < 0.5:
            canvas.dot(x, 38 - high // 2, cloth("red"))
    for x in (2, 12, 23, 34, 45):
        canvas.column(x, 22, 21, frame)
    canvas.row(2, 32, 44, frame)
    canvas.box(2, 42, 44, 4, shade(material("brick"), -0.3))
    canvas.row(2, 42, 44, shade(material("brick"), 0.9))
    canvas.box(19, 26, 10, 20, shade(frame, -1))
    canvas.box(20, 27, 8, 18, mix(glass, leaf, 0.1))
    canvas.column(24, 27, 18, frame)
    for row in range(18):
        inset = 9 - row // 2
        canvas.row(inset, 4 + row, 48 - 2 * inset, shade(glass, 0.9 - row * 0.06))
        canvas.dots(((inset, 4 + row), (47 - inset, 4 + row)), shade(frame, -1.2))
        for x in (12, 18, 24, 30, 36):
            canvas.dot(24 + (x - 24) * (15 + row // 2) // 24, 4 + row, frame)
    canvas.row(9, 3, 30, shade(frame, -1))
    canvas.row(0, 22, 48, shade(frame, -1.4))
    canvas.line((10, 18), (18, 7), shade(glass, 2))
    canvas.line((31, 19), (36, 12), shade(glass, 2))
    grounded(canvas, 2, 44, 46)


def _boards(canvas: Canvas, area: tuple[int, int, int, int], wood: RGB) -> None:
    x, y, width, height = area
    canvas.box(x, y, width, height, wood)
    for place in range(x, x + width, 5):
        canvas.column(place, y, height, shade(wood, -1.3))
        canvas.column(place + 1, y, height, shade(wood, 0.5))


@ALBUM.sprite("shed", (3, 3), depth=2)
def _shed(canvas: Canvas) -> None:
    wood, roof = mix(material("oak"), material("cobble"), 0.2), material("roof_green")
    canvas.box(3, 20, 42, 26, shade(wood, -2.4))
    _boards(canvas, (4, 21, 40, 24), wood)
    canvas.box(8, 27, 12, 19, shade(material("walnut"), -1.8))
    _boards(canvas, (9, 28, 10, 17), material("walnut"))
    canvas.line((9, 44), (18, 29), shade(material("walnut"), 0.9))
    canvas.dot(17, 37, material("brass"))
    canvas.box(27, 27, 11, 9, material("whitewash"))
    canvas.box(28, 28, 9, 7, material("glass"))
    canvas.column(32, 28, 7, material("whitewash"))
    canvas.line((28, 33), (31, 29), shade(material("glass"), 1.4))
    for row in range(19):
        inset = max(0, 4 - row // 4)
        tone = 0.2 if row % 4 != 3 else -1.2
        canvas.row(inset, 3 + row, 48 - 2 * inset, shade(roof, tone + 0.3 - row * 0.03))
        canvas.dots(((inset, 3 + row), (47 - inset, 3 + row)), shade(roof, -2.2))
        if row % 4 != 3:
            for x in range(inset + 3 + (row // 4 % 2) * 4, 46 - inset, 8):
                canvas.dot(x, 3 + row, shade(roof, -0.8))
    canvas.row(4, 3, 40, shade(roof, 1.3))
    canvas.row(0, 22, 48, shade(roof, -2.4))
    canvas.row(4, 23, 40, alpha(material("shadow"), 90))
    grounded(canvas, 3, 42, 46)


@ALBUM.sprite("wheelbarrow", (2, 1))
def _wheelbarrow(canvas: Canvas) -> None:
    green = cloth("green")
    canvas.line((14, 9), (30, 6), material("oak"))
    canvas.line((14, 10), (30, 7), shade(material("oak"), -1.6))
    canvas.oval(7, 2, 14, 5, material("soil"))
    for row in range(7):
        canvas.row(5 + row // 2, 4 + row, 18 - row, shade(green, -0.2 - 0.2 * row))
    canvas.row(5, 4, 18, shade(green, 1))
    canvas.column(20, 10, 5, shade(material("iron"), -0.6))
    canvas.oval(3, 9, 6, 6, shade(material("iron"), -1.6))
    canvas.dot(5, 11, material("steel"))
    canvas.shadow(3, 12, 24, 4, 60)


@ALBUM.sprite("watering_can", (1, 1), solid=False)
def _watering_can(canvas: Canvas) -> None:
    tin = mix(material("steel"), cloth("teal"), 0.35)
    canvas.box(6, 6, 7, 8, shade(tin, -1.8))
    canvas.box(7, 7, 5, 6, tin)
    canvas.column(7, 7, 6, shade(tin, 1))
    canvas.line((6, 10), (2, 6), shade(tin, -1))
    canvas.row(1, 5, 3, shade(tin, -0.4))
    canvas.frame(8, 3, 5, 4, shade(tin, -1.4))
    canvas.shadow(5, 12, 10, 3, 50)


@ALBUM.sprite("scarecrow", (1, 2))
def _scarecrow(canvas: Canvas) -> None:
    wood = material("oak")
    canvas.box(7, 18, 2, 13, shade(wood, -1))
    canvas.row(1, 16, 14, shade(wood, -0.6))
    canvas.box(4, 14, 8, 9, cloth("red"))
    canvas.box(1, 14, 4, 4, shade(cloth("red"), -0.3))
    canvas.box(11, 14, 4, 4, shade(cloth("red"), -0.8))
    canvas.column(8, 15, 8, shade(cloth("red"), -1.4))
    canvas.dots(((0, 15), (0, 17), (15, 15), (15, 17), (4, 23), (7, 24), (10, 23)), material("straw"))
    canvas.oval(5, 7, 7, 8, material("rope"))
    canvas.dots(((7, 10), (9, 10)), material("ink"))
    canvas.row(7, 12, 3, shade(material("rope"), -1.6))
    canvas.row(2, 7, 12, shade(material("straw"), -0.8))
    canvas.box(5, 3, 6, 4, material("straw"))
    canvas.row(5, 6, 6, cloth("brown"))
    canvas.shadow(4, 28, 9, 4, 60)
