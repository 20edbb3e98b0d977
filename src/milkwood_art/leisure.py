"""Music, painting, games and work with the hands.

Knows how these things look and nothing else. Invariant: each is told from the others by its outline alone.
"""

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import case, front, grounded, legs, screen, sheet_of_paper, top
from milkwood_art.palette import cloth, material, mix, shade

ALBUM = Album()


@ALBUM.sprite("piano", (2, 2), kind="piano")
def _piano(canvas: Canvas) -> None:
    wood, ivory = material("ebony"), material("porcelain")
    case(canvas, 1, 4, 30, 3, 11, wood)
    canvas.frame(4, 9, 24, 6, shade(wood, 0.7))
    sheet_of_paper(canvas, 11, 8, 5, 6)
    sheet_of_paper(canvas, 16, 8, 5, 6)
    canvas.row(10, 14, 12, shade(wood, 1.2))
    canvas.box(1, 16, 30, 7, shade(wood, -1))
    canvas.box(2, 17, 28, 4, ivory)
    canvas.row(2, 20, 28, shade(ivory, -1))
    for x in range(2, 30, 2):
        canvas.column(x + 1, 17, 4, shade(ivory, -0.9))
    for x in range(4, 29, 2):
        if (x // 2) % 7 not in (1, 5):
            canvas.column(x, 17, 2, material("ink"))
    canvas.row(1, 22, 30, shade(wood, 0.9))
    front(canvas, 3, 23, 26, 7, shade(wood, -0.4))
    for x in (14, 17):
        canvas.box(x, 28, 2, 2, material("brass"))
    for x in (1, 28):
        canvas.box(x, 23, 3, 8, shade(wood, 0.2))
        canvas.column(x, 23, 8, shade(wood, 1))
    for x in (5, 26):
        canvas.column(x, 2, 3, material("brass"))
        canvas.dot(x, 2, material("lamplight"))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("microphone", (1, 2), kind="microphone")
def _microphone(canvas: Canvas) -> None:
    iron, steel = material("iron"), material("steel")
    canvas.column(7, 12, 17, shade(iron, 0.6))
    canvas.column(8, 12, 17, shade(iron, -1.4))
    canvas.row(4, 29, 8, shade(iron, -0.6))
    canvas.row(3, 30, 10, shade(iron, -2))
    canvas.row(5, 28, 6, shade(iron, 0.6))
    canvas.round_box(5, 4, 6, 8, shade(iron, -2.2), 2)
    canvas.round_box(6, 5, 4, 5, steel)
    canvas.dots(((6, 6), (8, 6), (7, 7), (9, 7), (6, 8), (8, 8)), shade(steel, -1.6))
    canvas.dot(6, 5, shade(steel, 1.6))
    canvas.row(6, 10, 4, shade(iron, 0.8))
    canvas.line((9, 20), (12, 25), shade(iron, -1.8))
    canvas.line((12, 26), (10, 30), shade(iron, -1.8))
    canvas.shadow(3, 28, 12, 4, 70)


@ALBUM.sprite("guitar", (1, 2), kind="guitar")
def _guitar(canvas: Canvas) -> None:
    wood, neck, iron = mix(material("copper"), material("oak"), 0.5), material("walnut"), material("iron")
    canvas.line((4, 22), (2, 30), iron)
    canvas.line((11, 22), (13, 30), iron)
    canvas.box(7, 2, 2, 14, neck)
    canvas.column(7, 2, 14, shade(neck, 0.9))
    for y in range(5, 15, 3):
        canvas.row(7, y, 2, material("brass"))
    canvas.box(6, 1, 4, 3, shade(neck, -0.6))
    canvas.dots(((5, 1), (5, 3), (10, 1), (10, 3)), material("steel"))
    canvas.oval(4, 14, 8, 7, shade(wood, -2.4))
    canvas.oval(2, 18, 12, 11, shade(wood, -2.4))
    canvas.oval(5, 15, 6, 6, wood)
    canvas.oval(3, 19, 10, 9, wood)
    canvas.dots(((4, 21), (4, 22), (5, 20), (6, 16)), shade(wood, 1.6))
    canvas.dots(((11, 24), (11, 25), (10, 26)), shade(wood, -1))
    canvas.oval(6, 18, 4, 4, material("ink"))
    canvas.column(7, 5, 20, shade(material("steel"), 0.8))
    canvas.row(5, 25, 6, shade(neck, -0.8))
    canvas.row(3, 29, 10, shade(iron, -0.6))
    canvas.shadow(2, 28, 13, 4, 70)


@ALBUM.sprite("harp", (2, 2), kind="harp")
def _harp(canvas: Canvas) -> None:
    gold = material("brass")
    for step in range(24):
        x = 22 - step * 12 // 24
        canvas.row(x, 4 + step, 4, gold)
        canvas.dot(x, 4 + step, shade(gold, 1.3))
        canvas.dot(x + 3, 4 + step, shade(gold, -1.6))
    strings = shade(material("porcelain"), -0.3)
    for number, x in enumerate(range(8, 23, 2)):
        low = 26 - max(0, (x - 12) * 2)
        canvas.column(x, 6 + (number % 3 == 0), max(2, low - 7), strings if number % 3 else cloth("red"))
    canvas.box(5, 4, 3, 25, gold)
    canvas.column(5, 4, 25, shade(gold, 1.3))
    canvas.column(7, 4, 25, shade(gold, -1.6))
    for x in range(5, 26):
        lift = (2, 1, 0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 3, 3, 2, 1, 0, 0, 0, 1, 2)[x - 5]
        canvas.box(x, 1 + lift, 1, 3, gold)
        canvas.dot(x, 1 + lift, shade(gold, 1.4))
        canvas.dot(x, 3 + lift, shade(gold, -1.5))
    canvas.box(4, 0, 5, 4, shade(gold, 0.6))
    canvas.box(4, 27, 13, 4, shade(gold, -0.6))
    canvas.row(4, 27, 13, shade(gold, 0.8))
    canvas.row(4, 30, 13, shade(gold, -2.4))
    canvas.shadow(4, 27, 18, 5, 70)


@ALBUM.sprite("easel", (1, 2), kind="easel")
def _easel(canvas: Canvas) -> None:
    wood = material("pinewood")
    canvas.line((8, 0), (8, 24), shade(wood, -1.4))
    for start, end in (((5, 18), (1, 30)), ((10, 18), (14, 30))):
        canvas.line(start, end, wood)
        canvas.line((start[0] + 1, start[1]), (end[0] + 1, end[1]), shade(wood, -1.8))
    canvas.box(1, 3, 14, 16, shade(material("paper"), -2))
    canvas.box(2, 4, 12, 14, material("paper"))
    canvas.box(3, 5, 10, 5, cloth("sky"))
    canvas.dots(((10, 6), (11, 6), (10, 7), (11, 7)), cloth("yellow"))
    canvas.box(3, 10, 10, 4, material("leaf"))
    canvas.dots(((3, 9), (4, 9), (5, 9), (8, 9), (9, 9)), shade(material("leaf"), -0.8))
    canvas.box(3, 14, 10, 3, cloth("mustard"))
    canvas.line((7, 16), (9, 11), cloth("cream"))
    canvas.dots(((5, 12), (11, 12), (6, 15)), cloth("red"))
    canvas.box(1, 19, 14, 2, wood)
    canvas.row(1, 20, 14, shade(wood, -1.6))
    canvas.dots(((3, 18), (5, 18)), cloth("red"))
    canvas.dot(4, 18, cloth("blue"))
    canvas.shadow(1, 28, 14, 4, 60)


@ALBUM.sprite("game_console", (1, 2), kind="game_console")
def _game_console(canvas: Canvas) -> None:
    iron = material("iron")
    case(canvas, 0, 18, 16, 4, 9, material("walnut"))
    canvas.box(2, 24, 12, 4, shade(material("walnut"), -2.6))
    canvas.box(3, 25, 7, 3, shade(iron, -0.2))
    canvas.row(3, 25, 7, shade(iron, 1))
    canvas.dot(8, 26, cloth("green"))
    canvas.round_box(0, 5, 16, 13, shade(iron, -2))
    canvas.box(1, 6, 14, 10, material("ink"))
    canvas.box(2, 7, 12, 8, material("screen"))
    canvas.box(2, 12, 12, 3, cloth("green"))
    canvas.dots(((5, 11), (5, 10), (6, 11)), cloth("red"))
    canvas.dots(((10, 9), (11, 9)), cloth("yellow"))
    canvas.dots(((3, 8), (4, 8), (8, 8)), cloth("white"))
    canvas.row(11, 26, 3, cloth("charcoal"))
    canvas.row(5, 17, 6, shade(iron, -0.6))
    grounded(canvas, 0, 16, 30)


@ALBUM.sprite("lifting_weight", (2, 1), kind="lifting_weight")
def _lifting_weight(canvas: Canvas) -> None:
    iron, steel = material("iron"), material("steel")
    canvas.row(1, 8, 30, shade(steel, 0.8))
    canvas.row(1, 9, 30, shade(steel, -1.4))
    for x, top_row, height in ((3, 3, 11), (6, 1, 14), (23, 1, 14), (26, 3, 11)):
        canvas.round_box(x, top_row, 3, height, shade(iron, -2.2))
        canvas.column(x + 1, top_row + 1, height - 2, shade(iron, 0.6))
        canvas.dot(x + 1, top_row + 1, shade(iron, 2))
    for x in (6, 23):
        canvas.dots(((x + 1, 7), (x + 1, 8)), cloth("red"))
    for x in range(12, 20, 2):
        canvas.dots(((x, 8), (x + 1, 9)), shade(iron, -0.5))
    canvas.shadow(2, 11, 29, 5, 70)


@ALBUM.sprite("pool_table", (3, 2), depth=2, kind="pool_table")
def _pool_table(canvas: Canvas) -> None:
    wood, felt = material("cherry_wood"), material("felt")
    top(canvas, 0, 3, 48, 20, wood)
    front(canvas, 0, 23, 48, 5, wood)
    for x in (2, 42):
        canvas.box(x, 27, 4, 4, shade(wood, -1.2))
        canvas.column(x + 3, 27, 4, shade(wood, -2.4))
    canvas.box(3, 6, 42, 14, shade(felt, -1.4))
    canvas.box(4, 7, 40, 13, felt)
    canvas.row(4, 7, 40, shade(felt, -0.9))
    for x, y in ((3, 5), (22, 5), (42, 5), (3, 18), (22, 18), (42, 18)):
        canvas.oval(x, y, 4, 4, material("ink"))
    dyes = ("red", "yellow", "blue", "orange", "purple", "green", "crimson")
    for (x, y), dye in zip(((30, 12), (33, 10), (33, 14), (36, 8), (36, 12), (36, 16), (25, 9)), dyes, strict=True):
        canvas.box(x, y, 2, 2, cloth(dye))
        canvas.dot(x, y, shade(cloth(dye), 1.8))
        canvas.dot(x + 1, y + 2, shade(felt, -1.3))
    canvas.box(13, 12, 2, 2, material("porcelain"))
    canvas.dot(14, 14, shade(felt, -1.3))
    canvas.line((2, 16), (11, 13), material("pinewood"))
    grounded(canvas, 1, 46, 30)


@ALBUM.sprite("dartboard", (1, 1), solid=False)
def _dartboard(canvas: Canvas) -> None:
    canvas.oval(2, 2, 12, 12, material("ink"))
    canvas.oval(3, 3, 10, 10, cloth("cream"))
    for x, y in ((7, 3), (8, 3), (3, 7), (3, 8), (12, 7), (12, 8), (7, 12), (8, 12)):
        canvas.dot(x, y, cloth("green"))
    canvas.oval(5, 5, 6, 6, cloth("red"))
    canvas.oval(6, 6, 4, 4, cloth("cream"))
    canvas.box(7, 7, 2, 2, cloth("green"))
    canvas.line((9, 6), (11, 3), cloth("navy"))


@ALBUM.sprite("workbench", (2, 2), kind="workbench")
def _workbench(canvas: Canvas) -> None:
    wood, steel = material("oak"), material("steel")
    top(canvas, 0, 10, 32, 10, wood)
    legs(canvas, 0, 20, 32, 10, wood)
    canvas.box(3, 26, 26, 2, shade(wood, -1))
    canvas.row(3, 28, 26, shade(wood, -2.2))
    canvas.box(1, 1, 30, 9, shade(wood, -1.4))
    canvas.row(1, 1, 30, shade(wood, 0.4))
    canvas.stamp(4, 2, ("aaa", ".b.", ".b.", ".b.", ".b."), {"a": material("iron"), "b": shade(wood, 1.4)})
    canvas.stamp(11, 3, ("sssss.", ".ssssb", "..sssb"), {"s": shade(steel, 0.6), "b": cloth("red")})
    canvas.stamp(20, 2, ("s.s", "s.s", ".s.", ".b.", ".b."), {"s": steel, "b": cloth("blue")})
    canvas.stamp(26, 2, (".s.", ".s.", ".s.", ".m.", ".m."), {"s": steel, "m": cloth("mustard")})
    canvas.box(3, 13, 10, 3, shade(material("pinewood"), 0.6))
    canvas.row(3, 16, 10, shade(material("pinewood"), -1.6))
    canvas.box(21, 11, 7, 6, material("iron"))
    canvas.row(21, 11, 7, shade(material("iron"), 1))
    canvas.row(20, 14, 9, shade(steel, -0.6))
    canvas.dots(((15, 17), (16, 15), (17, 18), (18, 16)), shade(material("pinewood"), 1.2))
    grounded(canvas, 0, 32, 30)


@ALBUM.sprite("tv", (2, 2))
def _tv(canvas: Canvas) -> None:
    case(canvas, 1, 19, 30, 4, 8, material("walnut"))
    canvas.row(13, 18, 6, shade(material("iron"), -1))
    screen(canvas, 4, 3, 24, 15)
    canvas.row(6, 26, 8, shade(material("walnut"), -1.6))
    canvas.row(18, 26, 8, shade(material("walnut"), -1.6))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("drum_kit", (2, 2))
def _drum_kit(canvas: Canvas) -> None:
    steel, gold = material("steel"), material("brass")
    for x in (4, 27):
        canvas.column(x, 9, 20, shade(steel, -0.8))
        canvas.oval(x - 4, 7, 9, 4, shade(gold, -1.4))
        canvas.oval(x - 4, 7, 9, 3, gold)
    for x in (6, 17):
        canvas.box(x, 11, 9, 7, shade(cloth("red"), -0.4))
        canvas.oval(x, 9, 9, 5, material("porcelain"))
        canvas.row(x, 17, 9, shade(cloth("red"), -2))
    canvas.oval(8, 15, 16, 16, shade(cloth("red"), -2.4))
    canvas.oval(9, 16, 14, 14, cloth("red"))
    canvas.oval(11, 18, 10, 10, material("porcelain"))
    canvas.oval(14, 21, 4, 4, shade(material("porcelain"), -0.8))
    canvas.shadow(3, 26, 26, 6, 70)
