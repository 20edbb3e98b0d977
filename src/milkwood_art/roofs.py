"""Roofs seen from the south: shingles, ridge, eaves, chimneys, and the upper part of the facade below them.

A roof tile is named by its colour, the course it belongs to and the ends it has (1 west, 2 east). While a roof is
closed the facade is two cells high: the wall's own face, and above it one row that exists only in the roof layer, so
houses have grown-up doors and windows. Knows nothing of maps. Invariant: shingles repeat every 16 px both ways.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.masonry import STYLES
from milkwood_art.noise import scatter
from milkwood_art.palette import RGB, alpha, material, mix, shade
from milkwood_art.pieces import TileArt
from milkwood_art.walls import CAP_ROWS, window_outside

ROOFS = ("red", "slate", "blue", "green", "thatch", "brown")
COURSES = ("crown", "north", "ridge", "south", "eave")
"""From the far edge over the dark slope, the ridge and the lit slope to the gutter."""
FEATURES: Mapping[str, tuple[int, int]] = {"chimney": (1, 2), "dormer": (2, 2), "skylight": (1, 1)}
"""What stands on a lit slope, and how many tiles it takes each way; a chimney begins on the ridge."""
FRONTS = ("plain", "window", "door")
VARIANTS = 3
WEST, EAST = 1, 2


def roof_name(colour: str, course: str, ends: int, variant: int) -> str:
    """A tile of shingles."""
    return f"roof_{colour}_{course}_{ends}_{variant}"


def feature_name(colour: str, feature: str, x: int, y: int) -> str:
    """One tile of something that stands on the lit slope, counted from its upper left."""
    return f"roof_{colour}_{feature}_{x}{y}"


def front_name(style: str, front: str, ends: int) -> str:
    """The upper row of a facade, under the eaves."""
    return f"front_{style}_{front}_{ends}"


def lintel_name(style: str, front: str, ends: int) -> str:
    """What hides the cap of the lower row of a facade while the roof is closed."""
    return f"lintel_{style}_{front}_{ends}"


def _tile_paint(colour: RGB, x: int, y: int, variant: int) -> RGB:
    """A pixel of rounded roof tiles, four to a tile across and down."""
    course = y // 4 % 4
    across = (x + 2 * (course % 2)) % TILE
    tone = (scatter(40 + variant, across // 4, course) - 0.5) * 0.75
    low = y % 4
    if low == 3 or (low == 2 and across % 4 in (0, 3)):
        return shade(colour, -1.35)
    if low == 0:
        return shade(colour, tone + 0.5) if across % 4 in (1, 2) else shade(colour, tone - 0.5)
    return shade(colour, tone)


def _slate_paint(colour: RGB, x: int, y: int, variant: int) -> RGB:
    """A pixel of flat slates in courses."""
    course = y // 4 % 4
    across = (x + 4 * (course % 2)) % TILE
    tone = (scatter(50 + variant, across // 8, course) - 0.5) * 0.7
    if y % 4 == 3:
        return shade(colour, -1.2)
    if across % 8 == 7:
        return shade(colour, -0.8)
    return shade(colour, tone + (0.45 if y % 4 == 0 else 0))


def _thatch_paint(colour: RGB, x: int, y: int, variant: int) -> RGB:
    """A pixel of combed straw, bound in bands."""
    straw = scatter(60 + variant, x, y // 5)
    if y % 8 == 7:
        return shade(colour, -1.1 if straw > 0.3 else -0.5)
    return shade(colour, -0.75 if straw < 0.22 else 0.7 if straw > 0.82 else 0)


_PAINTS: Mapping[str, Callable[[RGB, int, int, int], RGB]] = {
    "red": _tile_paint,
    "brown": _tile_paint,
    "green": _slate_paint,
    "slate": _slate_paint,
    "blue": _tile_paint,
    "thatch": _thatch_paint,
}


def _slope(canvas: Canvas, colour: str, rows: range, variant: int, tone: float) -> None:
    base = shade(material(f"roof_{colour}"), tone)
    for y in rows:
        for x in range(TILE):
            canvas.dot(x, y, _PAINTS[colour](base, x, y, variant))


def _ends(canvas: Canvas, colour: RGB, ends: int, rows: range) -> None:
    """Barge boards along the gables."""
    for side, outer, inner in ((WEST, 0, 1), (EAST, TILE - 1, TILE - 2)):
        if ends & side:
            for y in rows:
                canvas.dot(outer, y, shade(colour, -2.6))
                canvas.dot(inner, y, shade(colour, 1.0 if side == WEST else -0.7))
                canvas.dot(inner + (1 if side == WEST else -1), y, shade(colour, -1.5))


def _ridge(canvas: Canvas, colour: RGB) -> None:
    canvas.box(0, 5, TILE, 4, shade(colour, 0.3))
    canvas.row(0, 5, TILE, shade(colour, 1.3))
    canvas.row(0, 8, TILE, shade(colour, -1.6))
    canvas.row(0, 4, TILE, shade(colour, -2.2))
    for x in (3, 11):
        canvas.column(x, 5, 3, shade(colour, -0.9))


def _draw_roof(colour: str, course: str, ends: int, variant: int) -> Canvas:
    canvas, base = Canvas(), material(f"roof_{colour}")
    whole = range(TILE)
    _slope(canvas, colour, whole, variant, 0.0 if course in ("south", "eave") else -0.8)
    if course == "crown":
        canvas.row(0, 0, TILE, shade(base, -2.8))
        canvas.row(0, 1, TILE, shade(base, -0.2))
        canvas.row(0, 2, TILE, shade(base, -1.9))
    if course == "ridge":
        _slope(canvas, colour, range(8, TILE), variant, 0.0)
        _ridge(canvas, base)
    if course == "eave":
        canvas.row(0, 12, TILE, shade(base, -0.6))
        canvas.row(0, 13, TILE, shade(base, 0.9))
        canvas.row(0, 14, TILE, shade(base, -0.4))
        canvas.row(0, 15, TILE, shade(base, -2.6))
    _ends(canvas, base, ends, whole)
    return canvas


def _chimney(canvas: Canvas, base: RGB) -> None:
    brick, stone = material("brick"), material("stone")
    for step in range(9):
        canvas.row(13, 17 + step, 3 - step // 3, alpha(material("shadow"), 90))
    canvas.box(2, 6, 11, 21, shade(brick, -2.4))
    for y in range(7, 27):
        for x in range(3, 12):
            joint = y % 4 == 0 or (x + (y // 4 % 2) * 3) % 6 == 0
            canvas.dot(x, y, shade(brick, -1.0 if joint else 0.5 - 0.16 * (x - 3)))
    canvas.row(3, 27, 9, shade(base, -2.2))
    canvas.box(1, 4, 13, 5, shade(stone, -2.2))
    canvas.box(2, 5, 11, 2, shade(stone, 0.9))
    canvas.row(2, 7, 11, shade(stone, -0.6))
    for x in (4, 8):
        canvas.box(x, 1, 3, 5, shade(material("clay"), -0.4))
        canvas.column(x, 1, 5, shade(material("clay"), 0.9))
        canvas.row(x, 1, 3, material("ink"))


def _dormer(canvas: Canvas, base: RGB) -> None:
    wall, sash = material("plaster"), material("whitewash")
    for row in range(13):
        canvas.row(27, 14 + row, 4 - row // 4, alpha(material("shadow"), 80))
    canvas.box(6, 13, 20, 16, shade(wall, -2.2))
    canvas.box(7, 13, 18, 15, wall)
    canvas.column(24, 13, 15, shade(wall, -1.2))
    for step in range(13):
        canvas.row(16 - step, 3 + step, 2 * step, shade(wall, -0.1))
    for step in range(15):
        for x, tone in ((15 - step, 0.9), (14 - step, 0.2), (16 + step, 0.2), (17 + step, -0.5)):
            canvas.column(x, 1 + step, 3, shade(base, tone))
        canvas.dots(((14 - step, 4 + step), (17 + step, 4 + step)), shade(base, -2.4))
        canvas.dots(((15 - step, step), (16 + step, step)), shade(base, -2.0))
    canvas.row(7, 17, 18, alpha(material("shadow"), 70))
    canvas.box(10, 14, 12, 12, shade(material("timber"), -1.0))
    canvas.box(11, 15, 10, 10, sash)
    for y in range(16, 24):
        canvas.row(12, y, 8, shade(material("glass"), 0.6 - 0.2 * (y - 16)))
    canvas.line((12, 20), (15, 17), shade(material("glass"), 1.5))
    canvas.column(16, 15, 10, sash)
    canvas.row(12, 20, 8, sash)
    canvas.row(9, 26, 14, shade(material("stone"), 0.8))
    canvas.row(5, 29, 22, shade(base, -2.0))


def _skylight(canvas: Canvas, base: RGB) -> None:
    glass, iron = material("glass"), material("iron")
    canvas.box(2, 2, 12, 12, shade(iron, -1.0))
    for y in range(3, 13):
        canvas.row(3, y, 10, shade(glass, 0.4 - 0.14 * y))
    canvas.line((3, 9), (9, 3), shade(glass, 1.4))
    canvas.line((4, 9), (10, 3), shade(glass, 0.7))
    canvas.row(3, 8, 10, shade(iron, -0.4))
    canvas.column(8, 3, 10, shade(iron, -0.4))
    canvas.row(2, 2, 12, shade(material("steel"), 0.6))
    canvas.row(2, 14, 12, shade(base, -2.0))


_FEATURE_PAINTS: Mapping[str, Callable[[Canvas, RGB], None]] = {
    "chimney": _chimney,
    "dormer": _dormer,
    "skylight": _skylight,
}


def _draw_feature(colour: str, feature: str, left: int, top: int) -> Canvas:
    wide, high = FEATURES[feature]
    whole, canvas = Canvas(wide * TILE, high * TILE), Canvas()
    for x, y in product(range(wide), range(high)):
        course = "ridge" if feature == "chimney" and y == 0 else "south"
        whole.paste(_draw_roof(colour, course, 0, 0), x * TILE, y * TILE)
    _FEATURE_PAINTS[feature](whole, material(f"roof_{colour}"))
    for y, x in product(range(TILE), range(TILE)):
        canvas.dot(x, y, whole.at(left * TILE + x, top * TILE + y))
    return canvas


def _corners(canvas: Canvas, style: str, ends: int, rows: range) -> None:
    quoin = material("timber") if style == "timber" else mix(material("stone"), material("plaster"), 0.4)
    for side, outer in ((WEST, 0), (EAST, TILE - 1)):
        if ends & side:
            for y in rows:
                wide = 3 if y // 4 % 2 else 2
                for step in range(wide):
                    canvas.dot(outer + (step if side == WEST else -step), y, shade(quoin, 0.3 - 0.5 * (y % 4 == 3)))
                canvas.dot(outer, y, shade(quoin, -2.0))


def _draw_front(style: str, front: str, ends: int) -> Canvas:
    canvas, tint = Canvas(), material("shadow")
    STYLES[style](canvas, 0, TILE)
    _corners(canvas, style, ends, range(TILE))
    if front == "window":
        window_outside(canvas, style, 7, TILE + 12)
    if front == "door":
        beam = material("timber")
        canvas.box(2, 8, 12, 8, shade(beam, -1.6))
        canvas.box(3, 9, 10, 7, beam)
        for y in range(10, TILE):
            canvas.row(4, y, 8, shade(material("glass"), 0.4 - 0.12 * (y - 10)))
        for x in (4, 11):
            canvas.dot(x, 10, beam)
        canvas.column(8, 10, 5, beam)
        canvas.row(4, 15, 8, shade(beam, -1.0))
        canvas.row(1, 7, 14, shade(material("stone"), 0.7))
        canvas.row(1, 8, 14, shade(material("stone"), -1.3))
    for y, strength in enumerate((120, 95, 60, 30)):
        canvas.row(0, y, TILE, alpha(tint, strength))
    return canvas


def _draw_lintel(style: str, front: str, ends: int) -> Canvas:
    whole, canvas = Canvas(), Canvas()
    STYLES[style](whole, 0, TILE)
    _corners(whole, style, ends, range(TILE))
    if front == "window":
        window_outside(whole, style, 7 - TILE, 12)
    for y in range(CAP_ROWS + 2):
        for x in range(TILE):
            canvas.dot(x, y, whole.at(x, y))
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every tile of every roof, and every upper facade."""
    for colour, course, ends, variant in product(ROOFS, COURSES, range(4), range(VARIANTS)):
        name = roof_name(colour, course, ends, variant)
        yield TileArt(name, False, partial(_draw_roof, colour, course, ends, variant))
    for colour, (feature, (wide, high)) in product(ROOFS, FEATURES.items()):
        for y, x in product(range(high), range(wide)):
            draw = partial(_draw_feature, colour, feature, x, y)
            yield TileArt(feature_name(colour, feature, x, y), False, draw)
    for style, front, ends in product(STYLES, FRONTS, range(4)):
        yield TileArt(front_name(style, front, ends), False, partial(_draw_front, style, front, ends))
        if front != "door":
            yield TileArt(lintel_name(style, front, ends), False, partial(_draw_lintel, style, front, ends))
