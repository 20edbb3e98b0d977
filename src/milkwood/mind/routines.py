"""Routines: blocks of a day with their deeds, to be used again without asking.

Invariant: a match has the same meaning, room and stage of the work, and was not used today; its deeds, scaled to
another length, add up to it with 5 to 15 minutes each, or it does not fit. `circumstances` decides whether a routine
may be used now. `keep` covers all of it; similarities are rounded, ties go to the oldest (rule E5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from milkwood.chance import Stream
from milkwood.ids import RoomId, ThingId
from milkwood.mind.deeds import MAX_DEED_MINUTES, MIN_DEED_MINUTES, Step
from milkwood.mind.gazetteer import Gazetteer
from milkwood.plain import Json

PlainRoutines: TypeAlias = Sequence[Any]
"""Routines as JSON, in packs and headers."""

SAME_MEANING_SIMILARITY = 0.85
"""Likeness from which two texts name the same activity (measured: docs/decisions/0016-routines.md)."""
SAME_WORDS_SIMILARITY = 0.99
"""The same when only words are compared: all words must match."""
MIN_LENGTH_FACTOR, MAX_LENGTH_FACTOR = 0.5, 2.0
"""Range of lengths, relative to the original."""
MAX_ROUTINES = 48
"""Maximum number of routines per person."""
MAX_WAYS = 5
"""Maximum number of variants of one activity."""
MAX_UNUSED_DAYS = 14
"""A routine unused for this many days is dropped."""
MAX_FAILURES = 2
"""A routine that failed this often is dropped."""
JITTER_MINUTES = 2
"""Random change of a deed's length."""
MIN_DEEDS_TO_LEAVE_OUT = 4
"""With fewer deeds none is left out."""
LEAVE_OUT_CHANCE = 0.3
TAKE_OVER_CHANCE = 0.6
"""Probability that one deed is left out, and that a deed is replaced by one of another variant."""


class Likeness(Protocol):
    """Likeness of two texts, from 0 to 1, rounded."""

    def alike(self, one: str, other: str) -> float:
        """The same texts give the same likeness."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of a day in the form that routines use."""

    what: str
    room: str
    place: str
    """The thing or room that the plan names."""
    minutes: int
    begun: bool = False
    """A later part of a long activity."""
    goes_on: bool = False
    """An earlier part of a long activity."""


@dataclass(frozen=True, slots=True)
class Routine:
    """A lived block with its deeds."""

    number: int
    piece: Piece
    steps: tuple[Step, ...]
    """Its deeds."""
    made: int
    """The tick it was first lived at; before the run if it comes from another one."""
    last: int
    """The tick it was last lived at."""
    used: int = 0
    """How often it was lived again."""
    failures: int = 0
    of: str = ""
    """The run it comes from; empty for this one."""

    def plain(self) -> list[Json]:
        """The routine as JSON."""
        piece = self.piece
        where: Json = [piece.what, piece.room, piece.place, piece.minutes, piece.begun, piece.goes_on]
        steps = [_plain_step(step) for step in self.steps]
        return [self.number, where, steps, self.made, self.last, self.used, self.failures, self.of]

    @classmethod
    def of_plain(cls, plain: PlainRoutines) -> "Routine":
        """The inverse of `keep`."""
        number, where, steps, *rest = plain
        return cls(number, Piece(*where), tuple(_step(*step) for step in steps), *rest)


def _plain_step(step: Step) -> list[Json]:
    further = [step.busy, step.note] if step.note else [True] if step.busy else []
    return [step.what, step.minutes, step.room, step.thing, step.emoji, step.effect, *further]


def _step(
    what: str, minutes: int, room: str, thing: str | None, emoji: str, effect: str, busy: bool = False, note: str = ""
) -> Step:
    return Step(what, minutes, RoomId(room), ThingId(thing) if thing else None, emoji, effect, busy, note)


@dataclass(frozen=True, slots=True)
class RoutineMatch:
    """A routine that fits a block, and its likeness."""

    routine: Routine
    score: float


class Routines:
    """One person's routines."""

    def __init__(self, likeness: Likeness, alike: float) -> None:
        self._likeness = likeness
        self._alike = alike
        self._kept: dict[int, Routine] = {}
        self._plain: dict[int, tuple[Routine, list[Json]]] = {}
        """Cached JSON: most routines are the same from snapshot to snapshot."""
        self._next = 1

    def __len__(self) -> int:
        return len(self._kept)

    def all(self) -> list[Routine]:
        """All of them, oldest first."""
        return list(self._kept.values())

    # --- looking

    def find(self, piece: Piece, since: int) -> RoutineMatch | None:
        """The routine for a block: of those that fit and were not lived since a tick, the one unused for longest."""
        fitting = [
            each for each in self._alike_to(piece) if each.routine.last < since and _fits(each.routine.piece, piece)
        ]
        return min(fitting, key=lambda each: (-each.score, each.routine.last, each.routine.number), default=None)

    def ways(self, routine: Routine) -> list[Routine]:
        """Other variants of the same activity at the same stage."""
        return [each.routine for each in self._alike_to(routine.piece) if each.routine.number != routine.number]

    def _alike_to(self, piece: Piece) -> list[RoutineMatch]:
        found = []
        for routine in self._kept.values():
            mine = routine.piece
            if (mine.room, mine.begun, mine.goes_on) == (piece.room, piece.begun, piece.goes_on):
                score = self._score(mine, piece)
                if score >= self._alike:
                    found.append(RoutineMatch(routine, score))
        return found

    def _score(self, mine: Piece, piece: Piece) -> float:
        """Likeness of two blocks of one room; a different thing is a different activity (stove and table)."""
        if mine.what == piece.what:
            return 1.0
        return self._likeness.alike(mine.what, piece.what) if mine.place == piece.place else 0.0

    # --- keeping

    def learn(self, piece: Piece, steps: Sequence[Step], tick: int, day_ticks: int) -> None:
        """Learn a new routine; drops old and surplus ones."""
        same = {tuple(step.what for step in each.routine.steps) for each in self._alike_to(piece)}
        if tuple(step.what for step in steps) not in same:
            self._kept[self._next] = Routine(self._next, piece, tuple(steps), tick, tick)
            self._next += 1
        self._pass_by(tick - MAX_UNUSED_DAYS * day_ticks)
        ways = sorted((each.routine for each in self._alike_to(piece)), key=_use)
        for routine in ways[: max(0, len(ways) - MAX_WAYS)]:
            del self._kept[routine.number]
        for routine in sorted(self._kept.values(), key=_use)[: max(0, len(self._kept) - MAX_ROUTINES)]:
            del self._kept[routine.number]

    def _pass_by(self, tick: int) -> None:
        self._kept = {number: each for number, each in self._kept.items() if each.last >= tick}

    def live_again(self, number: int, tick: int) -> Routine:
        """Record another use of a routine; returns the updated routine."""
        known = self._kept[number]
        self._kept[number] = replace(known, last=tick, used=known.used + 1)
        return self._kept[number]

    def fail(self, number: int) -> None:
        """Record a failure of a routine; drops it after too many."""
        known = self._kept.get(number)
        if known is None:
            return
        if known.failures + 1 >= MAX_FAILURES:
            del self._kept[number]
        else:
            self._kept[number] = replace(known, failures=known.failures + 1)

    def keep(self) -> list[Json]:
        """The complete state."""
        for number, routine in self._kept.items():
            if number not in self._plain or self._plain[number][0] is not routine:
                self._plain[number] = (routine, routine.plain())
        self._plain = {number: self._plain[number] for number in self._kept}
        return [self._next, [plain for _, plain in self._plain.values()]]

    def restore(self, kept: PlainRoutines) -> None:
        """Restore the state."""
        self._next = int(kept[0])
        found = (Routine.of_plain(each) for each in kept[1])
        self._kept = {routine.number: routine for routine in found}

    def take_over(self, carried: Sequence[PlainRoutines], places: Gazetteer) -> None:
        """Take over routines of another run, as far as their places and things exist."""
        self.restore([len(carried) + 1, [each for each in carried if _exists(Routine.of_plain(each), places)]])


def carried(kept: PlainRoutines, run: str, end: int, day_ticks: int) -> list[Json]:
    """A mind's routines for a new run: their ticks lie at least a day before its start."""
    found = [Routine.of_plain(each) for each in kept[1]]
    before = end + day_ticks
    moved = [
        replace(each, number=n, made=each.made - before, last=each.last - before, used=0, failures=0, of=each.of or run)
        for n, each in enumerate(found, 1)
    ]
    return [each.plain() for each in moved]


def _exists(routine: Routine, places: Gazetteer) -> bool:
    rooms = {routine.piece.room, *(step.room for step in routine.steps)}
    things = {step.thing for step in routine.steps if step.thing is not None}
    return all(map(places.room_of, rooms)) and all(map(places.thing_at, things))


def _use(routine: Routine) -> tuple[int, int]:
    return routine.last, routine.number


def _fits(mine: Piece, piece: Piece) -> bool:
    return MIN_LENGTH_FACTOR * mine.minutes <= piece.minutes <= MAX_LENGTH_FACTOR * mine.minutes


# --- use


def lived_again(
    what: str, steps: Sequence[Step], others: Sequence[Sequence[Step]], minutes: int, draw: Stream
) -> list[Step]:
    """The deeds of a routine for so many minutes, with small variations; empty if they do not fit.

    A deed that is the activity itself, or a part of it, stays.
    """
    varied = _varied(what, steps, others, draw)
    fewest, most = -(-minutes // MAX_DEED_MINUTES), max(1, minutes // MIN_DEED_MINUTES)
    while len(varied) > most and (spare := _optional(what, varied)):
        varied.pop(spare[draw.below(len(spare))])
    if not fewest <= len(varied) <= most:
        return []
    wanted = [step.minutes + draw.between(-JITTER_MINUTES, JITTER_MINUTES) for step in varied]
    return [replace(step, minutes=length) for step, length in zip(varied, lengths(wanted, minutes), strict=True)]


def lengths(wanted: Sequence[int], minutes: int) -> list[int]:
    """Lengths in proportion to the wanted ones, 5 to 15 minutes each, that add up to the available minutes.

    A single deed gets all the time. The number of deeds must fit.
    """
    if len(wanted) == 1:
        return [max(1, minutes)]
    whole = max(1, sum(max(1, each) for each in wanted))
    found = [max(MIN_DEED_MINUTES, min(MAX_DEED_MINUTES, max(1, each) * minutes // whole)) for each in wanted]
    place = 0
    while (missing := minutes - sum(found)) != 0:
        step = 1 if missing > 0 else -1
        if MIN_DEED_MINUTES <= found[place] + step <= MAX_DEED_MINUTES:
            found[place] += step
        place = (place + 1) % len(found)
    return found


def _varied(what: str, steps: Sequence[Step], others: Sequence[Sequence[Step]], draw: Stream) -> list[Step]:
    """Plausible variations: leave a deed out, take some from another variant, or use its order."""
    varied = _taken_over(what, list(steps), others, draw)
    varied = _reordered(varied, others, draw)
    spare = _optional(what, varied)
    if len(varied) >= MIN_DEEDS_TO_LEAVE_OUT and spare and draw.happens(LEAVE_OUT_CHANCE):
        varied.pop(draw.chosen(spare))
    return varied


def _optional(what: str, steps: Sequence[Step]) -> list[int]:
    """Deeds that can be dropped: not first, last or the activity, without effect, at a thing with other deeds."""
    return [
        place
        for place in range(1, len(steps) - 1)
        if not steps[place].effect and steps[place].what not in what and _same_thing(steps, place)
    ]


def _same_thing(steps: Sequence[Step], place: int) -> bool:
    thing = steps[place].thing
    return thing is None or any(each.thing == thing for at, each in enumerate(steps) if at != place)


def _taken_over(what: str, steps: list[Step], others: Sequence[Sequence[Step]], draw: Stream) -> list[Step]:
    """Replace deeds by those of other variants with the same thing and the same part of the whole."""
    for place in range(1, len(steps) - 1):
        known = {step.what for step in steps}
        mine = steps[place]
        offered = [
            other[at]
            for other in others
            for at in range(1, len(other) - 1)
            if _corresponds(mine, place / len(steps), other[at], at / len(other)) and other[at].what not in known
        ]
        if offered and mine.what not in what and draw.happens(TAKE_OVER_CHANCE):
            steps[place] = replace(draw.chosen(offered), minutes=mine.minutes)
    return steps


def _corresponds(mine: Step, where: float, theirs: Step, there: float) -> bool:
    same = (mine.thing, mine.room) == (theirs.thing, theirs.room)
    return same and not mine.effect and not theirs.effect and abs(where - there) <= 0.2


def _reordered(steps: list[Step], others: Sequence[Sequence[Step]], draw: Stream) -> list[Step]:
    """Swap neighbours that were done in the other order before."""
    for place in range(1, len(steps) - 2):
        first, second = steps[place].what, steps[place + 1].what
        if any(_before(other, second, first) for other in others) and draw.happens(0.5):
            steps[place], steps[place + 1] = steps[place + 1], steps[place]
    return steps


def _before(steps: Sequence[Step], one: str, other: str) -> bool:
    texts = [step.what for step in steps]
    return one in texts and other in texts and texts.index(one) < texts.index(other)
