"""The pictures of tiles and sprites: sheets (PNG) and the index that says where each picture lies on its sheet.

Reads a folder; `pictures/index.toml` explains the format. Knows no single picture. Invariant: names are unique,
pictures lie on their sheet and do not overlap; an entry that breaks this is named.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from milkwood.errors import OurBug
from milkwood_art.canvas import TILE_PIXELS, Canvas
from milkwood_art.pieces import SpriteArt, TileArt

T = TypeVar("T")
_INDEX = "index.toml"
_SECTIONS = {"tiles": dict, "sprites": dict}
_GROUP = {"names": str, "solid": bool}
_SPRITE = {"at": list, "size": list, "depth": int, "solid": bool, "kind": str, "flat": bool}
_TYPES = {dict: "a table", str: "a text", bool: "true or false", list: "two whole numbers", int: "a whole number"}


class Album:
    """An index and its sheets; a sheet is opened when it is first drawn from."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: set[str] = set()
        self._sheet = cache(self._open)
        try:
            index = tomllib.loads((folder / _INDEX).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise _fault(f"the index of pictures cannot be read ({error}).") from error
        sections = _fields(index, _SECTIONS, needed=("tiles", "sprites"))
        self.tiles = {
            sheet: tuple(self._tiles(f"tiles/{sheet}", groups)) for sheet, groups in sections["tiles"].items()
        }
        self.sprites = {
            sprite.name: sprite
            for sheet, entries in sections["sprites"].items()
            for sprite in self._sprites(f"sprites/{sheet}", entries)
        }

    def _tiles(self, sheet: str, groups: object) -> Iterator[TileArt]:
        row = 0
        for group in groups if isinstance(groups, list) else [groups]:
            facts = _fields(group, _GROUP, sheet, needed=("names",))
            for names in filter(None, map(str.split, facts["names"].splitlines())):
                for column, name in enumerate(names):
                    self._add(name, sheet)
                    yield TileArt(name, facts.get("solid", False), partial(self._cut, name, sheet, (column, row, 1, 1)))
                row += 1

    def _sprites(self, sheet: str, entries: object) -> Iterator[SpriteArt]:
        taken: dict[tuple[int, int], str] = {}
        if not isinstance(entries, dict):
            raise _fault("here must be a table.", sheet)
        for name, entry in entries.items():
            where = f"{sheet}: {name}"
            self._add(name, sheet)
            facts = _fields(entry, _SPRITE, where, needed=("at", "size"))
            x, y, width, height = box = (*_pair(facts, "at", where, least=0), *_pair(facts, "size", where, least=1))
            for cell in product(range(x, x + width), range(y, y + height)):
                if (other := taken.setdefault(cell, name)) != name:
                    raise _fault(f"it overlaps “{other}”.", where)
            flat = facts.get("flat", False)
            depth, solid = facts.get("depth", 0 if flat else 1), facts.get("solid", not flat)
            if flat and (depth or solid):
                raise _fault("what is flat has no depth and is not solid.", where)
            if not flat and not 1 <= depth <= height:
                raise _fault(f"a sprite {height} tiles high has a depth from 1 to {height}, not {depth}.", where)
            draw = partial(self._cut, name, sheet, box)
            yield SpriteArt(name, width, height, depth, solid, facts.get("kind"), draw, flat)

    def _add(self, name: str, where: str) -> None:
        if name in self._names:
            raise _fault(f"two pictures are called “{name}”.", where)
        self._names.add(name)

    def _cut(self, name: str, sheet: str, box: tuple[int, int, int, int]) -> Canvas:
        whole = self._sheet(sheet)
        left, top, width, height = (tiles * TILE_PIXELS for tiles in box)
        if left + width > whole.width or top + height > whole.height:
            size = f"{whole.width / TILE_PIXELS:g} x {whole.height / TILE_PIXELS:g} tiles"
            raise _fault(f"it lies outside its sheet, which has {size}.", f"{sheet}: {name}")
        return whole.cut(left, top, width, height)

    def _open(self, sheet: str) -> Canvas:
        from PIL import Image  # Who only asks for names and sizes needs no Pillow.

        try:
            with Image.open(self._folder / f"{sheet}.png") as picture:
                return Canvas(picture.convert("RGBA"))
        except OSError as error:
            raise _fault(f"the sheet {sheet}.png cannot be read ({error}).") from error


def _fault(what: str, where: str = "") -> OurBug:
    return OurBug(what, where=f"{_INDEX}, {where}" if where else _INDEX)


def _fields(entry: object, known: Mapping[str, type], where: str = "", *, needed: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a table, if they are known and of their type."""
    if not isinstance(entry, dict):
        raise _fault("here must be a table.", where)
    for key, value in entry.items():
        if key not in known:
            raise _fault(f"there is no field “{key}”; use {', '.join(known)}.", where)
        if type(value) is not known[key]:
            raise _fault(f"“{key}” must be {_TYPES[known[key]]}.", where)
    for key in needed:
        if key not in entry:
            raise _fault(f"the field “{key}” is missing.", where)
    return entry


def _pair(facts: Mapping[str, Any], key: str, where: str, *, least: int) -> tuple[int, int]:
    match facts.get(key):
        case [int(across), int(down)] if min(across, down) >= least:
            return across, down
    raise _fault(f"“{key}” must be {_TYPES[list]}, {least} or more.", where)


@cache
def album() -> Album:
    """Our own pictures."""
    return Album(Path(__file__).with_name("pictures"))


class Register(Mapping[str, T]):
    """A part of our own album, which is opened when the register is first used."""

    def __init__(self, part: Callable[[Album], Mapping[str, T]]) -> None:
        self._part = part

    def __getitem__(self, name: str) -> T:
        return self._part(album())[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._part(album()))

    def __len__(self) -> int:
        return len(self._part(album()))
