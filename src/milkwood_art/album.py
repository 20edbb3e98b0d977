"""A family of sprites in the making: painters are put into it with the facts of what they paint.

Knows how a painter becomes a sprite; knows no picture. Invariant: sprites keep the order in which they were put in.
"""

from collections.abc import Callable
from functools import partial

from milkwood_art.canvas import TILE, Canvas
from milkwood_art.pieces import SpriteArt

Painter = Callable[[Canvas], None]
"""Paints one sprite on a canvas of its size."""


def _drawn(width: int, height: int, paint: Painter) -> Canvas:
    canvas = Canvas(width * TILE, height * TILE)
    paint(canvas)
    return canvas


class Album:
    """Collects the sprites of one family."""

    def __init__(self) -> None:
        self.sprites: list[SpriteArt] = []

    def add(
        self,
        name: str,
        size: tuple[int, int],
        paint: Painter,
        *,
        depth: int = 1,
        solid: bool = True,
        kind: str | None = None,
        flat: bool = False,
    ) -> None:
        """Add a sprite with its size in tiles; a flat one covers no floor and is not solid."""
        width, height = size
        draw = partial(_drawn, width, height, paint)
        self.sprites.append(SpriteArt(name, width, height, 0 if flat else depth, solid and not flat, kind, draw, flat))

    def sprite(
        self,
        name: str,
        size: tuple[int, int],
        *,
        depth: int = 1,
        solid: bool = True,
        kind: str | None = None,
        flat: bool = False,
    ) -> Callable[[Painter], Painter]:
        """The same as a decorator of the painter."""

        def put(paint: Painter) -> Painter:
            self.add(name, size, paint, depth=depth, solid=solid, kind=kind, flat=flat)
            return paint

        return put
