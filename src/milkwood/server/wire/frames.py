"""Movement on the wire: where people are, tick by tick, in few bytes.

Invariant: pure and exact: a person's position at a tick is their last record at or before it, as in the town itself
(`Town.fold`); a person's number never changes.

A frame is little-endian: version (u8), flags (u8; 1: starts with a snapshot of all people at the base tick), number of
people (u16), base tick, until tick (the frame has all moves before it), number of records (u32 each), then records of
ticks since the base, person, x and y (u16 each). An x of 65535 means: not in town.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from milkwood.ids import PersonId
from milkwood.town import events as happened
from milkwood.town.body import Motion, Standing, Walking
from milkwood.town.events import Happening
from milkwood.town.town import Scene

FRAME_VERSION = 1
SNAPSHOT_FLAG = 1
"""Flag of a frame that starts with a snapshot."""
NO_COORDINATE = 65535
"""The x and y of a person who is not in town."""
MAX_FRAME_TICKS = 65535
"""Maximum span of a frame, in ticks."""
_HEAD = struct.Struct("<BBHIII")
_GONE = (NO_COORDINATE, NO_COORDINATE)


class PositionRecord(NamedTuple):
    """A person, by number, is at x, y from a tick on."""

    tick: int
    who: int
    x: int
    y: int


class PersonNumbers:
    """The numbers of people: the cast by id, then later arrivals in order; numbers never change."""

    def __init__(self, cast: Iterable[PersonId]) -> None:
        self.people = sorted(cast)
        self._numbers = {person: number for number, person in enumerate(self.people)}

    def __len__(self) -> int:
        return len(self.people)

    def number(self, person: PersonId) -> int:
        """A person's number; a new person gets the next one."""
        found = self._numbers.get(person)
        if found is None:
            found = self._numbers[person] = len(self.people)
            self.people.append(person)
        return found

    def enrol(self, happenings: Iterable[Happening]) -> list[PersonId]:
        """Number new arrivals in order; returns them."""
        known = len(self.people)
        for each in happenings:
            if isinstance(each.event, happened.Entered):
                self.number(each.person)
        return self.people[known:]


class Positions:
    """Everyone's position at a tick, and how it changes."""

    def __init__(self, numbers: PersonNumbers, tick: int, motions: Mapping[PersonId, Motion]) -> None:
        self._numbers = numbers
        self.tick = tick
        self._motions = dict(motions)
        self._at: dict[PersonId, tuple[int, int]] = {}
        for person, motion in sorted(self._motions.items()):
            self._numbers.number(person)
            x, y = motion.at(tick)
            self._at[person] = (x, y)
        self._walkers = {person for person, motion in self._motions.items() if _walks(motion, tick)}

    @classmethod
    def of(cls, numbers: PersonNumbers, scene: Scene) -> "Positions":
        """The positions of a scene."""
        return cls(numbers, scene.tick, {person: body.motion for person, body in scene.bodies.items()})

    def snapshot(self) -> list[PositionRecord]:
        """Everyone's position, including people who are not in town."""
        return [
            PositionRecord(self.tick, who, *self._at.get(person, _GONE))
            for who, person in enumerate(self._numbers.people)
        ]

    def go(self, happenings: Iterable[Happening], until: int) -> list[PositionRecord]:
        """Advance to a tick with all events up to it; returns the moves."""
        records: list[PositionRecord] = []
        events = iter(happenings)
        following = next(events, None)
        while self.tick < until:
            if following is None or following.tick > self.tick:
                ahead = until if following is None else min(until, following.tick)
                self._walk(ahead, records)
                continue
            touched: dict[PersonId, None] = {}
            while following is not None and following.tick <= self.tick:
                self._apply(following, touched)
                following = next(events, None)
            self.tick += 1
            self._show(sorted({*touched, *self._walkers}), records)
        return records

    def _walk(self, until: int, records: list[PositionRecord]) -> None:
        """Advance without events; in one step if nobody walks."""
        while self.tick < until:
            if not self._walkers:
                self.tick = until
                return
            self.tick += 1
            self._show(sorted(self._walkers), records)

    def _show(self, people: Iterable[PersonId], records: list[PositionRecord]) -> None:
        tick = self.tick
        for person in people:
            motion = self._motions.get(person)
            place = _GONE
            if motion is not None:
                x, y = motion.at(tick)
                place = (x, y)
            if motion is None or not _walks(motion, tick):
                self._walkers.discard(person)
            if self._at.get(person, _GONE) != place:
                self._at[person] = place
                records.append(PositionRecord(tick, self._numbers.number(person), *place))

    def _apply(self, happening: Happening, touched: dict[PersonId, None]) -> None:
        """What happens at a tick shows from the next one on."""
        for person, motion in self._moved(happening):
            touched[person] = None
            if motion is None:
                self._motions.pop(person, None)
                self._walkers.discard(person)
            else:
                self._motions[person] = motion
                self._walkers.add(person)

    def _moved(self, happening: Happening) -> Iterator[tuple[PersonId, Motion | None]]:
        """The people whose motion an event changes, with the new motion."""
        person, tick = happening.person, happening.tick
        match happening.event:
            case happened.SetOff(route):
                yield person, Walking(tick, route)
            case happened.Entered(tile) | happened.Halted(tile) | happened.DeedBegan(_, tile):
                yield person, Standing(tile)
            case happened.Departed(whom):
                yield whom, None
            case happened.TalkBegan(_, partner):
                yield person, Standing(self._motions[person].at(tick))
                yield partner, Standing(self._motions[partner].at(tick))
            case happened.Joined():
                yield person, Standing(self._motions[person].at(tick))
            case _:
                pass


def pack(people: int, base: int, until: int, records: Iterable[PositionRecord], *, snapshot: bool = False) -> bytes:
    """A frame of the moves in [base, until); with a snapshot, its records are first."""
    if not 0 <= until - base <= MAX_FRAME_TICKS:
        raise ValueError(f"a frame cannot span the ticks {base} to {until}")
    numbers: list[int] = []
    for tick, who, x, y in records:
        numbers += (tick - base, who, x, y)
    head = _HEAD.pack(FRAME_VERSION, SNAPSHOT_FLAG if snapshot else 0, people, base, until, len(numbers) // 4)
    return head + struct.pack(f"<{len(numbers)}H", *numbers)


def stretch(numbers: PersonNumbers, scene: Scene, happenings: Iterable[Happening], until: int) -> bytes:
    """The moves from a scene's tick until another, snapshot first, as one frame.

    `happenings` are all in [scene.tick, until - 1).
    """
    here = Positions.of(numbers, scene)
    known = list(happenings)
    numbers.enrol(known)
    records = here.snapshot()
    if until > scene.tick + 1:
        records += here.go(known, until - 1)
    return pack(len(numbers), scene.tick, until, records, snapshot=True)


def _walks(motion: Motion, tick: int) -> bool:
    return isinstance(motion, Walking) and tick < motion.arrives
