"""The register of all tiles, by sheet.

Knows no single picture. Invariant: names are unique; their order is that of the index of pictures, and a tile's number
in a map comes from it.
"""

from collections.abc import Mapping

from milkwood_art.album import Register
from milkwood_art.pieces import TileArt

BLOCKED = "blocked"
"""The mark of a blocked tile, for a map's layer of that name; never drawn in a town."""

SHEETS: Mapping[str, tuple[TileArt, ...]] = Register(lambda album: album.tiles)
"""The tiles of each sheet, in their order on it."""

__all__ = ["BLOCKED", "SHEETS", "TileArt"]
