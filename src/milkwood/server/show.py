"""A town pack as the window is told of it.

Knows packs and the wire; knows nothing of requests. Invariant: pure but for reading the pack's map once; the people
are the scenario's cast, and each has a tile of their own bed.
"""

from collections import defaultdict
from collections.abc import Mapping

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.server import wire
from milkwood.server.outline import rectangles, sector_rectangles
from milkwood.town.places import OpeningHours, Room, Sector, Thing
from milkwood.town.tile import Tile
from milkwood.towns import Pack, Person, Scenario
from milkwood.words import Words


def entry(pack: Pack) -> wire.TownEntryOut:
    """The town in a list."""
    return wire.TownEntryOut(
        id=pack.id, name=_text(pack.name), about=_text(pack.about), languages=[str(code) for code in pack.languages]
    )


def town(pack: Pack) -> wire.TownOut:
    """The town with everything the window shows of it."""
    tiles = start_tiles(pack)
    outlines = sector_rectangles(pack.map_path)
    things: Mapping[RoomId, list[Thing]] = _grouped(pack)
    return wire.TownOut(
        **entry(pack).model_dump(),
        start=pack.scenario.start,
        seconds_per_tick=pack.seconds_per_tick,
        width=pack.town_map.width,
        height=pack.town_map.height,
        scenario=pack.scenario.id,
        people=[_person(person, tiles[person.id]) for person in pack.people.values()],
        places=[
            _sector(sector, outlines.get(sector.id, []), pack.town_map.rooms_of(sector.id), things)
            for sector in pack.town_map.sectors.values()
        ],
        scenarios=[_scenario(scenario) for scenario in pack.scenarios.values()],
    )


def start_tiles(pack: Pack) -> dict[PersonId, Tile]:
    """Where each person lies when the town starts: in their own bed, those who share one side by side."""
    taken: dict[ThingId, int] = defaultdict(int)
    tiles: dict[PersonId, Tile] = {}
    for person in pack.people.values():
        spots = pack.town_map.spots(person.bed)
        tiles[person.id] = spots[taken[person.bed] % len(spots)]
        taken[person.bed] += 1
    return tiles


def _text(words: Words) -> wire.Text:
    return {str(code): text for code, text in words.items()}


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _hours(hours: OpeningHours | None) -> str | None:
    return f"{_clock(hours.opens)}-{_clock(hours.closes)}" if hours else None


def _grouped(pack: Pack) -> dict[RoomId, list[Thing]]:
    groups: dict[RoomId, list[Thing]] = defaultdict(list)
    for thing in pack.town_map.things.values():
        groups[thing.room].append(thing)
    return groups


def _person(person: Person, tile: Tile) -> wire.PersonOut:
    work = person.work
    return wire.PersonOut(
        id=person.id,
        name=_text(person.name),
        called=_text(person.called),
        age=person.age,
        pronoun=person.pronoun,
        traits=[_text(trait) for trait in person.traits],
        biography=_text(person.biography),
        concerns=[_text(concern) for concern in person.concerns],
        speech=wire.SpeechOut(style=person.speech.style, note=_text(person.speech.note)),
        work=wire.WorkOut(title=_text(work.title), at=work.at.say(), hours=_hours(work.hours)) if work else None,
        bed=person.bed,
        wake=_clock(person.habits.wake),
        sleep=_clock(person.habits.sleep),
        day=[
            wire.DeedOut(
                start=_clock(block.start), end=_clock(block.end), what=_text(block.what), where=block.where.say()
            )
            for block in person.habits.day
        ],
        knows=[
            wire.TieOut(person=tie.person, tie=_text(tie.tie), feeling=_text(tie.feeling), closeness=tie.closeness)
            for tie in person.knows
        ],
        tile=(tile.x, tile.y),
    )


def _thing(thing: Thing) -> wire.ThingOut:
    return wire.ThingOut(
        id=thing.id,
        name=_text(thing.name),
        kind=thing.kind.id,
        emoji=thing.kind.emoji,
        tiles=[(tile.x, tile.y) for tile in thing.tiles],
    )


def _room(room: Room, things: list[Thing]) -> wire.RoomOut:
    return wire.RoomOut(
        id=room.id,
        name=_text(room.name),
        kind=room.kind,
        outdoors=room.outdoors,
        rectangles=rectangles(room.tiles),
        things=[_thing(thing) for thing in things],
    )


def _sector(
    sector: Sector,
    outline: list[wire.RectangleOut],
    rooms: tuple[Room, ...],
    things: Mapping[RoomId, list[Thing]],
) -> wire.SectorOut:
    return wire.SectorOut(
        id=sector.id,
        name=_text(sector.name),
        kind=sector.kind,
        public=sector.public,
        opens=_hours(sector.hours),
        rectangles=outline,
        rooms=[_room(room, things.get(room.id, [])) for room in rooms],
    )


def _scenario(scenario: Scenario) -> wire.ScenarioOut:
    return wire.ScenarioOut(
        id=scenario.id,
        name=_text(scenario.name),
        about=_text(scenario.about),
        start=scenario.start,
        days=scenario.days,
        cast=[str(person) for person in scenario.cast],
        stories=[wire.StoryOut(id=story.id, title=_text(story.title)) for story in scenario.stories],
    )
