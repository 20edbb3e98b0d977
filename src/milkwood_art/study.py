"""Desks, computers, shelves of books and the furniture of a classroom.

Knows how they look and nothing else. Invariant: what has a use "on" it leaves room for a person on its lowest tile.
"""

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import (
    books,
    case,
    cup,
    drawer,
    grounded,
    legs,
    open_shelves,
    screen,
    sheet_of_paper,
    top,
)
from milkwood_art.palette import RGB, cloth, material, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _desk_body(canvas: Canvas, wood: RGB) -> None:
    top(canvas, 1, 11, 30, 9, wood)
    canvas.box(2, 20, 28, 10, shade(wood, -3.0))
    canvas.box(12, 21, 8, 6, shade(wood, -2.2))
    for x in (2, 20):
        canvas.box(x, 20, 10, 10, shade(wood, -0.6))
        canvas.frame(x - 1 if x == 2 else x, 20, 11, 11, shade(wood, -2.6))
        drawer(canvas, x + 1, 21, 8, 4, wood)
        drawer(canvas, x + 1, 25, 8, 4, wood)
    canvas.row(1, 20, 30, shade(wood, -2.0))
    grounded(canvas, 1, 30, 30)


def _desk_lamp(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    canvas.row(x, y, 4, shade(material("iron"), -1))
    canvas.line((x + 1, y - 1), (x + 1, y - 5), material("iron"))
    canvas.stamp(x, y - 9, (".aaa.", "abbbc", "abbbc", "ccccc"), {
        "a": shade(colour, 1), "b": colour, "c": shade(colour, -1.5),
    })  # fmt: skip


@ALBUM.sprite("desk", (2, 2), kind="desk")
def _desk(canvas: Canvas) -> None:
    _desk_body(canvas, material("oak"))
    sheet_of_paper(canvas, 11, 13, 6, 5)
    canvas.line((19, 17), (21, 14), cloth("navy"))
    _desk_lamp(canvas, 4, 15, cloth("green"))
    books(canvas, (23, 7, 6, 7), dice("desk books"))
    canvas.row(23, 14, 6, shade(material("oak"), -1.2))


@ALBUM.sprite("computer_desk", (2, 2), kind="computer_desk")
def _computer_desk(canvas: Canvas) -> None:
    _desk_body(canvas, material("pinewood"))
    screen(canvas, 9, 2, 14, 10)
    canvas.box(15, 12, 2, 2, shade(material("iron"), -1))
    canvas.row(13, 14, 6, shade(material("iron"), -0.5))
    canvas.box(10, 15, 11, 3, shade(material("steel"), 0.4))
    canvas.row(10, 18, 11, shade(material("iron"), -0.5))
    for x in range(11, 20, 2):
        canvas.dot(x, 16, shade(material("iron"), 0.5))
    canvas.box(23, 15, 2, 3, material("steel"))
    cup(canvas, 4, 13, cloth("red"))


@ALBUM.sprite("computer", (1, 2), kind="computer")
def _computer(canvas: Canvas) -> None:
    wood = material("pinewood")
    top(canvas, 0, 13, 16, 8, wood)
    legs(canvas, 0, 21, 16, 9, wood)
    canvas.box(11, 21, 3, 7, shade(material("iron"), -1))
    canvas.dot(12, 23, cloth("green"))
    screen(canvas, 2, 4, 12, 9)
    canvas.box(7, 13, 2, 2, shade(material("iron"), -1))
    canvas.box(3, 16, 9, 3, shade(material("steel"), 0.4))
    for x in range(4, 11, 2):
        canvas.dot(x, 17, shade(material("iron"), 0.5))
    grounded(canvas, 0, 16, 30)


def _filled_shelf(canvas: Canvas, wood: RGB, levels: int, seed: str) -> None:
    rng = dice(seed)
    for space in open_shelves(canvas, (1, 4, canvas.width - 2, 27), wood, levels, 3):
        books(canvas, space, rng)
    grounded(canvas, 1, canvas.width - 2, 30)


@ALBUM.sprite("bookshelf", (2, 2), kind="bookshelf")
def _bookshelf(canvas: Canvas) -> None:
    _filled_shelf(canvas, material("walnut"), 3, "bookshelf")
    canvas.box(20, 16, 6, 5, shade(material("walnut"), -2.3))
    canvas.stamp(21, 16, (".aa.", "aabb", "aabb", ".cc."), {
        "a": cloth("sky"), "b": cloth("green"), "c": material("brass"),
    })  # fmt: skip


@ALBUM.sprite("bookshelf_2", (2, 2), kind="bookshelf")
def _bookshelf_2(canvas: Canvas) -> None:
    _filled_shelf(canvas, material("cherry_wood"), 3, "bookshelf 2")


@ALBUM.sprite("bookshelf_narrow", (1, 2), kind="bookshelf")
def _bookshelf_narrow(canvas: Canvas) -> None:
    _filled_shelf(canvas, material("walnut"), 3, "bookshelf narrow")


@ALBUM.sprite("shelf", (1, 2), kind="shelf")
def _shelf(canvas: Canvas) -> None:
    wood = material("oak")
    spaces = open_shelves(canvas, (1, 4, 14, 27), wood, 3, 3)
    (x, y, _, height), middle, low = spaces
    canvas.box(x + 1, y + 2, 4, height - 2, cloth("red"))
    canvas.row(x + 1, y + 2, 4, shade(cloth("red"), 1))
    canvas.box(x + 6, y + 3, 3, height - 3, material("clay"))
    books(canvas, (middle[0], middle[1], 6, middle[3]), dice("shelf"))
    canvas.box(middle[0] + 7, middle[1] + 2, 3, middle[3] - 2, material("glass"))
    canvas.box(low[0], low[1] + 2, 5, low[3] - 2, material("pinewood"))
    canvas.row(low[0], low[1] + 2, 5, shade(material("pinewood"), 1))
    canvas.box(low[0] + 6, low[1] + 1, 4, low[3] - 1, cloth("navy"))
    grounded(canvas, 1, 14, 30)


@ALBUM.sprite("library_table", (3, 2), depth=2, kind="library_table")
def _library_table(canvas: Canvas) -> None:
    wood = material("walnut")
    top(canvas, 1, 5, 46, 17, wood)
    legs(canvas, 1, 22, 46, 8, wood)
    canvas.row(2, 23, 44, shade(wood, -1.4))
    canvas.frame(4, 8, 40, 11, shade(wood, -0.4))
    for x in (12, 33):
        canvas.row(x, 13, 5, material("brass"))
        canvas.column(x + 2, 8, 5, shade(material("brass"), -0.6))
        canvas.round_box(x - 2, 4, 9, 5, material("felt"))
        canvas.row(x - 1, 4, 7, shade(material("felt"), 1.4))
        canvas.row(x - 2, 8, 9, material("lamplight"))
    for x, y in ((21, 11), (4, 14), (36, 14)):
        sheet_of_paper(canvas, x, y, 4, 4)
        sheet_of_paper(canvas, x + 4, y, 4, 4)
        canvas.column(x + 4, y, 4, shade(material("paper"), -1.5))
    canvas.box(27, 17, 5, 3, cloth("crimson"))
    canvas.row(27, 17, 5, shade(cloth("crimson"), 1))
    grounded(canvas, 1, 46, 30)


@ALBUM.sprite("blackboard", (2, 2), kind="blackboard")
def _blackboard(canvas: Canvas) -> None:
    wood, slate = material("oak"), material("slate_board")
    for x in (4, 26):
        canvas.box(x, 22, 2, 8, shade(wood, -1))
        canvas.row(x - 1, 30, 4, shade(wood, -2.4))
    canvas.box(0, 3, 32, 20, shade(wood, -2.4))
    canvas.box(1, 4, 30, 18, wood)
    canvas.row(1, 4, 30, shade(wood, 1))
    canvas.box(2, 6, 28, 14, slate)
    canvas.row(2, 6, 28, shade(slate, -1.2))
    chalk = shade(slate, 3.2)
    canvas.stamp(5, 8, (
        "x..x..xxx..........a..",
        ".xx...............aba.",
        ".xx..x.xx.x......a.a.a",
        "x..x...............a..",
        "...................a..",
        "xxxx.xx.xxx.xx.....a..",
        "......................",
        "xx.xxxx.x.xxx...aaaaaa",
    ), {"x": chalk, "a": shade(chalk, -0.8), "b": shade(chalk, -0.8)})  # fmt: skip
    canvas.row(1, 21, 30, shade(wood, 0.8))
    canvas.row(4, 20, 3, material("porcelain"))
    canvas.row(22, 20, 4, cloth("tan"))
    grounded(canvas, 3, 26, 30)


@ALBUM.sprite("podium", (1, 2), kind="podium")
def _podium(canvas: Canvas) -> None:
    wood = material("cherry_wood")
    case(canvas, 2, 17, 12, 2, 12, wood)
    canvas.frame(5, 21, 6, 6, shade(wood, -1.4))
    case(canvas, 1, 9, 14, 7, 3, wood)
    sheet_of_paper(canvas, 4, 11, 4, 4)
    sheet_of_paper(canvas, 8, 11, 4, 4)
    canvas.row(2, 30, 12, shade(wood, -2.8))
    grounded(canvas, 2, 12, 30)


@ALBUM.sprite("student_seat", (1, 2), solid=False, kind="student_seat")
def _student_seat(canvas: Canvas) -> None:
    wood, steel = material("pinewood"), material("iron")
    top(canvas, 1, 6, 14, 8, wood)
    canvas.row(2, 14, 12, shade(wood, -1.8))
    for x in (2, 12):
        canvas.column(x, 14, 7, steel)
        canvas.column(x + 1, 14, 7, shade(steel, -1.5))
    sheet_of_paper(canvas, 4, 8, 5, 4)
    canvas.line((11, 11), (12, 8), cloth("red"))
    chair = material("oak")
    top(canvas, 3, 19, 10, 6, chair)
    for x in (3, 11):
        canvas.column(x, 25, 5, shade(chair, -1.2))
        canvas.column(x + 1, 25, 5, shade(chair, -2.2))
    canvas.round_box(3, 23, 10, 4, shade(chair, -0.5))
    canvas.row(4, 23, 8, shade(chair, 0.9))
    canvas.row(4, 26, 8, shade(chair, -2))
    grounded(canvas, 2, 12, 30)


@ALBUM.sprite("bookpile", (1, 1), solid=False)
def _bookpile(canvas: Canvas) -> None:
    for y, (x, width, dye) in zip((12, 9, 6), ((3, 10, "navy"), (4, 8, "crimson"), (3, 9, "mustard")), strict=True):
        colour = cloth(dye)
        canvas.box(x, y, width, 3, colour)
        canvas.row(x, y, width, shade(colour, 0.8))
        canvas.row(x + width - 3, y + 1, 3, material("paper"))
        canvas.row(x, y + 2, width, shade(colour, -1.8))
    canvas.shadow(2, 12, 13, 4, 60)


@ALBUM.sprite("desk_dark", (2, 2), kind="desk")
def _desk_dark(canvas: Canvas) -> None:
    _desk_body(canvas, material("walnut"))
    sheet_of_paper(canvas, 8, 13, 5, 5)
    sheet_of_paper(canvas, 14, 14, 5, 5)
    cup(canvas, 4, 13, cloth("white"))
    _desk_lamp(canvas, 24, 15, cloth("red"))
