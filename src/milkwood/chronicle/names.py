"""Display names of ids.

Invariant: an id without a name is shown as it is, so a chronicle is readable without its pack.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from milkwood.ids import PersonId, RoomId, ThingId
from milkwood.town.tile import Tile


def _nowhere(_tile: Tile) -> RoomId | None:
    return None


@dataclass(frozen=True, slots=True)
class Names:
    """Names in one language."""

    people: Mapping[PersonId, str] = field(default_factory=dict, hash=False)
    rooms: Mapping[RoomId, str] = field(default_factory=dict, hash=False)
    """Including their sectors."""
    things: Mapping[ThingId, str] = field(default_factory=dict, hash=False)
    room_at: Callable[[Tile], RoomId | None] = _nowhere
    """The room a tile is in."""

    def person(self, person: str) -> str:
        """A person's name."""
        return self.people.get(PersonId(person), person)

    def room(self, room: str) -> str:
        """A room's name, and its sector."""
        return self.rooms.get(RoomId(room)) or room.replace(":", ", ")

    def thing(self, thing: str) -> str:
        """A thing's name."""
        return self.things.get(ThingId(thing)) or thing.rpartition(":")[2]

    def place(self, tile: Tile) -> str:
        """The name of the room of a tile; empty outdoors."""
        room = self.room_at(tile)
        return "" if room is None else self.room(room)
