"""Things, and the floor tiles that they and the decor cover.

Invariant: every thing is in one room and covers at least one tile of the map; objects with the same name in one room
are one thing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from milkwood.i18n import t
from milkwood.ids import ThingId
from milkwood.town.address import SEPARATOR
from milkwood.town.places import Room, Thing, ThingKind
from milkwood.town.tile import Tile
from milkwood.towns.problem import meant, one_of, quoted
from milkwood.towns.schema.catalogue import CatalogueKind
from milkwood.towns.survey.sectors import NO_INDEX, RoomPlan
from milkwood.towns.survey.sheet import Sheet
from milkwood.towns.tiled import MapObject, TileFacts
from milkwood.towns.tiled.object import Area
from milkwood.towns.tiled.value import words
from milkwood.words import Language, Words

UNKNOWN_KIND = CatalogueKind(ThingKind("", Words({Language("en"): "thing"}), solid=False), depth=1)
"""Replaces a kind that does not exist, so that references to the thing cause no further problems."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One object of the things layer, on the floor."""

    entry: MapObject
    thing: Thing
    solid: bool


@dataclass(frozen=True, slots=True)
class ThingPlan:
    """The things, and the tiles they block."""

    things: list[Thing]
    solid: list[Tile]


def plan_things(sheet: Sheet, rooms: RoomPlan, catalogue: Mapping[str, CatalogueKind]) -> ThingPlan:
    """The things of a map."""
    placed = [
        found for entry in sheet.objects("things") if (found := _placed(sheet, entry, rooms, catalogue)) is not None
    ]
    joined: dict[ThingId, Thing] = {}
    for found in placed:
        thing = found.thing
        known = joined.get(thing.id)
        joined[thing.id] = thing if known is None else _joined(sheet, found.entry, known, thing)
    solid = [tile for found in placed if found.solid for tile in found.thing.tiles]
    return ThingPlan(list(joined.values()), solid)


def solid_decor(sheet: Sheet) -> list[Tile]:
    """The tiles that solid decor covers."""
    tiles: list[Tile] = []
    for entry in sheet.objects("decor"):
        facts = _facts(sheet, entry)
        if entry.sprite is not None and facts.solid:
            tiles += _tiles(sheet, footprint(entry, 1 if facts.depth is None else facts.depth))
    return tiles


def footprint(entry: MapObject, depth: int) -> Area:
    """The floor tiles of an object: all of a zone, the lowest rows of a sprite."""
    area = entry.area()
    if entry.sprite is None:
        return area
    depth = min(depth, area.height)
    return Area(area.x, area.y + area.height - depth, area.width, depth)


def _facts(sheet: Sheet, entry: MapObject) -> TileFacts:
    found = sheet.drawn.tilesets.facts(entry.sprite) if entry.sprite is not None else None
    return found or TileFacts()


def _tiles(sheet: Sheet, area: Area) -> list[Tile]:
    """The tiles of an area that lie on the map, in reading order."""
    left, upper = max(area.x, 0), max(area.y, 0)
    right, lower = min(area.x + area.width, sheet.drawn.width), min(area.y + area.height, sheet.drawn.height)
    return [Tile(x, y) for y in range(upper, lower) for x in range(left, right)]


def _placed(sheet: Sheet, entry: MapObject, rooms: RoomPlan, catalogue: Mapping[str, CatalogueKind]) -> Placed | None:
    facts = _facts(sheet, entry)
    sheet.note_strange_properties(entry, ("kind",))
    kind = _kind(sheet, entry, facts, catalogue)
    area = footprint(entry, kind.depth if facts.depth is None else facts.depth)
    if area.width < 1 or area.height < 1:
        sheet.problems.error(entry.where, t("It covers no tile."), t("Make it at least one tile large."))
        return None
    if not area.within(sheet.drawn.width, sheet.drawn.height):
        sheet.problems.error(entry.where, t("It is outside the map."), t("Move it onto the map."))
        return None
    name = sheet.name(entry, kind.kind.name if kind.kind.id else None)
    room = _room(sheet, entry, area, rooms)
    if name is None or room is None:
        return None
    thing_id = ThingId(f"{room.id}{SEPARATOR}{next(iter(name.values()))}")
    thing = Thing(thing_id, room.id, name, kind.kind, tuple(_tiles(sheet, area)), kind.kind.seats)
    return Placed(entry, thing, kind.kind.solid if facts.solid is None else facts.solid)


def _kind(sheet: Sheet, entry: MapObject, facts: TileFacts, catalogue: Mapping[str, CatalogueKind]) -> CatalogueKind:
    said = words(entry.properties.get("kind")) or facts.kind
    if not said:
        remedy = t("Add the property kind, such as “desk”, or use a sprite that has one.")
        sheet.problems.error(entry.where, t("It has no kind of thing."), remedy)
    elif said not in catalogue:
        advice = meant(said, catalogue) or t("Use one of: {names}.", names=one_of(catalogue, 60))
        sheet.problems.error(entry.where, t("There is no kind of thing called {name}.", name=quoted(said)), advice)
    return catalogue.get(said or "", UNKNOWN_KIND)


def _room(sheet: Sheet, entry: MapObject, area: Area, rooms: RoomPlan) -> Room | None:
    found = sorted({int(index) for index in np.unique(rooms.at[area.cells])} - {NO_INDEX})
    if not found:
        sheet.problems.error(entry.where, t("It is not in a room."), t("Move it into a room, or make it decor."))
        return None
    if len(found) > 1:
        one, other = (rooms.rooms[index].id for index in found[:2])
        sheet.problems.error(
            entry.where,
            t("It is in two rooms, “{one}” and “{other}”.", one=one, other=other),
            t("Move it into one of them."),
        )
    return rooms.rooms[found[0]]


def _joined(sheet: Sheet, entry: MapObject, known: Thing, part: Thing) -> Thing:
    if part.kind.id != known.kind.id or part.name != known.name:
        what = t("Two different things are called “{thing}”.", thing=known.id)
        sheet.problems.error(entry.where, what, t("Rename one, or give both the same kind and names."))
    tiles = sorted({*known.tiles, *part.tiles}, key=lambda tile: (tile.y, tile.x))
    return Thing(known.id, known.room, known.name, known.kind, tuple(tiles), known.seats + part.seats)
