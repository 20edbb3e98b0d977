"""Who comes to a town and goes from it during a run, as the pack says: when and by which road.

Invariant: follows from the pack and the clock alone, so that every life of a run, replayed or forked, has the same
visits.
"""

from collections.abc import Iterator

from milkwood.clock import NEVER, TownClock
from milkwood.town.acts import Arrive, Depart, Visit
from milkwood.towns import Pack, Person
from milkwood.towns.person import Passage
from milkwood.towns.road import road_end

LOOK_MINUTES = 2
"""How often it is seen whether a person who leaves has come to the end of the road."""
LATE_MINUTES = 120
"""After which a person who leaves is gone, wherever they are."""


def tick_of(passage: Passage, clock: TownClock) -> int:
    """The tick of coming or going."""
    return int(clock.tick_at(passage.moment(clock.start)))


def arrival(person: Person, clock: TownClock) -> int:
    """The tick at which a person comes; before 0 for one who is there from the start."""
    return -1 if person.arrives is None else tick_of(person.arrives, clock)


def departure(person: Person, clock: TownClock) -> int:
    """The tick at which a person sets out to leave."""
    return NEVER if person.leaves is None else tick_of(person.leaves, clock)


def is_there_at_first(person: Person, clock: TownClock) -> bool:
    """Whether a person is in town at the start of a run."""
    return arrival(person, clock) <= 0 < departure(person, clock)


def visits(pack: Pack, clock: TownClock, since: int) -> list[tuple[int, Visit]]:
    """Everyone who comes or goes at a tick or later."""
    return [visit for person in pack.people.values() for visit in _visits(person, pack, clock) if visit[0] >= since]


def _visits(person: Person, pack: Pack, clock: TownClock) -> Iterator[tuple[int, Visit]]:
    came, goes = arrival(person, clock), departure(person, clock)
    if goes <= max(0, came):
        return
    if person.arrives is not None and came > 0:
        yield came, Arrive(person.id, road_end(pack.town_map, person.arrives.road, person.bed))
    if person.leaves is not None:
        road = road_end(pack.town_map, person.leaves.road, person.bed)
        every = clock.ticks_in_minutes(LOOK_MINUTES)
        looks = LATE_MINUTES // LOOK_MINUTES
        yield from ((goes + number * every, Depart(person.id, road, number == looks)) for number in range(looks + 1))
