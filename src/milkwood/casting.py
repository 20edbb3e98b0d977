"""How the people of a town pack become minds: characters in the language of a run, with what they know of each other.

Knows packs and minds, no runs. Invariant: follows from the pack, the language and the seed alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from milkwood.clock import MINUTES_A_DAY, TownClock
from milkwood.ids import PersonId, RoomId, SectorId
from milkwood.mind.character import Character, Engagement, Folk, Seed, Tie, Usual
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.head import Head, Switches
from milkwood.mind.hours import Hours, hour_of
from milkwood.mind.phrases import BY_LANGUAGE
from milkwood.mind.port import Memory
from milkwood.mind.recall import Weights
from milkwood.mind.townsperson import Shelf, Townsperson
from milkwood.models.embedding import Meanings
from milkwood.town.address import Address
from milkwood.town.map import TownMap
from milkwood.towns import Pack, Person
from milkwood.words import CHINESE, Language, Words

SLEEPING = Words({Language("en"): "sleeping", CHINESE: "睡觉"})


def folk_of(pack: Pack, language: Language) -> dict[PersonId, Folk]:
    """How everybody of the cast is called."""
    return {person.id: _folk(person, language) for person in pack.people.values()}


def _folk(person: Person, language: Language) -> Folk:
    return Folk(person.id, person.name.in_language(language), person.called.in_language(language), person.pronoun)


def character_of(person: Person, pack: Pack, language: Language) -> Character:
    """Somebody of a pack, with what the scenario gives them."""
    town_map, clock = pack.town_map, pack.clock
    stories = pack.scenario.stories
    sleep = person.habits.sleep
    work_room = _room(person.work.at, town_map) if person.work else None
    return Character(
        folk=_folk(person, language),
        age=person.age,
        traits=tuple(trait.in_language(language) for trait in person.traits),
        biography=person.biography.in_language(language),
        style=person.speech.style,
        manner=person.speech.note.in_language(language),
        work=_work(person, town_map, language),
        work_room=work_room,
        work_hours=(person.work.hours.opens, person.work.hours.closes) if person.work and person.work.hours else None,
        home=town_map.rooms[town_map.things[person.bed].room].sector,
        bed=person.bed,
        wake=person.habits.wake,
        sleep=sleep if sleep > person.habits.wake else sleep + MINUTES_A_DAY,
        sleeping=SLEEPING.in_language(language),
        usual=tuple(_usual(person, town_map, language)),
        concerns=tuple(concern.in_language(language) for concern in person.concerns),
        goals=tuple(
            goal.text.in_language(language) for story in stories for goal in story.goals if goal.person == person.id
        ),
        ties={
            tie.person: Tie(tie.tie.in_language(language), tie.feeling.in_language(language), tie.closeness)
            for tie in person.knows
            if tie.person in pack.people
        },
        seeds=(*_seeds(person, language), *_story_seeds(person.id, pack, language)),
        engagements=tuple(_engagements(person.id, pack, clock, language)),
        places=frozenset((*person.places, *_places(person, work_room, town_map))),
        language=language,
    )


def _room(address: Address, town_map: TownMap) -> RoomId:
    return address.room_id or town_map.rooms_of(address.sector_id)[0].id


def _goal(where: Address, town_map: TownMap) -> str:
    return where.thing_id or _room(where, town_map)


def _places(person: Person, work_room: RoomId | None, town_map: TownMap) -> list[SectorId]:
    """Where one's usual day takes one is known from the start."""
    places = [block.where.sector_id for block in person.habits.day]
    return [*places, town_map.rooms[work_room].sector] if work_room else places


def _work(person: Person, town_map: TownMap, language: Language) -> str:
    if person.work is None:
        return ""
    words = BY_LANGUAGE[language]
    place = town_map.sectors[person.work.at.sector_id].name.in_language(language)
    said = words.works.format(title=person.work.title.in_language(language), place=place)
    if person.work.hours is None:
        return said
    hours = words.hours.format(opens=hour_of(person.work.hours.opens), closes=hour_of(person.work.hours.closes))
    return f"{said}{'，' if language == CHINESE else ', '}{hours}"


def _usual(person: Person, town_map: TownMap, language: Language) -> list[Usual]:
    """A usual day in order; what lies after midnight comes after the rest."""
    wake = person.habits.wake
    found = []
    for block in person.habits.day:
        late = MINUTES_A_DAY if block.start < wake else 0
        end = block.end if block.end > block.start else block.end + MINUTES_A_DAY
        found.append(
            Usual(block.start + late, end + late, block.what.in_language(language), _goal(block.where, town_map))
        )
    return sorted(found, key=lambda each: each.start)


def _seeds(person: Person, language: Language) -> list[Seed]:
    return [
        Seed(memory.text.in_language(language), memory.importance, memory.about, memory.private)
        for memory in person.memories
    ]


def _story_seeds(person: PersonId, pack: Pack, language: Language) -> list[Seed]:
    return [
        Seed(memory.text.in_language(language), memory.importance, memory.about, memory.private)
        for story in pack.scenario.stories
        for memory in story.memories
        if memory.person == person
    ]


def _engagements(person: PersonId, pack: Pack, clock: TownClock, language: Language) -> list[Engagement]:
    return [
        Engagement(
            commitment.what.in_language(language),
            int(clock.tick_at(commitment.start)),
            int(clock.tick_at(commitment.end)),
            _room(commitment.where, pack.town_map),
            commitment.company,
            commitment.host,
        )
        for story in pack.scenario.stories
        for commitment in story.commitments
        if commitment.person == person
    ]


@dataclass(frozen=True, slots=True)
class MindSettings:
    """What minds are made with, besides who they are."""

    meanings: Meanings | None = None
    switches: Switches = field(default_factory=Switches)
    weights: Weights = field(default_factory=Weights)


class Casting:
    """The minds of a run: they share the names of everybody and of all places, and nothing else."""

    def __init__(
        self,
        pack: Pack,
        clock: TownClock,
        language: Language,
        seed: int,
        *,
        settings: MindSettings,
        shelf: Shelf,
        routines: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._pack = pack
        self._language = language
        self._seed = seed
        self._settings = settings
        self._shelf = shelf
        self._routines = routines or {}
        self._folk = folk_of(pack, language)
        self._places = Gazetteer(pack.town_map, language)
        self._hours = Hours(clock)

    def everybody(self) -> dict[PersonId, Townsperson]:
        """A mind for each of the cast."""
        return {person.id: self.mind(person) for person in self._pack.people.values()}

    def mind(self, person: Person) -> Townsperson:
        """Somebody's mind; from now on everybody can call them by their name."""
        self._folk[person.id] = _folk(person, self._language)
        settings = self._settings
        head = Head(
            character_of(person, self._pack, self._language),
            self._folk,
            self._places,
            self._hours,
            settings.meanings,
            self._seed,
            settings.switches,
            settings.weights,
        )
        head.take_along(self._routines.get(person.id, {}))
        return Townsperson(head, self._shelf)

    def introduce(self, person: PersonId, name: str) -> None:
        """Somebody without a mind of ours is in town: everybody can call them by this name."""
        self._folk[person] = Folk(person, name, name, "they", guest=True)


def seeded(minds: Iterable[Townsperson], tick: int) -> list[tuple[int, PersonId, Memory]]:
    """Let people remember what they know from before; returns it as it is to be written down."""
    written: list[tuple[int, PersonId, Memory]] = []
    for mind in minds:
        head = mind.head
        for seed in head.character.seeds:
            number = head.remember(
                tick, "seed", seed.text, about=seed.about, importance=seed.importance, private=seed.private
            )
            for about in seed.about:
                head.memories.told(number, about)
        for each in head.character.engagements:
            head.calendar.add(each.what, each.start, each.end, each.place, each.company, host=each.host)
        written += [(tick, head.id, memory) for memory in head.fresh]
        head.fresh = []
    return written
