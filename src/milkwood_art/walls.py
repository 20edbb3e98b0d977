"""Walls of buildings, one cell thick: faces that look south, caps seen from above, and the shadows they throw.

A cap or a face is named with how it joins its neighbours: to the north (`0` no wall, `1` wall), to the west and to
the east (`n` no wall, `f` a wall that shows its face, `t` one that shows its cap). Knows nothing of maps.
Invariant: the strip of cap along the top of a face is `CAP_ROWS` high in every style, so caps and faces join.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.masonry import CAPS, PAPERS, STYLES, plinth, skirting
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade
from milkwood_art.pieces import TileArt

CAP_ROWS = 4
JOINS = tuple("".join(parts) for parts in product("01", "nft", "nft"))
SHADES = ("n", "w", "nw", "c")
"""Shadow from a wall to the north, to the west, both, or only at the north-west corner."""


def cap_name(style: str, join: str, *, window: bool = False) -> str:
    """The tile of a wall seen from above."""
    return f"cap_{CAPS[style]}_{join}{'_window' if window and join == '1nn' else ''}"


def face_name(style: str, paper: str, join: str, *, window: bool = False) -> str:
    """The tile of a wall seen from the south; an empty paper means from outside."""
    surface = f"{CAPS[style]}_{paper}" if paper else style
    return f"face_{surface}_{join}{'_window' if window else ''}"


def shade_name(side: str) -> str:
    """The shadow of a wall on the floor beside it."""
    return f"wall_shade_{side}"


def _cap_strip(canvas: Canvas, cap: RGB, join: str) -> None:
    line, north, west, east = shade(cap, -2.4), join[0], join[1], join[2]
    canvas.box(0, 0, TILE, CAP_ROWS, cap)
    canvas.row(0, 1, TILE, shade(cap, 0.8))
    canvas.row(0, CAP_ROWS - 1, TILE, line)
    if north == "0":
        canvas.row(0, 0, TILE, line)
    else:
        canvas.row(1, 0, TILE - 2, cap)
        canvas.row(2, 1, TILE - 4, cap)
        canvas.dots(((0, 0), (TILE - 1, 0)), line)
        canvas.dot(1, 0, shade(cap, 0.8))
    if west == "n":
        canvas.column(0, 0, CAP_ROWS, line)
    if east == "n":
        canvas.column(TILE - 1, 0, CAP_ROWS, line)


def _draw_cap(material_name: str, join: str, window: bool) -> Canvas:
    canvas, cap = Canvas(), material(material_name)
    line, light = shade(cap, -2.4), shade(cap, 0.8)
    canvas.box(0, 0, TILE, TILE, cap)
    for y in range(3, TILE, 4):
        canvas.dots(((5 + y % 8 // 2, y), (10 - y % 8 // 4, y - 2)), shade(cap, -0.3))
    if join[0] == "0":
        canvas.row(0, 0, TILE, line)
        canvas.row(0, 1, TILE, light)
    for side, x, inner in ((join[1], 0, 1), (join[2], TILE - 1, TILE - 2)):
        if side == "t":
            continue
        start = 0 if side == "n" else CAP_ROWS - 1
        canvas.column(x, start, TILE - start, line)
        canvas.column(
            inner,
            max(start, 1 if join[0] == "0" else 0),
            TILE - start,
            light if inner == 1 else shade(cap, -0.7),
        )
        if side == "f" and join[0] == "1":
            canvas.dot(x, 0, line)
    if window:
        canvas.box(5, 1, 6, 14, line)
        canvas.box(6, 2, 4, 12, material("glass"))
        canvas.column(6, 2, 12, shade(material("glass"), 1))
        canvas.row(6, 7, 4, line)
    return canvas


def _glass(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """A pane with the sky in it."""
    glass = material("glass")
    for down in range(height):
        canvas.row(x, y + down, width, shade(glass, 0.5 - 1.6 * down / max(1, height - 1)))
    for down in range(min(4, height)):
        canvas.dot(x + max(0, width // 2 - down), y + down, shade(glass, 1.6))
        canvas.dot(x + max(0, width // 2 - down) + 1, y + down, shade(glass, 0.9))


SHUTTERS: dict[str, RGB] = {
    "plaster": mix(cloth("green"), cloth("teal"), 0.4),
    "whitewash": cloth("blue"),
    "stone": shade(cloth("red"), -0.4),
}


def window_outside(canvas: Canvas, style: str, top: int, bottom: int) -> None:
    """A window from row `top` to row `bottom`; either may lie beyond the tile, to go on in the next one."""
    sash = material("timber") if style == "timber" else material("whitewash")
    height = bottom - top
    canvas.box(3, top, 10, height, shade(sash, -1.9))
    canvas.box(4, top + 1, 8, height - 2, sash)
    _glass(canvas, 5, top + 2, 6, height - 4)
    canvas.column(8, top + 1, height - 2, shade(sash, -0.5))
    middle = top + height // 2
    canvas.row(5, middle, 6, shade(sash, -0.3))
    canvas.row(2, bottom - 1, 12, shade(material("stone"), 0.8))
    canvas.row(2, bottom, 12, shade(material("stone"), -1.6))
    if style in SHUTTERS:
        colour = SHUTTERS[style]
        for x in (0, 13):
            canvas.box(x, top, 3, height, colour)
            canvas.column(x, top, height, shade(colour, 0.6))
            canvas.column(x + 2, top, height, shade(colour, -1.2))
            for y in range(top + 1, bottom, 2):
                canvas.dot(x + 1, y, shade(colour, -1.0))
    else:
        canvas.row(3, top - 1, 10, shade(material("plaster"), -0.6))


def _window_inside(canvas: Canvas, paper: str) -> None:
    sash, top, bottom = material("whitewash"), CAP_ROWS, 12
    canvas.box(3, top + 1, 10, bottom - top - 1, shade(sash, -1.8))
    canvas.box(4, top + 1, 8, bottom - top - 2, sash)
    _glass(canvas, 5, top + 2, 6, bottom - top - 4)
    canvas.column(8, top + 2, bottom - top - 4, shade(sash, -0.5))
    canvas.row(3, bottom - 1, 10, shade(sash, 0.2))
    canvas.row(3, bottom, 10, shade(material(f"wall_{'tile' if paper == 'white_tile' else paper}"), -1.1))
    drape = cloth(
        {"sage": "green", "sky": "blue", "rose": "crimson", "ochre": "red", "lilac": "purple"}.get(paper, "teal")
    )
    drape = mix(drape, material("paper"), 0.25)
    for x, fold in ((2, 3), (12, 13)):
        canvas.box(x, top + 1, 2, bottom - top - 1, drape)
        canvas.column(fold, top + 1, bottom - top - 2, shade(drape, -0.9))
    canvas.row(1, top + 1, 14, material("brass"))


def _draw_face(style: str, paper: str, join: str, window: bool) -> Canvas:
    canvas = Canvas()
    cap = material(CAPS.get(style, style))
    if paper:
        PAPERS[paper](canvas, CAP_ROWS, 13)
        skirting(canvas, paper)
        if window:
            _window_inside(canvas, paper)
    else:
        STYLES[style](canvas, CAP_ROWS, 13)
        plinth(canvas, style, 13)
        if window:
            window_outside(canvas, style, CAP_ROWS, 12)
    _cap_strip(canvas, cap, join)
    tint = material("shadow")
    canvas.row(0, CAP_ROWS, TILE, alpha(tint, 60))
    if join[1] == "t":
        canvas.column(0, CAP_ROWS, TILE - CAP_ROWS, alpha(tint, 90))
        canvas.column(1, CAP_ROWS, TILE - CAP_ROWS, alpha(tint, 45))
    if join[2] == "t":
        canvas.column(TILE - 1, CAP_ROWS, TILE - CAP_ROWS, alpha(tint, 40))
    for side, x in ((join[1], 0), (join[2], TILE - 1)):
        if side == "n":
            canvas.column(x, CAP_ROWS, TILE - CAP_ROWS, shade(cap, -2.4))
    return canvas


def _draw_shade(side: str) -> Canvas:
    canvas, tint = Canvas(), material("shadow")
    for y in range(TILE):
        for x in range(TILE):
            from_north = {0: 80, 1: 60, 2: 40, 3: 22}.get(y, 0) if "n" in side else 0
            from_west = {0: 70, 1: 50, 2: 32, 3: 16}.get(x, 0) if "w" in side else 0
            if side == "c":
                from_west = {0: 70, 1: 50, 2: 32, 3: 16}.get(max(x, y), 0)
            if from_north or from_west:
                canvas.dot(x, y, alpha(tint, max(from_north, from_west)))
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every cap, face and wall shadow."""
    for cap, join in product(sorted(set(CAPS.values())), JOINS):
        yield TileArt(f"cap_{cap}_{join}", True, partial(_draw_cap, cap, join, False))
        if join == "1nn":
            yield TileArt(f"cap_{cap}_{join}_window", True, partial(_draw_cap, cap, join, True))
    for window, join in product((False, True), JOINS):
        for style in STYLES:
            name = face_name(style, "", join, window=window)
            yield TileArt(name, True, partial(_draw_face, style, "", join, window))
        for cap, paper in product(sorted(set(CAPS.values())), PAPERS):
            name = f"face_{cap}_{paper}_{join}{'_window' if window else ''}"
            yield TileArt(name, True, partial(_draw_face, cap, paper, join, window))
    for side in SHADES:
        yield TileArt(shade_name(side), False, partial(_draw_shade, side))
