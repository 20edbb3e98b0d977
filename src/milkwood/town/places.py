"""What a town is made of, before anyone lives in it: sectors, rooms, things and doors.

Invariant: all of it is frozen; ids are addresses in the town's first language.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.town.tile import Tile
from milkwood.words import Words

IDLE = "idle"
"""The default state of every thing."""


class Use(StrEnum):
    """Where someone stands to use a thing."""

    ON = "on"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class ThingKind:
    """What all beds, or all stoves, have in common."""

    id: str
    name: Words
    solid: bool = True
    use: Use = Use.BESIDE
    seats: int = 0
    """Maximum number of users at a time per piece; 0 = unlimited."""
    emoji: str = ""
    states: dict[str, Words] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """When a place is open, in minutes since midnight."""

    opens: int
    closes: int

    def holds(self, minute_of_day: int) -> bool:
        """Whether it is open then; hours may run past midnight."""
        if self.opens <= self.closes:
            return self.opens <= minute_of_day < self.closes
        return minute_of_day >= self.opens or minute_of_day < self.closes


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the town: a house, a cafe, a park."""

    id: SectorId
    name: Words
    kind: str
    public: bool = False
    hours: OpeningHours | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a sector; gardens and parks are rooms without walls."""

    id: RoomId
    sector: SectorId
    name: Words
    kind: str
    outdoors: bool
    tiles: frozenset[Tile] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that people use, on the tiles it covers."""

    id: ThingId
    room: RoomId
    name: Words
    kind: ThingKind
    tiles: tuple[Tile, ...]
    seats: int = 0
    """How many can use it at a time, all its parts together; 0 = as many as find room."""


@dataclass(frozen=True, slots=True)
class Door:
    """One tile that belongs to the places on both sides of it."""

    tile: Tile
