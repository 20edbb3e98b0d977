"""Basin, shower, bath, toilet and what stands about them.

Knows how they look and nothing else. Invariant: what one uses from within leaves its lowest tile open to a person.
"""

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import grounded
from milkwood_art.palette import alpha, cloth, material, mix, shade

ALBUM = Album()
_CHINA = mix(material("porcelain"), material("glass"), 0.1)


@ALBUM.sprite("bathroom_sink", (1, 2), kind="bathroom_sink")
def _bathroom_sink(canvas: Canvas) -> None:
    steel, glass = material("steel"), material("glass")
    canvas.round_box(3, 4, 10, 10, shade(material("oak"), -1.8))
    canvas.round_box(4, 5, 8, 8, glass)
    canvas.line((5, 10), (9, 6), shade(glass, 1.4))
    canvas.line((6, 11), (10, 7), shade(glass, 0.8))
    canvas.box(5, 21, 6, 9, shade(_CHINA, -0.8))
    canvas.column(5, 21, 9, shade(_CHINA, 0.2))
    canvas.column(10, 21, 9, shade(_CHINA, -1.8))
    canvas.row(4, 30, 8, shade(_CHINA, -2.4))
    canvas.round_box(1, 14, 14, 9, shade(_CHINA, -2.2), 2)
    canvas.round_box(2, 15, 12, 6, _CHINA, 1)
    canvas.round_box(3, 16, 10, 4, shade(_CHINA, -1.0), 1)
    canvas.row(4, 19, 8, shade(glass, 0.5))
    canvas.row(3, 21, 10, shade(_CHINA, -0.5))
    canvas.box(7, 13, 2, 4, steel)
    canvas.dot(7, 13, shade(steel, 1.4))
    canvas.row(6, 13, 4, shade(steel, -0.6))
    canvas.box(12, 12, 2, 3, cloth("teal"))
    canvas.dots(((12, 11), (13, 10)), cloth("red"))
    grounded(canvas, 3, 10, 30)


@ALBUM.sprite("shower", (1, 2), solid=False, kind="shower")
def _shower(canvas: Canvas) -> None:
    steel, glass = material("steel"), material("glass")
    canvas.box(0, 4, 16, 27, shade(_CHINA, -1.8))
    canvas.box(1, 5, 14, 13, mix(_CHINA, glass, 0.45))
    for x in (4, 8, 12):
        canvas.column(x, 5, 13, mix(_CHINA, glass, 0.75))
    for y in (7, 11, 15):
        canvas.row(1, y, 14, mix(_CHINA, glass, 0.75))
    canvas.box(1, 18, 14, 12, _CHINA)
    canvas.frame(2, 19, 12, 10, shade(_CHINA, -0.7))
    canvas.row(2, 19, 12, shade(_CHINA, -1.4))
    canvas.box(7, 23, 2, 2, shade(steel, -1.5))
    canvas.column(12, 6, 9, shade(steel, -0.8))
    canvas.row(8, 6, 5, shade(steel, -0.4))
    canvas.row(6, 7, 5, shade(steel, -1.4))
    for y in range(8, 22, 2):
        for x in (6, 8, 10):
            canvas.dot(x + (y // 2) % 2 - 1, y, alpha(shade(glass, 1), 190))
    canvas.box(11, 12, 3, 2, steel)
    curtain = cloth("sky")
    for x, tone in ((0, -1.2), (1, 0.6), (2, -0.2), (3, -1.0)):
        canvas.column(x, 5, 20, shade(curtain, tone))
    for y in (6, 11, 16, 21):
        canvas.dot(1, y, cloth("white"))
    canvas.row(0, 4, 16, shade(steel, 0.6))
    canvas.row(0, 30, 16, shade(_CHINA, -2))


@ALBUM.sprite("toilet", (1, 2), solid=False, kind="toilet")
def _toilet(canvas: Canvas) -> None:
    canvas.round_box(3, 7, 10, 10, shade(_CHINA, -2.2))
    canvas.box(4, 8, 8, 3, shade(_CHINA, 0.5))
    canvas.box(4, 11, 8, 6, shade(_CHINA, -0.3))
    canvas.row(7, 9, 2, shade(material("steel"), -0.6))
    canvas.oval(2, 15, 12, 13, shade(_CHINA, -2.2))
    canvas.oval(3, 16, 10, 10, _CHINA)
    canvas.oval(5, 18, 6, 6, shade(_CHINA, -1.8))
    canvas.oval(5, 19, 6, 5, mix(material("water"), _CHINA, 0.35))
    canvas.row(5, 25, 6, shade(_CHINA, -0.9))
    canvas.box(5, 26, 6, 4, shade(_CHINA, -0.9))
    canvas.column(10, 26, 4, shade(_CHINA, -1.9))
    canvas.row(5, 30, 6, shade(_CHINA, -2.4))
    grounded(canvas, 3, 10, 30)


@ALBUM.sprite("bathtub", (2, 2), solid=False, kind="shower")
def _bathtub(canvas: Canvas) -> None:
    canvas.round_box(0, 10, 32, 20, shade(_CHINA, -2.2), 3)
    canvas.round_box(1, 11, 30, 13, _CHINA, 2)
    canvas.round_box(4, 13, 24, 9, shade(_CHINA, -1.2), 2)
    canvas.round_box(5, 15, 22, 7, mix(material("water"), _CHINA, 0.35), 2)
    canvas.box(2, 24, 28, 5, shade(_CHINA, -0.6))
    canvas.row(3, 28, 26, shade(_CHINA, -1.5))
    for x, y, size in ((7, 15, 4), (12, 16, 3), (20, 15, 4), (16, 17, 2)):
        canvas.oval(x, y, size + 1, size, material("foam"))
        canvas.dot(x + 1, y + 1, material("porcelain"))
    canvas.column(3, 5, 8, material("steel"))
    canvas.row(3, 5, 4, shade(material("steel"), 1))
    canvas.column(6, 6, 2, shade(material("steel"), -1))
    for x in (4, 26):
        canvas.box(x, 29, 3, 2, shade(material("brass"), -0.5))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("mirror", (1, 1), solid=False)
def _mirror(canvas: Canvas) -> None:
    glass, gold = material("glass"), material("brass")
    canvas.oval(3, 2, 10, 12, shade(gold, -1.6))
    canvas.oval(4, 3, 8, 10, gold)
    canvas.oval(5, 4, 6, 8, glass)
    canvas.line((6, 9), (9, 5), shade(glass, 1.4))
    canvas.dot(5, 4, shade(gold, 1.4))


@ALBUM.sprite("laundry_basket", (1, 1))
def _laundry_basket(canvas: Canvas) -> None:
    straw = material("straw")
    canvas.round_box(2, 5, 12, 10, shade(straw, -2))
    for y in range(6, 14):
        for x in range(3, 13):
            canvas.dot(x, y, shade(straw, 0.3 if (x // 2 + y) % 2 else -0.8))
    canvas.oval(3, 2, 6, 5, cloth("sky"))
    canvas.oval(7, 1, 6, 6, cloth("pink"))
    canvas.oval(6, 3, 5, 4, cloth("white"))
    canvas.row(2, 6, 12, shade(straw, 0.9))
    canvas.row(3, 14, 10, shade(straw, -2.4))
    canvas.shadow(2, 11, 14, 5, 60)


@ALBUM.sprite("towel_rack", (1, 1), solid=False)
def _towel_rack(canvas: Canvas) -> None:
    canvas.row(1, 4, 14, shade(material("steel"), -1))
    canvas.row(1, 3, 14, shade(material("steel"), 0.8))
    for x, dye in ((2, "teal"), (8, "cream")):
        colour = cloth(dye)
        canvas.box(x, 4, 6, 9, colour)
        canvas.column(x, 4, 9, shade(colour, 0.8))
        canvas.column(x + 5, 4, 9, shade(colour, -1.2))
        canvas.row(x, 10, 6, shade(colour, -1))
        canvas.row(x, 12, 6, shade(colour, -1.8))
