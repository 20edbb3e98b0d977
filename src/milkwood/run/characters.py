"""Characters: the people of a town pack in the language of a run, and their start in bed.

Invariant: follows from the pack and the language alone.
"""

from dataclasses import replace

from milkwood.clock import MINUTES_A_DAY, TownClock, hour_of
from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.mind.character import Character, Engagement, Folk, Tie, UsualBlock
from milkwood.mind.phrases import Phrases
from milkwood.run.seeds import seeds_of
from milkwood.run.visits import departure, is_there_at_first
from milkwood.town.address import Address
from milkwood.town.body import Deed
from milkwood.town.events import Entered, Happening
from milkwood.town.map import TownMap
from milkwood.town.town import BEFORE_TIME
from milkwood.towns import Pack, Person
from milkwood.towns.road import road_end
from milkwood.understudy.break_down.meals import is_eating
from milkwood.understudy.language.names import is_partner
from milkwood.words import Language

LEAVING_MINUTES = 12 * 60
"""How long a person who leaves promises nothing else."""


def name_of(person: Person, language: Language) -> Folk:
    """The name, short name and pronoun of a person, and whom they are married to."""
    partner = next((tie.person for tie in person.knows if is_partner(tie.tie.in_language(language))), None)
    name, called = person.name.in_language(language), person.called.in_language(language)
    return Folk(person.id, name, called, person.pronoun, partner=partner)


def character_of(person: Person, pack: Pack, language: Language) -> Character:
    """The character of a person, with the memories and appointments of the scenario."""
    town_map, clock = pack.town_map, pack.clock
    stories = pack.scenario.stories
    sleep = person.habits.sleep
    work_room = _room(person.work.at, town_map) if person.work else None
    return Character(
        folk=name_of(person, language),
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
        sleeping=Phrases.of(language).sleeping,
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
        seeds=tuple(seeds_of(person, pack, language)),
        engagements=tuple(_engagements(person, pack, clock, language)),
        places=frozenset((*person.places, *_places(person, work_room, town_map))),
        language=language,
        manners=person.manners,
        leaves=departure(person, clock),
        road=road_end(town_map, person.leaves.road, person.bed) if person.leaves else None,
    )


def _room(address: Address, town_map: TownMap) -> RoomId:
    return address.room_id or town_map.rooms_of(address.sector_id)[0].id


def _goal(where: Address, town_map: TownMap) -> ThingId | RoomId:
    return where.thing_id or _room(where, town_map)


def _places(person: Person, work_room: RoomId | None, town_map: TownMap) -> list[SectorId]:
    """Sectors of the usual day and of work: known from the start."""
    places = [block.where.sector_id for block in person.habits.day]
    return [*places, town_map.rooms[work_room].sector] if work_room else places


def _work(person: Person, town_map: TownMap, language: Language) -> str:
    if person.work is None:
        return ""
    words = Phrases.of(language)
    place = town_map.sectors[person.work.at.sector_id].name.in_language(language)
    said = words.works.format(title=person.work.title.in_language(language), place=place)
    if person.work.hours is None:
        return said
    hours = words.hours.format(opens=hour_of(person.work.hours.opens), closes=hour_of(person.work.hours.closes))
    return words.works_from.format(work=said, hours=hours)


def _usual(person: Person, town_map: TownMap, language: Language) -> list[UsualBlock]:
    """The usual day in order; blocks after midnight come last."""
    wake = person.habits.wake
    found = []
    for block in person.habits.day:
        late = MINUTES_A_DAY if block.start < wake else 0
        end = block.end if block.end > block.start else block.end + MINUTES_A_DAY
        what, place = block.what.in_language(language), _goal(block.where, town_map)
        found.append(UsualBlock(block.start + late, end + late, what, place, is_eating(what, language)))
    return _with_work(sorted(found, key=lambda each: each.start), person, town_map, language)


def _with_work(day: list[UsualBlock], person: Person, town_map: TownMap, language: Language) -> list[UsualBlock]:
    """A usual day in which stated working hours are spent at work, also where the day leaves them out."""
    if person.work is None or person.work.hours is None:
        return day
    sector, opens, closes = person.work.at.sector_id, person.work.hours.opens, person.work.hours.closes
    closes += MINUTES_A_DAY if closes <= opens else 0
    if any(block.place.startswith(f"{sector}:") and block.start < closes and block.end > opens for block in day):
        return day
    what = Phrases.of(language).working.format(place=town_map.sectors[sector].name.in_language(language))
    middle, place = (opens + closes) // 2, _goal(person.work.at, town_map)
    cut = [
        replace(block, start=max(block.start, start), end=min(block.end, end))
        for block in day
        for start, end in ((block.start, opens), (closes, block.end))
    ]
    shift = [UsualBlock(opens, middle, what, place), UsualBlock(middle, closes, what, place)]
    return sorted([*(each for each in cut if each.end > each.start), *shift], key=lambda each: each.start)


def _engagements(person: Person, pack: Pack, clock: TownClock, language: Language) -> list[Engagement]:
    goes, home = departure(person, clock), pack.town_map.things[person.bed].room
    leaving = Engagement(Phrases.of(language).leaving, goes, goes + clock.ticks_in_minutes(LEAVING_MINUTES), home)
    return [*_appointments(person.id, pack, clock, language), *([leaving] if person.leaves else [])]


def _appointments(person: PersonId, pack: Pack, clock: TownClock, language: Language) -> list[Engagement]:
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


def everybody_in_bed(pack: Pack, language: Language) -> list[Happening]:
    """Each person who is there asleep in their bed; people who share one lie on different spots of it."""
    town_map = pack.town_map
    taken: dict[ThingId, int] = {}
    happenings = []
    for person in pack.people.values():
        if not is_there_at_first(person, pack.clock):
            continue
        spots = town_map.spots(person.bed)
        place = taken.get(person.bed, 0)
        taken[person.bed] = place + 1
        room = town_map.things[person.bed].room
        deed = Deed(Phrases.of(language).sleeping, "💤", at=room, thing=person.bed, asleep=True)
        happenings.append(Happening(BEFORE_TIME, person.id, 0, Entered(spots[place % len(spots)], deed)))
    return happenings
