"""A recorded run, parsed for measuring; and the definition of a measure.

A measure is a figure with its bound, whether it holds, and what is wrong when it does not. The report prints measures,
the tests assert them: nothing is measured in two ways.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from milkwood.chronicle import Chronicle
from milkwood.chronicle.header import Header
from milkwood.chronicle.reader import AnsweredQuestion
from milkwood.chronicle.transcript import Transcript
from milkwood.clock import MINUTES_A_DAY
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId, RoomId
from milkwood.town.body import Body, Deed
from milkwood.town.events import Happening
from milkwood.town.town import Town
from milkwood.towns import Pack
from milkwood.words import Language
from tools.proof import Row

MAX_TOLD = 6
"""How many wrong things a failing test tells of."""


@dataclass(frozen=True)
class Measure:
    """One figure."""

    name: str
    figure: float | int | str
    unit: str
    bound: str
    ok: bool
    wrong: tuple[str, ...] = ()

    def row(self) -> Row:
        return Row(name=self.name, figure=self.figure, unit=self.unit, bound=self.bound, ok=self.ok)

    def say(self) -> str:
        told = "".join(f"\n  {each}" for each in self.wrong[:MAX_TOLD])
        return f"{self.name}: {self.figure} {self.unit}, and it must be {self.bound}{told}"


def at_least(name: str, figure: float, bound: float, unit: str = "", wrong: Sequence[str] = ()) -> Measure:
    return Measure(name, figure, unit, f"at least {bound:g} {unit}".rstrip(), figure >= bound, tuple(wrong))


def at_most(name: str, figure: float, bound: float, unit: str = "", wrong: Sequence[str] = ()) -> Measure:
    return Measure(name, figure, unit, f"at most {bound:g} {unit}".rstrip(), figure <= bound, tuple(wrong))


def none_of(name: str, wrong: Sequence[str]) -> Measure:
    return Measure(name, len(wrong), "", "none", not wrong, tuple(wrong))


def told(name: str, figure: float | str, unit: str = "") -> Measure:
    """A figure without a bound."""
    return Measure(name, figure, unit, "", True)


def share(part: float, whole: float) -> float:
    """In percent; 100 for an empty set."""
    return 100.0 * part / whole if whole else 100.0


def failing(measures: Sequence[Measure]) -> str:
    """The measures that do not hold, for an assertion; empty when all do."""
    return "\n".join(measure.say() for measure in measures if not measure.ok)


@dataclass(frozen=True)
class Span:
    """A deed from its first tick to its last (exclusive)."""

    start: int
    end: int
    deed: Deed


@dataclass(frozen=True)
class Track:
    """One person's history, tick by tick."""

    tiles: NDArray[np.int_]
    rooms: list[RoomId | None]
    deeds: list[Span]
    asleep: NDArray[np.bool_]
    busy: NDArray[np.bool_]
    """In a deed, on the way, or in a talk."""

    def awake_deeds(self) -> list[Span]:
        return [span for span in self.deeds if not span.deed.asleep]


@dataclass(frozen=True)
class Life:
    """A recorded run in its pack."""

    path: Path
    pack: Pack
    header: Header
    settled: int
    happenings: list[Happening]
    memories: list[Remembered]
    talks: list[Transcript]
    questions: list[AnsweredQuestion]
    minds: dict[PersonId, dict[str, Any]]
    """As stored at the end."""
    tracks: dict[PersonId, Track] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, pack: Pack) -> "Life":
        with Chronicle.read(path) as reader:
            snapshot = reader.snapshot_before(reader.settled)
            minds = {person: dict(kept["mind"]) for person, kept in snapshot.minds.items()} if snapshot else {}
            life = cls(
                path,
                pack,
                reader.header,
                reader.settled,
                reader.happenings(),
                reader.memories(),
                reader.talks(),
                reader.questions(),
                minds,
            )
        town = Town(pack.town_map).fold(life.happenings)
        life.tracks.update({person: _track(town, person, life.settled) for person in life.header.cast})
        return life

    @cached_property
    def language(self) -> Language:
        return Language(self.header.language)

    def name(self, person: PersonId | str) -> str:
        return self.pack.people[PersonId(person)].name.in_language(self.language)

    def at(self, tick: int) -> str:
        """A tick in readable form."""
        return f"day {self.header.clock.day(tick)} {self.header.clock.moment(tick):%H:%M}"

    def minutes(self, ticks: int) -> float:
        return ticks * self.header.clock.seconds_per_tick / 60

    def tick_of(self, day: int, minute: int) -> int:
        """The tick at which a minute of a day (which may be past midnight) begins."""
        clock = self.header.clock
        midnight = clock.tick_at(clock.start.replace(hour=0, minute=0, second=0, microsecond=0))
        return midnight + (day - 1) * clock.ticks_per_day + minute * 60 // clock.seconds_per_tick

    @property
    def days(self) -> range:
        """The lived days, from the first on, until midnight at least."""
        whole = self.header.clock.day(self.settled) - 1
        return range(1, whole + 1)

    def whole_days(self) -> list[int]:
        """The days that were lived from morning to midnight."""
        early = self.header.clock.minute_of_day(0) <= 4 * 60
        return [day for day in self.days if day > 1 or early]

    def bed_minute(self, person: PersonId) -> int:
        habits = self.pack.people[person].habits
        return habits.sleep if habits.sleep > habits.wake else habits.sleep + MINUTES_A_DAY


def _track(town: Town, person: PersonId, settled: int) -> Track:
    tiles = np.zeros((settled, 2), int)
    asleep, busy = np.zeros((2, settled), bool)
    rooms: list[RoomId | None] = []
    deeds: list[Span] = []
    doing: Deed | None = None
    since = 0
    for tick in range(settled):
        body = town.find_body(person, tick)
        if body is None:
            rooms.append(None)
            busy[tick] = True
            continue
        tile = body.tile(tick)
        tiles[tick] = tile
        room = town.map.room_at(tile)
        rooms.append(room.id if room else None)
        asleep[tick] = body.asleep
        busy[tick] = _is_busy(body, tick)
        if body.deed is not doing:
            if doing is not None:
                deeds.append(Span(since, tick, doing))
            doing, since = body.deed, tick
    if doing is not None:
        deeds.append(Span(since, settled, doing))
    _stay_while_absent(tiles)
    return Track(tiles, rooms, deeds, asleep, busy)


def _stay_while_absent(tiles: NDArray[np.int_]) -> None:
    """Leave nobody at 0, 0 while they are not in town: before they come and after they go they jump nowhere."""
    there = np.flatnonzero(tiles.any(axis=1))
    if len(there):
        tiles[: there[0]] = tiles[there[0]]
        tiles[there[-1] + 1 :] = tiles[there[-1]]


def _is_busy(body: Body, tick: int) -> bool:
    return body.deed is not None or body.talk is not None or body.walking(tick)
