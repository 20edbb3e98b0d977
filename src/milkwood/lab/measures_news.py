"""How far news went in a life: who knows of a scenario's stories, who came to what was announced, who knows whom.

Knows a scenario and what is written down of a life, no minds. Invariant: somebody knows a story only if they knew it
from the start or were told by an unbroken chain (`milkwood.chronicle.rumour`); somebody came only if they were in the
room for a while between the beginning and the end.
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
"""Whoever is there so long has come."""

RoomAt = Callable[[PersonId, int], RoomId | None]
"""Where somebody is at a tick."""


@dataclass(frozen=True, slots=True)
class HostedEvent:
    """A dated thing that somebody invites others to."""

    host: PersonId
    room: RoomId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody's being at an event."""

    first: int
    """The tick at which they were first there."""
    ticks: int
    """For how long, in all."""


def news_of(story: Story, language: Language, which: Sequence[int] | None = None) -> tuple[str, ...]:
    """The wordings that give a story away: what may be told of it, or these of its memories."""
    numbers = [number for number, memory in enumerate(story.memories) if not memory.private]
    return tuple(story.memories[number].text.in_language(language) for number in (numbers if which is None else which))


def spread(wordings: tuple[str, ...], memories: Iterable[Remembered], talks: Sequence[Transcript]) -> Rumour:
    """Everybody who knows a piece of news in one of its wordings."""
    return rumour_of(Fact(wordings), memories, talks)


def explained(rumour: Rumour) -> list[PersonId]:
    """Who knows it from the start or by an unbroken chain."""
    return [*rumour.origins(), *rumour.told()]


def event_of(story: Story, clock: TownClock, town_map: TownMap) -> HostedEvent | None:
    """The event of a story, as its host has it in the calendar; None when it has none."""
    hosted = next((each for each in story.commitments if each.host), None)
    if hosted is None:
        return None
    room = hosted.where.room_id or town_map.rooms_of(hosted.where.sector_id)[0].id
    return HostedEvent(hosted.person, room, int(clock.tick_at(hosted.start)), int(clock.tick_at(hosted.end)))


def whereabouts(town: Town) -> RoomAt:
    """Where people are in a town that was folded from what happened."""

    def at(person: PersonId, tick: int) -> RoomId | None:
        body = town.find_body(person, tick)
        room = None if body is None else town.map.room_at(body.tile(tick))
        return room.id if room else None

    return at


def presence(
    event: HostedEvent, people: Iterable[PersonId], at: RoomAt, until: int, clock: TownClock
) -> dict[PersonId, Visit]:
    """Who was at an event while it went on, as far as it was lived."""
    enough = clock.ticks_in_minutes(PRESENT_MINUTES)
    found = {}
    for person in people:
        there = [tick for tick in range(event.start, min(event.end, until)) if at(person, tick) == event.room]
        if len(there) >= enough:
            found[person] = Visit(there[0], len(there))
    return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many pairs know each other, of how many."""

    before: int
    after: int
    all: int


def pairs(pack: Pack, people: Iterable[PersonId], talks: Sequence[Transcript]) -> Pairs:
    """Pairs who know each other: a tie from before, or a talk since, on both sides."""
    ties = {person: {tie.person for tie in pack.people[person].knows if tie.closeness > 0} for person in people}
    known = {person: ties[person] | _met(talks, person) for person in ties}
    couples = list(combinations(sorted(ties), 2))
    return Pairs(_mutual(ties, couples), _mutual(known, couples), len(couples))


def _mutual(known: Mapping[PersonId, set[PersonId]], couples: Sequence[tuple[PersonId, PersonId]]) -> int:
    return sum(one in known[other] and other in known[one] for one, other in couples)


def _met(talks: Sequence[Transcript], person: PersonId) -> set[PersonId]:
    return {other for talk in talks if person in talk.members and talk.lines for other in talk.members} - {person}
