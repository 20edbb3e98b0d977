"""The deeds of a block, fitted to the available time: 5 to 15 minutes each, each in a room, with a thing or without.

Invariant: the lengths of fitted deeds add up to the block; a deed never names a missing thing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat

from milkwood.ids import RoomId, ThingId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.questions.break_down.schema import PlannedDeed

MIN_DEED_MINUTES, MAX_DEED_MINUTES = 5, 15
PLAIN_EMOJI = "🕰️"
"""Of an activity that nobody gave one."""
"""Length limits of a deed."""


@dataclass(frozen=True, slots=True)
class Step:
    """A planned deed."""

    what: str
    minutes: int
    room: RoomId
    thing: ThingId | None
    emoji: str
    effect: str
    busy: bool = False
    """Whether it must not be interrupted."""
    note: str = ""
    """A few words on the thing meanwhile, for readers."""
    mends: ThingId | None = None
    """A reaction: the thing that is as it should be when the deed is done."""
    awaits: ThingId | None = None
    """A reaction: the thing whose normal state ends the deed."""

    @property
    def reacts(self) -> bool:
        """Whether it is a reaction: not planned, and not cut short by the end of a block."""
        return self.mends is not None or self.awaits is not None


def fitted(
    deeds: Sequence[PlannedDeed], rest: PlannedDeed, minutes: int, room: RoomId, places: Gazetteer
) -> list[Step]:
    """Deeds of a reply, fitted to the length of the block and to existing things; `rest` fills what they leave."""
    lengths = _lengths([deed.minutes for deed in deeds], minutes)
    if len(lengths) == 1:  # there is time for the activity itself only
        deeds = [next((deed for deed in deeds if deed.what in rest.what), deeds[0] if deeds else rest)]
    steps = []
    for deed, length in zip([*deeds, *[rest] * len(lengths)], lengths, strict=False):
        thing = places.thing_at(deed.tool)
        where = places.room_of(thing) if thing else None
        if where is None or places.sector_of(where) != places.sector_of(room):
            thing, where = None, room
        effect, note = (places.effect(thing, deed.effect), deed.note) if thing else ("", "")
        steps.append(Step(deed.what, length, where, thing, deed.emoji, effect, deed.busy, note))
    return steps


def _lengths(wanted: Sequence[int], minutes: int) -> list[int]:
    """Lengths near the wanted ones, 5 to 15 minutes each, that add up to the available minutes.

    There are fewer than wanted where the time is short, and more where it is long even with 15 minutes each.
    """
    if minutes <= MAX_DEED_MINUTES:
        return [max(1, minutes)]
    near = [max(MIN_DEED_MINUTES, min(MAX_DEED_MINUTES, each)) for each in wanted]
    if sum(near) < minutes:
        return _stretched(near, minutes)
    return _in_turn(near, minutes)


def _in_turn(wanted: Iterable[int], minutes: int) -> list[int]:
    """Wanted lengths until the minutes are used up; the last one takes what is left."""
    lengths: list[int] = []
    for want in wanted:
        left = minutes - sum(lengths)
        if left <= MAX_DEED_MINUTES:
            return [*lengths, left]
        lengths.append(min(want, left - MIN_DEED_MINUTES))
    return lengths


def _stretched(lengths: Sequence[int], minutes: int) -> list[int]:
    """Longer ones, up to the longest, and further ones for the rest of the time."""
    spare, missing = sum(MAX_DEED_MINUTES - each for each in lengths), minutes - sum(lengths)
    longer, given, room = [], 0, 0
    for each in lengths:
        room += MAX_DEED_MINUTES - each
        share = min(missing, spare) * room // spare - given if spare else 0
        longer.append(each + share)
        given += share
    rest = missing - given
    if 0 < rest < MIN_DEED_MINUTES:
        longer[-1] -= MIN_DEED_MINUTES - rest
        rest = MIN_DEED_MINUTES
    return [*longer, *(_in_turn(repeat(MAX_DEED_MINUTES), rest) if rest else ())]
