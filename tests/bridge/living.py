"""A made-up harbour town and people in it, to read days from texts."""

from typing import Any

from milkwood.bridge.people import Household
from milkwood.bridge.persona import Persona, persona_of
from milkwood.bridge.places import Places, RoomSummary
from milkwood.bridge.placing import Dweller
from milkwood.bridge.usual_day import UsualDay, usual_day

HOME = "Ada Reed's house"
BED = f"{HOME}:main room:bed"


def _room(sector: str, room: str, kinds: str, *things: tuple[str, str], public: bool = True) -> RoomSummary:
    kind, sector_kind = kinds.split()
    return RoomSummary(sector, room, kind, sector_kind, public, tuple((name, each, 2) for name, each in things))


PLACES = Places(
    [
        _room(HOME, "main room", "main_room house", ("bed", "bed"), ("desk", "desk"), public=False),
        _room(HOME, "bathroom", "bathroom house", ("shower", "shower"), public=False),
        _room(HOME, "kitchen", "kitchen house", ("cooking area", "cooking_area"), public=False),
        _room("The Gulls Bakery and Grill", "bakery", "shop store", ("behind the bakery counter", "behind_counter")),
        _room("Plum Cafe", "cafe", "cafe cafe", ("behind the cafe counter", "behind_counter"), ("piano", "piano")),
        _room("The Anchor Pub", "pub", "pub pub", ("behind the bar counter", "behind_counter")),
        _room("Cliff College", "hallway", "hallway college"),
        _room("Cliff College", "classroom", "classroom college", ("podium", "podium"), ("seats", "student_seat")),
        _room("Cliff College", "library", "library college", ("library table", "library_table")),
        _room("Reed Park", "park", "park park", ("bench", "bench")),
        _room("Harbour Office", "office", "main_room hall", ("desk", "desk")),
    ],
    "the Quay",
)


def person(**texts: Any) -> Persona:
    """Ada, by her texts."""
    scratch = {"living_area": f"the Quay:{HOME}:main room", **texts}
    return persona_of(scratch, "Ada Reed", {}, ())


def day_of(language: str = "en", **texts: Any) -> UsualDay:
    """Ada's usual day by her texts."""
    ada = person(**texts)
    household = Household(PLACES, [ada], language)
    return usual_day(ada, PLACES, household.finder, household.dweller(ada, BED), language)


def dweller(**more: Any) -> Dweller:
    """Ada, as the finder of places knows her."""
    return Dweller(BED, **more)


def at(day: UsualDay, hour: float) -> tuple[str, str]:
    """What is done and where at an hour of a day; empty if that is left open."""
    minute = round(hour * 60)
    return next(((slot.what, slot.place) for slot in day.blocks if slot.start <= minute < slot.end), ("", ""))


def sector_at(day: UsualDay, hour: float) -> str:
    """The sector at an hour of a day."""
    return at(day, hour)[1].split(":")[0]
