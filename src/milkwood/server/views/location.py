"""The room of a person at a tick, found without replaying the town.

Invariant: reads a few rows; exact, except for a person who stopped for a talk on their way and has not moved since.
"""

from milkwood.chronicle import Reader
from milkwood.chronicle.seek import last_motion
from milkwood.ids import PersonId, RoomId
from milkwood.town import events as happened
from milkwood.town.events import Happening
from milkwood.town.map import TownMap
from milkwood.town.tile import Tile


def room_of(reader: Reader, town_map: TownMap, person: PersonId, tick: int) -> RoomId | None:
    """The room of a person; None outdoors, or if they are not in town."""
    last = last_motion(reader, person, tick)
    tile = None if last is None else _tile(last, tick)
    room = None if tile is None else town_map.room_at(tile)
    return None if room is None else room.id


def _tile(last: Happening, tick: int) -> Tile | None:
    match last.event:
        case happened.SetOff(route):
            return route.after(tick - last.tick)
        case happened.Entered(tile) | happened.Halted(tile) | happened.DeedBegan(_, tile):
            return tile
    return None
