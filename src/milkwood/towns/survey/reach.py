"""Checks reachability: doors that lead nowhere, rooms without an entrance, things out of reach.

Invariant: walking is over 4-neighbours, as in the town; everything must be reachable from the largest connected part of
the map.
"""

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from milkwood.i18n import join, t
from milkwood.ids import RoomId
from milkwood.town.map import TownMap
from milkwood.town.places import Door, Room, Thing, Use
from milkwood.town.tile import Tile, neighbours
from milkwood.towns.problem import Problems

OPEN = t("the open ground")


@dataclass(frozen=True, slots=True)
class Walk:
    """A finished map and its reachable tiles."""

    town_map: TownMap
    file: str
    problems: Problems
    reached: NDArray[np.bool_] = field(hash=False)

    def can_stand(self, tile: Tile) -> bool:
        """Whether a tile is reachable."""
        return self.town_map.holds(tile) and bool(self.reached[tile.y, tile.x])

    def place_at(self, tile: Tile) -> str:
        """The room of a tile, or the open ground."""
        room = self.town_map.room_at(tile)
        return room.id if room else OPEN

    def where(self, layer: str, name: str, tile: Tile) -> str:
        """How a message names an object of the map."""
        return t("{place} (at tile {x}, {y})", place=f"{self.file} > {layer} > “{name}”", x=tile.x, y=tile.y)


def check_reach(town_map: TownMap, file: str, problems: Problems) -> None:
    """Note everything unreachable on the map."""
    reached = main_ground(town_map.walkable)
    if not reached.any():
        problems.error(file, t("There is nowhere to walk: every tile is solid."), t("Leave some ground free."))
        return
    walk = Walk(town_map, file, problems, reached)
    for door in town_map.doors:
        _check_door(walk, door)
    shut = {room.id for room in town_map.rooms.values() if not _check_room(walk, room)}
    for thing in town_map.things.values():
        if thing.room not in shut:
            _check_thing(walk, thing)
    _note_gaps(walk)


def main_ground(walkable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest connected walkable part of the map, [y, x]."""
    part = np.zeros(walkable.shape, np.int32)
    sizes = [0]
    for y, x in np.argwhere(walkable).tolist():
        if not part[y, x]:
            sizes.append(_flood(walkable, part, Tile(x, y), len(sizes)))
    return part == int(np.argmax(sizes)) if len(sizes) > 1 else np.zeros(walkable.shape, bool)


def _flood(walkable: NDArray[np.bool_], part: NDArray[np.int32], start: Tile, number: int) -> int:
    height, width = walkable.shape
    edge = deque([start])
    part[start.y, start.x] = number
    size = 0
    while edge:
        size += 1
        for near in neighbours(edge.popleft()):
            if 0 <= near.x < width and 0 <= near.y < height and walkable[near.y, near.x] and not part[near.y, near.x]:
                part[near.y, near.x] = number
                edge.append(near)
    return size


def _check_door(walk: Walk, door: Door) -> None:
    town_map, tile = walk.town_map, door.tile
    where = t("{file} > doors > the door at tile {x}, {y}", file=walk.file, x=tile.x, y=tile.y)
    if not town_map.is_walkable(tile):
        walk.problems.error(where, t("The door is walled up."), t("Clear the wall, decor or thing from its tile."))
        return
    doors = {other.tile for other in town_map.doors}
    beside = [near for near in neighbours(tile) if town_map.is_walkable(near) and near not in doors]
    places = {walk.place_at(near) for near in beside} | ({walk.place_at(tile)} - {OPEN})
    zones = {zone for near in beside for zone in town_map.zones_at(near)}
    if len(places) < 2:
        what = (
            t("The door leads from {place} to nowhere else.", place=join(t(" and "), sorted(places)))
            if places
            else t("The door leads from nowhere to nowhere else.")
        )
        walk.problems.error(where, what, t("Put it between two rooms, or a room and the open ground."))
    elif len(zones) > 2:
        what = t(
            "The door touches more than two places: {places}.", places=join(t(", ", context="places"), sorted(places))
        )
        walk.problems.error(where, what, t("Move it so that it joins two of them."))


def _check_room(walk: Walk, room: Room) -> bool:
    """Whether a room can be entered; notes a problem if not."""
    floor = walk.town_map.floor(room.id)
    if any(walk.can_stand(tile) for tile in floor):
        return True
    where = walk.where("rooms", room.id, min(room.tiles, key=lambda tile: (tile.y, tile.x), default=Tile(0, 0)))
    if not floor:
        walk.problems.error(where, t("There is nowhere to stand in the room."), t("Leave some floor free."))
    elif not any(_leads_to(door, room) for door in walk.town_map.doors):
        walk.problems.error(
            where, t("The room has no door, so nobody can get in."), t("Put a door in one of its walls.")
        )
    else:
        walk.problems.error(where, t("Nobody can get into the room."), t("Clear the way to its door."))
    return False


def _leads_to(door: Door, room: Room) -> bool:
    return door.tile in room.tiles or any(near in room.tiles for near in neighbours(door.tile))


def _check_thing(walk: Walk, thing: Thing) -> None:
    if any(walk.can_stand(spot) for spot in walk.town_map.spots(thing.id)):
        return
    what = t("Nobody can reach the {kind} “{thing}”.", kind=thing.kind.id.replace("_", " ") or "thing", thing=thing.id)
    if thing.kind.use is Use.ON:
        remedy = t("It is used from its own tiles: clear them, and the way to them.")
    else:
        remedy = t("It is used from beside it: leave a free tile next to it, and a way there.")
    walk.problems.error(walk.where("things", thing.id, thing.tiles[0]), what, remedy)


def _note_gaps(walk: Walk) -> None:
    """Warn once for each pair of places with a passage that has no door."""
    town_map = walk.town_map
    doors = {door.tile for door in town_map.doors}
    noted: set[frozenset[str]] = set()
    indoors: dict[RoomId, Room] = {room.id: room for room in town_map.rooms.values() if not room.outdoors}
    for room in indoors.values():
        for tile in town_map.floor(room.id):
            for near in neighbours(tile):
                if tile in doors or near in doors or near in room.tiles or not walk.can_stand(near):
                    continue
                pair = frozenset((room.id, walk.place_at(near)))
                if pair not in noted:
                    noted.add(pair)
                    what = t(
                        "People can walk from here to {place} through a gap without a door.", place=walk.place_at(near)
                    )
                    walk.problems.warn(walk.where("rooms", room.id, near), what, t("Put a door or a wall there."))
