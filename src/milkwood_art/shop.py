"""Shelves of goods, and what stands about in shops and stores.

Knows how they look and nothing else. Invariant: the goods on a shelf tell which shop it stands in.
"""

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import grounded, open_shelves
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import dice

ALBUM = Album()


def _packet(canvas: Canvas, x: int, foot: int, width: int, height: int, colour: RGB) -> None:
    canvas.box(x, foot - height, width, height, colour)
    canvas.row(x, foot - height, width, shade(colour, 0.9))
    canvas.column(x + width - 1, foot - height, height, shade(colour, -1.3))
    if height > 4:
        canvas.row(x, foot - height // 2, width - 1, material("paper"))


@ALBUM.sprite("product_shelf", (2, 2), kind="product_shelf")
def _product_shelf(canvas: Canvas) -> None:
    """Tools, paint, rope, paper: supplies."""
    rng = dice("product shelf")
    spaces = open_shelves(canvas, (1, 4, 30, 27), material("oak"), 3, 3)
    for level, (x, y, width, height) in enumerate(spaces):
        place, foot = 0, y + height
        while place < width - 2:
            if level == 1:
                colour = cloth(rng.choice(("red", "blue", "yellow", "green", "white")))
                canvas.box(x + place, foot - 5, 4, 5, material("steel"))
                canvas.box(x + place, foot - 4, 4, 3, colour)
                canvas.row(x + place, foot - 5, 4, shade(material("steel"), 1.2))
                place += 5
            else:
                wide = rng.choice((3, 4, 5))
                colour = cloth(rng.choice(("tan", "brown", "navy", "crimson", "olive", "orange", "cream")))
                _packet(canvas, x + place, foot, min(wide, width - place), rng.randrange(3, height), colour)
                place += wide + 1
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("grocery_shelf", (2, 2), kind="grocery_shelf")
def _grocery_shelf(canvas: Canvas) -> None:
    """Fruit and vegetables in sloping boxes, tins above."""
    rng = dice("grocery shelf")
    wood = material("pinewood")
    spaces = open_shelves(canvas, (1, 4, 30, 27), wood, 3, 3)
    x, y, width, height = spaces[0]
    for place in range(0, width - 2, 4):
        colour = cloth(rng.choice(("red", "mustard", "green", "sky", "cream")))
        _packet(canvas, x + place, y + height, 3, 5, colour)
    crops = (("red", "green", "orange"), ("yellow", "purple", "olive"))
    for level, dyes in zip((1, 2), crops, strict=True):
        x, y, width, height = spaces[level]
        for box, dye in enumerate(dyes):
            left, colour = x + box * 9, cloth(dye)
            for row in range(2):
                for place in range(4):
                    canvas.oval(left + place * 2 + row % 2, y + row * 2, 3, 3, shade(colour, -0.6 * (row == 0)))
                    canvas.dot(left + place * 2 + row % 2, y + row * 2, shade(colour, 1.2))
            canvas.row(left, y + height - 1, 8, wood)
            canvas.column(left + 8, y, height, shade(wood, -1.5))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("pharmacy_shelf", (2, 2), kind="pharmacy_shelf")
def _pharmacy_shelf(canvas: Canvas) -> None:
    """White shelves of small bottles and boxes under a green cross."""
    rng = dice("pharmacy shelf")
    white = mix(material("porcelain"), material("glass"), 0.15)
    spaces = open_shelves(canvas, (1, 4, 30, 27), white, 3, 3)
    for level, (x, y, width, height) in enumerate(spaces):
        canvas.box(x, y - 1, width, height + 1, shade(white, -0.9))
        foot = y + height
        for place in range(0, width - 2, 4):
            colour = cloth(rng.choice(("white", "sky", "teal", "orange", "pink", "green")))
            if (place // 4 + level) % 2:
                canvas.box(x + place, foot - 4, 3, 4, colour)
                canvas.row(x + place, foot - 5, 3, material("porcelain"))
                canvas.row(x + place, foot - 2, 3, material("paper"))
                canvas.column(x + place, foot - 4, 4, shade(colour, 0.9))
            else:
                _packet(canvas, x + place, foot, 3, 5, colour)
    cross = cloth("green")
    canvas.box(13, 2, 6, 6, material("porcelain"))
    canvas.box(15, 3, 2, 4, cross)
    canvas.box(14, 4, 4, 2, cross)
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("bread_shelf", (2, 2), kind="product_shelf")
def _bread_shelf(canvas: Canvas) -> None:
    spaces = open_shelves(canvas, (1, 4, 30, 27), material("pinewood"), 3, 3)
    crust = mix(material("straw"), material("copper"), 0.45)
    for level, (x, y, width, height) in enumerate(spaces):
        foot = y + height
        size = (6, 8, 5)[level]
        for place in range(0, width - size + 1, size + 1):
            canvas.round_box(x + place, foot - 5, size, 5, shade(crust, -1.2))
            canvas.round_box(x + place, foot - 5, size, 4, crust)
            canvas.row(x + place + 1, foot - 5, size - 2, shade(crust, 1.1))
            for cut in range(2, size - 1, 2):
                canvas.dot(x + place + cut, foot - 4, shade(crust, 1.8))
    grounded(canvas, 1, 30, 30)


@ALBUM.sprite("barrel", (1, 2))
def _barrel(canvas: Canvas) -> None:
    wood, iron = material("oak"), material("iron")
    for y in range(13, 31):
        bulge = 0 if 17 <= y <= 26 else 1
        canvas.row(2 + bulge, y, 12 - 2 * bulge, shade(wood, -2.6))
        for x, tone in enumerate((0.5, 0.9, 0.3, -0.5, 0.2, 0.1, -0.6, -0.2, -0.9, -1.5)):
            if bulge == 0 or 0 < x < 9:
                canvas.dot(3 + x, y, shade(wood, tone))
    for y in (18, 25):
        canvas.row(2, y, 12, shade(iron, 0.4))
        canvas.row(2, y + 1, 12, shade(iron, -1.4))
    canvas.row(3, 30, 10, shade(wood, -2.8))
    canvas.oval(3, 11, 10, 6, shade(wood, -1.8))
    canvas.oval(4, 12, 8, 4, shade(wood, 0.9))
    canvas.row(5, 13, 6, shade(wood, 0.3))
    canvas.shadow(3, 26, 13, 6, 70)


def _crate_box(canvas: Canvas, x: int, y: int) -> None:
    wood = material("pinewood")
    canvas.box(x, y, 14, 18, shade(wood, -2.6))
    canvas.box(x + 1, y + 1, 12, 5, shade(wood, 0.8))
    canvas.row(x + 1, y + 3, 12, shade(wood, -0.5))
    canvas.box(x + 1, y + 6, 12, 11, shade(wood, -0.2))
    canvas.row(x + 1, y + 6, 12, shade(wood, -1.4))
    canvas.frame(x + 1, y + 7, 12, 10, shade(wood, 0.4))
    canvas.line((x + 2, y + 15), (x + 11, y + 8), shade(wood, 0.5))
    canvas.line((x + 3, y + 15), (x + 12, y + 8), shade(wood, -1.2))


@ALBUM.sprite("crate", (1, 2))
def _crate(canvas: Canvas) -> None:
    _crate_box(canvas, 1, 12)
    grounded(canvas, 1, 14, 29)


@ALBUM.sprite("crates", (2, 2))
def _crates(canvas: Canvas) -> None:
    _crate_box(canvas, 2, 12)
    _crate_box(canvas, 16, 12)
    _crate_box(canvas, 8, 1)
    grounded(canvas, 2, 28, 29)


@ALBUM.sprite("sacks", (1, 1))
def _sacks(canvas: Canvas) -> None:
    jute = material("rope")
    for x, y in ((1, 5), (7, 6)):
        canvas.round_box(x, y, 8, 9, shade(jute, -2), 2)
        canvas.round_box(x + 1, y + 1, 6, 7, jute, 2)
        canvas.row(x + 2, y + 1, 3, shade(jute, 0.9))
        canvas.row(x + 3, y - 1, 2, shade(jute, -0.6))
        canvas.row(x + 2, y + 5, 4, shade(jute, -0.8))
    canvas.shadow(1, 11, 15, 5, 60)
