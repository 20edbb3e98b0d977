"""Why a person did what they did, from a chronicle: plan, percept, memories, questions, answerers.

Invariant: reads only; what is not recorded is left empty, not made up.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from milkwood.chronicle.reader import AnsweredQuestion, Reader
from milkwood.chronicle.seek import left_at
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.models.port import Content
from milkwood.town.events import DeedEnded, Happening
from milkwood.town.town import BEFORE_TIME

_MAX_NOTICED_THINGS = 5
"""Maximum of things noticed meanwhile."""
_MAX_DECISIONS = 200
"""Decisions to search backwards for the last act."""


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """A memory that came to mind, with its scores: each from 0 to 1, and their weighted sum."""

    number: int
    tick: int | None
    """None if the memory is not recorded."""
    kind: str
    text: str
    source: str
    recency: float
    importance: float
    relevance: float
    words: float
    score: float


@dataclass(frozen=True, slots=True)
class RoutineUse:
    """The use of an earlier routine."""

    made: int
    """The tick at which the routine was made; below 0 if it comes from another run."""
    what: str
    """The activity it was made for."""
    score: float
    """Similarity of that activity and the planned one, from 0 to 1."""
    used: int
    """Uses, this one included."""
    of: str
    """The run it comes from; empty for this run."""


@dataclass(frozen=True, slots=True)
class Why:
    """One decision and its reasons; what had no part in it is empty."""

    decided: int
    """The tick at which it was decided."""
    happenings: tuple[Happening, ...]
    """Its events at that tick."""
    act: str
    """`deed`, `walk`, `talk`, `say`, `bed`; empty if the person continued as before."""
    deed: str
    plan: str
    promise: str
    percept: str
    choice: str
    because: str
    recalled: tuple[ScoredMemory, ...]
    asked: tuple[AnsweredQuestion, ...]
    routine: RoutineUse | None = None
    """The routine it followed, if any."""
    wandering: str = ""
    """The thought at night that brought it into the day."""
    limit: str = ""
    """The limit on questions that was reached, so that nothing was asked."""


class _Records(Protocol):
    """What is recorded about one person, for the reasons of their decisions."""

    day: int
    """Ticks per day."""

    def happenings(self, tick: int) -> list[Happening]:
        """Their events at a tick."""
        ...

    def memories(self, until: int) -> Mapping[int, tuple[int, Memory]]:
        """Their memories by number, with their ticks; at least those up to a tick."""
        ...

    def questions(self, since: int, until: int, kind: str) -> Sequence[AnsweredQuestion]:
        """Their questions of a kind in a range of ticks."""
        ...


def why(reader: Reader, person: PersonId, tick: int) -> tuple[Why, list[Why]] | None:
    """What a person was doing at a tick, and their thoughts since.

    None if nothing was decided yet, or they have left town.
    """
    if left_at(reader, person, tick) is not None:
        return None
    records = _Rows(reader, person)
    passed: list[tuple[int, Content]] = []
    for decided, reason in _back(reader, person, tick):
        if reason.get("act"):
            since = [_why(records, *each) for each in reversed(passed)]
            return _why(records, decided, reason), since
        if len(passed) < _MAX_NOTICED_THINGS:
            passed.append((decided, reason))
    return (_why(records, *passed[0]), []) if passed else None


def decisions(reader: Reader, person: PersonId) -> list[Why]:
    """All decisions of a person that have reasons, by tick; everything is read once."""
    records = _AllRows(reader, person)
    return [_why(records, *each) for each in reader.reasons(person, reader.end)]


class _Rows:
    """Records, each read when it is needed: for a few decisions."""

    def __init__(self, reader: Reader, person: PersonId) -> None:
        self._reader = reader
        self._person = person
        self.day = reader.header.clock.ticks_per_day

    def happenings(self, tick: int) -> list[Happening]:
        return self._reader.happenings(tick, tick + 1, person=self._person)

    def memories(self, until: int) -> Mapping[int, tuple[int, Memory]]:
        return _numbered(self._reader, self._person, until + 1)

    def questions(self, since: int, until: int, kind: str) -> Sequence[AnsweredQuestion]:
        return self._reader.questions(since, until, person=self._person, kinds=(kind,))


class _AllRows:
    """Records, all read at once: for all decisions."""

    def __init__(self, reader: Reader, person: PersonId) -> None:
        self.day = reader.header.clock.ticks_per_day
        self._happenings: dict[int, list[Happening]] = defaultdict(list)
        for each in reader.happenings(person=person):
            self._happenings[each.tick].append(each)
        self._memories = _numbered(reader, person, None)
        self._questions: dict[str, list[AnsweredQuestion]] = defaultdict(list)
        for asked in reader.questions(person=person):
            self._questions[asked.question.id.kind].append(asked)

    def happenings(self, tick: int) -> list[Happening]:
        return self._happenings.get(tick, [])

    def memories(self, until: int) -> Mapping[int, tuple[int, Memory]]:  # noqa: ARG002
        return self._memories

    def questions(self, since: int, until: int, kind: str) -> Sequence[AnsweredQuestion]:
        asked = self._questions.get(kind, [])
        return asked[bisect_left(asked, since, key=_tick) : bisect_left(asked, until, key=_tick)]


def _tick(asked: AnsweredQuestion) -> int:
    return asked.question.id.tick


def _numbered(reader: Reader, person: PersonId, until: int | None) -> Mapping[int, tuple[int, Memory]]:
    return {memory.number: (tick, memory) for tick, _, memory in reader.memories(until=until, person=person)}


def _back(reader: Reader, person: PersonId, tick: int) -> Iterator[tuple[int, Content]]:
    for _ in range(_MAX_DECISIONS):
        found = reader.reason_of(person, tick)
        if found is None:
            return
        yield found
        tick = found[0] - 1


def _why(records: _Records, decided: int, reason: Content) -> Why:
    happenings = records.happenings(decided)
    told = [each for each in happenings if not isinstance(each.event, DeedEnded)] or happenings
    return Why(
        decided=decided,
        happenings=tuple(told),
        act=_text(reason, "act"),
        deed=_text(reason, "deed"),
        plan=_text(reason, "plan"),
        promise=_text(reason, "promise"),
        percept=_text(reason, "percept"),
        choice=_text(reason, "choice"),
        because=_text(reason, "because"),
        recalled=tuple(_recalled(records, decided, reason.get("recalled") or ())),
        asked=tuple(_asked(records, decided, reason)),
        routine=_routine(reason.get("routine")),
        wandering=_wandering(reason.get("wandering")),
        limit=_text(reason, "limit"),
    )


def _routine(told: Any) -> RoutineUse | None:
    if not isinstance(told, Mapping):
        return None
    made, score, used = int(told.get("made", BEFORE_TIME)), float(told.get("score", 1.0)), int(told.get("used", 0))
    return RoutineUse(made, str(told.get("what", "")), score, used, str(told.get("of", "")))


def _wandering(told: Any) -> str:
    return str(told.get("text", "")) if isinstance(told, Mapping) else str(told or "")


def _text(reason: Content, key: str) -> str:
    return str(reason.get(key) or "")


def _recalled(records: _Records, decided: int, rows: Any) -> Iterator[ScoredMemory]:
    if not rows:
        return
    known = records.memories(decided)
    for number, *scores in rows:
        tick, memory = known.get(int(number), (None, None))
        told = (memory.kind, memory.text, memory.source) if memory else ("", "", "")
        yield ScoredMemory(int(number), tick, *told, *(float(score) for score in scores[:5]))


def _asked(records: _Records, decided: int, reason: Content) -> Iterator[AnsweredQuestion]:
    """The question that the decision waited for, and the one that made its deed."""
    named = _text(reason, "question")
    if named:
        tick, kind, n = named.rpartition("@")[2].split("/")
        found = records.questions(int(tick), int(tick) + 1, kind)
        yield from (each for each in found if each.question.id.n == int(n))
    plan = reason.get("plan")
    thought_out = "/break_down/" in named or bool(reason.get("routine"))
    if plan and reason.get("act") in ("deed", "walk") and not thought_out:
        found = records.questions(decided - records.day, decided + 1, "break_down")
        yield from [each for each in found if each.question.content.get("what") == plan][-1:]
