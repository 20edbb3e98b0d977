"""Places and things at the prompt: by their addresses, in the run's language."""

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.town.map import TownMap
from milkwood.towns import Pack
from milkwood.words import Language


class PlaceNames:
    """The places of a town in one language."""

    def __init__(self, pack: Pack, language: str) -> None:
        self._spoken = Language(language)
        self.map: TownMap = pack.town_map
        self.town = pack.name.in_language(self._spoken)

    def sector(self, sector: SectorId) -> str:
        """A sector."""
        return self.map.sectors[sector].name.in_language(self._spoken)

    def room(self, room: RoomId) -> str:
        """A room, without its sector."""
        return self.map.rooms[room].name.in_language(self._spoken)

    def thing(self, thing: ThingId) -> str:
        """A thing, without its room."""
        return self.map.things[thing].name.in_language(self._spoken)

    def address_of_room(self, room: RoomId) -> str:
        """A room with its sector."""
        return f"{self.sector(self.map.rooms[room].sector)}:{self.room(room)}"

    def address_of_thing(self, thing: ThingId) -> str:
        """A thing with its room and sector."""
        return f"{self.address_of_room(self.map.things[thing].room)}:{self.thing(thing)}"
