"""Visits in an invented town: someone looks in on those who would be alone all day.

Invariant: a visit takes the place of an outing, and lasts while the visited person works there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from milkwood.invention.days import HabitBlock, InventedDay
from milkwood.invention.facts import Inhabitant
from milkwood.invention.shifts import is_open
from milkwood.invention.stock import Pair
from milkwood.invention.ties import Ties

_LITTLE_COMPANY_MINUTES = 60
"""With less than so many minutes a day in one room with someone, a person is alone."""
_MIN_VISIT_MINUTES = 30


def with_visits(
    days: Mapping[str, InventedDay], people: Mapping[str, Inhabitant], ties: Ties, opens: Mapping[str, str]
) -> dict[str, InventedDay]:
    """The usual days, in which the closest who has time visits each person who is alone; hours are by sector."""
    found = dict(days)
    for person in days:
        if _company(person, found) >= _LITTLE_COMPANY_MINUTES:
            continue
        near = sorted((side.bond for side in ties.of(person)), key=lambda bond: -bond.closeness)
        for friend in (bond.other for bond in near if bond.closeness > 0):
            visited = _visit(found[friend], found[person].blocks, people[person].called, opens)
            if visited is not None:
                found[friend] = visited
                break
    return found


def _company(person: str, days: Mapping[str, InventedDay]) -> int:
    """For how long a person is awake where someone else is."""
    others = [block for other, day in days.items() if other != person for block in day.blocks]
    return sum(
        _shared(mine, other)
        for mine in days[person].blocks
        for other in others
        if mine.where.split(":")[:2] == other.where.split(":")[:2]
    )


def _shared(one: HabitBlock, other: HabitBlock) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _visit(
    day: InventedDay, hosting: Iterable[HabitBlock], called: Pair, opens: Mapping[str, str]
) -> InventedDay | None:
    """A day with a visit in the place of its outing; None if its hours do not meet."""
    for outing in day.blocks:
        for block in hosting:
            sector, room, *_ = block.where.split(":")
            start, end = max(outing.start, block.start), min(outing.end, block.end)
            if not outing.outing or block.outing or sector not in opens or end - start < _MIN_VISIT_MINUTES:
                continue
            if is_open(opens[sector], start, end):
                what = Pair(f"looking in on {called.en}", f"去看看{called.zh}")
                visit = HabitBlock(start, end, what, f"{sector}:{room}")
                return replace(day, blocks=tuple(visit if each is outing else each for each in day.blocks))
    return None
