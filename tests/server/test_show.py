from dataclasses import replace

from milkwood.ids import PersonId
from milkwood.server import show
from milkwood.towns import Pack


def test_everybody_starts_on_a_tile_of_their_own_bed(quay: Pack) -> None:
    tiles = show.start_tiles(quay)
    assert len(set(tiles.values())) == len(quay.people)
    for person in quay.people.values():
        assert tiles[person.id] in quay.town_map.spots(person.bed)


def test_those_who_share_a_bed_lie_side_by_side(quay: Pack) -> None:
    tiles = show.start_tiles(quay)
    ivo, petra = tiles[PersonId("ivo_marsh")], tiles[PersonId("petra_marsh")]
    assert ivo.y == petra.y
    assert abs(ivo.x - petra.x) == 1


def test_more_sleepers_than_spots_still_have_a_tile(quay: Pack) -> None:
    bed = next(iter(quay.people.values())).bed
    crowd = {person.id: replace(person, bed=bed) for person in quay.people.values()}
    assert set(show.start_tiles(replace(quay, people=crowd))) == set(crowd)


def test_every_address_of_a_person_names_a_place_that_is_shown(quay: Pack) -> None:
    town = show.town(quay)
    known = {sector.id for sector in town.places}
    known |= {room.id for sector in town.places for room in sector.rooms}
    known |= {thing.id for sector in town.places for room in sector.rooms for thing in room.things}
    for person in town.people:
        assert person.bed in known
        assert {deed.where for deed in person.day} <= known
        assert person.work is None or person.work.at in known


def test_hours_are_written_with_two_digits(quay: Pack) -> None:
    bakery = next(sector for sector in show.town(quay).places if sector.id == "The Salt Loaf")
    assert bakery.opens == "06:00-14:00"


def test_every_place_has_an_outline(quay: Pack) -> None:
    for sector in show.town(quay).places:
        assert sector.rectangles, sector.id
        assert all(room.rectangles for room in sector.rooms)
