"""Beds and wardrobes.

Knows how they look, no people. Invariant: a pillow lies in the upper tile of a bed, so that a
sleeping head drawn on that tile rests on it.
"""

from functools import partial

from milkwood_art.album import Album
from milkwood_art.canvas import Canvas
from milkwood_art.joinery import case, door, grounded
from milkwood_art.palette import RGB, cloth, material, mix, shade

ALBUM = Album()


def _pillow(canvas: Canvas, x: int, y: int, width: int) -> None:
    linen = material("porcelain")
    canvas.round_box(x, y, width, 7, shade(linen, -1.2))
    canvas.round_box(x, y, width, 6, linen)
    canvas.row(x + 1, y + 5, width - 2, shade(linen, -0.6))
    canvas.dots(((x + 2, y + 3), (x + width - 3, y + 3)), shade(linen, -0.5))


def _bed(blanket: RGB, wood: RGB, canvas: Canvas) -> None:
    """A bed as wide as the canvas: headboard, pillows, turned-down sheet, quilt, footboard."""
    width = canvas.width
    linen = material("porcelain")
    case(canvas, 0, 0, width, 2, 5, wood)
    canvas.box(1, 6, width - 2, 23, mix(linen, material("wall_sky"), 0.55))
    canvas.column(0, 6, 23, shade(wood, -2.6))
    canvas.column(width - 1, 6, 23, shade(wood, -2.6))
    for place in range(width // 16):
        _pillow(canvas, 2 + place * 16 - (place and 1), 5, 12 if width == 16 else 13)
    canvas.box(1, 14, width - 2, 13, blanket)
    canvas.row(1, 13, width - 2, shade(linen, 0.3))
    canvas.row(1, 14, width - 2, shade(linen, -0.4))
    canvas.row(1, 15, width - 2, shade(blanket, -1.0))
    for y in range(16, 27):
        for x in range(1, width - 1):
            if (x + y) % 6 == 0 or (x - y) % 6 == 0:
                canvas.dot(x, y, shade(blanket, -0.55))
    canvas.column(1, 15, 12, shade(blanket, 0.7))
    canvas.row(1, 17, width - 2, shade(blanket, 0.6))
    canvas.column(width - 2, 15, 12, shade(blanket, -1.0))
    case(canvas, 0, 26, width, 2, 4, wood)


_OAK = material("oak")
ALBUM.add("bed", (1, 2), partial(_bed, cloth("teal"), _OAK), depth=2, solid=False, kind="bed")
for _name, _dye, _wood in (
    ("red", "red", "walnut"),
    ("blue", "blue", "oak"),
    ("green", "green", "pinewood"),
    ("purple", "purple", "cherry_wood"),
    ("yellow", "mustard", "oak"),
    ("pink", "pink", "pinewood"),
):
    ALBUM.add(f"bed_{_name}", (1, 2), partial(_bed, cloth(_dye), material(_wood)), depth=2, solid=False, kind="bed")
ALBUM.add(
    "bed_double",
    (2, 2),
    partial(_bed, mix(cloth("crimson"), cloth("pink"), 0.3), material("walnut")),
    depth=2,
    solid=False,
    kind="bed",
)
ALBUM.add("bed_double_blue", (2, 2), partial(_bed, cloth("navy"), material("oak")), depth=2, solid=False, kind="bed")


def _closet(wood: RGB, canvas: Canvas) -> None:
    case(canvas, 1, 4, 30, 4, 23, wood)
    canvas.row(2, 10, 28, shade(wood, 0.8))
    door(canvas, 3, 11, 13, 17, wood, 10)
    door(canvas, 16, 11, 13, 17, wood, 2)
    canvas.row(1, 30, 30, shade(wood, -2.6))
    canvas.box(5, 30, 22, 1, shade(wood, -3.4))
    grounded(canvas, 1, 30, 30)


ALBUM.add("closet", (2, 2), partial(_closet, material("walnut")), kind="closet")
ALBUM.add("closet_light", (2, 2), partial(_closet, material("pinewood")), kind="closet")
ALBUM.add("closet_white", (2, 2), partial(_closet, cloth("cream")), kind="closet")


@ALBUM.sprite("nightstand", (1, 2))
def _nightstand(canvas: Canvas) -> None:
    wood = material("oak")
    case(canvas, 2, 15, 12, 6, 10, wood)
    canvas.frame(4, 23, 8, 4, shade(wood, -1.6))
    canvas.row(7, 25, 2, material("brass"))
    shade_colour = material("lamplight")
    canvas.column(8, 13, 4, material("brass"))
    canvas.row(6, 17, 5, shade(material("brass"), -1))
    canvas.stamp(4, 7, ("..aaaa..", ".abbbba.", ".abbbbc.", "abbbbbbc", "abbbbbbc", "dddddddd"), {
        "a": shade(shade_colour, 1), "b": shade_colour, "c": shade(shade_colour, -1), "d": shade(shade_colour, -2),
    })  # fmt: skip
    grounded(canvas, 2, 12, 30)
