"""Checks one person against the map and the other people.

Invariant: `check_person` notes the same for a person and for a scenario's version of them, so that a scenario is blamed
only for what it changed.
"""

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.i18n import t, tn
from milkwood.town.places import Thing
from milkwood.towns.cross_check.known import Known
from milkwood.towns.cross_check.memory import check_memory_people
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
    before: DayBlockTable | None = None
    for index, block in enumerate(habits.day):
        where = place(file, *within, "habits", "day", index)
        known.place(block.where, f"{where} > where", problems)
        if block.end <= block.start:
            what = t(
                "It ends at {end}, before it starts at {start}.",
                end=hour_of(block.end),
                start=hour_of(block.start),
            )
            problems.error(where, what, t('Swap the times; a day ends at "24:00".'))
        elif before and block.start < before.start:
            what = t("It starts at {start}, before the one above it.", start=hour_of(block.start))
            problems.error(where, what, t("List the day in order."))
        elif before and block.start < before.end:
            what = t("It overlaps the one above it, which lasts until {end}.", end=hour_of(before.end))
            problems.error(where, what, t("Let it start after the other ends."))
        elif not _awake(habits, block):
            span = f"{hour_of(block.start)}-{hour_of(block.end)}"
            what = t("At {span} this person still sleeps, or sleeps already.", span=span)
            problems.warn(where, what, t("Change it, or the times of wake and sleep."))
        before = block


def _awake(habits: HabitsTable, block: DayBlockTable) -> bool:
    """Whether a block lies between waking and bed time, which may come after midnight."""
    if habits.wake < habits.sleep:
        return habits.wake <= block.start and block.end <= habits.sleep
    return block.start >= habits.wake or block.end <= habits.sleep


def _check_open(person: PersonFile, file: str, within: tuple[str, ...], known: Known, problems: Problems) -> None:
    """Warn of visits to a place that is closed then; people who live or work there may enter."""
    own = {person.bed.sector, person.work.at.sector if person.work else person.bed.sector}
    for index, block in enumerate(person.habits.day):
        hours = known.hours(block.where)
        if hours is None or block.where.sector in own or block.end <= block.start:
            continue
        if not (hours.holds(block.start) and hours.holds(block.end - 1)):
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
        check_memory_people(person.id, memory, place(file, *within, "memories", index), known, problems)
    count = len(person.memories)
    if not MIN_MEMORIES <= count <= MAX_MEMORIES:
        what = tn("This person has {count} memory.", "This person has {count} memories.", count=count)
        remedy = t("Give a person {low} to {high} memories.", low=MIN_MEMORIES, high=MAX_MEMORIES)
        problems.warn(place(file, *within, "memories"), what, remedy)
