"""The spread of news in a run: who knows a scenario's stories, who came to its events, which people know each other.

Invariant: who knows a story is decided by `milkwood.chronicle.rumour` alone; a person came to an event only if they
were in its room for a while during it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from milkwood.chronicle.rumour import Fact, Rumour, rumour_of
from milkwood.chronicle.transcript import Transcript
from milkwood.clock import TownClock
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId, RoomId
from milkwood.town.map import TownMap
from milkwood.town.town import Town
from milkwood.towns import Pack
from milkwood.towns.story import Story
from milkwood.words import Language

PRESENT_MINUTES = 10
"""Minimum presence that counts as attendance."""

RoomAt = Callable[[PersonId, int], RoomId | None]
"""The room of a person at a tick."""


@dataclass(frozen=True, slots=True)
class HostedEvent:
    """A dated event with a host who invites others."""

    host: PersonId
    room: RoomId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """The presence of a person at an event."""

    first: int
    """The first tick of their presence."""
    ticks: int
    """Total duration."""


def news_of(story: Story, language: Language) -> tuple[str, ...]:
    """The wordings by which a story is recognised: its public memories."""
    return tuple(memory.text.in_language(language) for memory in story.memories if not memory.private)


def spread(wordings: tuple[str, ...], memories: Iterable[Remembered], talks: Sequence[Transcript]) -> Rumour:
    """Everyone who knows a piece of news in one of its wordings."""
    return rumour_of(Fact(wordings), memories, talks)


def event_of(story: Story, clock: TownClock, town_map: TownMap) -> HostedEvent | None:
    """The event of a story, from its host's calendar; None if it has none."""
    hosted = next((each for each in story.commitments if each.host), None)
    if hosted is None:
        return None
    room = hosted.where.room_id or town_map.rooms_of(hosted.where.sector_id)[0].id
    return HostedEvent(hosted.person, room, int(clock.tick_at(hosted.start)), int(clock.tick_at(hosted.end)))


def whereabouts(town: Town) -> RoomAt:
    """The rooms of people in a replayed town."""

    def at(person: PersonId, tick: int) -> RoomId | None:
        body = town.find_body(person, tick)
        room = None if body is None else town.map.room_at(body.tile(tick))
        return room.id if room else None

    return at


def presence(
    event: HostedEvent, people: Iterable[PersonId], at: RoomAt, until: int, clock: TownClock
) -> dict[PersonId, Attendance]:
    """The people who were at an event, as far as the run has come."""
    enough = clock.ticks_in_minutes(PRESENT_MINUTES)
    found = {}
    for person in people:
        there = [tick for tick in range(event.start, min(event.end, until)) if at(person, tick) == event.room]
        if len(there) >= enough:
            found[person] = Attendance(there[0], len(there))
    return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """The number of pairs who know each other, and of all pairs."""

    before: int
    after: int
    all: int


def pairs(pack: Pack, people: Iterable[PersonId], talks: Sequence[Transcript]) -> Pairs:
    """Count pairs in which each knows the other, by a tie or a talk."""
    ties = {person: {tie.person for tie in pack.people[person].knows if tie.closeness} for person in people}
    known = {person: ties[person] | _met(talks, person) for person in ties}
    couples = list(combinations(sorted(ties), 2))
    return Pairs(_mutual(ties, couples), _mutual(known, couples), len(couples))


def _mutual(known: Mapping[PersonId, set[PersonId]], couples: Sequence[tuple[PersonId, PersonId]]) -> int:
    return sum(one in known[other] and other in known[one] for one, other in couples)


def _met(talks: Sequence[Transcript], person: PersonId) -> set[PersonId]:
    return {other for talk in talks if person in talk.members and talk.lines for other in talk.members} - {person}
