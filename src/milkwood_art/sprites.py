"""The register of all sprites, by name.

Knows no single picture. Invariant: names are unique; their order is that of the index of pictures, and a sprite's
number in a map comes from it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from milkwood_art.album import ALBUM
from milkwood_art.pieces import SpriteArt

SPRITES: Mapping[str, SpriteArt] = MappingProxyType(ALBUM.sprites)
"""Every sprite by its name."""

__all__ = ["SPRITES", "SpriteArt"]
