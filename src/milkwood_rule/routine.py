"""A person's usual day, as a rule mind follows it.

Invariant: it follows from the habits alone, in one language.
"""

from dataclasses import dataclass

from milkwood.ids import RoomId, ThingId
from milkwood.mind.phrases import Phrases
from milkwood.town.address import Address
from milkwood.town.map import TownMap
from milkwood.towns import Person
from milkwood.words import Language


@dataclass(frozen=True, slots=True)
class RoutineBlock:
    """A part of a day: start and end in minutes since midnight, activity and place."""

    start: int
    end: int
    what: str
    goal: ThingId | RoomId
    emoji: str = ""


@dataclass(frozen=True, slots=True)
class DayRoutine:
    """A usual day."""

    wake: int
    sleep: int
    bed: ThingId
    sleeping: str
    """What sleeping is called in the language of the run."""
    blocks: tuple[RoutineBlock, ...]


def routine_of(person: Person, town_map: TownMap, language: Language) -> DayRoutine:
    """A person's usual day."""
    habits = person.habits
    blocks = []
    for block in habits.day:
        goal = _goal(block.where, town_map)
        thing = town_map.things.get(ThingId(goal))
        emoji = thing.kind.emoji if thing else ""
        blocks.append(RoutineBlock(block.start, block.end, block.what.in_language(language), goal, emoji))
    return DayRoutine(habits.wake, habits.sleep, person.bed, Phrases.of(language).sleeping, tuple(blocks))


def _goal(where: Address, town_map: TownMap) -> ThingId | RoomId:
    """The goal for an address: the thing, the room, or the first room of a sector."""
    return where.thing_id or where.room_id or town_map.rooms_of(where.sector_id)[0].id
