"""The survey: checks layers, plans places and things, and builds the map.

Invariant: see the package.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.i18n import t
from milkwood.town.map import TownMap
from milkwood.town.places import Door
from milkwood.town.tile import Tile
from milkwood.towns.problem import Problems, meant
from milkwood.towns.schema.catalogue import CatalogueKind
from milkwood.towns.survey.reach import check_reach, main_ground
from milkwood.towns.survey.sectors import plan_rooms, plan_sectors
from milkwood.towns.survey.sheet import Sheet
from milkwood.towns.survey.things import plan_things, solid_decor
from milkwood.towns.tiled import MapObject, TiledMap
from milkwood.words import Language

TILE_LAYERS = {"ground": True, "edges": False, "walls": True, "roofs": False, "glow": False, "blocked": False}
"""Layers of tiles, and whether a map must have them."""
OBJECT_LAYERS = {"decor": False, "things": True, "sectors": True, "rooms": True, "doors": True}
"""Layers of objects, and whether a map must have them."""


@dataclass(frozen=True, slots=True)
class Land:
    """A surveyed map."""

    town_map: TownMap

    def is_reached(self, tile: Tile) -> bool:
        """Whether people can walk to a tile."""
        return self.town_map.is_walkable(tile) and bool(main_ground(self.town_map.walkable)[tile.y, tile.x])


def survey(
    drawn: TiledMap,
    name: str,
    languages: tuple[Language, ...],
    catalogue: Mapping[str, CatalogueKind],
    problems: Problems,
) -> Land | None:
    """The town of a map; None if a required layer is missing."""
    sheet = Sheet(drawn, languages, problems)
    if not _layers_there(sheet):
        return None
    sectors = plan_sectors(sheet)
    rooms = plan_rooms(sheet, sectors)
    things = plan_things(sheet, rooms, catalogue)
    walkable = _walkable(sheet, [*things.solid, *solid_decor(sheet)])
    town_map = TownMap(name, walkable, sectors.sectors, rooms.rooms, things.things, _doors(sheet))
    check_reach(town_map, drawn.file, problems)
    return Land(town_map)


def _layers_there(sheet: Sheet) -> bool:
    drawn, complete = sheet.drawn, True
    kinds = (("tile", TILE_LAYERS, drawn.cells, drawn.objects), ("object", OBJECT_LAYERS, drawn.objects, drawn.cells))
    for kind, layers, here, elsewhere in kinds:
        for name, needed in layers.items():
            if name in elsewhere:
                what = t("The layer “{name}” is not of the right kind.", name=name)
                sheet.problems.error(
                    f"{drawn.file} > {name}", what, t("Make it a layer of {kind}s in Tiled.", kind=kind)
                )
                complete = complete and not needed
            elif needed and name not in here:
                what = t("The layer “{name}” is missing.", name=name)
                sheet.problems.error(drawn.file, what, t("Add a layer of {kind}s with that name in Tiled.", kind=kind))
                complete = False
    known = [*TILE_LAYERS, *OBJECT_LAYERS]
    for name in (*drawn.cells, *drawn.objects):
        if name not in known:
            advice = meant(name, known) or t("Remove it, unless it is a note for yourself.")
            sheet.problems.warn(f"{drawn.file} > {name}", t("Layers of this name are ignored."), advice)
    return complete


def _walkable(sheet: Sheet, covered: Iterable[Tile]) -> NDArray[np.bool_]:
    cells = sheet.drawn.cells
    empty = cells["ground"] == 0
    if empty.any():
        y, x = (int(axis[0]) for axis in np.nonzero(empty))
        what = t("{count} cells have no ground, the first at {x}, {y}.", count=int(empty.sum()), x=x, y=y)
        sheet.problems.error(f"{sheet.drawn.file} > ground", what, t("Fill every cell."))
    solid_numbers = np.array(sorted(sheet.drawn.tilesets.solid_numbers()), np.int64)
    walkable = ~np.isin(cells["ground"], solid_numbers) & ~np.isin(cells["walls"], solid_numbers)
    if "blocked" in cells:
        walkable &= cells["blocked"] == 0
    for tile in covered:
        walkable[tile.y, tile.x] = False
    return walkable


def _doors(sheet: Sheet) -> list[Door]:
    found = {tile: None for entry in sheet.objects("doors") if (tile := _door_tile(sheet, entry)) is not None}
    return [Door(tile) for tile in found]


def _door_tile(sheet: Sheet, entry: MapObject) -> Tile | None:
    """The one tile of a door: a point, a square, or the lowest row of a sprite."""
    sheet.note_strange_properties(entry, ())
    area = entry.area()
    tall = entry.sprite is not None and area.width == 1 and area.height > 1
    if not entry.is_point and not tall and (area.width, area.height) != (1, 1):
        sheet.problems.error(entry.where, t("A door is one tile large."), t("Draw one door for each tile."))
        return None
    tile = Tile(*entry.spot()) if entry.is_point else Tile(area.x, area.y + area.height - 1)
    if 0 <= tile.x < sheet.drawn.width and 0 <= tile.y < sheet.drawn.height:
        return tile
    sheet.problems.error(entry.where, t("The door is outside the map."), t("Move it onto the map."))
    return None
