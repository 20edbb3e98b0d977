"""The first position of a person who walks in."""

from functools import cache

from milkwood.ids import SectorId
from milkwood.server.live.newcomers import DISTANCE_TILES, slug, standing
from milkwood.town.map import TownMap
from milkwood.town.sight import meet
from milkwood.town.tile import Tile, distance
from milkwood.towns import load
from milkwood.towns.shelf import SHELF


@cache
def ville() -> TownMap:
    return load(SHELF / "the_ville").town_map


def widest() -> SectorId:
    """The place with the most free tiles."""
    return max(ville().sectors, key=lambda sector: len(ville().floor(sector)))


def test_a_newcomer_appears_next_to_a_person_in_the_same_room() -> None:
    place = widest()
    person = ville().floor(place)[-7]
    tile = standing(ville(), None, place, {person}, {person})
    assert distance(tile, person) == DISTANCE_TILES
    assert meet(ville().zones_at(tile), ville().zones_at(person))


def test_sleepers_and_people_elsewhere_do_not_attract_newcomers() -> None:
    place = widest()
    asleep = ville().floor(place)[-7]
    elsewhere = next(tile for other in ville().sectors if other != place for tile in ville().floor(other))
    assert standing(ville(), None, place, {asleep, elsewhere}, {elsewhere}) == standing(ville(), None, place, set())


def test_in_an_empty_place_a_newcomer_appears_near_the_middle() -> None:
    place = widest()
    floor = ville().floor(place)
    middle = Tile(sum(tile.x for tile in floor) // len(floor), sum(tile.y for tile in floor) // len(floor))
    nearest = min(distance(tile, middle) for tile in floor)
    assert distance(standing(ville(), None, place, ()), middle) == nearest
    assert distance(floor[0], middle) > nearest


def test_names_become_unused_ids() -> None:
    assert slug("Sam Visitor", ()) == "sam_visitor"
    assert slug("Zoë O'Neil", ()) == "zoe_o_neil"
    assert slug("小明", ()) == "visitor"
    assert slug("小明", ("visitor", "visitor_2")) == "visitor_3"
    assert slug("_!_", ()) == "visitor"
