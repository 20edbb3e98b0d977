"""What one cooks, bakes, serves and pours with.

Knows how it looks and nothing else. Invariant: counters of one kind stand side by side without a gap, their tops and
feet at the same height.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import case, cup, door, front, grounded, open_shelves, top
from milkwood_art.palette import RGB, cloth, material, mix, shade

ALBUM = Album()
_TOP, _SURFACE, _FACE = 9, 9, 13
"""Where the top of a worktop begins, how deep it is, and how high its front."""


@ALBUM.sprite("refrigerator", (1, 2), kind="refrigerator")
def _refrigerator(canvas: Canvas) -> None:
    enamel = mix(cloth("cream"), cloth("sky"), 0.35)
    canvas.box(1, 3, 14, 28, shade(enamel, -2.8))
    canvas.box(2, 4, 12, 3, shade(enamel, 0.9))
    canvas.box(2, 7, 12, 23, enamel)
    canvas.column(2, 7, 23, shade(enamel, 0.9))
    canvas.column(13, 7, 23, shade(enamel, -0.9))
    canvas.row(2, 7, 12, shade(enamel, -0.8))
    canvas.row(2, 14, 12, shade(enamel, -1.8))
    canvas.row(2, 15, 12, shade(enamel, 0.6))
    for y in (9, 18):
        canvas.column(11, y, 4, shade(material("steel"), -1.2))
        canvas.column(10, y, 4, shade(material("steel"), 1))
    canvas.box(4, 19, 4, 4, material("paper"))
    canvas.row(4, 19, 4, cloth("red"))
    canvas.dots(((5, 21), (6, 21)), material("ink"))
    canvas.dot(5, 10, cloth("yellow"))
    canvas.row(3, 30, 10, shade(enamel, -3.4))
    grounded(canvas, 1, 14, 30)


def _unit(canvas: Canvas, wood: RGB, worktop: RGB) -> None:
    """One cupboard with a worktop, as wide as its tile."""
    canvas.box(0, _TOP, 16, _SURFACE, worktop)
    canvas.row(0, _TOP, 16, shade(worktop, -2.2))
    canvas.row(0, _TOP + 1, 16, shade(worktop, 0.9))
    canvas.row(0, _TOP + _SURFACE - 1, 16, shade(worktop, -0.9))
    front(canvas, 0, _TOP + _SURFACE, 16, _FACE, wood)
    grounded(canvas, 0, 16, 30)


_CUPBOARD = cloth("cream")
_MARBLE = mix(material("stone"), cloth("white"), 0.5)


@ALBUM.sprite("cooking_area", (1, 2), kind="cooking_area")
def _cooking_area(canvas: Canvas) -> None:
    steel, iron = material("steel"), material("iron")
    canvas.box(0, 5, 16, 26, shade(iron, -2))
    canvas.box(1, 6, 14, 4, shade(steel, 0.2))
    canvas.row(1, 6, 14, shade(steel, 1.2))
    canvas.box(1, 10, 14, 9, shade(iron, -0.5))
    canvas.row(1, 10, 14, shade(iron, -1.6))
    for x, y in ((2, 12), (9, 12), (2, 16), (9, 16)):
        canvas.row(x + 1, y - 1, 3, shade(iron, -1.8))
        canvas.row(x, y, 5, shade(iron, -2.2))
        canvas.row(x + 1, y, 3, mix(cloth("orange"), iron, 0.3))
        canvas.row(x + 1, y + 1, 3, shade(iron, -1.8))
    copper = material("copper")
    canvas.round_box(8, 7, 7, 7, shade(copper, -0.3))
    canvas.row(9, 7, 5, shade(copper, -2))
    canvas.row(9, 8, 5, mix(cloth("mustard"), cloth("orange"), 0.5))
    canvas.column(9, 9, 4, shade(copper, 1.3))
    canvas.column(14, 9, 3, shade(copper, -1.6))
    canvas.dots(((7, 9), (15, 9)), shade(copper, -1.5))
    canvas.box(1, 19, 14, 3, steel)
    canvas.row(1, 19, 14, shade(steel, 1))
    for x in (3, 6, 9, 12):
        canvas.dot(x, 20, shade(iron, -1.5))
    canvas.box(1, 22, 14, 8, shade(steel, -0.6))
    canvas.row(3, 23, 10, shade(steel, 1.4))
    canvas.box(3, 25, 10, 4, shade(iron, -1.8))
    canvas.box(4, 26, 8, 2, mix(cloth("orange"), material("ink"), 0.45))
    grounded(canvas, 0, 16, 30)


@ALBUM.sprite("kitchen_sink", (1, 2), kind="kitchen_sink")
def _kitchen_sink(canvas: Canvas) -> None:
    steel = material("steel")
    _unit(canvas, _CUPBOARD, _MARBLE)
    canvas.round_box(2, 10, 12, 7, shade(steel, -1.6))
    canvas.round_box(3, 11, 10, 5, shade(steel, -0.6))
    canvas.row(4, 11, 8, shade(steel, -1.8))
    canvas.row(4, 15, 8, shade(steel, 0.8))
    canvas.dot(8, 13, shade(steel, -2.6))
    canvas.column(7, 5, 6, shade(steel, 1))
    canvas.column(8, 5, 6, shade(steel, -0.6))
    canvas.row(7, 4, 4, shade(steel, 1))
    canvas.column(10, 5, 3, shade(steel, -0.5))
    canvas.dots(((5, 9), (11, 9)), cloth("blue"))
    canvas.dot(11, 9, cloth("red"))
    door(canvas, 2, 20, 6, 9, _CUPBOARD, 4)
    door(canvas, 8, 20, 6, 9, _CUPBOARD, 1)


@ALBUM.sprite("toaster", (1, 2), kind="toaster")
def _toaster(canvas: Canvas) -> None:
    steel = material("steel")
    _unit(canvas, _CUPBOARD, _MARBLE)
    canvas.box(5, 3, 4, 5, cloth("tan"))
    canvas.frame(5, 3, 4, 5, shade(cloth("brown"), 0.3))
    canvas.box(9, 4, 3, 4, cloth("tan"))
    canvas.row(9, 4, 3, shade(cloth("brown"), 0.3))
    canvas.round_box(3, 6, 11, 9, shade(steel, -2))
    canvas.box(4, 7, 9, 7, steel)
    canvas.row(4, 7, 9, shade(steel, 1.2))
    canvas.row(5, 8, 7, shade(steel, -2.4))
    canvas.column(4, 8, 6, shade(steel, 1))
    canvas.box(12, 10, 3, 2, cloth("red"))
    canvas.row(5, 12, 6, shade(steel, -0.8))
    door(canvas, 2, 20, 12, 9, _CUPBOARD, 10)


@ALBUM.sprite("oven", (2, 2), kind="oven")
def _oven(canvas: Canvas) -> None:
    brick = material("brick")
    for y in range(1, 31):
        inset = max(0, 6 - y) if y < 6 else 0
        for x in range(inset, 32 - inset):
            course = y // 4
            joint = y % 4 == 3 or (x + 4 * (course % 2)) % 8 == 7
            tone = 0.9 if y < 8 else -0.2
            canvas.dot(x, y, shade(brick, tone - (1.1 if joint else 0)))
    canvas.rim(-2)
    canvas.oval(7, 11, 18, 18, shade(brick, -2))
    canvas.box(7, 20, 18, 7, shade(brick, -2))
    canvas.oval(9, 13, 14, 14, material("ink"))
    canvas.box(9, 20, 14, 6, material("ink"))
    canvas.oval(10, 17, 12, 10, shade(cloth("red"), -0.5))
    canvas.oval(11, 19, 10, 8, cloth("orange"))
    canvas.oval(13, 21, 6, 6, cloth("yellow"))
    canvas.box(8, 25, 16, 3, shade(material("stone"), 0.4))
    canvas.row(8, 25, 16, shade(material("stone"), 1.2))
    canvas.row(8, 28, 16, shade(material("stone"), -2))
    for x in (11, 17):
        canvas.round_box(x, 23, 5, 3, shade(material("straw"), -0.4))
        canvas.row(x + 1, 23, 3, shade(material("straw"), 1))
    canvas.box(12, 0, 8, 4, shade(material("stone"), -0.3))
    canvas.row(12, 0, 8, shade(material("stone"), -2))
    canvas.row(13, 1, 6, shade(material("ink"), 0.5))
    grounded(canvas, 0, 32, 30)


def _counter(wood: RGB, worktop: RGB, canvas: Canvas) -> None:
    _unit(canvas, wood, worktop)
    canvas.frame(2, 21, 12, 7, shade(wood, -1.2))
    canvas.row(3, 27, 10, shade(wood, 0.5))
    canvas.column(13, 22, 5, shade(wood, 0.4))


def _counter_down(wood: RGB, worktop: RGB, canvas: Canvas) -> None:
    """A stretch of a counter that runs from north to south: mostly worktop."""
    canvas.box(1, _TOP, 14, 16, worktop)
    for x, tone in ((1, -2.2), (2, 0.9), (13, -0.8), (14, -2.2)):
        canvas.column(x, _TOP, 16, shade(worktop, tone))
    front(canvas, 1, _TOP + 16, 14, 31 - _TOP - 16, wood)
    canvas.flat_shadow(15, 22, 1, 9, 48)


_COUNTERS = (
    ("", material("oak"), material("walnut")),
    ("_cafe", mix(cloth("teal"), cloth("cream"), 0.25), shade(cloth("cream"), 0.3)),
    ("_bar", material("cherry_wood"), mix(material("walnut"), material("oak"), 0.55)),
    ("_shop", material("oak"), material("pinewood")),
    ("_kitchen", _CUPBOARD, _MARBLE),
    ("_white", material("porcelain"), mix(material("glass"), cloth("white"), 0.5)),
)
for _suffix, _wood, _worktop in _COUNTERS:
    ALBUM.add(f"counter{_suffix}", (1, 2), partial(_counter, _wood, _worktop), kind="counter")
ALBUM.add("counter_v", (1, 2), partial(_counter_down, material("oak"), material("walnut")), kind="counter")
for _suffix, _wood, _worktop in _COUNTERS[1:]:
    ALBUM.add(f"counter{_suffix}_v", (1, 2), partial(_counter_down, _wood, _worktop), kind="counter")


@ALBUM.sprite("coffee_machine", (1, 2))
def _coffee_machine(canvas: Canvas) -> None:
    steel, iron = material("steel"), material("iron")
    _counter(*_COUNTERS[1][1:], canvas)
    canvas.box(1, 1, 14, 14, shade(iron, -2))
    canvas.box(2, 2, 12, 4, steel)
    canvas.row(2, 2, 12, shade(steel, 1.3))
    for x in (3, 6, 9):
        canvas.dot(x, 4, cloth("red") if x == 3 else cloth("cream"))
    canvas.box(2, 6, 12, 6, shade(iron, -1.2))
    for x in (4, 9):
        canvas.box(x, 6, 3, 2, shade(steel, 0.6))
        canvas.column(x + 1, 8, 2, mix(cloth("brown"), material("ink"), 0.3))
        canvas.box(x, 10, 3, 2, material("porcelain"))
    canvas.box(2, 12, 12, 2, shade(steel, -0.5))
    for x in (3, 6, 9):
        canvas.row(x, 0, 2, material("porcelain"))


@ALBUM.sprite("cake_display", (2, 2))
def _cake_display(canvas: Canvas) -> None:
    glass, wood = material("glass"), material("pinewood")
    case(canvas, 0, 20, 32, 2, 9, mix(cloth("teal"), cloth("cream"), 0.25))
    canvas.box(0, 5, 32, 16, shade(glass, -1.6))
    canvas.box(1, 6, 30, 3, shade(glass, 1))
    canvas.box(1, 9, 30, 11, shade(glass, -0.2))
    for y in (14, 19):
        canvas.row(1, y, 30, wood)
    cakes = (("pink", "white"), ("brown", "cream"), ("mustard", "orange"), ("white", "red"))
    for place, (dye, icing) in enumerate(cakes):
        x = 3 + place * 7
        canvas.box(x, 11, 5, 3, cloth(dye))
        canvas.row(x, 11, 5, shade(cloth(icing), 0.3))
        canvas.dot(x + 2, 10, cloth("red"))
        canvas.round_box(x, 16, 5, 3, shade(cloth(icing), -0.2))
        canvas.row(x + 1, 16, 3, cloth(dye))
    canvas.line((4, 19), (10, 9), shade(glass, 1.3))
    canvas.line((22, 19), (28, 9), shade(glass, 1.3))
    grounded(canvas, 0, 32, 30)


def _bottles(canvas: Canvas, x: int, foot: int, count: int, first: int) -> None:
    dyes = ("green", "brown", "crimson", "teal", "mustard", "olive", "navy", "orange")
    for place in range(count):
        colour = cloth(dyes[(place * 3 + first) % len(dyes)])
        left = x + place * 4
        canvas.box(left, foot - 5, 3, 5, colour)
        canvas.column(left + 1, foot - 8, 3, shade(colour, -0.4))
        canvas.column(left, foot - 5, 5, shade(colour, 1))
        canvas.row(left, foot - 3, 3, material("paper"))


@ALBUM.sprite("bottle_shelf", (2, 1), solid=False)
def _bottle_shelf(canvas: Canvas) -> None:
    wood = material("cherry_wood")
    canvas.box(1, 3, 30, 11, shade(wood, -2.2))
    canvas.row(1, 3, 30, shade(wood, 0.2))
    _bottles(canvas, 3, 13, 7, 1)
    canvas.row(0, 13, 32, shade(wood, 0.7))
    canvas.row(0, 14, 32, shade(wood, -1.8))


@ALBUM.sprite("bottle_rack", (2, 2))
def _bottle_rack(canvas: Canvas) -> None:
    spaces = open_shelves(canvas, (1, 4, 30, 27), material("cherry_wood"), 2, 3)
    for level, (x, y, _, height) in enumerate(spaces):
        _bottles(canvas, x + 1, y + height, 6, level * 2)
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("cash_register", (1, 2))
def _cash_register(canvas: Canvas) -> None:
    iron = material("iron")
    _counter(*_COUNTERS[3][1:], canvas)
    case(canvas, 3, 7, 11, 5, 4, iron)
    canvas.box(5, 2, 7, 5, shade(iron, -1.5))
    canvas.box(6, 3, 5, 2, cloth("green"))
    for x in (5, 7, 9, 11):
        canvas.dots(((x, 9), (x, 10)), cloth("cream"))


@ALBUM.sprite("cup_tray", (1, 1), solid=False)
def _cup_tray(canvas: Canvas) -> None:
    canvas.oval(2, 8, 12, 6, material("pinewood"))
    canvas.oval(3, 8, 10, 5, shade(material("pinewood"), 0.8))
    cup(canvas, 4, 8, material("porcelain"))
    cup(canvas, 9, 9, cloth("sky"))
    canvas.shadow(2, 9, 13, 6, 50)


@ALBUM.sprite("kitchen_cupboard", (2, 2))
def _kitchen_cupboard(canvas: Canvas) -> None:
    for x in (0, 16):
        piece = Canvas(16, 32)
        _unit(piece, _CUPBOARD, _MARBLE)
        door(piece, 2, 20, 12, 9, _CUPBOARD, 10 if x == 0 else 1)
        canvas.paste(piece, x, 0)
    top(canvas, 3, 11, 9, 5, material("pinewood"))
    canvas.row(5, 13, 4, cloth("orange"))
    canvas.row(9, 13, 2, cloth("green"))
    canvas.box(22, 6, 6, 9, material("clay"))
    canvas.row(22, 6, 6, shade(material("clay"), 1.2))
    for x, dye in ((23, "tan"), (25, "oak"), (26, "tan")):
        canvas.column(x, 1, 6, material("oak") if dye == "oak" else cloth(dye))
