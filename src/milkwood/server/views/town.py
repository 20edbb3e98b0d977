"""A town pack as wire models.

Invariant: the people are the scenario's cast, and each has a tile of their own bed.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from milkwood.clock import hour_of
from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.server.wire import town as wire
from milkwood.server.wire.model import RectangleOut, WireText
from milkwood.town.places import OpeningHours, Room, Sector, Thing
from milkwood.town.tile import Tile
from milkwood.towns import Pack, Person, Scenario
from milkwood.towns.story import Goal, Story, StoryCommitment, StoryMemory
from milkwood.words import Words


def town_entry(pack: Pack) -> wire.TownEntryOut:
    """The town in a list."""
    return wire.TownEntryOut(
        id=pack.id, name=text_of(pack.name), about=text_of(pack.about), languages=[str(code) for code in pack.languages]
    )


def town_out(pack: Pack) -> wire.TownOut:
    """The town with everything the page shows."""
    tiles = start_tiles(pack)
    outlines = sector_rectangles(pack.map_path)
    things: Mapping[RoomId, list[Thing]] = _grouped(pack)
    return wire.TownOut(
        **town_entry(pack).model_dump(),
        start=pack.scenario.start,
        seconds_per_tick=pack.seconds_per_tick,
        width=pack.town_map.width,
        height=pack.town_map.height,
        scenario=pack.scenario.id,
        people=[person_out(person, tiles[person.id]) for person in pack.people.values()],
        places=[
            _sector(sector, outlines.get(sector.id, []), pack.town_map.rooms_of(sector.id), things)
            for sector in pack.town_map.sectors.values()
        ],
        scenarios=[_scenario(scenario) for scenario in pack.scenarios.values()],
        states={
            thing.kind.id: [
                wire.ThingStateKindOut(
                    key=state.key, words=text_of(state.words), look=state.look, needs=state.mend is not None
                )
                for state in thing.kind.states
            ]
            for thing in pack.town_map.things.values()
        },
    )


def start_tiles(pack: Pack) -> dict[PersonId, Tile]:
    """Everyone's tile at the start: in their bed; people who share one lie side by side."""
    taken: dict[ThingId, int] = defaultdict(int)
    tiles: dict[PersonId, Tile] = {}
    for person in pack.people.values():
        spots = pack.town_map.spots(person.bed)
        tiles[person.id] = spots[taken[person.bed] % len(spots)]
        taken[person.bed] += 1
    return tiles


def text_of(words: Words) -> WireText:
    """`Words` as a plain dictionary."""
    return {str(code): text for code, text in words.items()}


def _hours(hours: OpeningHours | None) -> str | None:
    return f"{hour_of(hours.opens)}-{hour_of(hours.closes)}" if hours else None


def _grouped(pack: Pack) -> dict[RoomId, list[Thing]]:
    groups: dict[RoomId, list[Thing]] = defaultdict(list)
    for thing in pack.town_map.things.values():
        groups[thing.room].append(thing)
    return groups


def person_out(person: Person, tile: Tile) -> wire.PersonOut:
    """A person as a pack describes them."""
    work = person.work
    return wire.PersonOut(
        id=person.id,
        name=text_of(person.name),
        called=text_of(person.called),
        age=person.age,
        pronoun=person.pronoun,
        traits=[text_of(trait) for trait in person.traits],
        biography=text_of(person.biography),
        concerns=[text_of(concern) for concern in person.concerns],
        speech=wire.SpeechOut(style=person.speech.style, note=text_of(person.speech.note)),
        work=wire.WorkOut(title=text_of(work.title), at=work.at.say(), hours=_hours(work.hours)) if work else None,
        bed=person.bed,
        wake=hour_of(person.habits.wake),
        sleep=hour_of(person.habits.sleep),
        day=[
            wire.DeedOut(
                start=hour_of(block.start), end=hour_of(block.end), what=text_of(block.what), where=block.where.say()
            )
            for block in person.habits.day
        ],
        knows=[
            wire.TieOut(person=tie.person, tie=text_of(tie.tie), feeling=text_of(tie.feeling), closeness=tie.closeness)
            for tie in person.knows
        ],
        tile=(tile.x, tile.y),
    )


def _thing(thing: Thing) -> wire.ThingOut:
    return wire.ThingOut(
        id=thing.id,
        name=text_of(thing.name),
        kind=thing.kind.id,
        emoji=thing.kind.emoji,
        pose=thing.kind.pose,
        tiles=[(tile.x, tile.y) for tile in thing.tiles],
    )


def _room(room: Room, things: list[Thing]) -> wire.RoomOut:
    return wire.RoomOut(
        id=room.id,
        name=text_of(room.name),
        kind=room.kind,
        outdoors=room.outdoors,
        rectangles=rectangles(room.tiles),
        things=[_thing(thing) for thing in things],
    )


def _sector(
    sector: Sector, outline: list[RectangleOut], rooms: tuple[Room, ...], things: Mapping[RoomId, list[Thing]]
) -> wire.SectorOut:
    return wire.SectorOut(
        id=sector.id,
        name=text_of(sector.name),
        kind=sector.kind,
        public=sector.public,
        opens=_hours(sector.hours),
        rectangles=outline,
        rooms=[_room(room, things.get(room.id, [])) for room in rooms],
    )


def _scenario(scenario: Scenario) -> wire.ScenarioOut:
    return wire.ScenarioOut(
        id=scenario.id,
        name=text_of(scenario.name),
        about=text_of(scenario.about),
        start=scenario.start,
        days=scenario.days,
        cast=[str(person) for person in scenario.cast],
        stories=[_story(story) for story in scenario.stories],
    )


def _story(story: Story) -> wire.StoryOut:
    parts: tuple[StoryMemory | Goal | StoryCommitment, ...] = (*story.memories, *story.goals, *story.commitments)
    people = [each.person for each in parts]
    return wire.StoryOut(id=story.id, title=text_of(story.title), people=[str(each) for each in dict.fromkeys(people)])


# --- places as rectangles of tiles


def rectangles(tiles: Iterable[Tile]) -> list[RectangleOut]:
    """A few rectangles that cover these tiles: runs of each row, joined with equal runs below."""
    rows: dict[int, list[int]] = defaultdict(list)
    for tile in tiles:
        rows[tile.y].append(tile.x)
    done: list[RectangleOut] = []
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}
    for y in sorted(rows):
        runs = _runs(sorted(rows[y]))
        for run in [run for run, (top, height) in open_runs.items() if run not in runs or top + height != y]:
            top, height = open_runs.pop(run)
            done.append((run[0], top, run[1], height))
        for run in runs:
            top, height = open_runs.get(run, (y, 0))
            open_runs[run] = (top, height + 1)
    done.extend((x, top, width, height) for (x, width), (top, height) in open_runs.items())
    return sorted(done, key=lambda one: (one[1], one[0]))


def _runs(columns: list[int]) -> list[tuple[int, int]]:
    """Start and width of each unbroken run."""
    runs: list[tuple[int, int]] = []
    for x in columns:
        if runs and runs[-1][0] + runs[-1][1] == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((x, 1))
    return runs


def sector_rectangles(map_path: Path) -> dict[SectorId, list[RectangleOut]]:
    """The rectangles of each sector on the map of a loaded pack."""
    tmj: Mapping[str, Any] = json.loads(map_path.read_text(encoding="utf-8"))
    size = int(tmj["tilewidth"])
    found: dict[SectorId, list[RectangleOut]] = defaultdict(list)
    for layer in tmj["layers"]:
        if layer.get("name") == "sectors":
            for item in layer.get("objects", ()):
                found[SectorId(str(item.get("name", "")))].append(_in_tiles(item, size))
    return found


def _in_tiles(item: Mapping[str, Any], size: int) -> RectangleOut:
    left, top = int(item["x"] // size), int(item["y"] // size)
    right, bottom = -int(-(item["x"] + item["width"]) // size), -int(-(item["y"] + item["height"]) // size)
    return left, top, max(1, right - left), max(1, bottom - top)
