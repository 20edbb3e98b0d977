"""Checks one person against the map and the other people.

Invariant: `check_person` notes the same for a person and for a scenario's version of them, so that a scenario is blamed
only for what it changed.
"""

from itertools import pairwise

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.i18n import t, tn
from milkwood.town.address import Address
from milkwood.town.places import Thing
from milkwood.towns.cross_check.known import Known
from milkwood.towns.cross_check.memory import check_memory
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.schema.message import place
from milkwood.towns.schema.person import DayBlockTable, HabitsTable, PersonFile

MIN_MEMORIES = 8
MAX_MEMORIES = 15
BED = "bed"


def check_person(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    """Note problems; `within` is the path to the person's table if it is part of a file."""
    _check_bed(person, place(file, *within, "bed"), known, problems)
    if person.work:
        known.place(person.work.at, place(file, *within, "work", "at"), problems)
    for index, address in enumerate(person.places):
        where = place(file, *within, "places", index)
        if address.room:
            remedy = t("Write “{sector}”.", sector=address.sector)
            problems.error(where, t("{address} is more than a sector.", address=quoted(address.say())), remedy)
        else:
            known.place(address, where, problems)
    _check_day(person.habits, file, within, known, problems)
    _check_open(person, file, within, known, problems)
    _check_ties(person, file, within, known, problems)
    _check_passages(person, file, within, known, problems)
    _check_memories(person, file, within, known, problems)


def _check_bed(person: PersonFile, where: str, known: Known, problems: Problems) -> None:
    found = known.place(person.bed, where, problems)
    if isinstance(found, Thing) and found.kind.id not in (BED, ""):
        what = t("{bed} is not a bed, but of the kind “{kind}”.", bed=quoted(person.bed.say()), kind=found.kind.id)
        problems.error(where, what, t("Name a bed, or give the thing the kind “bed”."))


def _check_day(habits: HabitsTable, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    if habits.wake % MINUTES_A_DAY == habits.sleep % MINUTES_A_DAY:
        where = place(file, *within, "habits", "sleep")
        problems.error(where, t("Waking and going to bed are at the same time."), t("Leave a night between them."))
    by_hour = all(one.start <= other.start for one, other in pairwise(habits.day))
    before: tuple[int, int] | None = None
    last = _span(habits, habits.day[-1]) if habits.day else (0, 0)
    for index, block in enumerate(habits.day):
        where = place(file, *within, "habits", "day", index)
        known.place(block.where, f"{where} > where", problems)
        start, end = (block.start, _end(block)) if by_hour else _span(habits, block)
        if start % MINUTES_A_DAY == end % MINUTES_A_DAY and end - start in (0, MINUTES_A_DAY):
            what = t("It starts and ends at {hour}.", hour=hour_of(block.start))
            problems.error(where, what, t("Give it a duration; one that ends before it starts runs past midnight."))
        elif before and start < before[0]:
            what = t("It starts at {start}, before the one above it.", start=hour_of(block.start))
            problems.error(where, what, t("List the day in order, from midnight or from waking."))
        elif before and start < before[1]:
            what = t("It overlaps the one above it, which lasts until {end}.", end=hour_of(before[1] % MINUTES_A_DAY))
            problems.error(where, what, t("Let it start after the other ends."))
        elif by_hour and index == 0 and len(habits.day) > 1 and start + MINUTES_A_DAY < last[1]:
            what = t("The last one, which lasts until {end}, overlaps it.", end=hour_of(last[1] - MINUTES_A_DAY))
            problems.error(where, what, t("Let it start after the other ends."))
        elif not _awake(habits, block):
            span = f"{hour_of(block.start)}-{hour_of(block.end)}"
            what = t("At {span} this person still sleeps, or sleeps already.", span=span)
            problems.warn(where, what, t("Change it, or the times of wake and sleep."))
        before = start, end


def _end(block: DayBlockTable) -> int:
    """When a block ends, counted on past midnight."""
    return block.end if block.end > block.start else block.end + MINUTES_A_DAY


def _span(habits: HabitsTable, block: DayBlockTable) -> tuple[int, int]:
    """A block in minutes since the midnight before waking."""
    late = MINUTES_A_DAY if block.start < habits.wake else 0
    return block.start + late, _end(block) + late


def _awake(habits: HabitsTable, block: DayBlockTable) -> bool:
    """Whether a block lies between waking and bed time, which may come after midnight."""
    bed = habits.sleep if habits.sleep > habits.wake else habits.sleep + MINUTES_A_DAY
    return _span(habits, block)[1] <= bed


def _check_passages(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    """Note roads that do not exist, and people who leave before they come."""
    for name, passage in (("arrives", person.arrives), ("leaves", person.leaves)):
        where = place(file, *within, name, "road")
        road = passage.road if passage else None
        if isinstance(road, Address):
            known.place(road, where, problems)
        elif road is not None and known.land is not None and not known.land.is_reached(road):
            what = t("Nobody can walk to the tile {x}, {y}.", x=road.x, y=road.y)
            problems.error(
                where, what, t("Choose a free tile, or leave out the road: the nearest edge of the map is taken.")
            )
    came, goes = person.arrives, person.leaves
    if came and goes and (goes.day, goes.hour) <= (came.day, came.hour):
        what = t("This person leaves before they arrive.")
        problems.error(place(file, *within, "leaves"), what, t("Give a later day or hour."))


def _check_open(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    """Warn of visits to a place that is closed then; people who live or work there may enter."""
    own = {person.bed.sector, person.work.at.sector if person.work else person.bed.sector}
    for index, block in enumerate(person.habits.day):
        hours = known.hours(block.where)
        if hours is None or block.where.sector in own:
            continue
        if not (hours.holds(block.start % MINUTES_A_DAY) and hours.holds((_end(block) - 1) % MINUTES_A_DAY)):
            span = f"{hour_of(hours.opens)}-{hour_of(hours.closes)}"
            what = t("{sector} is open {span} only.", sector=quoted(block.where.sector), span=span)
            problems.warn(place(file, *within, "habits", "day", index), what, t("Change the time, or the place."))


def _check_ties(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    met: set[str] = set()
    for index, tie in enumerate(person.knows):
        where = place(file, *within, "knows", index, "person")
        known.person(tie.person, where, problems)
        if tie.person == person.id:
            problems.error(where, t("Nobody needs to say that they know themselves."), t("Remove this table."))
        elif tie.person in met:
            problems.error(where, t("{name} is listed twice.", name=quoted(tie.person)), t("Join the two into one."))
        met.add(tie.person)


def _check_memories(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    for index, memory in enumerate(person.memories):
        check_memory(person.id, memory, place(file, *within, "memories", index), known, problems)
    count = len(person.memories)
    if not MIN_MEMORIES <= count <= MAX_MEMORIES:
        what = tn("This person has {count} memory.", "This person has {count} memories.", count=count)
        remedy = t("Give a person {low} to {high} memories.", low=MIN_MEMORIES, high=MAX_MEMORIES)
        problems.warn(place(file, *within, "memories"), what, remedy)
