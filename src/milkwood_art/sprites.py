"""The register of all sprites, by name.

Knows every family of sprites; draws nothing itself. Invariant: names are unique, and their order never depends on
anything but the code, because a sprite's number in a map comes from it: new sprites go to the end of their family.
"""

from collections.abc import Mapping
from types import MappingProxyType

from milkwood_art import (
    bathroom,
    bedroom,
    comforts,
    entrances,
    gardens,
    harbour,
    kitchen,
    leisure,
    parlour,
    plants,
    shop,
    street,
    study,
    trees,
)
from milkwood_art.pieces import SpriteArt

_FAMILIES = (
    entrances,
    bedroom,
    study,
    kitchen,
    bathroom,
    parlour,
    shop,
    leisure,
    comforts,
    street,
    gardens,
    plants,
    trees,
    harbour,
)

SPRITES: Mapping[str, SpriteArt] = MappingProxyType(
    {sprite.name: sprite for family in _FAMILIES for sprite in family.ALBUM.sprites}
)
"""Every sprite by its name."""

__all__ = ["SPRITES", "SpriteArt"]
