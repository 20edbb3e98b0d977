"""Several Villes side by side on one map: a town that grows with its people.

Knows the bundled Ville. Invariant: every Ville is complete and keeps its own people, whose days do not lead them to
another; places and people are named after their Ville.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, sqrt

import numpy as np

from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.town.address import Address
from milkwood.town.map import TownMap
from milkwood.town.places import Door, Room, Sector, Thing
from milkwood.town.tile import Tile
from milkwood.towns.pack import Pack, load
from milkwood.towns.person import Habits, Person
from milkwood.towns.shelf import find


def county(people: int) -> Pack:
    """Enough Villes for the given number of people; the last one may be half empty."""
    ville = load(find("the_ville").folder)
    count = ceil(people / len(ville.people))
    everyone = [_person(person, number) for number in range(count) for person in ville.people.values()][:people]
    return replace(ville, town_map=_map(ville.town_map, count), people={person.id: person for person in everyone})


def _map(ville: TownMap, count: int) -> TownMap:
    """Copies of a map, laid out in a square."""
    wide = ceil(sqrt(count))
    walkable = np.zeros((ceil(count / wide) * ville.height, wide * ville.width), bool)
    sectors: list[Sector] = []
    rooms: list[Room] = []
    things: list[Thing] = []
    doors: list[Door] = []
    for number in range(count):
        left, top = number % wide * ville.width, number // wide * ville.height
        walkable[top : top + ville.height, left : left + ville.width] = ville.walkable
        sectors += [replace(each, id=SectorId(_named(each.id, number))) for each in ville.sectors.values()]
        for room in ville.rooms.values():
            name, sector = RoomId(_named(room.id, number)), SectorId(_named(room.sector, number))
            rooms.append(replace(room, id=name, sector=sector, tiles=frozenset(_moved(room.tiles, left, top))))
        for thing in ville.things.values():
            called, where = ThingId(_named(thing.id, number)), RoomId(_named(thing.room, number))
            things.append(replace(thing, id=called, room=where, tiles=tuple(_moved(thing.tiles, left, top))))
        doors += [Door(tile) for tile in _moved((door.tile for door in ville.doors), left, top)]
    return TownMap("county", walkable, sectors, rooms, things, doors)


def _person(person: Person, number: int) -> Person:
    """A person of the Ville as a person of one of the Villes."""
    day = tuple(replace(block, where=_address(block.where, number)) for block in person.habits.day)
    return replace(
        person,
        id=PersonId(f"{person.id}_{number:02}"),
        bed=ThingId(_named(person.bed, number)),
        habits=Habits(person.habits.wake, person.habits.sleep, day),
        work=person.work and replace(person.work, at=_address(person.work.at, number)),
        knows=tuple(replace(tie, person=PersonId(f"{tie.person}_{number:02}")) for tie in person.knows),
        memories=tuple(
            replace(memory, about=tuple(PersonId(f"{each}_{number:02}") for each in memory.about))
            for memory in person.memories
        ),
        places=tuple(SectorId(_named(place, number)) for place in person.places),
    )


def _address(where: Address, number: int) -> Address:
    return replace(where, sector=_named(where.sector, number))


def _named(name: str, number: int) -> str:
    return f"{number:02} {name}"


def _moved(tiles: Iterable[Tile], left: int, top: int) -> list[Tile]:
    return [Tile(tile.x + left, tile.y + top) for tile in tiles]
