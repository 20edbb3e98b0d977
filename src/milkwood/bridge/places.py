"""Finds places for imported people: beds to sleep in, and rooms for activities.

Invariant: a returned address exists; the same words give the same place.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from milkwood.bridge.ground import MazeGround
from milkwood.bridge.meaning import BED
from milkwood.town.map import TownMap

_BED_SEATS = 2
_WORDS = re.compile(r"[a-z]{3,}")
_DULL = {
    "the",
    "and",
    "for",
    "her",
    "his",
    "with",
    "from",
    "room",
    "main",
    "behind",
    "house",
    "family",
    "work",
    "working",
}
_HOME_ROOMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("bathroom", ("shower", "teeth", "bath", "wash", "toilet", "morning routine", "hygiene", "getting ready")),
    ("kitchen", ("cook", "breakfast", "lunch", "dinner", "meal", "kitchen", "eating", "snack", "coffee")),
    ("garden", ("garden", "plants", "watering")),
)
_ELSEWHERE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("cafe", ("cafe", "café", "coffee shop")),
    ("pub", ("pub", "bar ", "beer", "drinks with")),
    ("library", ("library", "research")),
    ("classroom", ("class", "lecture", "teaching")),
    ("park", ("park", "taking a walk", "going for a walk", "jog", "stroll")),
    ("market", ("groceries", "grocery", "pharmacy", "market")),
    ("store", ("supply store", "hardware")),
)
"""Kinds of rooms or sectors for deeds that name no place."""


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

    # --- what is done where

    def for_deed(self, what: str, bed: str, known: Sequence[str] = ()) -> str:
        """The place for a deed: named in its words, implied by them, or at home."""
        text = f" {what.casefold()} "
        home, home_room = bed.split(":")[0], self.room(bed)
        if "sleep" in text or "in bed" in text or "going to bed" in text:
            return bed
        named = [spot for spot in self.spots if spot.sector.casefold() in text and (spot.public or spot.sector == home)]
        if named:
            return max(named, key=lambda spot: (self._likeness(spot, text), -self.spots.index(spot))).address
        at_home = "home" in text or " her room" in text or " his room" in text
        if not at_home:
            for kind, words in _ELSEWHERE:
                if any(word in text for word in words):
                    fit = [spot for spot in self.spots if spot.public and kind in (spot.kind, spot.sector_kind)]
                    fit.sort(key=lambda spot: (spot.sector not in known, self.spots.index(spot)))
                    if fit:
                        return fit[0].address
        for kind, words in _HOME_ROOMS:
            if any(word in text for word in words):
                fit = [spot for spot in self.spots if spot.sector == home and spot.kind == kind]
                if fit:
                    return fit[0].address
        return home_room

    @staticmethod
    def _likeness(spot: RoomSummary, text: str) -> int:
        said = set(_WORDS.findall(text)) - _DULL
        names = {word for name, _, _ in spot.things for word in _WORDS.findall(name.casefold())}
        return len(said & (names | set(_WORDS.findall(spot.room.casefold()))))
