"""Somebody of a run as they were at a moment: what they do, mean to do, remember, think of others; and asking them.

Knows a look at a run and the names in it. Invariant (rule C5): nothing here changes the person or the run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from milkwood.chronicle import Reader
from milkwood.chronicle.names import Names
from milkwood.chronicle.why import Why, why
from milkwood.ids import PersonId
from milkwood.mind.calendar import OPEN
from milkwood.mind.head import Head
from milkwood.mind.stream import Record
from milkwood.notebook.waiting import wait_for
from milkwood.run import InterviewReply, InterviewSession, RestoredRun


@dataclass(frozen=True, slots=True)
class Activity:
    """What others could see of somebody."""

    place: str
    """The name of the room; empty in the open."""
    doing: str
    emoji: str
    tile: tuple[int, int]
    asleep: bool
    talking: bool

    def __str__(self) -> str:
        place = "" if self.place in self.doing else self.place
        return ", ".join(part for part in (self.doing, place) if part)


@dataclass(frozen=True, slots=True)
class PlanItem:
    """A piece of a day's plan."""

    start: datetime
    end: datetime
    what: str
    place: str
    promised: bool

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M} {self.what}" + (f", {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class DatedPromise:
    """Something dated that somebody means to do, did, missed or declined."""

    start: datetime
    end: datetime
    what: str
    place: str
    company: tuple[str, ...]
    """Names."""
    status: str
    """`open`, `kept`, `missed` or `declined`."""
    reason: str


@dataclass(frozen=True, slots=True)
class Memory:
    """A remembered thing."""

    number: int
    time: datetime | None
    """None for what is from before the run."""
    kind: str
    """`seed`, `saw`, `talk`, `news`, `thought`, `insight`, `promise`, `plan`, `voice`, `did`."""
    text: str
    about: tuple[str, ...]
    """Names."""
    importance: int
    source: str
    """The name of who told it; empty for what one knows oneself."""
    evidence: tuple[int, ...]
    """Numbers of the memories it rests on."""
    private: bool
    score: float | None = None
    """How strongly it came to mind, when it was recalled."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Relationship:
    """What somebody thinks of somebody else."""

    name: str
    tie: str
    feeling: str
    knows: str
    closeness: int
    """0 a stranger … 10 the closest person."""
    talks: int
    """How many talks they had in this run."""


class Interview:
    """Questions put to somebody, one after the other; afterwards they remember none of it."""

    def __init__(self, interview: InterviewSession) -> None:
        self._interview = interview

    def ask(self, question: str) -> InterviewReply:
        """Ask, and be answered in character."""
        return wait_for(self._asked(question))

    async def _asked(self, question: str) -> InterviewReply:
        try:
            return await self._interview.ask(question)
        finally:
            await self._interview.rest()


class Person:
    """Somebody, as they were at a moment of a run."""

    def __init__(self, person: PersonId, look: RestoredRun, names: Names, reader: Callable[[], Reader]) -> None:
        self._id = person
        self._look = look
        self._names = names
        self._reader = reader

    @property
    def id(self) -> str:
        """Their id."""
        return str(self._id)

    @property
    def name(self) -> str:
        """Their name, in the language of the run."""
        return self._names.person(self._id)

    @property
    def note(self) -> str:
        """One sentence when what they had in mind could not be brought to this very moment; otherwise empty."""
        return self._look.note

    @property
    def head(self) -> Head:
        """All they had in mind, as the rooms below know it."""
        return self._look.head(self._id)

    @property
    def now(self) -> Activity:
        """Where they are and what they do."""
        tick = self._look.tick
        body = self._look.town.body(self._id, tick)
        told = self.head.now(self._look.moment(self._id))
        tile = body.tile(tick)
        return Activity(
            place=told["place"],
            doing=told["doing"],
            emoji=body.deed.emoji if body.deed else "",
            tile=(tile.x, tile.y),
            asleep=body.asleep,
            talking=body.talk is not None,
        )

    @property
    def plan(self) -> list[PlanItem]:
        """The day they are living, as they mean it to go; empty before the first morning."""
        head = self.head
        blocks = head.state.day.plan
        return [
            PlanItem(
                self._time(block.start),
                self._time(block.end),
                block.what,
                head.places.name(block.place),
                promised=block.fixed,
            )
            for block in blocks
        ]

    def promises(self, status: str | None = OPEN) -> list[DatedPromise]:
        """What they have promised, soonest first; all of it when no status is given."""
        head = self.head
        wanted = [each for each in head.calendar.promises if status is None or each.status == status]
        return [
            DatedPromise(
                self._time(each.start),
                self._time(each.end),
                each.what,
                head.places.name(each.place) if each.place else "",
                tuple(self._names.person(person) for person in each.company),
                each.status,
                each.reason,
            )
            for each in sorted(wanted, key=lambda each: (each.start, each.id))
        ]

    @property
    def concerns(self) -> list[str]:
        """What is on their mind these days."""
        return list(self.head.state.morning.concerns)

    def memories(self, kind: str | None = None, about: str | None = None, last: int | None = None) -> list[Memory]:
        """What they remember, oldest first: of a kind, about somebody (an id), the last so many."""
        found = [
            record
            for record in self.head.memories.all()
            if kind in (None, record.kind) and (about is None or about in (*record.about, record.source))
        ]
        return [self._memory(record) for record in (found if last is None else found[-last:] if last > 0 else [])]

    def recall(self, text: str, n: int = 8) -> list[Memory]:
        """What a text would bring to their mind, strongest first."""
        head = self.head
        found = head.recall(self._look.tick, [text], n=n)
        pairs = [(head.memories.find(each.number), each.score) for each in found]
        return [self._memory(record, score) for record, score in pairs if record is not None]

    @property
    def ties(self) -> list[Relationship]:
        """What they think of those they know, closest first."""
        head = self.head
        others = [head.people.other(person) for person in head.people.acquainted()]
        return [
            Relationship(each["name"], each["tie"], each["feeling"], each["knows"], each["closeness"], each["talks"])
            for each in others
        ]

    def ask(self, question: str) -> InterviewReply:
        """Ask one question; they will not remember it."""
        return self.interview().ask(question)

    def interview(self) -> Interview:
        """Begin an interview, in which they know what was asked before."""
        return Interview(self._look.interview(self._id))

    def why(self) -> Why | None:
        """Why they do what they do; None before anything was decided."""
        with self._reader() as reader:
            found = why(reader, self._id, self._look.tick)
        return None if found is None else found[0]

    def _time(self, tick: int) -> datetime:
        return self.head.hours.clock.moment(tick)

    def _memory(self, record: Record, score: float | None = None) -> Memory:
        return Memory(
            number=record.number,
            time=self._time(record.tick) if record.tick >= 0 else None,
            kind=record.kind,
            text=record.text,
            about=tuple(self._names.person(person) for person in record.about),
            importance=record.importance,
            source=self._names.person(record.source) if record.source else "",
            evidence=record.evidence,
            private=record.private,
            score=score,
        )

    def __repr__(self) -> str:
        return f"<{self.name}: {self.now}>"
