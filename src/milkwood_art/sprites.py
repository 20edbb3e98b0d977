"""The register of all sprites, by name.

Knows no single picture. Invariant: names are unique; their order is that of the index of pictures, and a sprite's
number in a map comes from it.
"""

from collections.abc import Mapping

from milkwood_art.album import Register
from milkwood_art.pieces import SpriteArt

SPRITES: Mapping[str, SpriteArt] = Register(lambda album: album.sprites)
"""Every sprite by its name."""

__all__ = ["SPRITES", "SpriteArt"]
