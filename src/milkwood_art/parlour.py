"""Tables, chairs and sofas: where people sit together.

Knows how they look and nothing else. Invariant: a chair's seat lies in its lowest tile, and its name tells the way
a sitter looks (`_n`, `_e`, `_s`, `_w`).
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import cup, grounded, legs, posy, top
from milkwood_art.palette import RGB, cloth, material, mix, shade

ALBUM = Album()


def _plate(canvas: Canvas, x: int, y: int) -> None:
    china = material("porcelain")
    canvas.oval(x, y, 6, 4, shade(china, -1.2))
    canvas.oval(x, y, 6, 3, china)
    canvas.row(x + 2, y + 1, 2, shade(china, -0.8))


@ALBUM.sprite("table", (3, 2), depth=2, kind="table")
def _table(canvas: Canvas) -> None:
    wood = material("oak")
    top(canvas, 1, 4, 46, 18, wood)
    legs(canvas, 1, 22, 46, 8, wood)
    canvas.row(2, 23, 44, shade(wood, -1.3))
    for y in (9, 15):
        canvas.row(3, y, 42, shade(wood, 0.15))
    runner = mix(cloth("red"), cloth("cream"), 0.15)
    canvas.box(18, 5, 12, 16, runner)
    canvas.column(18, 5, 16, cloth("cream"))
    canvas.column(29, 5, 16, cloth("cream"))
    canvas.row(18, 21, 12, shade(runner, -1))
    posy(canvas, 24, 15, ("yellow", "white", "pink"))
    _plate(canvas, 5, 8)
    _plate(canvas, 36, 8)
    cup(canvas, 12, 14, cloth("sky"))
    cup(canvas, 34, 15, cloth("white"))
    grounded(canvas, 1, 46, 30)


@ALBUM.sprite("table_plain", (3, 2), depth=2, kind="table")
def _table_plain(canvas: Canvas) -> None:
    wood = material("cherry_wood")
    top(canvas, 1, 4, 46, 18, wood)
    legs(canvas, 1, 22, 46, 8, wood)
    canvas.row(2, 23, 44, shade(wood, -1.3))
    for y in (9, 15):
        canvas.row(3, y, 42, shade(wood, 0.15))
    canvas.oval(17, 9, 14, 8, shade(material("straw"), -0.9))
    canvas.oval(18, 9, 12, 6, material("straw"))
    for x, y, dye in (
        (19, 8, "red"),
        (23, 7, "orange"),
        (26, 8, "green"),
        (21, 10, "yellow"),
        (25, 10, "red"),
    ):
        canvas.oval(x, y, 4, 4, cloth(dye))
        canvas.dot(x + 1, y + 1, shade(cloth(dye), 1.6))
    grounded(canvas, 1, 46, 30)


@ALBUM.sprite("table_round", (2, 2), depth=2, kind="table")
def _table_round(canvas: Canvas) -> None:
    wood = material("oak")
    canvas.box(14, 20, 4, 9, shade(wood, -1.4))
    canvas.column(14, 20, 9, shade(wood, -0.4))
    canvas.row(10, 29, 12, shade(wood, -2.2))
    canvas.row(12, 28, 8, shade(wood, -1.2))
    canvas.oval(1, 4, 30, 20, shade(wood, -2.6))
    canvas.oval(2, 5, 28, 18, shade(wood, -0.9))
    canvas.oval(2, 5, 28, 16, shade(wood, 1.0))
    canvas.oval(3, 6, 26, 15, shade(wood, 0.55))
    posy(canvas, 16, 14, ("pink", "white", "lilac"))
    cup(canvas, 7, 11, material("porcelain"))
    cup(canvas, 21, 12, material("porcelain"))
    canvas.shadow(4, 22, 26, 10, 70)


@ALBUM.sprite("table_small", (1, 2), kind="table")
def _table_small(canvas: Canvas) -> None:
    wood = material("oak")
    top(canvas, 1, 12, 14, 10, wood)
    legs(canvas, 1, 22, 14, 8, wood)
    cup(canvas, 4, 15, material("porcelain"))
    posy(canvas, 11, 18, ("red", "yellow"))
    grounded(canvas, 1, 14, 30)


def _feet(canvas: Canvas, wood: RGB, xs: tuple[int, ...], y: int, height: int) -> None:
    for x in xs:
        canvas.column(x, y, height, shade(wood, -0.9))
        canvas.column(x + 1, y, height, shade(wood, -2.0))


def _chair_south(wood: RGB, seat: RGB, canvas: Canvas) -> None:
    """Seen from the front: the back behind the seat."""
    canvas.round_box(3, 10, 10, 10, shade(wood, -2.4))
    canvas.box(4, 11, 8, 8, shade(wood, -1.6))
    canvas.row(4, 11, 8, shade(wood, 1))
    canvas.row(4, 12, 8, shade(wood, 0.2))
    for x in (4, 7, 8, 11):
        canvas.column(x, 12, 7, shade(wood, 0.2))
    _feet(canvas, wood, (3, 11), 24, 6)
    canvas.round_box(2, 18, 12, 7, shade(seat, -2.4))
    canvas.round_box(3, 19, 10, 4, shade(seat, 0.4))
    canvas.row(4, 19, 8, shade(seat, 1.1))
    canvas.row(3, 23, 10, shade(wood, -1))
    grounded(canvas, 2, 12, 30)


def _chair_north(wood: RGB, seat: RGB, canvas: Canvas) -> None:
    """Seen from behind: the back before the seat."""
    canvas.round_box(2, 14, 12, 6, shade(seat, -2.4))
    canvas.box(3, 15, 10, 5, shade(seat, 0.4))
    _feet(canvas, wood, (3, 11), 24, 6)
    canvas.round_box(2, 16, 12, 11, shade(wood, -2.6))
    canvas.box(3, 17, 10, 9, shade(wood, -2.0))
    canvas.row(3, 17, 10, shade(wood, 1))
    canvas.row(3, 18, 10, shade(wood, 0.1))
    canvas.row(3, 24, 10, shade(wood, -0.4))
    for x in (3, 6, 9, 12):
        canvas.column(x, 18, 7, shade(wood, 0.1 if x != 12 else -0.8))
    grounded(canvas, 2, 12, 30)


def _chair_east(wood: RGB, seat: RGB, canvas: Canvas) -> None:
    """Seen from its right side: the back on the left."""
    _feet(canvas, wood, (3, 11), 23, 7)
    canvas.round_box(2, 17, 12, 7, shade(seat, -2.4))
    canvas.round_box(3, 18, 10, 4, shade(seat, 0.4))
    canvas.row(4, 18, 8, shade(seat, 1.1))
    canvas.row(3, 22, 10, shade(wood, -1))
    canvas.round_box(2, 9, 4, 14, shade(wood, -2.4))
    canvas.box(3, 10, 2, 12, wood)
    canvas.column(3, 10, 12, shade(wood, 0.8))
    canvas.row(2, 9, 3, shade(wood, 0.9))
    grounded(canvas, 2, 12, 30)


def _chair_west(wood: RGB, seat: RGB, canvas: Canvas) -> None:
    mirror = Canvas(canvas.width, canvas.height)
    _chair_east(wood, seat, mirror)
    canvas.paste(mirror.mirrored())


_WAYS = {"s": _chair_south, "n": _chair_north, "e": _chair_east, "w": _chair_west}
ALBUM.add("chair", (1, 2), partial(_chair_south, material("oak"), cloth("red")), solid=False, kind="chair")
for _way, _paint in _WAYS.items():
    ALBUM.add(f"chair_{_way}", (1, 2), partial(_paint, material("oak"), cloth("red")), solid=False, kind="chair")
for _way, _paint in _WAYS.items():
    ALBUM.add(
        f"chair_dark_{_way}",
        (1, 2),
        partial(_paint, material("walnut"), cloth("olive")),
        solid=False,
        kind="chair",
    )
ALBUM.add(
    "garden_chair",
    (1, 2),
    partial(_chair_south, cloth("white"), mix(cloth("green"), cloth("white"), 0.3)),
    solid=False,
    kind="garden_chair",
)


def _stool(wood: RGB, seat: RGB, high: bool, canvas: Canvas) -> None:
    y = 3 if high else 5
    _feet(canvas, wood, (4, 10), y + 5, 15 - y - 5)
    if high:
        canvas.row(4, 12, 8, shade(wood, -0.6))
    canvas.oval(3, y, 10, 7, shade(seat, -2.6))
    canvas.oval(4, y + 1, 8, 4, shade(seat, 0.4))
    canvas.row(6, y + 1, 4, shade(seat, 1.3))
    canvas.shadow(3, 12, 11, 4, 60)


ALBUM.add("stool", (1, 1), partial(_stool, material("oak"), material("pinewood"), False), solid=False, kind="stool")
ALBUM.add("stool_bar", (1, 1), partial(_stool, material("iron"), cloth("crimson"), True), solid=False, kind="stool")


def _sofa(colour: RGB, canvas: Canvas) -> None:
    """As wide as the canvas: back, cushions, arms."""
    width = canvas.width
    seats = (width - 8) // 13 or 1
    canvas.round_box(2, 7, width - 4, 14, shade(colour, -2.6), 2)
    canvas.round_box(3, 8, width - 6, 11, shade(colour, -0.2), 2)
    canvas.row(5, 8, width - 10, shade(colour, 1.1))
    canvas.row(4, 9, width - 8, shade(colour, 0.6))
    span = (width - 10) // seats
    for seat in range(seats):
        x = 5 + seat * span
        canvas.column(x, 10, 8, shade(colour, -1))
        canvas.round_box(x, 17, span, 6, shade(colour, -1.9))
        canvas.round_box(x, 17, span - 1, 5, shade(colour, 0.5))
        canvas.row(x + 1, 17, span - 3, shade(colour, 1.2))
    canvas.box(4, 23, width - 8, 6, shade(colour, -0.8))
    canvas.row(4, 23, width - 8, shade(colour, -2))
    canvas.row(4, 28, width - 8, shade(colour, -2.4))
    for x, edge in ((0, 0.8), (width - 6, 0.4)):
        canvas.round_box(x, 13, 6, 17, shade(colour, -2.6), 1)
        canvas.round_box(x + 1, 14, 4, 6, shade(colour, 0.6), 1)
        canvas.row(x + 2, 14, 2, shade(colour, 1.4))
        canvas.box(x + 1, 20, 4, 9, shade(colour, -0.5))
        canvas.column(x + 1, 19, 10, shade(colour, edge - 0.5))
    for x in (2, width - 4):
        canvas.box(x, 29, 2, 2, shade(material("walnut"), -1))
    grounded(canvas, 1, width - 2, 30)


def _cushion(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    canvas.round_box(x, y, 7, 7, shade(colour, -1.8))
    canvas.round_box(x, y, 6, 6, colour)
    canvas.dots(((x + 1, y + 1), (x + 2, y + 1)), shade(colour, 1))


def _sofa_with_cushions(colour: RGB, cushion: RGB, canvas: Canvas) -> None:
    _sofa(colour, canvas)
    _cushion(canvas, 6, 12, cushion)
    _cushion(canvas, canvas.width - 13, 12, shade(cushion, 0.4))


for _name, _dye, _other in (
    ("sofa", "olive", "cream"),
    ("sofa_red", "red", "cream"),
    ("sofa_blue", "blue", "mustard"),
    ("sofa_brown", "brown", "tan"),
):
    ALBUM.add(_name, (3, 2), partial(_sofa_with_cushions, cloth(_dye), cloth(_other)), solid=False, kind="sofa")
ALBUM.add("armchair", (1, 2), partial(_sofa, cloth("mustard")), solid=False, kind="sofa")
ALBUM.add("armchair_red", (1, 2), partial(_sofa, cloth("crimson")), solid=False, kind="sofa")
