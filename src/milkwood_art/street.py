"""What stands in streets, squares, parks and gardens.

Knows how it looks and nothing else. Invariant: a lamp's light hangs one tile above its foot.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import case, grounded, legs, top
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


@ALBUM.sprite("lamp_post", (1, 3))
def _lamp_post(canvas: Canvas) -> None:
    iron, warm = material("iron"), material("lamplight")
    canvas.column(7, 14, 30, shade(iron, 0.2))
    canvas.column(8, 14, 30, shade(iron, -1.8))
    canvas.box(6, 40, 4, 6, shade(iron, -0.8))
    canvas.column(6, 40, 6, shade(iron, 0.8))
    canvas.row(5, 46, 6, shade(iron, -2))
    canvas.row(5, 18, 6, shade(iron, -0.6))
    canvas.round_box(4, 3, 8, 12, shade(iron, -1.6))
    canvas.box(5, 5, 6, 8, warm)
    canvas.column(5, 5, 8, shade(warm, 1.2))
    canvas.box(7, 7, 2, 4, material("light"))
    canvas.row(3, 3, 10, shade(iron, -0.6))
    canvas.row(5, 1, 6, shade(iron, -0.2))
    canvas.row(6, 2, 4, shade(iron, 0.8))
    canvas.dots(((7, 0), (8, 0)), shade(iron, -1))
    canvas.shadow(4, 44, 11, 4, 70)


def _park_bench(canvas: Canvas) -> None:
    wood, iron = material("oak"), material("iron")
    for y in (2, 5):
        canvas.row(2, y, 28, shade(wood, 0.8))
        canvas.row(2, y + 1, 28, wood)
        canvas.row(2, y + 2, 28, shade(wood, -1.9))
    canvas.box(2, 8, 28, 4, shade(wood, 0.5))
    canvas.row(2, 8, 28, shade(wood, -1.4))
    canvas.row(2, 10, 28, shade(wood, -0.5))
    canvas.row(2, 12, 28, shade(wood, -2))
    for x in (2, 28):
        canvas.column(x, 2, 13, shade(iron, 0.3))
        canvas.column(x + 1, 2, 13, shade(iron, -1.6))
    canvas.row(1, 9, 3, iron)
    canvas.row(28, 9, 3, iron)
    canvas.shadow(2, 12, 29, 4, 70)


ALBUM.add("bench_park", (2, 1), _park_bench, solid=False, kind="bench")
ALBUM.add("bench", (2, 1), _park_bench, solid=False, kind="bench")


@ALBUM.sprite("signpost", (1, 2))
def _signpost(canvas: Canvas) -> None:
    wood = material("oak")
    canvas.box(7, 8, 2, 22, shade(wood, -0.6))
    canvas.column(8, 8, 22, shade(wood, -2))
    for y, left, right in ((8, 1, 13), (15, 3, 15)):
        canvas.box(left, y, right - left, 6, shade(wood, -2.2))
        canvas.box(left + 1, y + 1, right - left - 2, 4, shade(wood, 0.6))
        canvas.row(left + 2, y + 3, right - left - 5, shade(wood, -1.6))
    canvas.dots(((0, 10), (0, 11)), shade(wood, -2.2))
    canvas.dots(((15, 17), (15, 18)), shade(wood, -2.2))
    canvas.shadow(5, 28, 8, 4, 60)


@ALBUM.sprite("mailbox", (1, 2))
def _mailbox(canvas: Canvas) -> None:
    red, wood = cloth("red"), material("oak")
    canvas.box(7, 20, 2, 10, shade(wood, -0.6))
    canvas.column(8, 20, 10, shade(wood, -2))
    canvas.round_box(3, 11, 11, 10, shade(red, -2.2), 2)
    canvas.round_box(4, 12, 9, 8, red, 2)
    canvas.row(6, 12, 5, shade(red, 1.2))
    canvas.row(6, 15, 5, material("ink"))
    canvas.box(7, 14, 4, 3, material("paper"))
    canvas.column(13, 8, 5, shade(cloth("yellow"), -0.6))
    canvas.box(13, 8, 3, 2, cloth("yellow"))
    canvas.shadow(4, 28, 9, 4, 60)


@ALBUM.sprite("well", (2, 3), depth=2)
def _well(canvas: Canvas) -> None:
    stone, wood, roof = material("stone"), material("oak"), material("roof_red")
    for x in (3, 27):
        canvas.box(x, 14, 2, 20, shade(wood, -0.4))
        canvas.column(x + 1, 14, 20, shade(wood, -2))
    canvas.row(5, 20, 22, shade(wood, -1))
    canvas.row(5, 21, 22, shade(wood, -2))
    canvas.column(16, 22, 8, material("rope"))
    canvas.oval(2, 26, 28, 12, shade(stone, -2.2))
    canvas.box(2, 31, 28, 14, shade(stone, -2.2))
    for y in range(33, 45):
        for x in range(3, 29):
            joint = y % 4 == 3 or (x + (y // 4 % 2) * 3) % 7 == 0
            canvas.dot(x, y, shade(stone, -1.3 if joint else 0.0 - 0.05 * (x - 10)))
    canvas.oval(2, 27, 28, 11, shade(stone, 0.8))
    canvas.oval(5, 29, 22, 7, material("ink"))
    canvas.oval(7, 32, 18, 4, shade(material("deep"), -1))
    canvas.box(13, 28, 6, 4, shade(wood, -0.6))
    for row in range(13):
        reach = 6 + row * 10 // 12
        colour = shade(roof, 0.2 if row % 3 else 0.8)
        canvas.row(16 - reach, 2 + row, 2 * reach, colour if row % 4 != 3 else shade(roof, -1.3))
        canvas.dots(((16 - reach, 2 + row), (15 + reach, 2 + row)), shade(roof, -2.2))
    canvas.row(10, 2, 12, shade(roof, 1.4))
    canvas.row(0, 15, 32, shade(roof, -2.4))
    canvas.shadow(2, 40, 30, 8, 70)


@ALBUM.sprite("fountain", (3, 3), depth=2)
def _fountain(canvas: Canvas) -> None:
    stone, water = mix(material("stone"), material("paving"), 0.35), material("water")
    canvas.oval(0, 16, 48, 31, shade(stone, -2.4))
    canvas.oval(1, 17, 46, 28, shade(stone, -0.9))
    canvas.oval(1, 16, 46, 25, shade(stone, 0.9))
    canvas.oval(4, 18, 40, 20, shade(stone, -1.8))
    canvas.oval(5, 20, 38, 18, water)
    canvas.oval(8, 22, 32, 13, shade(water, 0.4))
    canvas.oval(14, 27, 20, 8, mix(water, material("foam"), 0.55))
    canvas.box(21, 16, 6, 15, shade(stone, -0.3))
    canvas.column(21, 16, 15, shade(stone, 0.8))
    canvas.column(26, 16, 15, shade(stone, -1.7))
    canvas.oval(13, 11, 22, 9, shade(stone, -2))
    canvas.oval(14, 11, 20, 6, shade(stone, 0.8))
    canvas.oval(16, 12, 16, 4, water)
    canvas.column(23, 3, 9, material("foam"))
    canvas.column(24, 3, 9, mix(water, material("foam"), 0.6))
    canvas.dots(((22, 4), (25, 4), (21, 6), (26, 6), (20, 9), (27, 9), (23, 2), (24, 1)), material("foam"))
    for x in (14, 33):
        canvas.column(x, 16, 10, alpha(material("foam"), 190))
        canvas.column(x + 1, 17, 10, alpha(material("foam"), 120))
    for x, y in ((9, 27), (36, 29), (17, 34), (30, 24), (12, 31), (38, 26)):
        canvas.row(x, y, 3, mix(water, material("foam"), 0.7))
    for x in range(4, 46, 6):
        canvas.column(x, 42 - abs(x - 24) * abs(x - 24) // 60, 3, shade(stone, -1.7))
    canvas.shadow(2, 38, 46, 10, 60)


@ALBUM.sprite("statue", (1, 3))
def _statue(canvas: Canvas) -> None:
    stone = mix(material("stone"), material("paving"), 0.2)
    case(canvas, 1, 31, 14, 5, 11, stone)
    canvas.box(4, 38, 8, 4, shade(material("brass"), -0.6))
    canvas.stamp(2, 5, (
        "....llb.....",
        "...lllbd....",
        "...llbbd....",
        "....bbd..l..",
        "..lllbbdlb..",
        ".llllbbbbd..",
        ".lblllbbd...",
        ".lb.llbd....",
        ".lb.llbd....",
        ".ld.llbd....",
        "....llbbd...",
        "...lllbbd...",
        "...lllbbdd..",
        "...llbbbbd..",
        "..lllbbbbd..",
        "..llbbbbbdd.",
        "..llbbbbbbd.",
        "..lllbbbbbd.",
        ".lllbbbbbbd.",
        ".llbbbbbbbdd",
        ".llbbbbbbbdd",
        ".llbbbbbbbbd",
        "lllbbbbbbbdd",
        "lllbbbbbbbdd",
        "lllbbbbbbbbd",
        "dddddddddddd",
    ), {"l": shade(stone, 1), "b": shade(stone, 0.1), "d": shade(stone, -1.5)})  # fmt: skip
    grounded(canvas, 1, 14, 46)


def _noticeboard(canvas: Canvas) -> None:
    wood, cork = material("oak"), mix(material("rope"), cloth("brown"), 0.25)
    for x in (3, 27):
        canvas.box(x, 6, 2, 24, shade(wood, -0.8))
        canvas.column(x + 1, 6, 24, shade(wood, -2.2))
    canvas.box(1, 6, 30, 17, shade(wood, -2.2))
    canvas.box(2, 7, 28, 15, wood)
    canvas.box(4, 9, 24, 11, cork)
    canvas.row(4, 9, 24, shade(cork, -1.2))
    for x, y, wide, high, dye in (
        (5, 10, 6, 7, "cream"), (12, 11, 5, 6, "sky"), (18, 10, 5, 5, "yellow"), (24, 11, 3, 7, "white"),
        (18, 16, 5, 3, "pink"),
    ):  # fmt: skip
        canvas.box(x, y, wide, high, cloth(dye))
        canvas.row(x, y + high - 1, wide, shade(cloth(dye), -1.2))
        canvas.dot(x + wide // 2, y, cloth("red"))
        for row in range(y + 2, y + high - 1, 2):
            canvas.row(x + 1, row, wide - 2, shade(cloth(dye), -1.8))
    for row in range(4):
        canvas.row(4 - row, 2 + row, 24 + 2 * row, shade(material("roof_red"), 0.6 - 0.4 * row))
    canvas.row(0, 6, 32, shade(material("roof_red"), -2.2))
    canvas.shadow(2, 28, 29, 4, 60)


ALBUM.add("noticeboard", (2, 2), _noticeboard, kind="noticeboard")


def _wheel(canvas: Canvas, x: int, y: int, size: int) -> None:
    wood = material("walnut")
    canvas.oval(x, y, size, size, shade(wood, -2.4))
    canvas.oval(x + 1, y + 1, size - 2, size - 2, wood)
    canvas.oval(x + 2, y + 2, size - 4, size - 4, shade(wood, -2.8))
    canvas.row(x + 1, y + size // 2, size - 2, wood)
    canvas.column(x + size // 2, y + 1, size - 2, wood)
    canvas.dot(x + size // 2, y + size // 2, material("brass"))


@ALBUM.sprite("cart", (2, 2))
def _cart(canvas: Canvas) -> None:
    wood, rng = material("oak"), dice("cart")
    for _ in range(24):
        x, y = rng.randrange(6, 28), rng.randrange(7, 13)
        dye = rng.choice(("red", "orange", "yellow", "green", "purple"))
        canvas.oval(x - 1, y - 1, 4, 4, shade(cloth(dye), -1.4))
        canvas.oval(x - 1, y - 1, 3, 3, cloth(dye))
    case(canvas, 4, 12, 27, 3, 9, wood)
    for x in (10, 17, 24):
        canvas.column(x, 16, 5, shade(wood, -1.6))
    canvas.line((0, 20), (5, 18), shade(wood, -1.2))
    canvas.line((0, 21), (5, 19), shade(wood, -2.2))
    _wheel(canvas, 6, 19, 11)
    _wheel(canvas, 20, 19, 11)
    canvas.shadow(4, 26, 28, 6, 70)


@ALBUM.sprite("hay", (2, 2))
def _hay(canvas: Canvas) -> None:
    straw, rng = material("straw"), dice("hay")
    case(canvas, 2, 8, 28, 9, 13, straw)
    for _ in range(80):
        x, y = rng.randrange(3, 28), rng.randrange(9, 29)
        canvas.row(x, y, 2, shade(straw, rng.choice((-1.2, -0.6, 0.6, 1.0))))
    for x in (9, 22):
        canvas.column(x, 9, 20, cloth("red"))
    canvas.dots(((1, 28), (31, 29), (30, 30), (4, 30), (12, 30)), straw)
    grounded(canvas, 2, 28, 29)


def _stall(stripe: RGB, goods: tuple[str, ...], canvas: Canvas) -> None:
    wood, white = material("oak"), cloth("white")
    for x in (3, 43):
        canvas.box(x, 14, 2, 30, shade(wood, -0.6))
        canvas.column(x + 1, 14, 30, shade(wood, -2))
    top(canvas, 1, 27, 46, 8, wood)
    canvas.box(2, 35, 44, 10, shade(wood, -0.8))
    canvas.row(2, 35, 44, shade(wood, -2))
    for x in range(2, 46, 6):
        canvas.column(x, 36, 9, shade(wood, -1.7))
    canvas.row(1, 45, 46, shade(wood, -2.6))
    for box, dye in enumerate(goods):
        left = 4 + box * 10
        canvas.box(left, 29, 9, 4, shade(material("pinewood"), -0.8))
        for place in range(4):
            canvas.oval(left + place * 2, 26 + place % 2, 3, 3, cloth(dye))
            canvas.dot(left + place * 2, 26 + place % 2, shade(cloth(dye), 1.2))
    for x in range(48):
        colour = stripe if x // 6 % 2 else white
        canvas.column(x, 4, 11, shade(colour, 0.2))
        canvas.dot(x, 4, shade(colour, 1))
        canvas.dots(((x, 9), (x, 10)), shade(colour, -0.3))
        drop = 4 if x % 6 in (2, 3) else 3 if x % 6 in (1, 4) else 2
        canvas.column(x, 15, drop, shade(colour, -0.8))
        canvas.dot(x, 15 + drop, shade(colour, -2))
    canvas.row(0, 3, 48, shade(stripe, -2))
    canvas.row(0, 14, 48, shade(stripe, -1.4))
    canvas.shadow(1, 40, 47, 8, 70)


ALBUM.add("stall", (3, 3), partial(_stall, cloth("red"), ("red", "orange", "green", "yellow")))
ALBUM.add("stall_blue", (3, 3), partial(_stall, cloth("blue"), ("sky", "grey", "pink", "cream")))


@ALBUM.sprite("picnic_table", (3, 2), depth=2)
def _picnic_table(canvas: Canvas) -> None:
    wood = material("pinewood")
    for y in (3, 22):
        top(canvas, 2, y, 44, 5, wood)
    legs(canvas, 2, 27, 44, 3, wood)
    top(canvas, 4, 8, 40, 12, wood)
    for y in (11, 15):
        canvas.row(5, y, 38, shade(wood, -0.8))
    canvas.row(4, 20, 40, shade(wood, -2))
    check = cloth("red")
    for y in range(9, 19):
        for x in range(17, 31):
            canvas.dot(x, y, check if (x // 2 + y // 2) % 2 else cloth("white"))
    canvas.oval(20, 11, 8, 5, material("straw"))
    canvas.dots(((22, 12), (25, 13), (24, 11)), cloth("red"))
    grounded(canvas, 2, 44, 30)


@ALBUM.sprite("birdbath", (1, 2))
def _birdbath(canvas: Canvas) -> None:
    stone = material("stone")
    canvas.box(6, 19, 4, 10, stone)
    canvas.column(6, 19, 10, shade(stone, 1))
    canvas.column(9, 19, 10, shade(stone, -1.8))
    canvas.row(4, 29, 8, shade(stone, -1))
    canvas.row(4, 30, 8, shade(stone, -2.2))
    canvas.oval(1, 13, 14, 8, shade(stone, -2))
    canvas.oval(1, 12, 14, 7, shade(stone, 0.8))
    canvas.oval(3, 13, 10, 5, material("water"))
    canvas.row(5, 14, 4, material("foam"))
    canvas.stamp(9, 8, ("bb..", "bbbk", "rbb.", ".o.."), {
        "b": cloth("blue"), "k": cloth("mustard"), "r": shade(cloth("blue"), -1), "o": cloth("orange"),
    })  # fmt: skip
    canvas.shadow(3, 28, 11, 4, 60)


@ALBUM.sprite("parasol_table", (2, 3))
def _parasol_table(canvas: Canvas) -> None:
    red, white, wood = cloth("red"), cloth("white"), material("pinewood")
    canvas.oval(5, 30, 22, 11, shade(wood, -2.4))
    canvas.oval(6, 30, 20, 9, shade(wood, 0.7))
    canvas.column(15, 4, 42, shade(wood, 0.2))
    canvas.column(16, 4, 42, shade(wood, -1.8))
    canvas.row(11, 46, 10, shade(material("iron"), -1.4))
    canvas.row(12, 45, 8, material("iron"))
    canvas.box(8, 33, 3, 3, material("porcelain"))
    canvas.box(20, 34, 3, 2, material("porcelain"))
    for row in range(14):
        reach = round((row + 2) ** 0.5 * 4)
        for x in range(-reach, reach):
            part = (x + reach) * 6 // (2 * reach)
            colour = red if part % 2 else white
            canvas.dot(16 + x, 4 + row, shade(colour, 0.6 - 0.35 * part))
        canvas.dots(((16 - reach, 4 + row), (15 + reach, 4 + row)), shade(red, -2))
    canvas.row(1, 18, 30, shade(red, -2.2))
    for x in range(2, 30, 4):
        canvas.row(x, 18, 2, shade(red, -1.2))
    canvas.shadow(4, 40, 26, 8, 70)


@ALBUM.sprite("bike", (2, 1))
def _bike(canvas: Canvas) -> None:
    frame, tyre = cloth("teal"), material("iron")
    for x in (1, 19):
        for angle_x, angle_y in (
            (3, 0), (4, 0), (5, 0), (6, 0), (1, 1), (2, 1), (7, 1), (8, 1), (0, 3), (0, 4), (0, 5), (0, 6), (9, 3),
            (9, 4), (9, 5), (9, 6), (1, 2), (8, 2), (1, 7), (8, 7), (2, 8), (7, 8), (3, 9), (4, 9), (5, 9), (6, 9),
        ):  # fmt: skip
            canvas.dot(x + angle_x, 5 + angle_y, shade(tyre, -1.2))
        canvas.row(x + 2, 9, 6, alpha(material("steel"), 150))
        canvas.column(x + 4, 7, 6, alpha(material("steel"), 150))
        canvas.dot(x + 4, 9, material("steel"))
    canvas.line((5, 9), (10, 4), frame)
    canvas.line((10, 4), (21, 4), frame)
    canvas.line((21, 3), (23, 9), frame)
    canvas.line((10, 4), (14, 10), frame)
    canvas.line((5, 9), (14, 10), frame)
    canvas.line((14, 10), (21, 4), shade(frame, -0.8))
    canvas.row(8, 2, 4, material("walnut"))
    canvas.row(20, 1, 5, shade(tyre, -1))
    canvas.dot(14, 11, shade(tyre, -1))
    canvas.shadow(1, 13, 29, 3, 60)


@ALBUM.sprite("trash_bin", (1, 1))
def _trash_bin(canvas: Canvas) -> None:
    green = mix(cloth("green"), material("iron"), 0.4)
    canvas.box(4, 4, 8, 11, shade(green, -2))
    canvas.box(5, 5, 6, 9, green)
    canvas.column(5, 5, 9, shade(green, 0.9))
    canvas.column(8, 6, 7, shade(green, -1))
    canvas.oval(3, 2, 10, 5, shade(green, -1.8))
    canvas.oval(4, 3, 8, 3, material("ink"))
    canvas.shadow(3, 12, 12, 4, 60)
