"""The town's ground: what can be walked on, which room each tile is in, where things stand.

Invariant: it never changes; every array is read-only and indexed [y, x]. A *zone* is what sight stays inside: zone 0 is
the open ground, each indoor room has its own, and a door's tile is in the zones of both its sides (rule T1).
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from milkwood.errors import TownAuthorError
from milkwood.i18n import t
from milkwood.ids import PlaceId, RoomId, SectorId, ThingId
from milkwood.town.address import Address
from milkwood.town.places import Door, Room, Sector, Thing, Use
from milkwood.town.tile import Tile, neighbours

OPEN_GROUND_ZONE = 0
NO_ZONE = -1
MAX_SCANNED_THINGS = 12
"""Up to this many things a plain scan is faster than a filter."""


class TownMap:
    """The static town."""

    def __init__(
        self,
        name: str,
        walkable: NDArray[np.bool_],
        sectors: Iterable[Sector],
        rooms: Iterable[Room],
        things: Iterable[Thing],
        doors: Iterable[Door] = (),
    ) -> None:
        self.name = name
        self.walkable = walkable.astype(bool)
        self.walkable.setflags(write=False)
        self.height, self.width = int(walkable.shape[0]), int(walkable.shape[1])
        self.sectors: Mapping[SectorId, Sector] = {sector.id: sector for sector in sectors}
        self.rooms: Mapping[RoomId, Room] = {room.id: room for room in rooms}
        self.things: Mapping[ThingId, Thing] = {thing.id: thing for thing in things}
        self.doors = tuple(doors)
        self.seen_from: dict[tuple[Tile, int], tuple[tuple[int, Thing], ...]] = {}
        """What `sight` has found to be seen from a tile within a radius, kept since it never changes."""
        self._zones_at: dict[Tile, tuple[int, ...]] = {}
        self._room_index = self._label_rooms()
        self._room_order = tuple(self.rooms)
        self.zone, self.second_zone = self._label_zones()

    def _label_rooms(self) -> NDArray[np.int16]:
        label = np.full((self.height, self.width), -1, np.int16)
        for index, room in enumerate(self.rooms.values()):
            for tile in room.tiles:
                if self.holds(tile):
                    label[tile.y, tile.x] = index
        label.setflags(write=False)
        return label

    def _label_zones(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        zones = np.array([self.zone_of_room(room) for room in self.rooms], np.int16)
        first = np.full((self.height, self.width), OPEN_GROUND_ZONE, np.int16)
        inside = self._room_index >= 0
        if zones.size:
            first[inside] = zones[self._room_index[inside]]
        second = np.full((self.height, self.width), NO_ZONE, np.int16)
        door_tiles = {door.tile for door in self.doors}
        for tile in door_tiles:
            sides = sorted(
                {
                    int(first[near.y, near.x])
                    for near in neighbours(tile)
                    if self.holds(near) and self.walkable[near.y, near.x] and near not in door_tiles
                }
            )
            if sides:
                first[tile.y, tile.x] = sides[0]
                second[tile.y, tile.x] = sides[1] if len(sides) > 1 else NO_ZONE
        first.setflags(write=False)
        second.setflags(write=False)
        return first, second

    def holds(self, tile: Tile) -> bool:
        """Whether a tile lies on the map."""
        return 0 <= tile.x < self.width and 0 <= tile.y < self.height

    def is_walkable(self, tile: Tile) -> bool:
        """Whether someone can stand there."""
        return self.holds(tile) and bool(self.walkable[tile.y, tile.x])

    @cached_property
    def _zones(self) -> dict[RoomId, int]:
        indoors = [room.id for room in self.rooms.values() if not room.outdoors]
        return {room: index + 1 for index, room in enumerate(indoors)}

    def zone_of_room(self, room: RoomId) -> int:
        """The zone that a room's tiles are in."""
        return self._zones.get(room, OPEN_GROUND_ZONE)

    def zones_at(self, tile: Tile) -> tuple[int, ...]:
        """The zone of a tile, or both zones of a door."""
        known = self._zones_at.get(tile)
        if known is None:
            first, second = int(self.zone[tile.y, tile.x]), int(self.second_zone[tile.y, tile.x])
            known = self._zones_at[tile] = (first,) if second == NO_ZONE else (first, second)
        return known

    def room_at(self, tile: Tile) -> Room | None:
        """The room whose tile this is; None on the streets and on doors between rooms."""
        index = int(self._room_index[tile.y, tile.x])
        return self.rooms[self._room_order[index]] if index >= 0 else None

    @cached_property
    def _spots(self) -> dict[ThingId, tuple[Tile, ...]]:
        return {thing.id: tuple(self._find_spots(thing)) for thing in self.things.values()}

    def _find_spots(self, thing: Thing) -> list[Tile]:
        if thing.kind.use is Use.ON:
            candidates = set(thing.tiles)
        else:
            zone = self.zone_of_room(thing.room)
            around = {near for tile in thing.tiles for near in neighbours(tile)} - set(thing.tiles)
            candidates = {near for near in around if self.holds(near) and self.zones_at(near) == (zone,)}
        return sorted((tile for tile in candidates if self.is_walkable(tile)), key=lambda tile: (tile.y, tile.x))

    def spots(self, thing: ThingId) -> tuple[Tile, ...]:
        """The tiles from which a thing can be used, in reading order."""
        return self._spots[thing]

    @cached_property
    def furniture(self) -> frozenset[Tile]:
        """The walkable tiles of things: beds, chairs."""
        return frozenset(tile for thing in self.things.values() for tile in thing.tiles if self.is_walkable(tile))

    @cached_property
    def _floors(self) -> dict[PlaceId, tuple[Tile, ...]]:
        doors = {door.tile for door in self.doors}
        floors: dict[PlaceId, list[Tile]] = {sector: [] for sector in self.sectors}
        sector_at: dict[Tile, SectorId] = {}
        for room in self.rooms.values():
            floors[room.id] = [tile for tile in room.tiles if self.is_walkable(tile) and tile not in doors]
            floors[room.sector] += floors[room.id]
            sector_at.update(dict.fromkeys(floors[room.id], room.sector))
        for door in filter(self.is_walkable, doors):
            sides = {sector_at.get(near) for near in self._walkable_near(door) - doors}
            if len(sides) == 1 and (sector := sides.pop()) is not None:
                floors[sector].append(door)
        return {
            place: tuple(sorted(tiles, key=lambda tile: (tile.y, tile.x))) for place, tiles in floors.items() if tiles
        }

    def _walkable_near(self, tile: Tile) -> set[Tile]:
        return {near for near in neighbours(tile) if self.is_walkable(near)}

    def floor(self, place: PlaceId) -> tuple[Tile, ...]:
        """The tiles on which someone can stand, in reading order: of a room, its doorways apart; of a sector, all of
        its rooms and the doorways between them."""
        return self._floors.get(place, ())

    @cached_property
    def _floor_sets(self) -> dict[PlaceId, frozenset[Tile]]:
        return {place: frozenset(tiles) for place, tiles in self._floors.items()}

    def on_floor(self, place: PlaceId, tile: Tile) -> bool:
        """Whether a tile is part of a room's or a sector's floor."""
        return tile in self._floor_sets.get(place, ())

    @cached_property
    def houses(self) -> frozenset[SectorId]:
        """The sectors whose floor is connected."""
        return frozenset(sector for sector in self.sectors if self._is_one(self._floor_sets.get(sector, frozenset())))

    def _is_one(self, floor: frozenset[Tile]) -> bool:
        todo = [min(floor)] if floor else []
        found = set(todo)
        while todo:
            near = floor.intersection(neighbours(todo.pop())) - found
            found |= near
            todo += near
        return bool(floor) and len(found) == len(floor)

    @cached_property
    def _things_by_zone(self) -> dict[int, tuple[Thing, ...]]:
        by_zone: dict[int, list[Thing]] = {}
        for thing in self.things.values():
            by_zone.setdefault(self.zone_of_room(thing.room), []).append(thing)
        return {zone: tuple(things) for zone, things in by_zone.items()}

    @cached_property
    def _extents_by_zone(self) -> dict[int, NDArray[np.int_]]:
        """Around each thing of a zone: left, top, right, bottom by thing."""
        return {
            zone: np.array([_extent(thing.tiles) for thing in things]).reshape(-1, 4).T
            for zone, things in self._things_by_zone.items()
        }

    def things_near(self, zone: int, tile: Tile, radius: int) -> Iterator[Thing]:
        """The things of a zone that may lie within a radius of a tile, in map order."""
        things = self._things_by_zone.get(zone, ())
        if len(things) <= MAX_SCANNED_THINGS:
            yield from things
            return
        left, top, right, bottom = self._extents_by_zone[zone]
        near = (left <= tile.x + radius) & (right >= tile.x - radius)
        near &= (top <= tile.y + radius) & (bottom >= tile.y - radius)
        for index in np.flatnonzero(near).tolist():
            yield things[index]

    def things_in_zone(self, zone: int) -> tuple[Thing, ...]:
        """The things that can be seen from inside a zone, if near enough."""
        return self._things_by_zone.get(zone, ())

    def things_in_room(self, room: RoomId) -> tuple[Thing, ...]:
        """The things that stand in a room."""
        zone = self.zone_of_room(room)
        return tuple(thing for thing in self.things_in_zone(zone) if thing.room == room)

    def rooms_of(self, sector: SectorId) -> tuple[Room, ...]:
        """The rooms of a sector, in map order."""
        return tuple(room for room in self.rooms.values() if room.sector == sector)

    def find(self, text: str) -> Sector | Room | Thing:
        """The place or thing that an address names; an error names what is unknown."""
        address = Address.parse(text, self.name)
        found: Sector | Room | Thing | None
        if address.thing_id:
            found = self.things.get(address.thing_id)
        elif address.room_id:
            found = self.rooms.get(address.room_id)
        else:
            found = self.sectors.get(address.sector_id)
        if found is None:
            raise TownAuthorError(
                t("There is no “{place}” in {town}.", place=address.say(), town=self.name),
                remedy=self._nearest(address),
            )
        return found

    def _nearest(self, address: Address) -> str:
        if address.sector_id not in self.sectors:
            known: Iterable[str] = self.sectors
        elif address.room_id not in self.rooms:
            known = (room.id for room in self.rooms_of(address.sector_id))
        else:
            room = address.room_id
            known = (thing.id for thing in self.things.values() if thing.room == room)
        names = ", ".join(sorted(known)) or "nothing"
        return t("Known there: {names}.", names=names)


def _extent(tiles: tuple[Tile, ...]) -> tuple[int, int, int, int]:
    xs, ys = [tile.x for tile in tiles], [tile.y for tile in tiles]
    return min(xs), min(ys), max(xs), max(ys)
