"""Names and uses of places and things in the language of the run: public knowledge.

Invariant: one gazetteer serves all minds of a run.
"""

from collections.abc import Iterable

from milkwood.clock import MINUTES_A_DAY, hour_of
from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.mind.phrases import Phrases
from milkwood.questions.terms import Named, Spot, Tool
from milkwood.town.map import TownMap
from milkwood.town.places import Room
from milkwood.town.sight import sees
from milkwood.town.tile import Tile
from milkwood.words import Language

BATHROOM = "bathroom"
BACK_ROOMS = frozenset({"pantry", "kitchen", "storeroom", "bedroom", "lamp_room"})
"""Kinds of rooms for those who live or work there."""
_LESS_THAN_MAIN = ("kitchen", "garden")


class Gazetteer:
    """Names and kinds of all places and things of a town."""

    def __init__(self, town_map: TownMap, language: Language, view_radius: int = 0) -> None:
        self._map = town_map
        self._view_radius = view_radius
        self._language = language
        self._tools: dict[RoomId, list[Tool]] = {}
        self._main_rooms: dict[SectorId, RoomId | None] = {}
        self._sector_names = {sector.id: sector.name.in_language(language) for sector in town_map.sectors.values()}

    # --- places

    def room_of(self, place: str) -> RoomId | None:
        """The room that an id names or lies in; for a sector, its main room; None if there is no such place."""
        if place in self._map.things:
            return self._map.things[ThingId(place)].room
        if place in self._map.rooms:
            return RoomId(place)
        if place in self._map.sectors:
            return self._main_room(SectorId(place))
        return None

    def _main_room(self, sector: SectorId) -> RoomId | None:
        """Where people meet in a sector: its largest room for everyone, or else a kitchen, then a garden."""
        if sector not in self._main_rooms:
            rooms = self._map.rooms_of(sector)
            nearest = min(rooms, key=lambda room: (self._distance(room), -len(self._map.floor(room.id))), default=None)
            self._main_rooms[sector] = nearest.id if nearest else None
        return self._main_rooms[sector]

    def _distance(self, room: Room) -> int:
        """How far a room is from being the main one of its sector."""
        if room.kind in _LESS_THAN_MAIN:
            return 1 + _LESS_THAN_MAIN.index(room.kind)
        return 0 if self.is_for_guests(room.id) else 1 + len(_LESS_THAN_MAIN)

    def is_for_guests(self, room: RoomId) -> bool:
        """Whether it is neither a back room nor for one person at a time."""
        return self._map.rooms[room].kind not in BACK_ROOMS and not self.is_bathroom(room)

    def overlooks(self, tile: Tile, room: str) -> bool:
        """Whether a person on a tile sees everyone in a room, wherever they stand."""
        floor = self._map.floor(RoomId(room))
        return bool(floor) and all(sees(self._map, tile, each, self._view_radius) for each in floor)

    def thing_at(self, place: str) -> ThingId | None:
        """The thing that an id names, if any."""
        return ThingId(place) if place in self._map.things else None

    def sector_of(self, room: RoomId) -> SectorId:
        """The sector a room lies in."""
        return self._map.rooms[room].sector

    def name(self, place: str) -> str:
        """A place's everyday name: the sector, and the room if the sector has several."""
        room = self.room_of(place)
        if room is None:
            return ""
        found = self._map.rooms[room]
        sector = self._sector_names[found.sector]
        if len(self._map.rooms_of(found.sector)) == 1:
            return sector
        return Phrases.of(self._language).room.format(sector=sector, room=found.name.in_language(self._language))

    def sector_name(self, sector: SectorId) -> str:
        """A sector's everyday name."""
        return self._sector_names[sector]

    def is_bathroom(self, room: RoomId | None) -> bool:
        """Whether it is for one person at a time."""
        return room is not None and self._map.rooms[room].kind == BATHROOM

    def kind(self, room: RoomId) -> str:
        """The kinds of a room's sector and of the room."""
        found = self._map.rooms[room]
        return f"{self._map.sectors[found.sector].kind} {found.kind}"

    def open_at(self, room: RoomId, minute: int) -> bool:
        """Whether a place is open at a minute of the day."""
        hours = self._map.sectors[self.sector_of(room)].hours
        return hours is None or hours.holds(minute % MINUTES_A_DAY)

    def is_public(self, room: RoomId) -> bool:
        """Whether anyone may come in."""
        return self._map.sectors[self.sector_of(room)].public

    def spot(self, room: RoomId, *, mine: bool) -> Spot:
        """A place as an option of a question."""
        hours = self._map.sectors[self.sector_of(room)].hours
        said = f"{hour_of(hours.opens)}-{hour_of(hours.closes)}" if hours else ""
        return Spot(id=room, name=self.name(room), kind=self.kind(room), hours=said, mine=mine)

    def rooms_of(self, sector: SectorId) -> tuple[RoomId, ...]:
        """The rooms of a sector."""
        return tuple(room.id for room in self._map.rooms_of(sector))

    def sectors(self) -> list[SectorId]:
        """All sectors."""
        return list(self._sector_names)

    def named(self, sectors: Iterable[SectorId]) -> list[Named]:
        """Sectors by name, for answers that name a place; the id is that of the main room."""
        rooms = ((sector, self._main_room(sector)) for sector in sectors)
        return [Named(id=room, name=self._sector_names[sector]) for sector, room in rooms if room is not None]

    # --- things

    def thing_name(self, thing: ThingId) -> str:
        """A thing's everyday name."""
        return self._map.things[thing].name.in_language(self._language)

    def state(self, thing: ThingId, text: str) -> tuple[str, str]:
        """A thing's state and what sets it right, in words of the language; free words stay as they are."""
        listed = self._map.things[thing].kind.recognised(text)
        if listed is None:
            return text, ""
        return listed.words.in_language(self._language), listed.mend.in_language(self._language) if listed.mend else ""

    def effect(self, thing: ThingId, text: str) -> str:
        """A state that a deed may bring about at a thing, in words; empty for any other text."""
        can_be = (state for state in self._map.things[thing].kind.deed_states if state.is_named(text))
        return next((state.words.in_language(self._language) for state in can_be), "")

    def seats(self, thing: ThingId) -> int:
        """How many people can use a thing at a time; 0 for unlimited."""
        return self._map.things[thing].seats

    def tools(self, room: RoomId) -> list[Tool]:
        """The things of a room, as options of a question."""
        known = self._tools.get(room)
        if known is None:
            known = self._tools[room] = [
                Tool(
                    id=thing.id,
                    name=thing.name.in_language(self._language),
                    kind=thing.kind.id,
                    states={each.key: each.words.in_language(self._language) for each in thing.kind.deed_states},
                )
                for thing in self._map.things_in_room(room)
            ]
        return known
