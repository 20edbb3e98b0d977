"""Tilesets: the properties of each tile (solid, depth, kind), embedded in the map or in a file.

Checks only that pictures exist, are whole and of a sensible size. Invariant: tilesets do not overlap, so a
tile number means one tile.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from milkwood.i18n import t
from milkwood.plain import Json, JsonObject
from milkwood.towns.folder import PackFolder
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.tiled.picture import picture_fault, picture_size
from milkwood.towns.tiled.value import properties, tables, whole, words

MAX_TILES = 1_000_000
TILE_ID_MASK = 0x1FFFFFFF
"""Tiled stores flips and rotation in the highest three bits of a tile's number."""


@dataclass(frozen=True, slots=True)
class TileFacts:
    """The properties of a tile or sprite; None if unset."""

    solid: bool | None = None
    depth: int | None = None
    kind: str | None = None


SILENT = TileFacts()


@dataclass(frozen=True, slots=True)
class Tileset:
    """A range of tile numbers."""

    first: int
    count: int
    facts: dict[int, TileFacts]


class Tilesets:
    """All tilesets of a map."""

    def __init__(self, listed: list[Tileset], complete: bool) -> None:
        self._listed = listed
        self.complete = complete
        """Whether every tileset was readable, so that an unknown number is the map's fault."""

    def facts(self, number: int) -> TileFacts | None:
        """The properties of a tile, or None if no tileset has it."""
        for tileset in self._listed:
            if tileset.first <= number < tileset.first + tileset.count:
                return tileset.facts.get(number - tileset.first, SILENT)
        return None

    def solid_numbers(self) -> Iterator[int]:
        """The numbers of all solid tiles."""
        for tileset in self._listed:
            yield from (tileset.first + local for local, facts in tileset.facts.items() if facts.solid)

    def ranges(self) -> list[tuple[int, int]]:
        """First and last number of each tileset."""
        return [(tileset.first, tileset.first + tileset.count - 1) for tileset in self._listed]


def read_tilesets(folder: PackFolder, map_name: str, listed: Json, problems: Problems) -> Tilesets:
    """The tilesets that a map lists."""
    found: list[Tileset] = []
    complete = True
    for index, entry in enumerate(tables(listed)):
        where = f"{map_name} > tilesets #{index + 1}"
        tileset = _read(folder, map_name, entry, where, problems)
        if tileset is None:
            complete = False
        elif any(_overlap(tileset, other) for other in found):
            problems.error(
                where, t("Its tile numbers overlap another tileset's."), t("Open the map in Tiled and save it.")
            )
            complete = False
        else:
            found.append(tileset)
    if not found and complete:
        problems.error(map_name, t("The map has no tilesets."), t("Add the tilesets of the pack in Tiled."))
        complete = False
    return Tilesets(found, complete)


def _read(folder: PackFolder, map_name: str, entry: JsonObject, where: str, problems: Problems) -> Tileset | None:
    first = whole(entry.get("firstgid"), 1, TILE_ID_MASK)
    if first is None:
        problems.error(where, t("It has no firstgid."), t("Open the map in Tiled and save it."))
        return None
    if "source" not in entry:
        return _tileset(folder, map_name, entry, first, where, problems)
    source = words(entry["source"])
    name = posixpath.normpath(posixpath.join(posixpath.dirname(map_name), source)) if source else ""
    if not name.endswith((".tsj", ".json")):
        problems.error(
            where, t("{name} is not a JSON tileset.", name=quoted(source)), t("Save the tileset as .tsj in Tiled.")
        )
        return None
    if folder.inside(name, where, missing=t("The tileset {name} is missing.", name=quoted(name))) is None:
        return None
    table = folder.json(name)
    return _tileset(folder, name, table, first, name, problems) if table is not None else None


def _tileset(folder: PackFolder, file: str, table: JsonObject, first: int, where: str, problems: Problems) -> Tileset:
    count = _check_picture(folder, file, table, where, problems)
    alignment = table.get("objectalignment", "unspecified")
    if alignment not in ("unspecified", "bottomleft"):
        problems.error(
            where, t("Its object alignment is {value}.", value=quoted(alignment)), t("Set it to Bottom Left in Tiled.")
        )
    facts: dict[int, TileFacts] = {}
    for tile in tables(table.get("tiles")):
        local = whole(tile.get("id"), 0, MAX_TILES)
        if local is None:
            problems.error(
                where, t("A tile has the id {value}.", value=quoted(tile.get("id"))), t("Open it in Tiled and save it.")
            )
            continue
        facts[local] = _facts(properties(tile.get("properties")), f"{where} > tile {local}", problems)
    return Tileset(first, max(count, max(facts, default=0) + 1), facts)


def _check_picture(folder: PackFolder, file: str, table: JsonObject, where: str, problems: Problems) -> int:
    """The number of tiles in the picture; notes a problem if it is unusable."""
    image = words(table.get("image"))
    if not image:
        problems.error(where, t("The tileset is not based on one picture."), t("Base it on a single picture in Tiled."))
        return 0
    sizes = [whole(table.get(key), 1, MAX_TILES) for key in ("columns", "tilecount", "tilewidth", "tileheight")]
    if None in sizes or table.get("margin", 0) or table.get("spacing", 0):
        what = t("Its tiles do not lie side by side in a grid, or their size is not given.")
        problems.error(where, what, t("Set margin and spacing to 0 in Tiled, and save it."))
        return 0
    columns, count, width, height = (size or 1 for size in sizes)
    name = posixpath.normpath(posixpath.join(posixpath.dirname(file), image))
    path = folder.inside(name, where, missing=t("The picture {name} is missing.", name=quoted(name)))
    if path is not None:
        found = picture_size(path)
        wanted = columns * width, -(-count // columns) * height
        if found is None:
            problems.error(where, t("{name} is not a PNG picture.", name=quoted(name)), t("Save the picture as PNG."))
        elif found[0] < wanted[0] or found[1] < wanted[1]:
            what = t(
                "{name} is {width} x {height} px; its tiles need {wide} x {high}.",
                name=quoted(name),
                width=found[0],
                height=found[1],
                wide=wanted[0],
                high=wanted[1],
            )
            problems.error(where, what, t("Use a larger picture, or correct the tileset in Tiled."))
        elif fault := picture_fault(path, found):
            what = t("{name} {fault}.", name=quoted(name), fault=fault)
            problems.error(where, what, t("Save the picture again, and smaller if it is too large."))
    return count


def _facts(said: JsonObject, where: str, problems: Problems) -> TileFacts:
    solid, depth, kind = said.get("solid"), said.get("depth"), said.get("kind")
    if solid is not None and not isinstance(solid, bool):
        problems.error(
            where,
            t("Its property {name} is {value}.", name="solid", value=quoted(solid)),
            t("Make it a bool: true or false."),
        )
        solid = None
    if depth is not None and whole(depth, 0, 64) is None:
        problems.error(
            where,
            t("Its property {name} is {value}.", name="depth", value=quoted(depth)),
            t("Make it a whole number of tile rows."),
        )
        depth = None
    return TileFacts(solid, whole(depth, 0, 64), words(kind) or None)


def _overlap(one: Tileset, other: Tileset) -> bool:
    return one.first < other.first + other.count and other.first < one.first + one.count
