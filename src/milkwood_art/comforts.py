"""What makes a room a home: rugs, plants, lamps, a fire, pictures on the wall.

Knows how these things look and nothing else. Invariant: rugs lie flat; what hangs on a wall fits on a wall's face
below its cap.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import grounded
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _rug(field: RGB, border: RGB, canvas: Canvas) -> None:
    width, height = canvas.width, canvas.height
    field = mix(field, cloth("tan"), 0.18)
    for y in range(3, height - 3, 2):
        canvas.dots(((0, y), (width - 1, y)), cloth("cream"))
    canvas.box(1, 2, width - 2, height - 4, shade(field, -1.4))
    canvas.box(2, 3, width - 4, height - 6, field)
    canvas.frame(3, 4, width - 6, height - 8, border)
    canvas.frame(5, 6, width - 10, height - 12, shade(field, -0.9))
    middle_x, middle_y = width // 2, height // 2
    for ring, tone in ((7, border), (5, shade(field, -1.0)), (3, border), (1, shade(field, 1.2))):
        for y in range(-ring, ring + 1):
            reach = ring - abs(y)
            canvas.row(middle_x - reach - 1, middle_y + y, 2 * reach + 2, tone)
    for x in (8, width - 10):
        for y in (9, height - 10):
            canvas.dots(((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)), border)


for _name, _dye, _edge in (
    ("red", "crimson", "mustard"),
    ("blue", "navy", "cream"),
    ("green", "green", "cream"),
):
    ALBUM.add(f"rug_{_name}", (3, 2), partial(_rug, cloth(_dye), cloth(_edge)), flat=True)


@ALBUM.sprite("rug_round", (2, 2), flat=True)
def _rug_round(canvas: Canvas) -> None:
    rings = ("teal", "cream", "teal", "mustard", "cream", "crimson", "cream")
    for step, dye in enumerate(rings):
        inset = 1 + step * 2
        if inset * 2 < 30:
            colour = mix(cloth(dye), cloth("tan"), 0.2)
            canvas.oval(inset, inset + 1, 32 - 2 * inset, 30 - 2 * inset, colour)
    for x, y in ((5, 9), (26, 9), (5, 22), (26, 22), (15, 4), (16, 27)):
        canvas.dot(x, y, shade(cloth("teal"), 1))


ALBUM.add("rug_purple", (3, 2), partial(_rug, cloth("purple"), cloth("pink")), flat=True)
ALBUM.add("rug_large", (4, 3), partial(_rug, cloth("crimson"), cloth("cream")), flat=True)


@ALBUM.sprite("doormat", (1, 1), flat=True)
def _doormat(canvas: Canvas) -> None:
    straw = mix(material("straw"), cloth("brown"), 0.35)
    canvas.box(1, 4, 14, 9, shade(straw, -1.8))
    canvas.box(2, 5, 12, 7, straw)
    for y in range(5, 12):
        for x in range(2 + y % 2, 14, 2):
            canvas.dot(x, y, shade(straw, -0.5))
    canvas.frame(3, 6, 10, 5, shade(straw, -1.2))


def _pot(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    clay = material("clay")
    canvas.box(x, y, width, 3, shade(clay, -2))
    canvas.box(x + 1, y, width - 2, 2, shade(clay, 0.5))
    canvas.row(x + 1, y, 2, shade(clay, 1.3))
    for row in range(height - 3):
        inset = 1 + (row > height // 2)
        canvas.row(x + inset, y + 3 + row, width - 2 * inset, shade(clay, -2))
        canvas.row(x + inset + 1, y + 3 + row, width - 2 * inset - 2, shade(clay, -0.3))
        canvas.dot(x + inset + 1, y + 3 + row, shade(clay, 0.7))
    canvas.row(x + 2, y + height, width - 4, shade(clay, -2.4))


def _leafy(canvas: Canvas, tips: tuple[tuple[int, int], ...], root: tuple[int, int], colour: RGB) -> None:
    """Long leaves from one root, each lit on its upper edge."""
    for place, tip in enumerate(tips):
        tone = 0.4 if place % 2 else -0.4
        canvas.line((root[0], root[1] + 1), (tip[0], tip[1] + 1), shade(colour, tone - 1.3))
        canvas.line(root, tip, shade(colour, tone))
        canvas.dot(tip[0], tip[1], shade(colour, tone + 1.1))


@ALBUM.sprite("plant_pot", (1, 2))
def _plant_pot(canvas: Canvas) -> None:
    leaf = material("leaf")
    tips = ((2, 13), (13, 13), (4, 9), (11, 9), (8, 7), (1, 17), (14, 17), (6, 10), (10, 11))
    _leafy(canvas, tips, (8, 21), leaf)
    canvas.oval(5, 14, 6, 7, shade(leaf, -0.6))
    _leafy(canvas, ((5, 13), (10, 13), (7, 11)), (8, 20), shade(leaf, 0.5))
    _pot(canvas, 3, 21, 10, 8)
    canvas.shadow(3, 27, 12, 4, 60)


@ALBUM.sprite("plant_big", (1, 2))
def _plant_big(canvas: Canvas) -> None:
    leaf, rng = mix(material("pine"), material("leaf"), 0.5), dice("plant big")
    canvas.column(7, 12, 10, material("bark"))
    canvas.column(8, 12, 10, shade(material("bark"), -1.2))
    for x, y, size in ((1, 9, 8), (7, 8, 8), (3, 3, 9), (5, 0, 7), (2, 6, 6), (8, 4, 7)):
        canvas.oval(x, y, size, size - 1, shade(leaf, -1.6))
        canvas.oval(x, y, size - 1, size - 2, shade(leaf, rng.choice((-0.4, 0, 0.3))))
        canvas.row(x + 2, y + 1, 2, shade(leaf, 1.3))
        canvas.line((x + 2, y + size - 3), (x + size - 3, y + 2), shade(leaf, -0.9))
    _pot(canvas, 3, 21, 10, 8)
    canvas.shadow(3, 27, 12, 4, 60)


@ALBUM.sprite("floor_lamp", (1, 2))
def _floor_lamp(canvas: Canvas) -> None:
    gold, warm = material("brass"), material("lamplight")
    canvas.column(7, 10, 19, gold)
    canvas.column(8, 10, 19, shade(gold, -1.8))
    canvas.row(4, 29, 8, shade(gold, -0.6))
    canvas.row(4, 30, 8, shade(gold, -2.2))
    for row in range(9):
        reach = 3 + row // 2
        canvas.row(8 - reach, 2 + row, 2 * reach, shade(warm, 0.8 - row * 0.18))
        canvas.dots(((8 - reach, 2 + row), (7 + reach, 2 + row)), shade(warm, -1.6))
    canvas.row(5, 2, 6, shade(warm, -1.6))
    canvas.row(1, 11, 14, shade(warm, -1.9))
    canvas.column(10, 12, 3, shade(gold, -1))
    canvas.shadow(4, 28, 11, 4, 60)


@ALBUM.sprite("lamp", (1, 3), kind="lamp")
def _lamp(canvas: Canvas) -> None:
    """A great lamp with a lens, as in a lighthouse."""
    gold, glass, iron = material("brass"), material("lamplight"), material("iron")
    canvas.box(3, 32, 10, 14, shade(iron, -1.8))
    canvas.box(4, 33, 8, 12, iron)
    canvas.column(4, 33, 12, shade(iron, 1))
    canvas.row(1, 45, 14, shade(iron, -1.2))
    canvas.row(1, 46, 14, shade(iron, -2.4))
    canvas.box(1, 29, 14, 4, shade(gold, -1.8))
    canvas.row(2, 30, 12, shade(gold, 1))
    canvas.row(2, 31, 12, gold)
    canvas.oval(1, 8, 14, 22, shade(gold, -1.6))
    canvas.oval(2, 9, 12, 20, glass)
    for y in range(11, 28, 3):
        canvas.row(2, y, 12, shade(glass, -1.1))
    canvas.oval(5, 13, 6, 12, shade(glass, 1.2))
    canvas.oval(6, 16, 4, 6, material("light"))
    for x in (1, 14):
        canvas.column(x, 9, 20, gold)
    canvas.round_box(2, 5, 12, 4, shade(gold, -0.6))
    canvas.row(3, 5, 10, shade(gold, 1))
    canvas.row(5, 3, 6, shade(gold, -1))
    canvas.column(7, 0, 3, gold)
    canvas.shadow(2, 43, 14, 5, 70)


@ALBUM.sprite("fireplace", (2, 2))
def _fireplace(canvas: Canvas) -> None:
    stone, wood = material("stone"), material("walnut")
    canvas.box(2, 8, 28, 23, shade(stone, -2.2))
    for y in range(9, 30):
        for x in range(3, 29):
            course = y // 4
            joint = y % 4 == 3 or (x + 3 * (course % 2)) % 7 == 6
            canvas.dot(x, y, shade(stone, -1.4 if joint else 0.1 * ((x * 3 + course) % 5) - 0.2))
    canvas.box(0, 4, 32, 5, shade(wood, -2.4))
    canvas.box(1, 5, 30, 2, shade(wood, 0.8))
    canvas.row(1, 7, 30, shade(wood, -0.4))
    canvas.oval(8, 13, 16, 16, material("ink"))
    canvas.box(8, 20, 16, 9, material("ink"))
    canvas.stamp(10, 17, (
        ".....a......",
        "....aa..a...",
        "..a.aba.aa..",
        "..aabba.ba..",
        ".aabbbabbaa.",
        ".abbccbbcba.",
        "aabccccccbaa",
        "abbccccccbba",
    ), {"a": cloth("red"), "b": cloth("orange"), "c": cloth("yellow")})  # fmt: skip
    canvas.box(9, 25, 14, 3, shade(material("bark"), -0.8))
    canvas.row(9, 25, 14, shade(material("bark"), 0.6))
    canvas.row(8, 28, 16, shade(material("iron"), -0.6))
    canvas.box(4, 1, 4, 3, cloth("teal"))
    canvas.row(4, 1, 4, shade(cloth("teal"), 1))
    canvas.column(14, 0, 4, material("brass"))
    canvas.box(23, 1, 5, 3, material("brass"))
    canvas.box(24, 1, 3, 2, material("paper"))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("clock_tall", (1, 2))
def _clock_tall(canvas: Canvas) -> None:
    """A grandfather clock."""
    wood = material("cherry_wood")
    canvas.box(3, 3, 10, 28, shade(wood, -2.6))
    canvas.box(4, 4, 8, 26, wood)
    canvas.column(4, 4, 26, shade(wood, 0.9))
    canvas.column(11, 4, 26, shade(wood, -1))
    canvas.oval(4, 6, 8, 8, shade(material("brass"), -0.6))
    canvas.oval(5, 7, 6, 6, material("paper"))
    canvas.line((8, 10), (8, 8), material("ink"))
    canvas.dot(9, 10, material("ink"))
    canvas.box(5, 15, 6, 10, material("ink"))
    canvas.column(8, 15, 6, material("brass"))
    canvas.box(7, 20, 3, 3, material("brass"))
    canvas.dot(7, 20, shade(material("brass"), 1.5))
    canvas.frame(5, 26, 6, 3, shade(wood, -1.2))
    canvas.row(2, 3, 12, shade(wood, -0.6))
    canvas.row(2, 30, 12, shade(wood, -2.8))
    grounded(canvas, 3, 10, 30)


def _painting(subject: str, canvas: Canvas) -> None:
    gold = material("brass")
    canvas.box(2, 4, 12, 9, shade(gold, -2))
    canvas.box(3, 5, 10, 7, gold)
    canvas.row(3, 5, 10, shade(gold, 1.2))
    canvas.box(4, 6, 8, 5, cloth("sky"))
    if subject == "hills":
        canvas.box(4, 9, 8, 2, material("leaf"))
        canvas.row(6, 8, 4, material("leaf"))
        canvas.dot(10, 6, cloth("yellow"))
    elif subject == "sea":
        canvas.box(4, 9, 8, 2, material("deep"))
        canvas.dots(((7, 8), (8, 8), (7, 7), (8, 7)), cloth("white"))
        canvas.row(6, 9, 4, cloth("brown"))
    else:
        canvas.box(4, 6, 8, 5, cloth("charcoal"))
        canvas.dots(((6, 7), (7, 7), (9, 8), (6, 8), (7, 8)), cloth("red"))
        canvas.dots(((9, 7), (10, 7)), cloth("yellow"))
        canvas.dots(((7, 9), (9, 9), (8, 9)), material("leaf"))
    canvas.row(3, 13, 11, (*material("shadow"), 70))


ALBUM.add("painting", (1, 1), partial(_painting, "hills"), solid=False)
ALBUM.add("painting_2", (1, 1), partial(_painting, "sea"), solid=False)
ALBUM.add("painting_3", (1, 1), partial(_painting, "flowers"), solid=False)


@ALBUM.sprite("clock", (1, 1), solid=False)
def _clock(canvas: Canvas) -> None:
    canvas.oval(4, 4, 9, 9, shade(material("walnut"), -1.6))
    canvas.oval(5, 5, 7, 7, material("paper"))
    canvas.column(8, 6, 3, material("ink"))
    canvas.row(8, 8, 3, material("ink"))


@ALBUM.sprite("poster", (1, 1), solid=False)
def _poster(canvas: Canvas) -> None:
    canvas.box(4, 4, 8, 9, shade(cloth("purple"), -1))
    canvas.box(5, 5, 6, 7, cloth("purple"))
    canvas.dots(((6, 7), (7, 6), (8, 7), (9, 6), (7, 8), (8, 8)), cloth("yellow"))
    canvas.row(5, 10, 6, cloth("white"))


@ALBUM.sprite("pet_bed", (1, 1), flat=True)
def _pet_bed(canvas: Canvas) -> None:
    canvas.oval(1, 4, 14, 11, shade(cloth("tan"), -1.6))
    canvas.oval(2, 5, 12, 8, cloth("tan"))
    canvas.oval(4, 6, 8, 5, cloth("red"))
    canvas.row(6, 7, 4, shade(cloth("red"), 0.9))
