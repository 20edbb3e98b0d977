"""Questions as both bundled towns would ask them: every person, every block, in both languages."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import milkwood
from milkwood.mind.customs import BlockToDo
from milkwood.run.customs import customs_of
from milkwood.town.address import Address
from milkwood.towns import Pack, Person, load
from milkwood.towns.person import DayBlock
from milkwood.words import Language

BUNDLED = Path(milkwood.__file__).parent / "towns" / "bundled"
TOWNS = ("the_ville", "gull_quay")


class Words:
    """A substitute for similarity: the share of words (or characters) two texts have in common."""

    def alike(self, one: str, other: str) -> float:
        split = (lambda text: set(text.lower().split())) if one.isascii() else set
        mine, theirs = split(one), split(other)
        return round(len(mine & theirs) / (len(mine | theirs) or 1), 4)


@cache
def pack(town: str) -> Pack:
    return load(BUNDLED / town)


def clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def card(person: Person, town: Pack, language: str) -> dict[str, Any]:
    code = Language(language)
    work = ""
    if person.work is not None:
        sector = town.town_map.sectors[person.work.at.sector_id]
        hours = (
            "" if person.work.hours is None else f" {clock(person.work.hours.opens)}-{clock(person.work.hours.closes)}"
        )
        work = f"{person.work.title[code]}, {sector.name[code]}{hours}"
    return {
        "id": person.id,
        "name": person.name[code],
        "called": person.called[code],
        "age": person.age,
        "pronoun": person.pronoun,
        "traits": [trait[code] for trait in person.traits],
        "biography": person.biography[code],
        "style": person.speech.style,
        "manner": person.speech.note[code],
        "work": work,
        "home": "",
        "concerns": [concern[code] for concern in person.concerns],
        "goals": [],
        "language": language,
    }


def tools(town: Pack, where: Address, language: str) -> list[dict[str, Any]]:
    code = Language(language)
    found = [thing for thing in town.town_map.things.values() if str(thing.id).startswith(f"{where.sector}:")]
    found.sort(key=lambda thing: (thing.room != where.room_id, thing.id))
    return [
        {
            "id": thing.id,
            "name": thing.name[code],
            "kind": thing.kind.id,
            "states": {state.key: state.words[code] for state in thing.kind.deed_states},
        }
        for thing in found
    ]


def break_down(person: Person, block: DayBlock, town: Pack, language: str) -> dict[str, Any]:
    code = Language(language)
    sector = town.town_map.sectors[block.where.sector_id]
    room = town.town_map.rooms[block.where.room_id] if block.where.room_id else None
    return {
        "self": card(person, town, language),
        "now": {"date": "2023-02-13", "weekday": 0, "time": clock(block.start), "place": "", "doing": ""},
        "what": block.what[code],
        "start": clock(block.start),
        "minutes": block.end - block.start,
        "place": f"{sector.name[code]}, {room.name[code]}" if room else sector.name[code],
        "room_kind": f"{sector.kind} {room.kind if room else ''}".strip(),
        "tools": tools(town, block.where, language),
        "main_tool": block.where.thing_id or "",
        "lately": [],
    }


def with_customs(person: Person, ask: dict[str, Any], town: Pack, language: str) -> dict[str, Any]:
    """The question about a block with what the town's own pack knows of it."""
    own = person.work is not None and ask["place"].startswith(
        town.town_map.sectors[person.work.at.sector_id].name[Language(language)]
    )
    kinds, work = tuple(ask["room_kind"].split()), ask["self"]["work"] if own else ""
    hour, minute = ask["start"].split(":")
    todo = BlockToDo(ask["what"], work, kinds, ask["tools"], "winter", int(hour) * 60 + int(minute))
    return {**ask, "customs": customs_of(town, Language(language)).of(todo)}


def people() -> Iterator[tuple[Person, Pack]]:
    for town in TOWNS:
        for person in pack(town).people.values():
            yield person, pack(town)


def blocks(language: str) -> Iterator[tuple[Person, dict[str, Any]]]:
    for person, town in people():
        for block in person.habits.day:
            yield person, break_down(person, block, town, language)


def plan_day(person: Person, town: Pack, language: str, weekday: int = 0) -> dict[str, Any]:
    code = Language(language)
    home = str(person.bed).split(":")[0]
    sectors = {home, *person.places, *([person.work.at.sector] if person.work else [])}
    spots = []
    for room in town.town_map.rooms.values():
        sector = town.town_map.sectors[room.sector]
        mine = sector.id == home or (person.work is not None and sector.id == person.work.at.sector)
        if sector.id in sectors and (mine or sector.public):
            hours = f"{clock(sector.hours.opens)}-{clock(sector.hours.closes)}" if sector.hours else ""
            kind = f"{sector.kind} {room.kind}"
            spots.append({"id": room.id, "name": room.name[code], "kind": kind, "hours": hours, "mine": mine})
    sleep = person.habits.sleep + (24 * 60 if person.habits.sleep <= person.habits.wake else 0)
    return {
        "self": card(person, town, language),
        "now": {"date": "2023-02-13", "weekday": weekday, "time": clock(person.habits.wake), "place": "", "doing": ""},
        "wake": clock(person.habits.wake),
        "sleep": clock(sleep),
        "usual": [
            {"start": clock(block.start), "end": clock(block.end), "what": block.what[code], "place": block.where.say()}
            for block in person.habits.day
        ],
        "promises": [],
        "yesterday": [],
        "recalled": [memory(1, person.memories[4].text[code], about=list(person.memories[4].about))],
        "places": spots,
        "people": [{"id": tie.person, "name": town.people[tie.person].name[code]} for tie in person.knows],
    }


def memory(
    number: int, text: str, kind: str = "seed", importance: int = 5, about: list[str] | None = None
) -> dict[str, Any]:
    return {
        "id": number,
        "kind": kind,
        "text": text,
        "when": "",
        "about": about or [],
        "importance": importance,
        "source": "me",
        "known_to": [],
        "private": False,
        "scores": [1.0, 0.5, 0.5, 0.0, 2.0],
    }


def promise(what: str, start: str, end: str, place: str = "", company: list[str] | None = None) -> dict[str, Any]:
    return {
        "id": 0,
        "what": what,
        "date": "2023-02-13",
        "start": start,
        "end": end,
        "place": place,
        "place_name": place.split(":")[0],
        "company": company or [],
        "host": False,
    }


def blocks_with_customs(language: str) -> Iterator[tuple[Person, dict[str, Any]]]:
    for person, town in people():
        for block in person.habits.day:
            yield person, with_customs(person, break_down(person, block, town, language), town, language)
