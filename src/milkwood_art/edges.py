"""Soft borders: grass that hangs over a path, sand that runs into cobbles, banks and quays along the water.

An edge tile lies on the lower of two grounds and shows what spills onto it from its neighbours. Its mask has a bit
for each neighbour that spills: 1 north, 2 east, 4 south, 8 west, and the corners 16 north-east, 32 south-east,
64 south-west, 128 north-west, which count only where neither side next to them spills. Knows nothing of maps.
Invariant: what spills reaches `REACH` pixels at every corner of a tile, whatever its variant, so edges of
neighbouring cells meet.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.noise import scatter
from milkwood_art.palette import RGB, alpha, cloth, material, mix, shade
from milkwood_art.pieces import TileArt, dice

REACH = 4.0
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_CORNERS = ((16, NORTH | EAST), (32, SOUTH | EAST), (64, SOUTH | WEST), (128, NORTH | WEST))


def plain_mask(mask: int) -> int:
    """The mask without corners that a spilling side swallows; 46 masks besides the empty one remain."""
    for corner, sides in _CORNERS:
        if mask & sides:
            mask &= ~corner
    return mask


MASKS = tuple(sorted({plain_mask(mask) for mask in range(1, 256)}))


@dataclass(frozen=True, slots=True)
class EdgePoint:
    """Where a pixel lies in a spill."""

    x: int
    y: int
    inside: float
    """How deep inside the spill, in pixels; negative: how far beyond its rim."""
    facing: float
    """Which way the rim looks: 1 south, -1 north, 0 east or west."""


@dataclass(frozen=True, slots=True)
class Spill:
    """A kind of border: how wavy it is (0: built, with square corners), in how many variants it comes, its look."""

    waves: float
    variants: int
    paint: Callable[[Canvas, EdgePoint], None]
    reach: float = REACH


def edge_name(spill: str, mask: int, variant: int) -> str:
    """What the tile of that spill, mask and variant is called."""
    return f"{spill}_edge_{mask:03d}_{variant}"


def _wave(heights: tuple[float, ...], along: float) -> float:
    return sum(height * math.sin((order + 1) * math.pi * along / TILE) for order, height in enumerate(heights))


def _distance(
    mask: int, x: float, y: float, waves: Mapping[int, tuple[float, ...]], rounded: bool
) -> tuple[float, float]:
    """How far a point is from what spills (waves taken off), and which way that rim looks."""
    sides = {NORTH: (y, 1.0, x), EAST: (TILE - x, 0.0, y), SOUTH: (TILE - y, -1.0, x), WEST: (x, 0.0, y)}
    upright = [sides[side][0] for side in (NORTH, SOUTH) if mask & side]
    level = [sides[side][0] for side in (EAST, WEST) if mask & side]
    near = [(away - _wave(waves[side], along), facing) for side, (away, facing, along) in sides.items() if mask & side]
    points = {16: (TILE - x, y), 32: (TILE - x, TILE - y), 64: (x, TILE - y), 128: (x, y)}
    for corner, (across, along) in points.items():
        if mask & corner:
            away = math.hypot(across, along)
            near.append((away, (along / away) * (1.0 if corner in (16, 128) else -1.0) if away else 0.0))
    near.sort()
    away, facing = near[0]
    if rounded and upright and level:
        # Where two sides meet, the corner between them is filled and rounded.
        away -= max(0.0, 12.0 - max(min(upright), min(level))) ** 2 / 8.0
    return away, facing


def _draw(spill: Spill, mask: int, name: str) -> Canvas:
    canvas, rng = Canvas(), dice(name)
    waves = {
        side: tuple(rng.uniform(-1, 1) * spill.waves / (order + 1) ** 0.5 for order in range(4))
        for side in (NORTH, EAST, SOUTH, WEST)
    }
    for y in range(TILE):
        for x in range(TILE):
            away, facing = _distance(mask, x + 0.5, y + 0.5, waves, spill.waves > 0)
            spill.paint(canvas, EdgePoint(x, y, spill.reach - away, facing))
    return canvas


def _grass(canvas: Canvas, spot: EdgePoint) -> None:
    grass = material("grass")
    ragged = scatter(11, spot.x, spot.y) * 1.6 + (scatter(12, spot.x, 0) - 0.5) * abs(spot.facing) * 1.5
    inside = spot.inside + ragged - 0.8
    if inside > 1.3:
        canvas.dot(spot.x, spot.y, shade(grass, 0.45) if scatter(5, spot.x // 2, spot.y) > 0.92 else grass)
    elif inside > 0:
        dark = spot.facing > -0.5
        canvas.dot(spot.x, spot.y, shade(grass, -0.9 if dark else 0.5))
    elif inside > -1.2 and spot.facing > -0.5:
        canvas.dot(spot.x, spot.y, alpha(material("shadow"), 46))


def _loose(colour: RGB, canvas: Canvas, spot: EdgePoint) -> None:
    """Grains that thin out: sand or earth strewn over something firm."""
    grain = scatter(21, spot.x, spot.y)
    if spot.inside > 1 + grain:
        canvas.dot(spot.x, spot.y, shade(colour, -0.3) if grain > 0.85 else colour)
    elif spot.inside > -1.5 and grain > 0.45 - 0.2 * spot.inside:
        canvas.dot(spot.x, spot.y, shade(colour, -0.25))


def _bank(canvas: Canvas, spot: EdgePoint) -> None:
    """Turf, a bank of earth where it looks south, then foam on the water."""
    earth, face = shade(material("soil"), 0.4), 0.6 + 2.6 * max(0.0, spot.facing)
    ragged = (scatter(12, spot.x, 1) - 0.5) * 1.4
    inside = spot.inside + ragged
    if inside > 0:
        _grass(canvas, EdgePoint(spot.x, spot.y, spot.inside + ragged + 0.2, spot.facing))
    elif inside > -face:
        canvas.dot(spot.x, spot.y, shade(earth, -0.9 if scatter(3, spot.x // 2, spot.y) > 0.6 else -0.2))
    elif inside > -face - 1:
        canvas.dot(spot.x, spot.y, shade(material("water"), -1.2))
    elif inside > -face - 2.2 and scatter(4, spot.x // 3, spot.y // 2) > 0.3:
        canvas.dot(spot.x, spot.y, mix(material("water"), material("foam"), 0.75))
    elif inside > -face - 3.6:
        canvas.dot(spot.x, spot.y, alpha(material("foam"), 50))


def _beach(canvas: Canvas, spot: EdgePoint) -> None:
    """Dry sand, wet sand, foam, and shallow water that shows the sand."""
    sand = material("sand")
    if spot.inside > 1.5:
        canvas.dot(spot.x, spot.y, sand)
    elif spot.inside > -0.5:
        canvas.dot(spot.x, spot.y, shade(mix(sand, material("soil"), 0.25), -0.2))
    elif spot.inside > -2:
        canvas.dot(spot.x, spot.y, material("foam"))
    elif spot.inside > -5:
        canvas.dot(spot.x, spot.y, alpha(mix(material("foam"), material("glass"), 0.5), 95))
    elif spot.inside > -6 and scatter(4, spot.x // 3, spot.y) > 0.35:
        canvas.dot(spot.x, spot.y, alpha(material("foam"), 130))


def _quay(canvas: Canvas, spot: EdgePoint) -> None:
    """A kerb of dressed stone, and below it, where it looks south, a wall down to the water."""
    stone = material("stone")
    face = 6.0 * max(0.0, spot.facing)
    if spot.inside > -0.2:
        joint = (spot.x + spot.y) % 8 == 0
        canvas.dot(spot.x, spot.y, shade(stone, -0.8 if joint else 1.0 if spot.inside > 0.9 else 0.5))
    elif spot.inside > -0.2 - face:
        bond = (spot.x + (4 if int(-spot.inside) // 3 % 2 else 0)) % 8 == 0 or int(-spot.inside) % 3 == 2
        canvas.dot(spot.x, spot.y, shade(stone, -1.9 if bond else -1.0))
    elif spot.inside > -1.4 - face:
        canvas.dot(spot.x, spot.y, shade(material("water"), -1.5))
    elif spot.inside > -2.5 - face and scatter(4, spot.x // 3, spot.y // 2) > 0.5:
        canvas.dot(spot.x, spot.y, mix(material("water"), material("foam"), 0.6))


def _pier(canvas: Canvas, spot: EdgePoint) -> None:
    """The edge of a plank deck on posts, with its shadow on the water."""
    wood = mix(material("oak"), material("cobble"), 0.42)
    face = 3.0 * max(0.0, spot.facing)
    post = spot.x % 16 in (3, 4, 5) and spot.facing > 0.7
    if spot.inside > -0.2:
        canvas.dot(spot.x, spot.y, shade(wood, 0.8 if spot.inside > 0.9 else -0.2))
    elif spot.inside > -0.2 - face:
        canvas.dot(spot.x, spot.y, shade(wood, -1.5 if not post else -0.8))
    elif post and spot.inside > -9:
        canvas.dot(spot.x, spot.y, shade(wood, -1.2 if spot.x % 16 == 3 else -2.0))
    elif spot.inside > -2.5 - face * 1.5:
        canvas.dot(spot.x, spot.y, alpha(material("shadow"), 95))


SPILLS: Mapping[str, Spill] = {
    "grass": Spill(0.9, 3, _grass),
    "sand": Spill(0.8, 2, partial(_loose, material("sand"))),
    "path": Spill(0.8, 2, partial(_loose, material("earth"))),
    "bank": Spill(0.8, 2, _bank),
    "beach": Spill(0.9, 2, _beach),
    "quay": Spill(0.0, 1, _quay, reach=2.0),
    "pier": Spill(0.0, 1, _pier, reach=2.0),
}


def _moss(canvas: Canvas, variant: int) -> None:
    rng, moss = dice(f"moss {variant}"), mix(material("moss"), material("cobble"), 0.25)
    x, y = rng.randrange(3, 10), rng.randrange(3, 10)
    for _ in range(9 + 3 * variant):
        canvas.dot(x, y, alpha(moss, 120))
        x, y = (x + rng.choice((-1, 0, 1, 1))) % TILE, (y + rng.choice((-1, 0, 1))) % TILE


def _blades(canvas: Canvas, variant: int) -> None:
    rng, grass = dice(f"blades {variant}"), material("grass")
    for _ in range(2 + variant % 2):
        x, y = rng.randrange(2, 13), rng.randrange(4, 14)
        canvas.column(x, y - 1, 2, shade(grass, -1.3))
        canvas.dots(((x - 1, y - 2), (x + 1, y - 2)), shade(grass, 0.2))
        canvas.dot(x, y - 2, shade(grass, -0.7))


def _petals(canvas: Canvas, variant: int) -> None:
    rng = dice(f"petals {variant}")
    for _ in range(3):
        dye = cloth(rng.choice(("mustard", "orange", "olive")))
        x, y = rng.randrange(1, 14), rng.randrange(1, 14)
        canvas.row(x, y, 2, shade(dye, 0.2))
        canvas.dot(x + 1, y + 1, shade(dye, -1))


LITTER: Mapping[str, Callable[[Canvas, int], None]] = {"moss": _moss, "blades": _blades, "petals": _petals}
LITTER_VARIANTS = 4


def litter_name(litter: str, variant: int) -> str:
    """What a small thing strewn over laid ground is called."""
    return f"litter_{litter}_{variant}"


def _draw_litter(litter: str, variant: int) -> Canvas:
    canvas = Canvas()
    LITTER[litter](canvas, variant)
    return canvas


def tiles() -> Iterator[TileArt]:
    """Every edge, and the litter that breaks up wide pavements."""
    for kind, spill in SPILLS.items():
        for mask in MASKS:
            for variant in range(spill.variants):
                name = edge_name(kind, mask, variant)
                yield TileArt(name, False, partial(_draw, spill, mask, name))
    for litter in LITTER:
        for variant in range(LITTER_VARIANTS):
            yield TileArt(litter_name(litter, variant), False, partial(_draw_litter, litter, variant))
