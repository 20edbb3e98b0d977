"""Boats, nets, posts and the lighthouse.

Knows how they look and nothing else. Invariant: what floats has no shadow on the ground but a dark line of water.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import grounded
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _hull(canvas: Canvas, area: tuple[int, int, int, int], paint: RGB, wood: RGB, sheer: int) -> None:
    """A boat from its side and a little from above; bow to the right, raised by `sheer`."""
    x, y, width, height = area
    for row in range(height):
        lift = sheer * row // height
        stern = 1 + row // 3
        bow = row * row * 5 // (height * height) + row // 2
        canvas.row(
            x + stern,
            y + row,
            width - stern - bow - lift // 3,
            paint if row < height * 2 // 3 else shade(paint, -1.2),
        )
        canvas.dot(x + stern, y + row, shade(paint, -2))
        canvas.dot(x + width - bow - lift // 3 - 1, y + row, shade(paint, -2))
    canvas.row(x + 2, y + 2, width - 6, shade(paint, 0.9))
    canvas.row(x + 3, y + height - 1, width - 10, shade(paint, -2.4))
    for right in range(width):
        rise = sheer * right * right // (width * width)
        canvas.column(
            x + right,
            y - 6 - rise,
            6 + rise,
            shade(wood, -2.2) if right in (0, width - 1) else shade(wood, -0.9),
        )
        canvas.dot(x + right, y - rise, shade(wood, 1.0))
        canvas.dot(x + right, y - rise + 1, shade(wood, -1.6))
        canvas.dot(x + right, y - 6 - rise, shade(wood, 0.6))
        canvas.dot(x + right, y - 7 - rise, shade(wood, -2.2))


def _boat(canvas: Canvas) -> None:
    """A small fishing boat with a wheelhouse."""
    _hull(canvas, (1, 18, 46, 11), cloth("teal"), material("oak"), 4)
    white = material("whitewash")
    canvas.box(9, 3, 15, 13, shade(white, -2.2))
    canvas.box(10, 4, 13, 3, shade(cloth("red"), 0.2))
    canvas.row(10, 4, 13, shade(cloth("red"), 1))
    canvas.box(10, 7, 13, 8, white)
    canvas.column(22, 7, 8, shade(white, -1))
    for x in (12, 17):
        canvas.box(x, 9, 4, 4, shade(material("glass"), -0.3))
        canvas.dot(x, 9, shade(material("glass"), 1.4))
    canvas.column(31, 0, 14, shade(material("walnut"), 0.3))
    canvas.column(32, 0, 14, shade(material("walnut"), -1.8))
    canvas.line((32, 1), (43, 10), material("rope"))
    canvas.box(33, 1, 5, 3, cloth("yellow"))
    canvas.oval(34, 10, 7, 4, material("rope"))
    canvas.oval(35, 11, 5, 2, shade(material("rope"), -1.8))
    canvas.row(3, 20, 40, cloth("white"))
    canvas.oval(6, 21, 5, 5, cloth("orange"))
    canvas.oval(7, 22, 3, 3, cloth("teal"))
    canvas.row(3, 29, 38, alpha(material("foam"), 170))
    canvas.row(6, 30, 34, alpha(material("shadow"), 90))


ALBUM.add("boat", (3, 2), _boat, depth=2, kind="boat")


@ALBUM.sprite("boat_unfinished", (3, 2), depth=2, kind="boat")
def _boat_unfinished(canvas: Canvas) -> None:
    """Keel and ribs on trestles, half planked."""
    wood, raw = material("oak"), material("pinewood")
    for x in (7, 33):
        canvas.line((x, 30), (x + 4, 22), shade(wood, -1.2))
        canvas.line((x + 8, 30), (x + 4, 22), shade(wood, -2))
    for x in range(5, 44, 5):
        lift = 3 * (x - 5) * (x - 5) // 1500 + (2 if x > 36 else 0)
        canvas.column(x, 7 - lift, 17 + lift, shade(raw, 0.4))
        canvas.column(x + 1, 7 - lift, 17 + lift, shade(raw, -1.8))
    for row, y in enumerate((15, 18, 21)):
        canvas.box(4 + row, y, 40 - 3 * row, 3, raw)
        canvas.row(4 + row, y, 40 - 3 * row, shade(raw, 0.9))
        canvas.row(4 + row, y + 2, 40 - 3 * row, shade(raw, -1.4))
    canvas.row(6, 24, 34, shade(wood, -2))
    canvas.row(3, 8, 41, shade(raw, 0.8))
    canvas.row(3, 9, 41, shade(raw, -1.6))
    canvas.dots(((14, 29), (17, 30), (24, 29), (29, 30), (22, 30)), shade(raw, 1))
    grounded(canvas, 4, 40, 30)


def _rowing_boat(paint: RGB, canvas: Canvas) -> None:
    """Seen well from above: a long open shell with thwarts and oars."""
    wood = material("pinewood")
    for x in range(1, 31):
        taper = max(0, 6 - x) // 2 + max(0, x - 22) * max(0, x - 22) // 9
        upper, lower = 10 + taper, 24 - taper
        canvas.column(x, upper, lower - upper, shade(wood, -0.7))
        canvas.dot(x, upper, shade(paint, 0.8))
        canvas.dot(x, upper - 1, shade(paint, -2))
        canvas.dot(x, upper + 1, shade(wood, -2.2))
        canvas.column(x, lower - 1, 5 - taper // 2, paint)
        canvas.dot(x, lower - 1, shade(paint, 1.1))
        canvas.dot(x, lower + 3 - taper // 2, shade(paint, -1.8))
    for x in (7, 14, 20):
        canvas.box(x, 11, 4, 12, shade(wood, 0.5))
        canvas.column(x, 11, 12, shade(wood, 1.2))
        canvas.column(x + 3, 11, 12, shade(wood, -1.6))
    canvas.line((3, 13), (27, 19), shade(material("oak"), 0.8))
    canvas.line((3, 14), (27, 20), shade(material("oak"), -1.6))
    canvas.oval(1, 11, 4, 4, shade(material("oak"), 0.4))
    canvas.column(0, 12, 12, shade(paint, -2))
    canvas.row(3, 28, 24, alpha(material("foam"), 160))
    canvas.row(5, 29, 21, alpha(material("shadow"), 80))


ALBUM.add("rowing_boat", (2, 2), partial(_rowing_boat, cloth("red")), depth=1)
ALBUM.add("rowing_boat_blue", (2, 2), partial(_rowing_boat, cloth("blue")), depth=1)


@ALBUM.sprite("pier_post", (1, 2))
def _pier_post(canvas: Canvas) -> None:
    wood = mix(material("walnut"), material("cobble"), 0.25)
    canvas.box(5, 12, 6, 19, shade(wood, -2.4))
    canvas.box(6, 13, 4, 17, wood)
    canvas.column(6, 13, 17, shade(wood, 0.9))
    canvas.column(9, 13, 17, shade(wood, -1.3))
    canvas.oval(5, 10, 6, 4, shade(wood, 1))
    for y in (18, 20):
        canvas.row(4, y, 8, material("rope"))
        canvas.row(4, y + 1, 8, shade(material("rope"), -1.6))
    canvas.shadow(5, 28, 9, 4, 60)


@ALBUM.sprite("buoy", (1, 2))
def _buoy(canvas: Canvas) -> None:
    red, white = cloth("red"), cloth("white")
    for row in range(12):
        reach = 2 + row // 3
        colour = white if 4 <= row <= 7 else red
        canvas.row(8 - reach, 14 + row, 2 * reach, colour)
        canvas.dot(8 - reach, 14 + row, shade(colour, 0.8))
        canvas.dots(((7 + reach, 14 + row), (6 + reach, 14 + row)), shade(colour, -1.4))
    canvas.column(8, 9, 5, shade(material("iron"), -0.6))
    canvas.box(7, 8, 2, 2, material("lamplight"))
    canvas.row(3, 26, 10, shade(red, -1.8))
    canvas.row(2, 27, 12, alpha(material("foam"), 190))
    canvas.row(3, 28, 11, alpha(material("shadow"), 90))


def _net(canvas: Canvas, area: tuple[int, int, int, int], colour: RGB) -> None:
    x, y, width, height = area
    for down in range(height):
        sag = 0 if down < height - 3 else 1
        for right in range(sag, width - sag):
            knot = (right + down) % 4 == 0 and (right - down) % 4 == 0
            if (right + down) % 4 == 0 or (right - down) % 4 == 0:
                canvas.dot(x + right, y + down, shade(colour, 0.6 if knot else -1.4))
            else:
                canvas.dot(x + right, y + down, alpha(colour, 90))


@ALBUM.sprite("net_rack", (2, 2), kind="net_rack")
def _net_rack(canvas: Canvas) -> None:
    wood = material("oak")
    for x in (2, 28):
        canvas.box(x, 5, 2, 26, shade(wood, -0.4))
        canvas.column(x + 1, 5, 26, shade(wood, -2))
    canvas.box(1, 6, 30, 2, wood)
    canvas.row(1, 6, 30, shade(wood, 0.9))
    canvas.row(1, 8, 30, shade(wood, -2.2))
    _net(canvas, (5, 8, 22, 17), mix(material("rope"), cloth("teal"), 0.45))
    for x in (7, 13, 19, 24):
        canvas.oval(x - 1, 23, 4, 4, cloth("orange"))
        canvas.dot(x, 24, shade(cloth("orange"), 1.4))
    canvas.shadow(2, 28, 29, 4, 60)


@ALBUM.sprite("crate_fish", (1, 2))
def _crate_fish(canvas: Canvas) -> None:
    wood, fish = material("pinewood"), mix(material("steel"), cloth("sky"), 0.45)
    canvas.box(1, 13, 14, 17, shade(wood, -2.4))
    canvas.box(2, 14, 12, 6, shade(wood, -1.8))
    for x, y in ((3, 14), (7, 16), (4, 17), (8, 13)):
        canvas.oval(x, y, 6, 3, fish)
        canvas.row(x + 1, y, 3, shade(fish, 1.3))
        canvas.dot(x + 1, y + 1, material("ink"))
        canvas.dots(((x + 5, y), (x + 5, y + 2)), shade(fish, -1))
    canvas.box(2, 20, 12, 9, wood)
    canvas.row(2, 20, 12, shade(wood, 0.9))
    canvas.row(2, 24, 12, shade(wood, -1.6))
    canvas.row(2, 25, 12, shade(wood, 0.6))
    grounded(canvas, 1, 14, 29)


def _tower(canvas: Canvas, y: int, foot: int) -> None:
    """The striped tower, wider towards its foot."""
    white, red = material("whitewash"), cloth("red")
    for row in range(y, foot):
        reach = 14 + (row - y) * 10 // (foot - y)
        stripe = (row - y) // 18 % 2
        colour = red if stripe else white
        for x in range(-reach, reach):
            turn = x / reach
            tone = 0.5 if turn < -0.55 else 0.2 if turn < 0.05 else -0.5 if turn < 0.55 else -1.2
            canvas.dot(32 + x, row, shade(colour, tone - (0.35 if (row - y) % 6 == 5 else 0)))
        canvas.dots(((32 - reach, row), (31 + reach, row)), shade(colour, -2.4))


@ALBUM.sprite("lighthouse", (4, 8), depth=3)
def _lighthouse(canvas: Canvas) -> None:
    iron, warm, stone, red = material("iron"), material("lamplight"), material("stone"), cloth("red")
    rng = dice("lighthouse")
    canvas.oval(4, 104, 56, 22, shade(stone, -2.2))
    for y in range(106, 125):
        for x in range(5, 59):
            if canvas.filled(x, y):
                joint = y % 5 == 0 or (x + (y // 5 % 2) * 4) % 9 == 0
                canvas.dot(x, y, shade(stone, -1.3 if joint else rng.choice((0.0, 0.1, -0.2)) - 0.012 * (x - 20)))
    canvas.oval(7, 104, 50, 14, shade(stone, 0.7))
    _tower(canvas, 40, 113)
    for y, x in ((52, 29), (76, 34), (94, 27)):
        canvas.round_box(x, y, 7, 10, shade(material("timber"), -1.6), 2)
        canvas.round_box(x + 1, y + 1, 5, 8, shade(material("glass"), -0.6), 1)
        canvas.dot(x + 2, y + 2, shade(material("glass"), 1.4))
    canvas.box(15, 34, 34, 6, shade(iron, -1.8))
    canvas.box(16, 35, 32, 3, shade(iron, 0.4))
    for x in range(16, 49, 4):
        canvas.column(x, 27, 8, shade(iron, -0.8))
    canvas.row(15, 27, 34, shade(iron, 0.6))
    canvas.box(21, 14, 22, 21, shade(iron, -1.8))
    canvas.box(22, 16, 20, 18, warm)
    canvas.oval(26, 18, 12, 14, shade(warm, 1.2))
    canvas.oval(29, 21, 6, 8, material("light"))
    for x in (27, 32, 37):
        canvas.column(x, 16, 18, shade(iron, -0.6))
    canvas.row(22, 24, 20, shade(iron, -0.4))
    for row in range(11):
        reach = 2 + row * 13 // 10
        for x in range(-reach, reach):
            canvas.dot(32 + x, 4 + row, shade(red, 0.8 if x < -reach // 3 else -0.2 if x < reach // 3 else -1.2))
        canvas.dots(((32 - reach, 4 + row), (31 + reach, 4 + row)), shade(red, -2.4))
    canvas.row(17, 14, 30, shade(red, -2.4))
    canvas.column(31, 0, 5, iron)
    canvas.oval(29, 1, 5, 4, material("brass"))
    canvas.round_box(26, 95, 13, 20, shade(material("timber"), -1.8), 3)
    canvas.round_box(27, 96, 11, 19, material("timber"), 3)
    canvas.column(32, 97, 18, shade(material("timber"), -1.4))
    canvas.dot(35, 106, material("brass"))
    for step in range(3):
        canvas.row(25 - step, 115 + 2 * step, 15 + 2 * step, shade(stone, 1.2))
        canvas.row(25 - step, 116 + 2 * step, 15 + 2 * step, shade(stone, -1.2))
    canvas.shadow(6, 112, 58, 16, 75)


@ALBUM.sprite("anchor", (1, 2))
def _anchor(canvas: Canvas) -> None:
    iron = material("iron")
    canvas.frame(6, 8, 4, 4, shade(iron, 0.4))
    canvas.box(7, 11, 2, 16, iron)
    canvas.column(7, 11, 16, shade(iron, 1))
    canvas.row(4, 14, 8, shade(iron, -0.6))
    for side in (-1, 1):
        canvas.line((8, 28), (8 + side * 5, 24), shade(iron, -0.6))
        canvas.line((8, 27), (8 + side * 5, 23), shade(iron, 0.4))
        canvas.column(8 + side * 6, 21, 3, shade(iron, -0.8))
    canvas.shadow(2, 26, 13, 5, 60)


@ALBUM.sprite("rope_coil", (1, 1), solid=False)
def _rope_coil(canvas: Canvas) -> None:
    rope = material("rope")
    for step, y in enumerate((10, 8, 6)):
        canvas.oval(2 + step % 2, y, 12, 6, shade(rope, -1.8))
        canvas.oval(2 + step % 2, y - 1, 12, 6, rope)
        canvas.row(5, y - 1, 5, shade(rope, 0.9))
    canvas.oval(5, 6, 6, 3, shade(rope, -2.4))
    canvas.shadow(2, 11, 14, 5, 50)


@ALBUM.sprite("lobster_pot", (1, 1))
def _lobster_pot(canvas: Canvas) -> None:
    wood = material("oak")
    canvas.round_box(1, 4, 14, 11, shade(wood, -2.2), 3)
    for y in range(5, 14):
        for x in range(2, 14):
            if canvas.filled(x, y):
                line = x % 3 == 0 or y % 3 == 0
                canvas.dot(x, y, shade(wood, 0.5 if line else -1.8))
    canvas.row(3, 5, 10, shade(wood, 1))
    canvas.box(6, 8, 4, 4, cloth("red"))
    canvas.shadow(1, 11, 15, 5, 60)


def _rail(upright: bool, canvas: Canvas) -> None:
    """The rail of a bridge or pier."""
    wood = mix(material("oak"), material("cobble"), 0.25)
    if upright:
        for x, tone in ((6, 0.9), (7, 0.3), (8, -0.6), (9, -2)):
            canvas.column(x, 0, 16, shade(wood, tone))
        canvas.box(5, 2, 6, 4, wood)
        canvas.row(5, 2, 6, shade(wood, 1.2))
        canvas.row(5, 5, 6, shade(wood, -2))
        return
    for y in (4, 9):
        canvas.row(0, y, 16, shade(wood, 0.9))
        canvas.row(0, y + 1, 16, shade(wood, -0.4))
        canvas.row(0, y + 2, 16, shade(wood, -2))
    canvas.box(6, 2, 4, 13, shade(wood, -2))
    canvas.box(7, 3, 2, 11, wood)
    canvas.column(7, 3, 11, shade(wood, 0.9))
    canvas.flat_shadow(0, 14, 16, 2, 45)


ALBUM.add("bridge_rail", (1, 1), partial(_rail, False))
ALBUM.add("bridge_rail_v", (1, 1), partial(_rail, True))


@ALBUM.sprite("stage_boards", (2, 2), flat=True)
def _stage_boards(canvas: Canvas) -> None:
    """Boards of an outdoor stage; they lie side by side without a seam."""
    wood, rng = material("pinewood"), dice("stage boards")
    for y in range(0, 32, 4):
        colour = shade(wood, rng.uniform(-0.25, 0.2))
        canvas.box(0, y, 32, 4, colour)
        canvas.row(0, y, 32, shade(colour, 0.5))
        canvas.row(0, y + 3, 32, shade(colour, -1.1))
        joint = rng.randrange(4, 28)
        canvas.column(joint, y, 3, shade(colour, -1.1))
        canvas.dots(((joint - 2, y + 1), (joint + 2, y + 1)), shade(colour, -1.6))


@ALBUM.sprite("lantern_string", (3, 1), solid=False)
def _lantern_string(canvas: Canvas) -> None:
    for x in range(48):
        canvas.dot(x, 2 + (x * (47 - x)) // 190, shade(material("rope"), -1))
    for x, dye in ((6, "red"), (15, "yellow"), (24, "sky"), (33, "pink"), (42, "orange")):
        y = 3 + (x * (47 - x)) // 190
        colour = cloth(dye)
        canvas.round_box(x - 2, y, 5, 6, shade(colour, -1.4))
        canvas.box(x - 1, y + 1, 3, 4, shade(colour, 0.6))
        canvas.dot(x, y + 2, material("light"))
        canvas.dot(x, y + 6, material("brass"))
