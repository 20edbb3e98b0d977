"""Newcomers and visitors: a person's profile made from a short form, their id, and their first tile.

Invariant: depends on the form and the pack alone; the pack validates the profile.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import Any

from milkwood.chance import Stream, stream
from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.i18n.phrasebook import Phrasebook
from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.server.wire.acts import ArriveIn
from milkwood.town import looks
from milkwood.town.map import TownMap
from milkwood.town.sight import meet
from milkwood.town.tile import Tile, distance
from milkwood.towns import Pack

BED = "bed"
MAX_ID_CHARACTERS = 40
DISTANCE_TILES = 2
"""Preferred distance of a visitor's first tile from other people."""
FAR_TILES = 1000
"""Farther than anything in a place."""
_STYLES = ("warm", "cheerful", "thoughtful", "dry")


class Newcomer(Phrasebook, context="newcomer"):
    """Default values of a newcomer's profile."""

    trait = "curious"
    biography = "{name} has just moved here and does not know many people yet."
    concern = "getting to know the town and its people"
    manner = "Says what comes to mind, and asks back."
    wash = "washing and getting dressed"
    breakfast = "having breakfast"
    work = "working"
    lunch = "having lunch"
    walk = "walking through the town"
    dinner = "having dinner"
    evening = "spending the evening at home"
    memory = "I have just moved here and want to get to know people."


def slug(name: str, taken: Collection[str]) -> PersonId:
    """An unused id for a name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:MAX_ID_CHARACTERS].strip("_") or "visitor"
    number, found = 1, stem
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    return PersonId(found)


def profile(form: ArriveIn, person: PersonId, pack: Pack) -> tuple[Tile, dict[str, Any]]:
    """A newcomer's first tile and profile."""
    town_map = pack.town_map
    bed = _bed(form.home, pack)
    home = town_map.rooms[town_map.things[bed].room].sector
    draw = stream(0, person, form.name, "newcomer")
    table: dict[str, Any] = {
        "name": _in_all(pack, form.name),
        "called": _in_all(pack, form.name.split()[0] if form.name.isascii() else form.name),
        "age": form.age,
        "pronoun": form.pronoun,
        "traits": _lists(pack, _parts(form.traits), "trait"),
        "biography": _in_all(pack, form.biography.strip()) if form.biography.strip() else _own(pack, "biography", form),
        "concerns": _lists(pack, [], "concern"),
        "speech": {"style": draw.chosen(_STYLES), **_own(pack, "manner", form)},
        "bed": str(bed),
        "habits": _habits(form, pack, bed, home),
        "memories": [{"text": _own(pack, "memory", form), "importance": 6}],
        "looks": _looks(draw if form.look is None else _look(form.look)),
        "places": sorted({str(home), *(str(sector.id) for sector in town_map.sectors.values() if sector.public)}),
    }
    if form.work.strip():
        table["work"] = {"title": _in_all(pack, form.work.strip()), "at": _work_at(form, pack, bed)}
    return town_map.spots(bed)[0], table


def standing(
    town_map: TownMap, tile: tuple[int, int] | None, place: str, taken: Collection[Tile], company: Collection[Tile] = ()
) -> Tile:
    """A free tile for a visitor: near `tile`; else in `place` or outdoors, near people who are awake."""
    if tile is not None:
        wanted = Tile(*tile)
        near = [
            Tile(x, y)
            for x in range(wanted.x - 6, wanted.x + 7)
            for y in range(wanted.y - 6, wanted.y + 7)
            if town_map.is_walkable(Tile(x, y))
        ]
        found = sorted(near, key=lambda each: (each in taken, distance(each, wanted), each))
    else:
        rooms = rooms_of(town_map, place)
        floor = [each for room in rooms for each in town_map.floor(room)]
        away = _welcome(town_map, floor, company)
        found = sorted(floor, key=lambda each: (each in taken, away(each)))
    if not found:
        raise SetupError(t("Nobody can stand there."), remedy=t("Choose another place."))
    return found[0]


def _welcome(town_map: TownMap, floor: Sequence[Tile], company: Collection[Tile]) -> Callable[[Tile], int]:
    """How far a tile is from a good place to appear: two steps from a person, or the middle."""
    there = set(floor).intersection(company)
    count = max(1, len(floor))
    middle = Tile(sum(tile.x for tile in floor) // count, sum(tile.y for tile in floor) // count)

    def away(tile: Tile) -> int:
        zones = town_map.zones_at(tile)
        apart = [distance(tile, other) for other in there if meet(zones, town_map.zones_at(other))]
        return abs(min(apart, default=FAR_TILES) - DISTANCE_TILES) if there else distance(tile, middle)

    return away


def rooms_of(town_map: TownMap, place: str) -> list[RoomId]:
    """The rooms of a place: a room, the rooms of a sector, or, for an empty place, those outdoors."""
    if RoomId(place) in town_map.rooms:
        return [RoomId(place)]
    if SectorId(place) in town_map.sectors:
        return [room.id for room in town_map.rooms_of(SectorId(place))]
    if place:
        raise SetupError(
            t("There is no place “{place}” in the town.", place=place[:80]), remedy=t("Choose one of its places.")
        )
    open_air = [room.id for room in town_map.rooms.values() if room.outdoors and town_map.sectors[room.sector].public]
    return open_air or [room.id for room in town_map.rooms.values()]


def _bed(home: str, pack: Pack) -> ThingId:
    """The bed meant: itself, or one in a sector or room, preferably one that nobody owns."""
    town_map = pack.town_map
    if ThingId(home) in town_map.things and town_map.things[ThingId(home)].kind.id == BED:
        return ThingId(home)
    rooms = set(rooms_of(town_map, home)) if home else set()
    beds = [thing.id for thing in town_map.things.values() if thing.kind.id == BED and thing.room in rooms]
    if not beds:
        raise SetupError(t("There is no bed in “{home}”.", home=home[:80]), remedy=t("Choose a home that has one."))
    taken = {person.bed for person in pack.people.values()}
    return min(beds, key=lambda bed: (bed in taken, bed))


def _work_at(form: ArriveIn, pack: Pack, bed: ThingId) -> str:
    town_map, wanted = pack.town_map, form.work_at.strip()
    if not wanted:
        return str(town_map.things[bed].room)
    if ThingId(wanted) in town_map.things:
        return wanted
    return str(rooms_of(town_map, wanted)[0])


def _habits(form: ArriveIn, pack: Pack, bed: ThingId, home: SectorId) -> dict[str, Any]:
    """A plain day: at home in the morning and evening, at work or outdoors between."""
    town_map = pack.town_map
    room = str(town_map.things[bed].room)
    kitchen = next((each.id for each in town_map.rooms_of(home) if "kitchen" in each.kind), None)
    table, out = str(kitchen or room), str(rooms_of(town_map, "")[0])
    work = _work_at(form, pack, bed) if form.work.strip() else out
    day = (
        ("07:00", "07:20", "wash", room),
        ("07:20", "07:50", "breakfast", table),
        ("08:30", "12:00", "work" if form.work.strip() else "walk", work),
        ("12:10", "12:50", "lunch", table),
        ("13:10", "16:30", "work" if form.work.strip() else "walk", work),
        ("16:40", "18:00", "walk", out),
        ("18:20", "19:00", "dinner", table),
        ("19:00", "22:00", "evening", room),
    )
    blocks = [
        {"from": start, "to": end, "what": _own(pack, what, form), "where": where} for start, end, what, where in day
    ]
    return {"wake": "07:00", "sleep": "22:30", "day": blocks}


def looks_of(look: int) -> looks.Looks:
    """The looks of a number."""
    return looks.Looks(**_looks(_look(look)))


def _look(number: int) -> Stream:
    return stream(number, "looks")


def _looks(draw: Stream) -> dict[str, Any]:
    return {
        "skin": draw.chosen(looks.SKINS),
        "hair": draw.chosen(looks.HAIRS),
        "hair_style": draw.chosen(looks.HAIR_STYLES),
        "outfit": draw.chosen(looks.OUTFITS),
        "top": draw.chosen(looks.COLOURS),
        "bottom": draw.chosen(looks.COLOURS),
    }


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,，、;；\n]", text) if part.strip()][:6]


def _in_all(pack: Pack, text: str) -> dict[str, str]:
    """What a user wrote, unchanged, for every language of the town."""
    return {str(code): text for code in pack.languages}


def _own(pack: Pack, key: str, form: ArriveIn) -> dict[str, str]:
    """A text of ours in every language of the town."""
    return {str(code): getattr(Newcomer.of(code), key).format(name=form.name) for code in pack.languages}


def _lists(pack: Pack, given: list[str], key: str) -> dict[str, list[str]]:
    return {str(code): given or [getattr(Newcomer.of(code), key)] for code in pack.languages}
