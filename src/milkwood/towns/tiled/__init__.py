"""Maps as Tiled saves them (JSON, `.tmj` with `.tsj` tilesets), read into plain values.

Invariant: the result is complete and in range for any input; what cannot be read is noted as a Problem.
"""

from milkwood.towns.tiled.map import TiledMap, read_map
from milkwood.towns.tiled.object import MapObject
from milkwood.towns.tiled.tileset import TileFacts

__all__ = ["MapObject", "TileFacts", "TiledMap", "read_map"]
