"""The register of all tiles, by name.

Knows every family of tiles; draws nothing itself. Invariant: names are unique and their order never depends on
anything but the code, because a tile's number in a map comes from it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from milkwood_art import edges, fences, glow, ground, paving, roofs, walls
from milkwood_art.canvas import TILE, Canvas
from milkwood_art.palette import alpha, cloth
from milkwood_art.pieces import TileArt

BLOCKED = "blocked"
"""The mark of a blocked tile, for a map's layer of that name; never drawn in a town."""


def _draw_blocked() -> Canvas:
    canvas, red = Canvas(), alpha(cloth("red"), 120)
    canvas.frame(0, 0, TILE, TILE, red)
    for step in range(1, TILE - 1):
        canvas.dots(((step, step), (TILE - 1 - step, step)), red)
    return canvas


SHEETS: Mapping[str, tuple[TileArt, ...]] = MappingProxyType(
    {
        "ground": tuple(ground.tiles()),
        "floors": tuple(paving.tiles()),
        "edges": tuple(edges.tiles()),
        "walls": (*walls.tiles(), *fences.tiles()),
        "roofs": tuple(roofs.tiles()),
        "glow": tuple(glow.tiles()),
        "marks": (TileArt(BLOCKED, True, _draw_blocked),),
    }
)
"""The tiles of each sheet, in their order on it."""

__all__ = ["BLOCKED", "SHEETS", "TileArt"]
