"""From the places of an invented town to its map.

Invariant: the same places, seed and name give the same files.
"""

from milkwood.chance import stream
from milkwood.invention.land.building import draw_building
from milkwood.invention.land.places import LANDING, OPEN_GROUNDS, TownPlace
from milkwood.invention.land.site import OpenGround, SitePlanner, plan_of_landing
from milkwood_art.drafting.blueprint import Blueprint, BuildingPlan
from milkwood_art.drafting.draft import lay_out, map_of


def blueprint_of(name: str, seed: int, places: list[TownPlace]) -> Blueprint:
    """The whole town on paper."""
    plans: dict[str, BuildingPlan] = {}
    grounds, landing = [], None
    for place in places:
        chance = stream(seed, "plan", place.key)
        things = {key: station.thing for key, station in place.stations.items()}
        if place.key in OPEN_GROUNDS:
            room = next(iter(place.stations.values())).room
            grounds.append(OpenGround(place.key, place.name, room, things))
        elif place.key == LANDING:
            room = next(iter(place.stations.values())).room
            plans[place.key] = plan_of_landing(place.name, room, things, chance)
            landing = place.key
        elif place.building:
            plans[place.key] = draw_building(place.building, chance)
    site = SitePlanner(name, seed, stream(seed, "site")).lay_out(plans, grounds, landing)
    return Blueprint(site, plans, {})


def map_text(blueprint: Blueprint) -> str:
    """The text of `map.tmj`."""
    return map_of(blueprint, lay_out(blueprint))
