"""Movement on the wire: where people are, tick by tick, as few bytes.

Knows happenings and tiles; knows no files, runs or sockets. Invariant: pure and exact: a person's place at a tick is
their last record at or before it, which is where the town itself (`Town.fold`) has them; nobody's number ever changes.

A frame is little-endian: version (u8), flags (u8; 1: it starts with a snapshot of everybody at the base tick), how many
people there are (u16), base tick, until tick (moves before it are all here), how many records (u32 each), then records
of ticks since the base, person, x and y (u16 each). An x of 65535 means: not in the town.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from milkwood.ids import PersonId
from milkwood.town import events as happened
from milkwood.town.body import Motion, Standing, Walking
from milkwood.town.events import Happening
from milkwood.town.town import Scene

VERSION = 1
SNAPSHOT = 1
"""The flag of a frame that starts with where everybody is."""
NOWHERE = 65535
"""The x and y of somebody who is not in the town."""
LONGEST = 65535
"""How many ticks one frame can span at most."""
_HEAD = struct.Struct("<BBHIII")
_GONE = (NOWHERE, NOWHERE)


class PositionRecord(NamedTuple):
    """Somebody, by number, is at x, y from a tick on."""

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
        """Somebody's number; whoever is new gets the next one."""
        found = self._numbers.get(person)
        if found is None:
            found = self._numbers[person] = len(self.people)
            self.people.append(person)
        return found

    def enrol(self, happenings: Iterable[Happening]) -> list[PersonId]:
        """Give numbers to those who came, in the order in which they did; returns who is new."""
        known = len(self.people)
        for each in happenings:
            if isinstance(each.event, happened.Entered):
                self.number(each.person)
        return self.people[known:]


class Positions:
    """Where everybody is at one tick, and how they go on from there."""

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
        """Where everybody is in a scene."""
        return cls(numbers, scene.tick, {person: body.motion for person, body in scene.bodies.items()})

    def snapshot(self) -> list[PositionRecord]:
        """Where everybody is now, those who are gone or still to come included."""
        return [
            PositionRecord(self.tick, who, *self._at.get(person, _GONE))
            for who, person in enumerate(self._numbers.people)
        ]

    def go(self, happenings: Iterable[Happening], until: int) -> list[PositionRecord]:
        """Go on to a tick, with all that happened from this tick on and before that one; returns who moved when."""
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
        """Go on while nothing happens; when nobody walks, at once."""
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
        """What happened at a tick shows from the next one on."""
        for person, motion in self._moved(happening):
            touched[person] = None
            if motion is None:
                self._motions.pop(person, None)
                self._walkers.discard(person)
            else:
                self._motions[person] = motion
                self._walkers.add(person)

    def _moved(self, happening: Happening) -> Iterator[tuple[PersonId, Motion | None]]:
        """Whose motion an event changes, and to what."""
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
    """A frame: the moves from a base tick on and before another; with a snapshot, its records come first."""
    if not 0 <= until - base <= LONGEST:
        raise ValueError(f"a frame cannot span the ticks {base} to {until}")
    numbers: list[int] = []
    for tick, who, x, y in records:
        numbers += (tick - base, who, x, y)
    head = _HEAD.pack(VERSION, SNAPSHOT if snapshot else 0, people, base, until, len(numbers) // 4)
    return head + struct.pack(f"<{len(numbers)}H", *numbers)


def stretch(numbers: PersonNumbers, scene: Scene, happenings: Iterable[Happening], until: int) -> bytes:
    """The moves from a scene's tick on and before another, snapshot first, as one frame.

    `happenings` are all from the scene's tick on and before the last tick shown (`until` - 1).
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
