"""Sectors and the rooms in them.

Invariant: no tile belongs to two sectors or to two rooms; of overlapping ones the first keeps the tile, and a problem
is noted.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from pydantic_core import PydanticCustomError

from milkwood.i18n import t
from milkwood.ids import RoomId, SectorId
from milkwood.town.address import SEPARATOR
from milkwood.town.places import OpeningHours, Room, Sector
from milkwood.town.tile import Tile, neighbours
from milkwood.towns.schema.plain import read_span
from milkwood.towns.survey.sheet import Sheet
from milkwood.towns.tiled import MapObject
from milkwood.towns.tiled.object import Area
from milkwood.words import Words

NO_INDEX = -1


@dataclass(frozen=True, slots=True)
class SectorPlan:
    """The sectors, and the index of the sector of each tile (NO_INDEX: none), [y, x]."""

    sectors: list[Sector]
    at: NDArray[np.int32] = field(hash=False)


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The rooms, and the index of the room of each tile (NO_INDEX: none), [y, x]."""

    rooms: list[Room]
    at: NDArray[np.int32] = field(hash=False)


def plan_sectors(sheet: Sheet) -> SectorPlan:
    """The sectors of a map; adjacent rectangles with the same name and properties are one sector."""
    at = np.full((sheet.drawn.height, sheet.drawn.width), NO_INDEX, np.int32)
    sectors: list[Sector] = []
    for entry in sheet.objects("sectors"):
        area, name = rectangle(sheet, entry), sheet.name(entry)
        sheet.note_strange_properties(entry, ("kind", "opens", "public"))
        if area is None or name is None:
            continue
        sector = _sector(sheet, entry, name)
        own = next((index for index, other in enumerate(sectors) if other.id == sector.id), len(sectors))
        if own < len(sectors) and (sectors[own] != sector or not _beside(at, area, own)):
            sheet.problems.error(entry.where, t("Another sector has this name."), t("Rename one of them."))
            continue
        for index in sorted({int(index) for index in np.unique(at[area.cells])} - {NO_INDEX, own}):
            what = t("It overlaps the sector “{sector}”.", sector=sectors[index].id)
            sheet.problems.error(entry.where, what, t("Draw them side by side."))
        at[area.cells] = np.where(at[area.cells] == NO_INDEX, own, at[area.cells])
        if own == len(sectors):
            sectors.append(sector)
    return SectorPlan(sectors, at)


def _beside(at: NDArray[np.int32], area: Area, own: int) -> bool:
    """Whether a rectangle is adjacent to the rectangles of a sector."""
    rows, columns = area.cells
    wide = slice(max(0, columns.start - 1), columns.stop + 1)
    tall = slice(max(0, rows.start - 1), rows.stop + 1)
    return bool((at[rows, wide] == own).any() or (at[tall, columns] == own).any())


def plan_rooms(sheet: Sheet, plan: SectorPlan) -> RoomPlan:
    """The rooms of a map; rectangles with the same name in one sector are one room."""
    at = np.full((sheet.drawn.height, sheet.drawn.width), NO_INDEX, np.int32)
    parts: dict[RoomId, list[tuple[MapObject, Room]]] = {}
    for entry in sheet.objects("rooms"):
        area, name = rectangle(sheet, entry), sheet.name(entry)
        sheet.note_strange_properties(entry, ("kind", "outdoors"))
        kind, outdoors = sheet.kind(entry, "bedroom"), sheet.flag(entry, "outdoors")
        sector = _sector_of(sheet, entry, area, plan) if area is not None else None
        if area is None or name is None or sector is None:
            continue
        room_id = RoomId(f"{sector.id}{SEPARATOR}{next(iter(name.values()))}")
        order = list(parts)
        index = order.index(room_id) if room_id in parts else len(order)
        tiles = _claim(sheet, entry, area, at, index, order)
        parts.setdefault(room_id, []).append((entry, Room(room_id, sector.id, name, kind, outdoors, tiles)))
    rooms = [_joined(sheet, room_parts) for room_parts in parts.values()]
    for index, sector in enumerate(plan.sectors):
        if not any(room.sector == sector.id for room in rooms):
            y, x = (int(axis[0]) for axis in np.nonzero(plan.at == index)) if (plan.at == index).any() else (0, 0)
            where = t("{place} (at tile {x}, {y})", place=f"{sheet.drawn.file} > sectors > “{sector.id}”", x=x, y=y)
            sheet.problems.error(where, t("The sector has no room."), t("Draw at least one in the layer rooms."))
    return RoomPlan(rooms, at)


def rectangle(sheet: Sheet, entry: MapObject) -> Area | None:
    """The tiles of a rectangle; None (with a problem) if it is not one or leaves the map."""
    area = entry.area()
    if entry.sprite is not None or area.width < 1 or area.height < 1:
        sheet.problems.error(entry.where, t("It is not a rectangle of tiles."), t("Draw a rectangle in Tiled."))
        return None
    if not area.within(sheet.drawn.width, sheet.drawn.height):
        sheet.problems.error(entry.where, t("It extends beyond the map."), t("Move it, or make it smaller."))
        return None
    return area


def _sector(sheet: Sheet, entry: MapObject, name: Words) -> Sector:
    kind, public = sheet.kind(entry, "house"), sheet.flag(entry, "public")
    hours: OpeningHours | None = None
    if "opens" in entry.properties:
        try:
            hours = read_span(entry.properties["opens"])
        except PydanticCustomError as error:
            context = error.context or {}
            sheet.problems.error(f"{entry.where} > opens", str(context.get("what")), str(context.get("remedy")))
    return Sector(SectorId(next(iter(name.values()))), name, kind, public, hours)


def _sector_of(sheet: Sheet, entry: MapObject, area: Area, plan: SectorPlan) -> Sector | None:
    """The sector that contains most of a room; it should contain all of it."""
    indexes, counts = np.unique(plan.at[area.cells], return_counts=True)
    by_share = sorted(zip(counts, indexes, strict=True), reverse=True)
    inside = [int(index) for _, index in by_share if index != NO_INDEX]
    if not inside:
        sheet.problems.error(entry.where, t("The room is not in a sector."), t("Draw a sector around it."))
        return None
    sector = plan.sectors[inside[0]]
    if len(by_share) > 1:
        what = t("The room reaches outside its sector “{sector}”.", sector=sector.id)
        sheet.problems.error(entry.where, what, t("Move or shrink the room, or enlarge the sector."))
    return sector


def _claim(
    sheet: Sheet, entry: MapObject, area: Area, at: NDArray[np.int32], index: int, order: list[RoomId]
) -> frozenset[Tile]:
    """Mark a room's tiles, except those of another room."""
    taken = {int(other) for other in np.unique(at[area.cells])} - {NO_INDEX, index}
    for other in sorted(taken):
        sheet.problems.error(
            entry.where, t("It overlaps the room “{room}”.", room=order[other]), t("Draw them side by side.")
        )
    at[area.cells] = np.where(at[area.cells] == NO_INDEX, index, at[area.cells])
    ys, xs = np.nonzero(at[area.cells] == index)
    return frozenset(Tile(area.x + int(x), area.y + int(y)) for y, x in zip(ys, xs, strict=True))


def _joined(sheet: Sheet, parts: list[tuple[MapObject, Room]]) -> Room:
    """Merge the rectangles of one room; they must agree and touch."""
    _, room = parts[0]
    tiles = set(room.tiles)
    for entry, part in parts[1:]:
        if (part.name, part.kind, part.outdoors) != (room.name, room.kind, room.outdoors):
            what = t("Two parts of “{room}” differ in name, kind or outdoors.", room=room.id)
            sheet.problems.error(entry.where, what, t("Give all parts of a room the same properties."))
        if not _touch(tiles, part.tiles):
            what = t("Two rooms are called “{room}”, and they do not touch.", room=room.id)
            sheet.problems.error(entry.where, what, t("Rename one of them, or draw them as one room."))
        tiles |= part.tiles
    return Room(room.id, room.sector, room.name, room.kind, room.outdoors, frozenset(tiles))


def _touch(one: set[Tile], other: frozenset[Tile]) -> bool:
    return any(tile in one or not one.isdisjoint(neighbours(tile)) for tile in other)
