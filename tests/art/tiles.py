"""Every tile by its name."""

from milkwood.art.tiles import SHEETS

TILES = {tile.name: tile for sheet in SHEETS.values() for tile in sheet}
