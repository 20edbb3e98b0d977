"""A map drawn to a picture: the ground, the walls, everything that stands on them in depth, roofs and night.

Reads the parsed JSON of a Tiled map and the tilesets beside it; knows nothing of what places or things mean.
Invariant: what stands further south covers what stands further north; what stands under a roof is covered by it, and
what stands in the open never is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

from milkwood.errors import TownAuthorError
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject, items, number, table
from milkwood_art.palette import MATERIAL

_TILE_ID_MASK = 0x1FFFFFFF
_GROUND_LAYERS = ("ground", "edges", "walls")
_OBJECT_LAYERS = ("doors", "decor", "things")
_NIGHT = MATERIAL["moonlight"]
_BACKDROP = MATERIAL["shadow"]

PersonPicture = tuple[float, float, Image.Image]
"""Column and row of a person's tile, and their picture."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One tile of a tileset."""

    image: Image.Image
    name: str
    flat: bool


def _whole(value: Json) -> int:
    return int(number(value))


class _Pieces:
    """The tilesets of a map, cut up when asked."""

    def __init__(self, tilesets: Iterable[JsonObject], folder: Path) -> None:
        self._sets = sorted(
            ((_whole(entry["firstgid"]), *_open_tileset(entry, folder)) for entry in tilesets),
            key=lambda one: -one[0],
        )
        self._cut: dict[int, _Piece] = {}

    def __getitem__(self, gid: int) -> _Piece:
        if gid not in self._cut:
            self._cut[gid] = self._find(gid)
        return self._cut[gid]

    def _find(self, gid: int) -> _Piece:
        for first, tileset, sheet in self._sets:
            if first <= gid < first + _whole(tileset["tilecount"]):
                place, columns = gid - first, _whole(tileset["columns"])
                width, height = _whole(tileset["tilewidth"]), _whole(tileset["tileheight"])
                left, top = place % columns * width, place // columns * height
                tiles = map(table, items(tileset.get("tiles")))
                facts: JsonObject = next((tile for tile in tiles if tile["id"] == place), {})
                said = map(table, items(facts.get("properties")))
                flat = any(fact["name"] == "flat" and fact["value"] for fact in said)
                name = str(facts.get("type", ""))
                return _Piece(sheet.crop((left, top, left + width, top + height)), name, flat)
        raise TownAuthorError(
            t("tile {number} belongs to no tileset of the map.", number=gid),
            remedy=t("Open the map in Tiled and mend its tilesets."),
        )


def _open_tileset(entry: JsonObject, folder: Path) -> tuple[JsonObject, Image.Image]:
    where = folder
    tileset: JsonObject = entry
    if "source" in entry:
        source = str(entry["source"])
        path = folder / source
        if not path.exists():
            path = folder / Path(source).name
        try:
            tileset = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as trouble:
            raise TownAuthorError(
                t("the tileset cannot be read ({error}).", error=trouble),
                where=source,
                remedy=t("Redraw the tiles."),
            ) from trouble
        where = path.parent
    try:
        with Image.open(where / str(tileset["image"])) as picture:
            return tileset, picture.convert("RGBA")
    except (OSError, KeyError, ValueError, SyntaxError, Image.DecompressionBombError) as trouble:
        raise TownAuthorError(
            t("the picture of the tileset cannot be read ({error}).", error=trouble),
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
    tmj: JsonObject,
    folder: Path,
    *,
    roofs: bool = False,
    night: bool = False,
    scale: int = 1,
    people: Sequence[PersonPicture] = (),
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

    def __init__(self, tmj: JsonObject, folder: Path) -> None:
        self._tile = _whole(tmj["tilewidth"])
        self._columns = _whole(tmj["width"])
        self.size = (self._columns * self._tile, _whole(tmj["height"]) * self._tile)
        self._layers = {str(layer["name"]): layer for layer in map(table, items(tmj["layers"]))}
        self._pieces = _Pieces(map(table, items(tmj["tilesets"])), folder)

    def _data(self, name: str) -> Sequence[Json]:
        return items(self._layers.get(name, {}).get("data"))

    def _cells(self, name: str) -> Iterable[tuple[int, int, _Piece]]:
        for place, cell in enumerate(self._data(name)):
            if gid := _whole(cell) & _TILE_ID_MASK:
                yield place % self._columns, place // self._columns, self._pieces[gid]

    def lay(self, picture: Image.Image, name: str) -> None:
        """Draw a tile layer; a map without it is drawn without it."""
        for x, y, piece in self._cells(name):
            picture.alpha_composite(piece.image, (x * self._tile, y * self._tile))

    def sprites(self) -> Iterable[_Standing]:
        """Every object that has a picture."""
        for name in _OBJECT_LAYERS:
            for item in map(table, items(self._layers.get(name, {}).get("objects"))):
                if item.get("gid") and item.get("visible", True):
                    piece = self._pieces[_whole(item["gid"]) & _TILE_ID_MASK]
                    rank = 0 if piece.flat else 1
                    yield _Standing(piece.image, round(number(item["x"])), round(number(item["y"])), rank)

    def person(self, x: float, y: float, image: Image.Image) -> _Standing:
        """A person on a tile, feet near its lower border."""
        left = round(x * self._tile) + (self._tile - image.width) // 2
        return _Standing(image, left, round((y + 1) * self._tile), 2)

    def is_covered(self, one: _Standing) -> bool:
        """Whether it is under a roof (a lintel of a facade covers nothing)."""
        data = self._data("roofs")
        x, y = (one.left + one.image.width // 2) // self._tile, (one.bottom - 1) // self._tile
        place = y * self._columns + x
        gid = _whole(data[place]) & _TILE_ID_MASK if 0 <= x < self._columns and 0 <= place < len(data) else 0
        return gid != 0 and not self._pieces[gid].name.startswith("lintel_")

    def glow(self) -> Image.Image:
        """The light of the night, on black, to be added."""
        light = Image.new("RGB", self.size)
        for x, y, piece in self._cells("glow"):
            box = (x * self._tile, y * self._tile)
            light.paste(piece.image.convert("RGB"), box, piece.image.getchannel("A"))
        return light
