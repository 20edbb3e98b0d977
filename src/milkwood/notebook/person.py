"""A person of a run at one moment: what they do, plan, remember and think of others; and interviews with them.

Invariant (rule C5): nothing here changes the person or the run.
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
    """What a person visibly does, and where."""

    place: str
    """The name of the room; empty outdoors."""
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
    """One block of a day's plan."""

    start: datetime
    end: datetime
    what: str
    place: str
    promised: bool

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M} {self.what}" + (f", {self.place}" if self.place else "")


@dataclass(frozen=True, slots=True)
class DatedPromise:
    """A promise with a date: to be kept, kept, missed or declined."""

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
    """One memory of a person."""

    number: int
    time: datetime | None
    """None for a memory from before the run."""
    kind: str
    """`seed`, `saw`, `talk`, `news`, `thought`, `insight`, `promise`, `plan`, `voice`, `did`."""
    text: str
    about: tuple[str, ...]
    """Names."""
    importance: int
    source: str
    """The name of the person who told it; empty for own experience."""
    evidence: tuple[int, ...]
    """Numbers of the memories it rests on."""
    private: bool
    secret_from: tuple[str, ...] = ()
    """Names of the people who must not hear it."""
    witnesses: tuple[str, ...] = ()
    """Names of the people who were there or know it first hand."""
    certainty: str = "known"
    """`known`, `told`, `rumour` or `denied`."""
    score: float | None = None
    """How strongly it came to mind, when it was recalled."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a person thinks of another person."""

    name: str
    tie: str
    feeling: str
    knows: str
    closeness: int
    """-10 an enemy … 0 a stranger … 10 the closest person."""
    talks: int
    """Number of talks in this run."""


class Interview:
    """An interview: each question is answered with the earlier ones in mind, and nothing is remembered."""

    def __init__(self, interview: InterviewSession) -> None:
        self._interview = interview

    def ask(self, question: str) -> InterviewReply:
        """Ask a question; the reply is in character."""
        return wait_for(self._asked(question))

    async def _asked(self, question: str) -> InterviewReply:
        try:
            return await self._interview.ask(question)
        finally:
            await self._interview.rest()


class Person:
    """A person at one moment of a run."""

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
        """One sentence if their state of mind is of an earlier moment; otherwise empty."""
        return self._look.note

    @property
    def head(self) -> Head:
        """The internal state of their mind; not part of the public API."""
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
        """The plan of the current day; empty before the first morning."""
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
        """Their promises with a status, soonest first; all promises if the status is None."""
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
        """Their memories, oldest first; only of a kind, about a person (an id), or the `last` so many."""
        found = [
            record
            for record in self.head.memories.all()
            if kind in (None, record.kind) and (about is None or about in (*record.about, record.source))
        ]
        return [self._memory(record) for record in (found if last is None else found[-last:] if last > 0 else [])]

    def recall(self, text: str, n: int = 8) -> list[Memory]:
        """The memories that a text brings to mind, strongest first."""
        head = self.head
        found = head.recall(self._look.tick, [text], n=n)
        pairs = [(head.memories.find(each.number), each.score) for each in found]
        return [self._memory(record, score) for record, score in pairs if record is not None]

    @property
    def ties(self) -> list[Relationship]:
        """Their opinions of the people they know, closest first."""
        head = self.head
        others = [head.people.other(person) for person in head.people.acquainted()]
        return [
            Relationship(each["name"], each["tie"], each["feeling"], each["knows"], each["closeness"], each["talks"])
            for each in others
        ]

    def ask(self, question: str) -> InterviewReply:
        """Ask one question; they do not remember it."""
        return self.interview().ask(question)

    def interview(self) -> Interview:
        """Start an interview, in which they know the earlier questions."""
        return Interview(self._look.interview(self._id))

    def why(self) -> Why | None:
        """The reasons for what they do; None before the first decision."""
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
            secret_from=tuple(self._names.person(person) for person in sorted(record.secret_from)),
            witnesses=tuple(self._names.person(person) for person in record.witnesses),
            certainty=record.certainty,
            score=score,
        )

    def __repr__(self) -> str:
        return f"<{self.name}: {self.now}>"
