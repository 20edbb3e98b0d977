"""Shows a maze with the original's Tiled layers and tilesets instead of our tiles.

Invariant: only the looks change; places, things, doors and walkable tiles stay. Our maps have 16 px tiles, so larger
tiles are scaled down one by one.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from milkwood.bridge.maze import TILE_ID_MASK
from milkwood.bridge.reading import LIST, TABLE, Unreadable, checked, fault, table_of
from milkwood.bridge.reading import field as value
from milkwood.bridge.sheet import TILE_PIXELS
from milkwood.i18n import t
from milkwood.plain import Json, JsonObject, number
from milkwood_art.atlas import BLOCK_IDS
from milkwood_art.tiled import dumps

FIRST_DRAWN_TILE_ID = 1 + 300 * BLOCK_IDS
_SHEET_COLUMNS = 64
_FLIPPED_ACROSS_MASK, _FLIPPED_DOWN_MASK, _TURNED_MASK = 0x80000000, 0x40000000, 0x20000000
_TAKEN_AWAY = ("edges", "decor", "roofs", "glow")
_MAX_PICTURE_PIXELS = 64_000_000
"""Maximum number of pixels."""
_MAX_PICTURE_BYTES = 50_000_000
"""Maximum number of bytes."""
_COLOUR = re.compile(r"#?(?:[0-9a-fA-F]{2})?[0-9a-fA-F]{6}")
Stack = tuple[int, ...]


def show(visuals: Path, folder: Path) -> None:
    """Put the pictures of a visuals folder into a pack whose map is already written."""
    tmj_path = folder / "map.tmj"
    tmj = json.loads(tmj_path.read_text(encoding="utf-8"))
    size = tmj["width"], tmj["height"]
    path = _find(visuals, size)
    table = table_of(path)
    below, above = _stacks(table, path, size)
    tiles = _Tiles(path, table)
    numbers = {stack: FIRST_DRAWN_TILE_ID + place for place, stack in enumerate(sorted({*below, *above} - {()}))}
    _write_sheet([tiles.drawn(stack) for stack in numbers], folder / "tiles", set(above), list(numbers))
    layers = {layer["name"]: layer for layer in tmj["layers"] if layer["name"] not in _TAKEN_AWAY}
    any_ground = next(iter(numbers.values()), FIRST_DRAWN_TILE_ID)
    layers["ground"]["data"] = [numbers.get(stack, any_ground) for stack in below]
    layers["walls"]["data"] = [0] * len(below)
    layers["doors"]["objects"] = [_unseen(door) for door in layers["doors"]["objects"]]
    front = _front(above, numbers, size[0], tmj["nextobjectid"])
    decor = {"draworder": "topdown", "id": tmj["nextlayerid"], "name": "decor", "objects": front, "opacity": 1}
    layers["decor"] = {**decor, "type": "objectgroup", "visible": True, "x": 0, "y": 0}
    tmj["layers"] = list(layers.values())
    tmj["tilesets"].append({"firstgid": FIRST_DRAWN_TILE_ID, "source": "tiles/drawn.tsj"})
    tmj["nextlayerid"], tmj["nextobjectid"] = tmj["nextlayerid"] + 1, tmj["nextobjectid"] + len(front)
    tmj_path.write_text(json.dumps(tmj, ensure_ascii=False), encoding="utf-8", newline="\n")


def _find(visuals: Path, size: tuple[int, int]) -> Path:
    """The Tiled map of a visuals folder with the size of the maze; of several, the one saved last."""
    if visuals.is_file():
        return visuals
    found: list[tuple[float, Path]] = []
    for path in sorted(visuals.glob("*.json")) + sorted(visuals.glob("*.tmj")):
        try:
            table = table_of(path)
        except Unreadable:
            continue
        if isinstance(table.get("layers"), list) and (table.get("width"), table.get("height")) == size:
            found.append((path.stat().st_mtime, path))
    if not found:
        what = t("There is no Tiled map of {width} x {height} tiles in JSON here.", width=size[0], height=size[1])
        raise fault(visuals, what, remedy=t("Give the folder with the map that the maze was made from."))
    return max(found)[1]


def _stacks(table: JsonObject, path: Path, size: tuple[int, int]) -> tuple[list[Stack], list[Stack]]:
    """The stacked tiles of each cell: below people, and in front of them."""
    if (table.get("width"), table.get("height")) != size:
        raise fault(
            path, t("The map is not {width} x {height} tiles, as the maze is.", width=size[0], height=size[1]), "width"
        )
    count = size[0] * size[1]
    below: list[list[int]] = [[] for _ in range(count)]
    above: list[list[int]] = [[] for _ in range(count)]
    for layer in value(table, "layers", LIST, path):
        entry = checked(layer, TABLE, path, "layers")
        name = str(entry.get("name", "")).strip()
        if entry.get("type") != "tilelayer" or "Block" in name or name == "Collisions":
            continue
        data = value(entry, "data", LIST, path)
        if len(data) != count:
            raise fault(path, t("It has {count} cells, not {size}.", count=len(data), size=count), f"layers > {name}")
        target = above if name.startswith("Foreground") else below
        for place, tile in enumerate(data):
            if tile:
                target[place].append(checked(tile, int, path, f"layers > {name} > cell {place}"))
    return [tuple(cell) for cell in below], [tuple(cell) for cell in above]


@dataclass(frozen=True, slots=True)
class _Tileset:
    first: int
    count: int
    columns: int
    width: int
    height: int
    image: Path
    clear: str


class _Tiles:
    """The pictures of single tiles, cut from their tilesets on demand."""

    def __init__(self, path: Path, table: JsonObject) -> None:
        self._path = path
        self._sets = sorted(self._read(table), key=lambda each: each.first, reverse=True)
        self._pictures: dict[Path, Image.Image] = {}
        self._cut: dict[int, Image.Image] = {}

    def _read(self, table: JsonObject) -> Iterator[_Tileset]:
        for place, entry in enumerate(value(table, "tilesets", LIST, self._path)):
            said = checked(entry, TABLE, self._path, f"tilesets > {place}")
            if "image" not in said:
                raise fault(
                    self._path, t("The tileset is not in the map."), f"tilesets > {place}", t("Embed it in Tiled.")
                )
            numbers = {
                key: value(said, key, int, self._path)
                for key in ("firstgid", "tilecount", "columns", "tilewidth", "tileheight")
            }
            if min(numbers.values()) < 1:
                raise fault(self._path, t("A size or a number in it is less than 1."), f"tilesets > {place}")
            image = (self._path.parent / value(said, "image", str, self._path)).resolve()
            if not image.is_relative_to(self._path.parent.resolve()):
                raise fault(self._path, t("It points outside the folder."), f"tilesets > {place} > image")
            clear = value(said, "transparentcolor", str, self._path, "")
            yield _Tileset(
                numbers["firstgid"],
                numbers["tilecount"],
                numbers["columns"],
                numbers["tilewidth"],
                numbers["tileheight"],
                image,
                clear,
            )

    def drawn(self, stack: Stack) -> Image.Image:
        """A stack of tiles as one picture of our size."""
        picture = Image.new("RGBA", (TILE_PIXELS, TILE_PIXELS))
        for tile in stack:
            picture.alpha_composite(self._tile(tile))
        return picture

    def _tile(self, number: int) -> Image.Image:
        if number not in self._cut:
            plain = number & TILE_ID_MASK
            found = next((each for each in self._sets if each.first <= plain < each.first + each.count), None)
            tile = (
                Image.new("RGBA", (TILE_PIXELS, TILE_PIXELS))
                if found is None
                else self._from(found, plain - found.first)
            )
            if number & _TURNED_MASK:
                tile = tile.transpose(Image.Transpose.TRANSPOSE)
            if number & _FLIPPED_ACROSS_MASK:
                tile = tile.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            if number & _FLIPPED_DOWN_MASK:
                tile = tile.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            self._cut[number] = tile
        return self._cut[number]

    def _from(self, tileset: _Tileset, local: int) -> Image.Image:
        x, y = local % tileset.columns * tileset.width, local // tileset.columns * tileset.height
        tile = self._picture(tileset).crop((x, y, x + tileset.width, y + tileset.height))
        return (
            tile
            if tile.size == (TILE_PIXELS, TILE_PIXELS)
            else tile.resize((TILE_PIXELS, TILE_PIXELS), Image.Resampling.BOX)
        )

    def _picture(self, tileset: _Tileset) -> Image.Image:
        if tileset.image not in self._pictures:
            try:
                if tileset.image.stat().st_size > _MAX_PICTURE_BYTES:
                    raise fault(tileset.image, t("The picture is too large."))
                with Image.open(tileset.image) as opened:
                    if opened.width * opened.height > _MAX_PICTURE_PIXELS:
                        raise fault(tileset.image, t("The picture is too large."))
                    picture = opened.convert("RGBA")
            except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
                raise fault(tileset.image, t("The picture is missing or cannot be read.")) from error
            self._pictures[tileset.image] = _cleared(picture, tileset.clear)
        return self._pictures[tileset.image]


def _cleared(picture: Image.Image, colour: str) -> Image.Image:
    """A picture with one colour made transparent."""
    if not _COLOUR.fullmatch(colour):
        return picture
    wanted = [int(colour[-6:][place : place + 2], 16) for place in (0, 2, 4)]
    pixels = np.array(picture)
    pixels[(pixels[:, :, :3] == wanted).all(axis=2), 3] = 0
    return Image.fromarray(pixels)


def _write_sheet(tiles: list[Image.Image], folder: Path, above: set[Stack], stacks: list[Stack]) -> None:
    columns = min(_SHEET_COLUMNS, max(1, len(tiles)))
    rows = max(1, -(-len(tiles) // columns))
    picture = Image.new("RGBA", (columns * TILE_PIXELS, rows * TILE_PIXELS))
    for place, tile in enumerate(tiles):
        picture.paste(tile, (place % columns * TILE_PIXELS, place // columns * TILE_PIXELS))
    picture.save(folder / "drawn.png")
    # A depth of 0 draws a tile in front of people in its cell.
    front: Json = [{"name": "depth", "type": "int", "value": 0}, {"name": "solid", "type": "bool", "value": False}]
    tileset: JsonObject = {
        "columns": columns,
        "image": "drawn.png",
        "imageheight": rows * TILE_PIXELS,
        "imagewidth": columns * TILE_PIXELS,
        "margin": 0,
        "name": "drawn",
        "objectalignment": "bottomleft",
        "spacing": 0,
        "tilecount": max(1, len(tiles)),
        "tileheight": TILE_PIXELS,
        "tiles": [{"id": place, "properties": front} for place, stack in enumerate(stacks) if stack in above],
        "tilewidth": TILE_PIXELS,
        "type": "tileset",
        "version": "1.10",
    }
    (folder / "drawn.tsj").write_text(dumps(tileset), encoding="utf-8", newline="\n")


def _front(above: list[Stack], numbers: dict[Stack, int], width: int, first: int) -> list[dict[str, Json]]:
    shown = [(place, stack) for place, stack in enumerate(above) if stack]
    size = {"width": TILE_PIXELS, "height": TILE_PIXELS}
    shared: JsonObject = {"name": "drawn", "rotation": 0, "type": "", "visible": True, **size}
    return [
        {
            "id": first + n,
            **shared,
            "gid": numbers[stack],
            "x": place % width * TILE_PIXELS,
            "y": (place // width + 1) * TILE_PIXELS,
        }
        for n, (place, stack) in enumerate(shown)
    ]


def _unseen(door: JsonObject) -> JsonObject:
    """A door without a picture: the map already shows it."""
    if "gid" not in door:
        return door
    plain = {key: each for key, each in door.items() if key not in ("gid", "properties")}
    x, y = number(door["x"]) + TILE_PIXELS // 2, number(door["y"]) - TILE_PIXELS // 2
    return {**plain, "x": x, "y": y, "width": 0, "height": 0, "point": True}
