"""Every tile by its name."""

from milkwood_art.tiles import SHEETS

TILES = {tile.name: tile for sheet in SHEETS.values() for tile in sheet}
