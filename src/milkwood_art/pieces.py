"""What a tile and a sprite are: a name, a few facts for map builders, and a way to draw it.

Knows no single picture. Invariant: `draw` takes nothing and gives the same picture each time, of exactly the size that
the piece says.
"""

from collections.abc import Callable
from dataclasses import dataclass

from milkwood_art.canvas import Canvas


@dataclass(frozen=True, slots=True)
class TileArt:
    """One 16 x 16 picture for a tile layer."""

    name: str
    solid: bool
    draw: Callable[[], Canvas]


@dataclass(frozen=True, slots=True)
class SpriteArt:
    """One object's picture; it stands on the lowest `depth` rows of its tiles and rises above them."""

    name: str
    width: int
    """In tiles."""
    height: int
    """In tiles."""
    depth: int
    """Rows of floor that it covers, from the bottom."""
    solid: bool
    """Whether the tiles it covers are blocked."""
    kind: str | None
    """The kind of thing it shows, a key of the catalogue of things; None for mere decoration."""
    draw: Callable[[], Canvas]
    flat: bool = False
    """Whether it lies on the floor or in a gap, below everyone: rugs, doors."""
