"""Open ground: grass, meadow, path, sand, soil and water, each in two tones that flow into one another.

A ground tile has the levels of its four corners (north-west, north-east, south-east, south-west; 0 first tone, 2 second
tone, 1 between them) that say where its second tone lies, and a variant that says which small things lie on it. Knows
nothing of maps. Invariant: the border between the tones depends on the two corners of a side and nothing else, so any
two tiles that agree on the corners they share fit together without a seam.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.noise import scatter
from milkwood_art.palette import RGB, cloth, material, mix, shade
from milkwood_art.pieces import TileArt, dice

PLAIN = "0000"
"""The corners of a tile that is all first tone."""
FULL = "2222"
"""The corners of a tile that is all second tone."""
CORNERS = tuple("".join(levels) for levels in product("012", repeat=4))


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """A kind of open ground."""

    name: str
    base: RGB
    tone: RGB
    variants: int
    """How many variants there are of the plain tile and of the full one; later ones are richer and rarer."""
    solid: bool
    strew: Callable[[Canvas, bool, int, random.Random], None]
    """Lays the small things of a variant on a tile, told whether it is of the second tone."""


def tile_name(ground: str, corners: str, variant: int) -> str:
    """What the tile of that ground, with those corners and that variant, is called."""
    return f"{ground}_{corners}_{variant}"


def variants_of(ground: str, corners: str) -> int:
    """How many variants that tile comes in; where two tones meet there is one."""
    return GROUNDS[ground].variants if corners in (PLAIN, FULL) else 1


def _is_toned(corners: str, x: int, y: int) -> bool:
    """Whether a pixel has the second tone: the corners weighed by nearness, with a ragged edge that repeats."""
    right, down = (x + 0.5) / TILE, (y + 0.5) / TILE
    weights = ((1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down)
    share = sum(weight * int(level) / 2 for level, weight in zip(corners, weights, strict=True))
    # Without a slope between the corners the raggedness would cover the whole tile, and repeat from tile to tile.
    steep = max(corners) != min(corners)
    rough = scatter(7, x // 4, y // 3) * 0.26 + scatter(8, x // 2, y) * 0.2 - 0.23 if steep else 0.0
    return share + rough > 0.5


def _tuft(canvas: Canvas, x: int, y: int, colour: RGB, blades: int) -> None:
    """A few blades from one root: dark at the foot, lit at the tips."""
    dark, light = shade(colour, -1.4), shade(colour, 1.1)
    for blade in range(blades):
        lean = blade - blades // 2
        height = 2 if abs(lean) == 1 else 3 - abs(lean)
        canvas.column(x + lean, y - height + 1, height, dark)
        canvas.dot(x + lean + (1 if lean > 0 else -1 if lean < 0 else 0), y - height, light)
    canvas.dot(x, y + 1, shade(colour, -0.7))


def _flower(canvas: Canvas, x: int, y: int, petals: RGB, stalk: RGB) -> None:
    canvas.dot(x, y + 1, shade(stalk, -1.6))
    canvas.dots(((x - 1, y), (x + 1, y), (x, y - 1)), petals)
    canvas.dot(x, y, cloth("yellow"))


def _strew_grass(canvas: Canvas, toned: bool, variant: int, rng: random.Random) -> None:
    colour = material("lush") if toned else material("grass")
    for _ in range(rng.randrange(3, 6)):
        canvas.row(rng.randrange(1, 13), rng.randrange(1, 15), rng.randrange(1, 3), shade(colour, 0.45))
    for _ in range(rng.randrange(1, 4)):
        canvas.row(rng.randrange(1, 13), rng.randrange(1, 15), rng.randrange(1, 3), shade(colour, -0.5))
    spots = [(4, 5), (11, 6), (6, 12), (12, 12)]
    rng.shuffle(spots)
    if variant in (2, 3, 4):
        for x, y in spots[: variant - 1]:
            _tuft(canvas, x + rng.randrange(-1, 2), y + rng.randrange(-1, 2), colour, 2)
    elif variant == 5:
        _tuft(canvas, 8 + rng.randrange(-2, 3), 8, colour, 4)
        _tuft(canvas, spots[0][0], 13, colour, 3)
    elif variant == 6:
        for x, y in spots[:2]:
            canvas.dots(((x, y), (x + 1, y), (x, y + 1), (x - 1, y + 1)), shade(colour, -0.9))
            canvas.dots(((x, y - 1), (x + 1, y + 1)), shade(colour, 0.9))
    elif variant == 7:
        x, y = spots[0]
        _flower(canvas, x, y, cloth("white"), colour)
        _flower(canvas, *spots[1], cloth("cream"), colour)


_MEADOW_SPOTS = ((3, 5), (9, 5), (12, 8), (5, 10), (10, 12), (4, 13))


def _strew_meadow(canvas: Canvas, toned: bool, variant: int, rng: random.Random) -> None:
    colour = material("meadow") if toned else material("grass")
    for _ in range(4):
        canvas.row(rng.randrange(1, 13), rng.randrange(1, 15), rng.randrange(1, 3), shade(colour, 0.6))
    places = [(x + rng.randrange(-2, 3), y + rng.randrange(-2, 3)) for x, y in _MEADOW_SPOTS]
    rng.shuffle(places)
    for x, y in places[: 2 + variant % 3]:
        _tuft(canvas, x, y, shade(colour, rng.choice((-0.1, -0.4))), rng.choice((2, 3, 3, 4)))
    dyes = ("white", "yellow", "pink", "sky", "red", "lilac")
    for count, (x, y) in enumerate(places[3 : 3 + variant % 4]):
        _flower(canvas, x, y - 1, cloth(dyes[(variant + count // 2) % len(dyes)]), colour)


def _pebble(canvas: Canvas, x: int, y: int, colour: RGB) -> None:
    canvas.row(x, y, 2, shade(colour, 1.2))
    canvas.row(x, y + 1, 2, shade(colour, -0.9))
    canvas.dot(x + 2, y + 1, shade(colour, -1.4))


def _strew_path(canvas: Canvas, _toned: bool, variant: int, rng: random.Random) -> None:
    earth = material("earth")
    for _ in range(4):
        canvas.row(rng.randrange(0, 13), rng.randrange(0, 16), rng.randrange(2, 4), shade(earth, 0.4))
    for _ in range(3):
        canvas.row(rng.randrange(0, 13), rng.randrange(0, 16), rng.randrange(1, 3), shade(earth, -0.55))
    if variant >= 2:
        for _ in range(variant - 1):
            _pebble(canvas, rng.randrange(1, 13), rng.randrange(1, 14), rng.choice((earth, material("cobble"))))
    if variant == 5:
        _tuft(canvas, rng.randrange(4, 12), rng.randrange(6, 12), material("grass"), 3)


def _strew_sand(canvas: Canvas, _toned: bool, variant: int, rng: random.Random) -> None:
    sand = material("sand")
    for _ in range(5):
        canvas.dot(rng.randrange(16), rng.randrange(16), shade(sand, -0.6))
    for _ in range(3):
        canvas.row(rng.randrange(14), rng.randrange(16), 2, shade(sand, 0.8))
    if variant in (2, 3):
        x, y = rng.randrange(1, 8), rng.randrange(3, 12)
        for step in range(7):
            canvas.dot(x + step, y + (0, 0, 1, 1, 1, 0, 0)[step], shade(sand, -0.8))
    if variant == 4:
        x, y = rng.randrange(3, 12), rng.randrange(3, 12)
        canvas.dots(((x, y), (x + 1, y), (x, y + 1)), cloth("pink"))
        canvas.dot(x + 1, y + 1, shade(cloth("pink"), -1.5))


def _strew_soil(canvas: Canvas, _toned: bool, variant: int, rng: random.Random) -> None:
    soil = material("soil")
    for furrow in (2, 7, 12):
        for x in range(TILE):
            canvas.dot(x, furrow, shade(soil, 0.8 if scatter(variant + 3, x // 2, furrow) > 0.25 else 0.3))
            canvas.dot(x, furrow + 2, shade(soil, -0.7))
            canvas.dot(x, furrow + 3, shade(soil, -1.3 if scatter(variant, x // 2, furrow) > 0.2 else -0.7))
    for _ in range(3):
        canvas.dot(rng.randrange(16), rng.randrange(16), shade(soil, 1.4))


def _strew_water(canvas: Canvas, toned: bool, variant: int, rng: random.Random) -> None:
    water = material("deep") if toned else material("water")
    for _ in range(rng.choice((0, 1, 1, 2))):
        x, y, length = rng.randrange(0, 9), rng.randrange(1, 15), rng.randrange(3, 6)
        canvas.row(x, y, length, shade(water, 0.55))
        canvas.row(x + 1, y + 1, length, shade(water, -0.45))
    if variant >= 8:
        x, y, length = rng.randrange(1, 10), rng.randrange(2, 14), rng.randrange(3, 6)
        canvas.row(x, y, length, mix(water, material("foam"), 0.5))
        canvas.dots(((x - 1, y + 1), (x + length, y + 1)), mix(water, material("foam"), 0.3))
    if variant == 11:
        canvas.dot(rng.randrange(3, 12), rng.randrange(3, 12), material("foam"))


def _kind(
    name: str,
    tone: RGB,
    variants: int,
    strew: Callable[[Canvas, bool, int, random.Random], None],
    *,
    base: str = "",
    solid: bool = False,
) -> GroundStyle:
    return GroundStyle(name, material(base or name), tone, variants, solid, strew)


GROUNDS: dict[str, GroundStyle] = {
    ground.name: ground
    for ground in (
        _kind("grass", material("lush"), 8, _strew_grass),
        _kind("meadow", material("meadow"), 12, _strew_meadow, base="grass"),
        _kind("path", shade(material("earth"), -0.35), 6, _strew_path, base="earth"),
        _kind("sand", shade(material("sand"), 0.4), 5, _strew_sand),
        _kind("soil", shade(material("soil"), -0.3), 3, _strew_soil),
        _kind("water", material("deep"), 12, _strew_water, solid=True),
    )
}


def _draw(ground: GroundStyle, corners: str, variant: int) -> Canvas:
    canvas = Canvas()
    for y in range(TILE):
        for x in range(TILE):
            canvas.dot(x, y, ground.tone if _is_toned(corners, x, y) else ground.base)
    toned = corners.count("2") + corners.count("1") > 2
    ground.strew(canvas, toned, variant, dice(tile_name(ground.name, corners, variant)))
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every tile of open ground."""
    for ground in GROUNDS.values():
        for corners in CORNERS:
            for variant in range(variants_of(ground.name, corners)):
                name = tile_name(ground.name, corners, variant)
                yield TileArt(name, ground.solid, partial(_draw, ground, corners, variant))
