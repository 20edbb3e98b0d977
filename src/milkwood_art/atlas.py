"""All tiles and sprites packed into sheets, as Tiled tilesets.

Knows the registers of tiles and sprites and the tileset format of Tiled; knows no map. Invariant: a name's global id
(gid) is unique, and it stays the same when pictures are added at the end of other sheets, because every sheet owns
its own block of `BLOCK_IDS` ids.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from milkwood.errors import OurBug
from milkwood.plain import Json
from milkwood_art.canvas import TILE_PIXELS
from milkwood_art.pieces import SpriteArt, TileArt
from milkwood_art.sprites import SPRITES
from milkwood_art.tiled import dumps
from milkwood_art.tiles import SHEETS

BLOCK_IDS = 2048
"""Ids kept for each sheet."""
_TILE_COLUMNS = 32
_SPRITE_SHEET_TILES = 32
"""In tiles."""
_MAX_SPRITE_TILES = 8
_FIRST_SPRITE_BLOCK = 8
_TILED_VERSION = "1.10.2"
_FORMAT_VERSION = "1.10"


@dataclass(frozen=True, slots=True)
class TileSheet:
    """One picture full of pieces of one size, and what it says about each."""

    name: str
    firstgid: int
    width: int
    """Of one piece, in pixels."""
    height: int
    """Of one piece, in pixels."""
    columns: int
    pieces: tuple[TileArt | SpriteArt, ...]

    def image(self) -> Image.Image:
        """The picture with all pieces drawn on it."""
        rows = -(-len(self.pieces) // self.columns)
        picture = Image.new("RGBA", (self.columns * self.width, rows * self.height))
        for place, piece in enumerate(self.pieces):
            drawn = piece.draw().image()
            if drawn.size != (self.width, self.height):
                raise OurBug(f"“{piece.name}” is {drawn.size}, not {self.width} x {self.height} pixels.")
            picture.paste(drawn, ((place % self.columns) * self.width, (place // self.columns) * self.height))
        return picture

    def tileset(self) -> dict[str, Json]:
        """The sheet as a Tiled tileset (the content of its .tsj file)."""
        rows = -(-len(self.pieces) // self.columns)
        return {
            "columns": self.columns,
            "image": f"{self.name}.png",
            "imageheight": rows * self.height,
            "imagewidth": self.columns * self.width,
            "margin": 0,
            "name": self.name,
            "objectalignment": "bottomleft",
            "spacing": 0,
            "tilecount": len(self.pieces),
            "tiledversion": _TILED_VERSION,
            "tileheight": self.height,
            "tiles": [_facts(place, piece) for place, piece in enumerate(self.pieces)],
            "tilewidth": self.width,
            "type": "tileset",
            "version": _FORMAT_VERSION,
        }


def _facts(place: int, piece: TileArt | SpriteArt) -> dict[str, Json]:
    facts: list[tuple[str, str, str | int]] = []
    if isinstance(piece, SpriteArt):
        facts.append(("depth", "int", piece.depth))
        if piece.flat:
            facts.append(("flat", "bool", True))
        if piece.kind is not None:
            facts.append(("kind", "string", piece.kind))
    if isinstance(piece, SpriteArt) or piece.solid:
        facts.append(("solid", "bool", piece.solid))
    entry: dict[str, Json] = {"id": place, "type": piece.name}
    if facts:
        entry["properties"] = [{"name": name, "type": kind, "value": value} for name, kind, value in facts]
    return entry


@dataclass(frozen=True, slots=True)
class Atlas:
    """Every picture of tiles and sprites, numbered."""

    sheets: tuple[TileSheet, ...]
    gids: Mapping[str, int]

    def gid(self, name: str) -> int:
        """The global id of a tile or sprite; no name, no picture: 0."""
        if not name:
            return 0
        if name not in self.gids:
            raise OurBug(f"no picture is called “{name}”.", remedy="Look it up in pictures/index.toml.")
        return self.gids[name]

    def references(self, folder: str = "tiles") -> list[dict[str, Json]]:
        """What a map lists under `tilesets`, with the folder that the tilesets lie in relative to it."""
        return [{"firstgid": sheet.firstgid, "source": f"{folder}/{sheet.name}.tsj"} for sheet in self.sheets]

    def write(self, folder: Path, names: Sequence[str] | None = None) -> None:
        """Write the sheets (all, or those named) as PNG and .tsj files into a folder, making it if need be."""
        folder.mkdir(parents=True, exist_ok=True)
        for sheet in self.sheets:
            if names is None or sheet.name in names:
                sheet.image().save(folder / f"{sheet.name}.png", optimize=True)
                (folder / f"{sheet.name}.tsj").write_text(dumps(sheet.tileset()), encoding="utf-8")


def _sprite_sheets() -> list[TileSheet]:
    sizes: dict[tuple[int, int], list[SpriteArt]] = {}
    for sprite in SPRITES.values():
        sizes.setdefault((sprite.height, sprite.width), []).append(sprite)
    sheets = []
    for (height, width), sprites in sorted(sizes.items()):
        block = _FIRST_SPRITE_BLOCK + (height - 1) * _MAX_SPRITE_TILES + width - 1
        columns = min(len(sprites), max(1, _SPRITE_SHEET_TILES // width))
        sheets.append(
            TileSheet(
                f"sprites_{width}x{height}",
                1 + block * BLOCK_IDS,
                width * TILE_PIXELS,
                height * TILE_PIXELS,
                columns,
                tuple(sprites),
            )
        )
    return sheets


@cache
def build() -> Atlas:
    """The one atlas: tile sheets first, then one sheet for each size of sprite."""
    sheets = [
        TileSheet(name, 1 + place * BLOCK_IDS, TILE_PIXELS, TILE_PIXELS, min(_TILE_COLUMNS, len(tiles)), tiles)
        for place, (name, tiles) in enumerate(SHEETS.items())
    ]
    sheets += _sprite_sheets()
    gids: dict[str, int] = {}
    for sheet in sheets:
        for place, piece in enumerate(sheet.pieces):
            gids[piece.name] = sheet.firstgid + place
    return Atlas(tuple(sheets), gids)
