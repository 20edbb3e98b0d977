"""What is true of a person at a moment of a run: what they did, where, with whom they talked, what they were told.

Invariant: read from the chronicle and the pack; of the mind only what no one else can know (closeness, acquaintance).
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from milkwood.chronicle import Chronicle
from milkwood.chronicle.acts import reasons_between
from milkwood.chronicle.rumour import Fact
from milkwood.chronicle.transcript import Transcript
from milkwood.ids import PersonId
from milkwood.mind.head import Head
from milkwood.mind.port import Memory
from milkwood.models.wording import words_of
from milkwood.town.places import Room
from milkwood.towns import Person
from milkwood.words import ENGLISH, Language
from tests.story.measures import Life, Span

LANGUAGES = (ENGLISH, Language("zh"))
ASLEEP = ("asleep", "in bed", "正睡着", "在床上睡着")
NEXT_MINUTES = 180
"""What was done so soon after an hour may have come next."""
AROUND_MINUTES = 15
"""A deed this near to an hour is a true answer to what was done at that hour."""


@dataclass(frozen=True)
class Told:
    """A piece of news with the person who told it."""

    source: PersonId
    memory: Memory
    tick: int


@dataclass(frozen=True)
class Truth:
    """One person at a tick of a run."""

    life: Life
    person: PersonId
    tick: int
    head: Head

    @property
    def language(self) -> Language:
        return self.life.language

    @property
    def own(self) -> Person:
        return self.life.pack.people[self.person]

    @cached_property
    def others(self) -> list[PersonId]:
        return [person for person in self.life.tracks if person != self.person]

    @cached_property
    def day(self) -> int:
        return self.life.header.clock.day(self.tick)

    def names(self, person: PersonId | str) -> list[str]:
        """All names of a person, in every language; of a name with a family part each part that is unique."""
        one = self.life.pack.people[PersonId(person)]
        full = [text.in_language(language) for text in (one.name, one.called) for language in LANGUAGES]
        return list(dict.fromkeys(full))

    def deeds(self, first: int, last: int) -> list[Span]:
        """Waking deeds that touch some ticks."""
        track = self.life.tracks[self.person]
        return [span for span in track.awake_deeds() if span.start < last and span.end > first]

    def is_still(self, first: int, last: int) -> bool:
        """Whether the person is in one deed at one place all the time."""
        tiles = self.life.tracks[self.person].tiles[first:last]
        return len(self.deeds(first, last)) == 1 and bool((tiles == tiles[0]).all())

    def done_at(self, tick: int) -> list[str]:
        """What the person did around a tick: deeds, the plan they belong to, the people they talked to."""
        around = self.life.header.clock.ticks_in_minutes(AROUND_MINUTES)
        deeds = [span.deed.what for span in self.deeds(tick - around, tick + around)]
        talks = [self.life.name(other) for talk in self.talks(tick - around, tick + around) for other in talk.members]
        return [*deeds, *self.planned_at(tick), *(name for name in talks if name != self.life.name(self.person))]

    def planned_at(self, tick: int) -> list[str]:
        """The plan the person followed at a tick, as the reasons of their acts say."""
        earlier = [plan for at, plan in self._plans if at <= tick]
        return earlier[-1:]

    @cached_property
    def _plans(self) -> list[tuple[int, str]]:
        """The plan behind each act, in order of time."""
        with Chronicle.read(self.life.path) as reader:
            reasons = reasons_between(reader, 0, self.tick, self.person)
            return [(tick, str(reason["plan"])) for _, tick, reason in reasons if reason.get("plan")]

    def done_next(self, tick: int) -> list[str]:
        """Deeds and plans of the next hours, without those of the tick itself."""
        hours = self.life.header.clock.ticks_in_minutes(NEXT_MINUTES)
        after = [span.deed.what for span in self.deeds(tick, tick + hours) if span.start > tick]
        after += [plan for at, plan in self._plans if tick < at <= tick + hours and plan not in self.planned_at(tick)]
        if any(span.deed.asleep for span in self.life.tracks[self.person].deeds if tick < span.start <= tick + hours):
            after += ASLEEP
        return list(dict.fromkeys(after)) if tick + hours < self.tick else []

    def time_at(self, day: int) -> Counter[str]:
        """The number of ticks they were at each place on a day."""
        first, last = self.of_day(day)
        rooms = self.life.tracks[self.person].rooms[max(0, first) : min(last, self.tick)]
        town_map = self.life.pack.town_map
        return Counter(town_map.rooms[room].sector for room in rooms if room is not None)

    def room_at(self, tick: int) -> Room | None:
        found = self.life.tracks[self.person].rooms[tick]
        return None if found is None else self.life.pack.town_map.rooms[found]

    def places_at(self, tick: int) -> list[str]:
        """The names of the room and the sector, in every language."""
        room = self.room_at(tick)
        if room is None:
            return []
        sector = self.life.pack.town_map.sectors[room.sector]
        return [name.in_language(language) for name in (sector.name, room.name) for language in LANGUAGES]

    def talks(self, first: int, last: int) -> list[Transcript]:
        """Talks with lines that the person was in."""
        return [
            talk
            for talk in self.life.talks
            if self.person in talk.members and talk.lines and first <= talk.began < min(last, self.tick)
        ]

    def partners(self, first: int, last: int) -> list[PersonId]:
        """The people they talked with."""
        met = {other for talk in self.talks(first, last) for other in talk.members} - {self.person}
        return sorted(person for person in met if person in self.life.tracks)

    def of_day(self, day: int) -> tuple[int, int]:
        return self.life.tick_of(day, 0), self.life.tick_of(day + 1, 0)

    @cached_property
    def memories(self) -> list[tuple[int, Memory]]:
        own = (each for each in self.life.memories if each[1] == self.person)
        return [(tick, memory) for tick, _, memory in own if tick < self.tick]

    @cached_property
    def told(self) -> list[Told]:
        """News with its teller."""
        return [
            Told(PersonId(memory.source), memory, tick)
            for tick, memory in self.memories
            if memory.kind == "news" and memory.source in self.life.tracks and memory.source != self.person
        ]

    def tellers(self, text: str) -> list[PersonId]:
        """Everyone who told the person this, by their memories or in a line they heard."""
        fact = Fact((text,))
        by_memory = {told.source for told in self.told if fact.is_in(told.memory.text)}
        by_line = {
            line.speaker
            for talk in self.talks(0, self.tick)
            for line in talk.lines
            if line.speaker != self.person and fact.is_in(line.text)
        }
        return sorted(by_memory | by_line)

    def knows_fact(self, text: str) -> bool:
        """Whether the person remembers it or heard it."""
        fact = Fact((text,))
        return any(fact.is_in(memory.text) for _, memory in self.memories) or bool(self.tellers(text))

    def has_heard_of(self, title: str) -> bool | None:
        """Whether a memory, or a line they heard, names a thing; None if one may mean it."""
        wanted = words_of(title)
        texts = [memory.text for _, memory in self.memories]
        texts += [line.text for talk in self.talks(0, self.tick) for line in talk.lines]
        most = max((len(wanted & words_of(text)) for text in texts), default=0)
        return True if most == len(wanted) else None if 2 * most >= len(wanted) else False

    def closeness(self, person: PersonId) -> int:
        return self.head.people.of(person).closeness

    def extremes(self, *, most: bool) -> list[PersonId]:
        """The people they feel closest to, or the least, among those they know."""
        known = [person for person in self.others if self.head.people.knows(person)]
        if not known:
            return []
        edge = (max if most else min)(self.closeness(person) for person in known)
        return [person for person in known if self.closeness(person) == edge]
