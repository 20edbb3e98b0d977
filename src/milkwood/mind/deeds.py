"""The deeds of a block, fitted to the time there is: 5 to 15 minutes each, each in a room, with a thing or without.

Knows places, no questions. Invariant: the lengths of fitted deeds add up to the block; a deed never names a thing that
is not there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from milkwood.ids import RoomId, ThingId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.questions.break_down.schema import PlannedDeed

SHORTEST, LONGEST = 5, 15
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Step:
    """A deed to come."""

    what: str
    minutes: int
    room: RoomId
    thing: ThingId | None
    emoji: str
    effect: str
    busy: bool = False
    """Whether it is plainly not to be interrupted."""


def fitted(deeds: Sequence[PlannedDeed], minutes: int, room: RoomId, places: Gazetteer) -> list[Step]:
    """Deeds as they were replied, brought to the length of the block and to things that exist."""
    lengths = _lengths([deed.minutes for deed in deeds], minutes)
    steps = []
    for deed, length in zip(_as_many(deeds, len(lengths)), lengths, strict=True):
        thing = places.thing_at(deed.tool)
        where = places.room_of(thing) if thing else None
        if where is None or places.sector_of(where) != places.sector_of(room):
            thing, where = None, room
        steps.append(Step(deed.what, length, where, thing, deed.emoji, deed.effect if thing else "", deed.busy))
    return steps


def _as_many(deeds: Sequence[PlannedDeed], count: int) -> list[PlannedDeed]:
    """So many deeds: from the first on, or from the first again when there are too few."""
    return [deeds[place % len(deeds)] for place in range(count)]


def _lengths(wanted: Sequence[int], minutes: int) -> list[int]:
    """Lengths near the wanted ones, each from 5 to 15 minutes, that add up to the minutes there are."""
    if minutes <= LONGEST:
        return [max(1, minutes)]
    lengths: list[int] = []
    for place in range(minutes):
        left = minutes - sum(lengths)
        if left <= LONGEST:
            lengths.append(left)
            break
        want = max(SHORTEST, min(LONGEST, wanted[place % len(wanted)]))
        lengths.append(min(want, left - SHORTEST))
    return lengths
