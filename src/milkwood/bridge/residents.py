"""People for a maze without people: one for each bedroom, named after the owner in the room's name.

Invariant: default people with default days, made to be replaced; at least one if there is a bed.
"""

import re

from milkwood.bridge.persona import Persona, persona_of
from milkwood.bridge.places import Places
from milkwood.plain import Json

MAX_RESIDENTS = 25
_OWNER = re.compile(r"^(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)+)['’]s? ")


def residents(places: Places) -> list[Persona]:
    """A person for each room with a bed, up to a maximum."""
    found: list[Persona] = []
    public = [spot.sector for spot in places.spots if spot.public]
    for spot in places.spots:
        has_bed = any(f"{spot.address}:{name}" in places.beds() for name, _, _ in spot.things)
        if not has_bed or len(found) >= MAX_RESIDENTS:
            continue
        owner = _OWNER.match(f"{spot.room} ") or _OWNER.match(f"{spot.sector} ")
        name = owner["name"] if owner else f"Resident {len(found) + 1}"
        if any(name == other.name for other in found):
            name = f"Resident {len(found) + 1}"
        first = name if name.startswith("Resident ") else name.split()[0]
        goes = public[len(found) % len(public)] if public else spot.sector
        scratch: dict[str, Json] = {
            "name": name,
            "first_name": first,
            "innate": "friendly, curious",
            "learned": f"{name} lives at {spot.sector} and likes to spend time at {goes}.",
            "currently": f"{name} is getting to know the neighbours.",
            "lifestyle": f"{name} goes to bed around 11pm, awakes up around 7am, eats dinner around 6pm.",
            "daily_plan_req": f"{name} spends the late morning and the afternoon at {goes}.",
            "living_area": spot.address,
            "f_daily_schedule_hourly_org": [
                ["sleeping", 420],
                ["washing and getting dressed", 40],
                ["having breakfast at home", 50],
                [f"spending the morning at {goes}", 210],
                ["having lunch at home", 60],
                [f"spending the afternoon at {goes}", 240],
                ["having dinner at home", 60],
                ["resting at home", 240],
                ["sleeping", 120],
            ],
        }
        spatial: dict[str, Json] = {"": {sector: {} for sector in dict.fromkeys([spot.sector, *public])}}
        found.append(persona_of(scratch, name, spatial, [other.id for other in found]))
    return found
