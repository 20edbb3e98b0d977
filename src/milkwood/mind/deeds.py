"""The deeds of a block, fitted to the available time: 5 to 15 minutes each, each in a room, with a thing or without.

Invariant: the lengths of fitted deeds add up to the block; a deed never names a missing thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from milkwood.ids import RoomId, ThingId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.questions.break_down.schema import PlannedDeed

MIN_DEED_MINUTES, MAX_DEED_MINUTES = 5, 15
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


def fitted(deeds: Sequence[PlannedDeed], minutes: int, room: RoomId, places: Gazetteer) -> list[Step]:
    """Deeds of a reply, fitted to the length of the block and to existing things."""
    lengths = _lengths([deed.minutes for deed in deeds], minutes)
    steps = []
    for deed, length in zip(_as_many(deeds, len(lengths)), lengths, strict=True):
        thing = places.thing_at(deed.tool)
        where = places.room_of(thing) if thing else None
        if where is None or places.sector_of(where) != places.sector_of(room):
            thing, where = None, room
        effect, note = (places.effect(thing, deed.effect), deed.note) if thing else ("", "")
        steps.append(Step(deed.what, length, where, thing, deed.emoji, effect, deed.busy, note))
    return steps


def _as_many(deeds: Sequence[PlannedDeed], count: int) -> list[PlannedDeed]:
    """Exactly so many deeds: the first ones, or repeated from the first if there are too few."""
    return [deeds[place % len(deeds)] for place in range(count)]


def _lengths(wanted: Sequence[int], minutes: int) -> list[int]:
    """Lengths near the wanted ones, 5 to 15 minutes each, that add up to the available minutes."""
    if minutes <= MAX_DEED_MINUTES:
        return [max(1, minutes)]
    lengths: list[int] = []
    for place in range(minutes):
        left = minutes - sum(lengths)
        if left <= MAX_DEED_MINUTES:
            lengths.append(left)
            break
        want = max(MIN_DEED_MINUTES, min(MAX_DEED_MINUTES, wanted[place % len(wanted)]))
        lengths.append(min(want, left - MIN_DEED_MINUTES))
    return lengths
