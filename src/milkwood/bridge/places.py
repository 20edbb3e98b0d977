"""The places of a town that imported people live in: rooms with their things, and beds.

Invariant: a returned address exists.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from milkwood.bridge.ground import MazeGround
from milkwood.bridge.meaning import BED
from milkwood.town.map import TownMap

_BED_SEATS = 2


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """A room and its things."""

    sector: str
    room: str
    kind: str
    sector_kind: str
    public: bool
    things: tuple[tuple[str, str, int], ...]
    """Name, kind and number of seats."""

    @property
    def address(self) -> str:
        """The room's address."""
        return f"{self.sector}:{self.room}"


class Places:
    """All rooms of a town."""

    def __init__(self, spots: Iterable[RoomSummary], world: str = "") -> None:
        self.spots = list(spots)
        self.world = world
        self._by_address = {spot.address: spot for spot in self.spots}

    @classmethod
    def of_ground(cls, ground: MazeGround) -> "Places":
        """The rooms of a maze."""
        kinds = {sector.name: sector.kind for sector in ground.sectors}
        found = []
        for room in ground.rooms:
            things = tuple(
                (thing.name, thing.kind, _BED_SEATS * len(thing.cells))
                for thing in ground.things
                if (thing.sector, thing.room) == (room.sector, room.name)
            )
            sector = kinds[room.sector]
            found.append(RoomSummary(room.sector, room.name, room.kind.kind, sector.kind, sector.public, things))
        return cls(found, ground.maze.world)

    @classmethod
    def of_map(cls, town_map: TownMap) -> "Places":
        """The rooms of a town of ours."""
        found = []
        for room in town_map.rooms.values():
            things = tuple(
                (thing.id.rpartition(":")[2], thing.kind.id, thing.seats) for thing in town_map.things_in_room(room.id)
            )
            sector = town_map.sectors[room.sector]
            found.append(
                RoomSummary(sector.id, room.id.rpartition(":")[2], room.kind, sector.kind, sector.public, things)
            )
        return cls(found, town_map.name)

    def address(self, text: str) -> str:
        """Our address for one of theirs, as deep as it exists; empty if it does not."""
        parts = [part.strip() for part in text.split(":")]
        if not self._exists(parts[:1]):
            parts = parts[1:]  # theirs start with the name of the world
        for depth in (3, 2, 1):
            if len(parts) >= depth and self._exists(parts[:depth]):
                return ":".join(parts[:depth])
        return ""

    def _exists(self, parts: Sequence[str]) -> bool:
        if len(parts) == 1:
            return any(spot.sector == parts[0] for spot in self.spots)
        spot = self._by_address.get(":".join(parts[:2]))
        return spot is not None and (len(parts) == 2 or any(thing[0] == parts[2] for thing in spot.things))

    def room(self, address: str) -> str:
        """The room of an address; a sector's first room."""
        parts = address.split(":")
        if len(parts) >= 2:
            return ":".join(parts[:2])
        return next((spot.address for spot in self.spots if spot.sector == address), "")

    # --- beds

    def beds(self) -> dict[str, int]:
        """All beds with their capacity."""
        return {
            f"{spot.address}:{name}": seats
            for spot in self.spots
            for name, kind, seats in spot.things
            if kind == BED and seats > 0
        }

    def bed_for(self, living_area: str, left: dict[str, int]) -> str:
        """A free bed: in the person's room, their home, or anywhere; empty if all are taken."""
        home = self.address(living_area)
        sector = home.split(":")[0]
        room = self.room(home) if home else ""
        free = [bed for bed, count in left.items() if count > 0]
        for near in (f"{room}:", f"{sector}:"):
            found = next((bed for bed in free if home and bed.startswith(near)), "")
            if found:
                return found
        return free[0] if free else ""
