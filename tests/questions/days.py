"""Questions as both bundled towns would ask them: every person, every block, in both languages."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import milkwood
from milkwood.town.address import Address
from milkwood.towns import Pack, Person, load
from milkwood.towns.person import DayBlock
from milkwood.words import Language

BUNDLED = Path(milkwood.__file__).parent / "towns" / "bundled"
TOWNS = ("the_ville", "gull_quay")


class Words:
    """A stand-in for likeness: the share of words (or characters) two texts have in common."""

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
            "states": [words[code] for words in thing.kind.states.values()],
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


def people() -> Iterator[tuple[Person, Pack]]:
    for town in TOWNS:
        for person in pack(town).people.values():
            yield person, pack(town)


def blocks(language: str) -> Iterator[tuple[Person, dict[str, Any]]]:
    for person, town in people():
        for block in person.habits.day:
            yield person, break_down(person, block, town, language)
