"""A map drawn to a picture: the ground, the walls, everything that stands on them in depth, roofs and night.

Reads the parsed JSON of a Tiled map and the tilesets beside it; knows nothing of what places or things mean.
Invariant: what stands further south covers what stands further north; what stands under a roof is covered by it, and
what stands in the open never is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from milkwood.art.palette import material
from milkwood.errors import TownAuthorError

_FLIPS = 0x1FFFFFFF
_GROUND_LAYERS = ("ground", "edges", "walls")
_OBJECT_LAYERS = ("doors", "decor", "things")
_NIGHT = material("moonlight")
_BACKDROP = material("shadow")

Person = tuple[float, float, Image.Image]
"""Column and row of the tile somebody stands on, and the picture of them."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One tile of a tileset."""

    image: Image.Image
    name: str
    flat: bool


class _Pieces:
    """The tilesets of a map, cut up when asked."""

    def __init__(self, tilesets: Iterable[Mapping[str, Any]], folder: Path) -> None:
        self._sets = sorted(
            ((int(entry["firstgid"]), *_open_tileset(entry, folder)) for entry in tilesets),
            key=lambda one: -one[0],
        )
        self._cut: dict[int, _Piece] = {}

    def __getitem__(self, gid: int) -> _Piece:
        if gid not in self._cut:
            self._cut[gid] = self._find(gid)
        return self._cut[gid]

    def _find(self, gid: int) -> _Piece:
        for first, tileset, sheet in self._sets:
            if first <= gid < first + int(tileset["tilecount"]):
                place, columns = gid - first, int(tileset["columns"])
                width, height = int(tileset["tilewidth"]), int(tileset["tileheight"])
                left, top = place % columns * width, place // columns * height
                facts: Mapping[str, Any] = next((tile for tile in tileset.get("tiles", ()) if tile["id"] == place), {})
                flat = any(fact["name"] == "flat" and fact["value"] for fact in facts.get("properties", ()))
                name = str(facts.get("type", ""))
                return _Piece(sheet.crop((left, top, left + width, top + height)), name, flat)
        raise TownAuthorError(
            f"tile {gid} belongs to no tileset of the map.",
            remedy="Open the map in Tiled and mend its tilesets.",
        )


def _open_tileset(entry: Mapping[str, Any], folder: Path) -> tuple[Mapping[str, Any], Image.Image]:
    where = folder
    tileset: Mapping[str, Any] = entry
    if "source" in entry:
        path = folder / entry["source"]
        if not path.exists():
            path = folder / Path(str(entry["source"])).name
        try:
            tileset = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as trouble:
            raise TownAuthorError(
                f"the tileset cannot be read ({trouble}).",
                where=str(entry["source"]),
                remedy="Draw the tiles anew.",
            ) from trouble
        where = path.parent
    try:
        with Image.open(where / str(tileset["image"])) as picture:
            return tileset, picture.convert("RGBA")
    except (OSError, KeyError) as trouble:
        raise TownAuthorError(
            f"the picture of the tileset cannot be read ({trouble}).",
            where=str(tileset.get("name", "tileset")),
        ) from trouble


@dataclass(frozen=True, slots=True)
class _Standing:
    """A sprite or a person, ready to be put in its place."""

    image: Image.Image
    left: int
    bottom: int
    rank: int
    """Among those with the same foot: what lies flat, then things, then people."""

    def put(self, picture: Image.Image) -> None:
        """Draw it; parts beyond the rim are left out."""
        left, top = self.left, self.bottom - self.image.height
        cut = self.image.crop((max(0, -left), max(0, -top), self.image.width, self.image.height))
        if cut.width > 0 and cut.height > 0:
            picture.alpha_composite(cut, (max(0, left), max(0, top)))


def draw(
    tmj: Mapping[str, Any],
    folder: Path,
    *,
    roofs: bool = False,
    night: bool = False,
    scale: int = 1,
    people: Sequence[Person] = (),
) -> Image.Image:
    """The whole map as an RGB image, `scale` pixels to a pixel.

    `folder` is where the map lies; its tilesets are found from there. `people` stand on tiles, in depth with the rest.
    """
    scene = _Scene(tmj, folder)
    picture = Image.new("RGBA", scene.size, (*_BACKDROP, 255))
    for name in _GROUND_LAYERS:
        scene.lay(picture, name)
    standing = [*scene.sprites(), *(scene.person(*person) for person in people)]
    standing.sort(key=lambda one: (one.rank > 0, one.bottom, one.rank))
    if roofs:
        for one in standing:
            if scene.is_covered(one):
                one.put(picture)
        scene.lay(picture, "roofs")
    for one in standing:
        if not (roofs and scene.is_covered(one)):
            one.put(picture)
    flat = picture.convert("RGB")
    if night:
        flat = ImageChops.multiply(flat, Image.new("RGB", flat.size, _NIGHT))
        flat = ImageChops.add(flat, scene.glow())
    if scale != 1:
        flat = flat.resize((flat.width * scale, flat.height * scale), Image.Resampling.NEAREST)
    return flat


class _Scene:
    """A map opened for drawing."""

    def __init__(self, tmj: Mapping[str, Any], folder: Path) -> None:
        self._tile = int(tmj["tilewidth"])
        self._columns = int(tmj["width"])
        self.size = (self._columns * self._tile, int(tmj["height"]) * self._tile)
        self._layers: dict[str, Mapping[str, Any]] = {str(layer["name"]): layer for layer in tmj["layers"]}
        self._pieces = _Pieces(tmj["tilesets"], folder)

    def _cells(self, name: str) -> Iterable[tuple[int, int, _Piece]]:
        for place, gid in enumerate(self._layers.get(name, {}).get("data", ())):
            if gid & _FLIPS:
                yield place % self._columns, place // self._columns, self._pieces[gid & _FLIPS]

    def lay(self, picture: Image.Image, name: str) -> None:
        """Draw a tile layer; a map without it is drawn without it."""
        for x, y, piece in self._cells(name):
            picture.alpha_composite(piece.image, (x * self._tile, y * self._tile))

    def sprites(self) -> Iterable[_Standing]:
        """Every object that has a picture."""
        for name in _OBJECT_LAYERS:
            for item in self._layers.get(name, {}).get("objects", ()):
                if item.get("gid") and item.get("visible", True):
                    piece = self._pieces[item["gid"] & _FLIPS]
                    rank = 0 if piece.flat else 1
                    yield _Standing(piece.image, round(item["x"]), round(item["y"]), rank)

    def person(self, x: float, y: float, image: Image.Image) -> _Standing:
        """Somebody on a tile, feet near its lower border."""
        left = round(x * self._tile) + (self._tile - image.width) // 2
        return _Standing(image, left, round((y + 1) * self._tile), 2)

    def is_covered(self, one: _Standing) -> bool:
        """Whether it stands under a roof (a lintel of a facade covers nobody)."""
        data = self._layers.get("roofs", {}).get("data", ())
        x, y = (one.left + one.image.width // 2) // self._tile, (one.bottom - 1) // self._tile
        place = y * self._columns + x
        if not (0 <= x < self._columns and 0 <= place < len(data)) or not data[place] & _FLIPS:
            return False
        return not self._pieces[data[place] & _FLIPS].name.startswith("lintel_")

    def glow(self) -> Image.Image:
        """The light of the night, on black, to be added."""
        light = Image.new("RGB", self.size)
        for x, y, piece in self._cells("glow"):
            box = (x * self._tile, y * self._tile)
            light.paste(piece.image.convert("RGB"), box, piece.image.getchannel("A"))
        return light
