"""A day as slots of time: cutting, inserting, closing gaps.

Invariant: slots are in order, do not overlap, and are not shorter than `MIN_MINUTES` minutes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

FREE, NEED, WORK, PROMISE = 0, 1, 2, 3
"""Priorities: needs (meals, washing, sleep) over free time, work over needs, promises over all."""
MIN_MINUTES = 15
SHORT_MINUTES = 5
DETOUR_MINUTES, SHORT_DETOUR_MINUTES = 40, 20
"""Nobody goes home for less and comes back, and nobody leaves home for less."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a day, in minutes since midnight."""

    start: int
    end: int
    what: str
    place: str
    rank: int = FREE
    meal: bool = False
    because: int = 0
    """The number of the memory it follows from; 0 for none."""

    @property
    def is_free(self) -> bool:
        """Whether it is free time."""
        return self.rank == FREE

    @property
    def minutes(self) -> int:
        """How long it lasts."""
        return self.end - self.start


def within(day: Iterable[Slot], first: int, last: int) -> list[Slot]:
    """The part of a day between two minutes; a cut slot may be short."""
    cut = [replace(slot, start=max(slot.start, first), end=min(slot.end, last)) for slot in day]
    return [slot for slot in sorted(cut, key=lambda slot: slot.start) if slot.minutes >= SHORT_MINUTES]


def cleared(day: Iterable[Slot], start: int, end: int) -> list[Slot]:
    """A day with a range cleared; promises stay."""
    left: list[Slot] = []
    for slot in day:
        if slot.rank == PROMISE or slot.end <= start or slot.start >= end:
            left.append(slot)
            continue
        pieces = (replace(slot, end=start), replace(slot, start=end))
        left += [piece for piece in pieces if piece.minutes >= MIN_MINUTES]
    return left


def put(day: Iterable[Slot], slot: Slot) -> list[Slot]:
    """A day with a slot inserted; it replaces what it covers, except promises."""
    rest = cleared(day, slot.start, slot.end)
    for other in rest:
        if other.start < slot.end and other.end > slot.start:
            slot = replace(slot, end=other.start) if other.start > slot.start else replace(slot, start=other.end)
    if slot.minutes >= SHORT_MINUTES:
        rest.append(slot)
    return sorted(rest, key=lambda each: each.start)


def holes(day: Sequence[Slot], first: int, last: int, longest: int) -> list[tuple[int, int]]:
    """Gaps longer than the limit."""
    edges = [first, *(edge for slot in day for edge in (slot.start, slot.end)), last]
    return [(edges[at], edges[at + 1]) for at in range(0, len(edges), 2) if edges[at + 1] - edges[at] > longest]


def without_detours(day: Sequence[Slot]) -> list[Slot]:
    """A day without short free times elsewhere between two stays at one place."""
    left: list[Slot] = []
    for at, slot in enumerate(day):
        stays = not slot.is_free or slot.because or left[-1:] != [*day[at - 1 : at]] or not is_detour(day, slot)
        if stays or left[-1].because or left[-1].rank == PROMISE:
            left.append(slot)
        else:
            left[-1] = replace(left[-1], end=slot.end)
    return left


def is_detour(day: Sequence[Slot], slot: Slot) -> bool:
    """Whether one comes to a place from another and goes back there so soon that walking takes most of the time."""
    at = day.index(slot) if slot in day else 0
    if not 0 < at < len(day) - 1:
        return False
    home, before, here, after = (each.place.partition(":")[0] for each in (day[0], day[at - 1], slot, day[at + 1]))
    longest = DETOUR_MINUTES if here == home else SHORT_DETOUR_MINUTES
    return before == after != here and day[at + 1].start - day[at - 1].end <= longest


def shifted(day: Sequence[Slot], step: Callable[[], int]) -> list[Slot]:
    """A day with inner borders moved a little, where neither neighbour is work or promised."""
    moved = list(day)
    for at in range(len(moved) - 1):
        before, after = moved[at], moved[at + 1]
        if max(before.rank, after.rank) >= WORK or after.start - before.end > MIN_MINUTES:
            continue
        by = step()
        if before.minutes + by >= MIN_MINUTES and after.minutes - by >= MIN_MINUTES:
            moved[at], moved[at + 1] = replace(before, end=before.end + by), replace(after, start=after.start + by)
    return moved
