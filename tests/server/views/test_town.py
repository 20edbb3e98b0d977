import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from milkwood.ids import PersonId
from milkwood.server.views.town import rectangles, sector_rectangles, start_tiles, town_out
from milkwood.town.tile import Tile
from milkwood.towns import Pack

TILES = st.sets(st.builds(Tile, st.integers(0, 12), st.integers(0, 12)))


def test_everyone_starts_on_a_tile_of_their_own_bed(quay: Pack) -> None:
    tiles = start_tiles(quay)
    assert len(set(tiles.values())) == len(quay.people)
    for person in quay.people.values():
        assert tiles[person.id] in quay.town_map.spots(person.bed)


def test_those_who_share_a_bed_lie_side_by_side(quay: Pack) -> None:
    tiles = start_tiles(quay)
    ivo, petra = tiles[PersonId("ivo_marsh")], tiles[PersonId("petra_marsh")]
    assert ivo.y == petra.y
    assert abs(ivo.x - petra.x) == 1


def test_more_sleepers_than_spots_still_have_a_tile(quay: Pack) -> None:
    bed = next(iter(quay.people.values())).bed
    crowd = {person.id: replace(person, bed=bed) for person in quay.people.values()}
    assert set(start_tiles(replace(quay, people=crowd))) == set(crowd)


def test_every_address_of_a_person_names_a_place_that_is_shown(quay: Pack) -> None:
    town = town_out(quay)
    known = {sector.id for sector in town.places}
    known |= {room.id for sector in town.places for room in sector.rooms}
    known |= {thing.id for sector in town.places for room in sector.rooms for thing in room.things}
    for person in town.people:
        assert person.bed in known
        assert {deed.where for deed in person.day} <= known
        assert person.work is None or person.work.at in known


def test_hours_are_written_with_two_digits(quay: Pack) -> None:
    bakery = next(sector for sector in town_out(quay).places if sector.id == "The Salt Loaf")
    assert bakery.opens == "06:00-14:00"


def test_every_place_has_an_outline(quay: Pack) -> None:
    for sector in town_out(quay).places:
        assert sector.rectangles, sector.id
        assert all(room.rectangles for room in sector.rooms)


def test_a_rectangular_room_is_one_rectangle() -> None:
    assert rectangles(Tile(x, y) for x in range(3, 7) for y in range(2, 4)) == [(3, 2, 4, 2)]


def test_a_room_with_a_corner_is_two() -> None:
    tiles = {Tile(x, y) for x in range(4) for y in range(2)} | {Tile(0, 2), Tile(1, 2)}
    assert rectangles(tiles) == [(0, 0, 4, 2), (0, 2, 2, 1)]


@given(TILES)
def test_rectangles_cover_exactly_the_tiles_and_none_twice(tiles: set[Tile]) -> None:
    covered = [
        Tile(x + dx, y + dy) for x, y, width, height in rectangles(tiles) for dx in range(width) for dy in range(height)
    ]
    assert sorted(covered) == sorted(tiles)


def test_sectors_are_read_in_whole_tiles_by_name(tmp_path: Path) -> None:
    parts = [
        {"name": "Park", "x": 16, "y": 32, "width": 48, "height": 16},
        {"name": "Park", "x": 70, "y": 32, "width": 20, "height": 16},
    ]
    tmj = {"tilewidth": 16, "layers": [{"name": "sectors", "objects": parts}, {"name": "rooms", "objects": parts}]}
    path = tmp_path / "map.tmj"
    path.write_text(json.dumps(tmj))
    assert sector_rectangles(path) == {"Park": [(1, 2, 3, 1), (4, 2, 2, 1)]}


def test_the_states_of_each_kind_say_what_is_seen_of_them(quay: Pack) -> None:
    states = town_out(quay).states
    assert set(states) == {thing.kind.id for thing in quay.town_map.things.values()}
    by_key = {state.key: state for state in states["lamp"]}
    assert (by_key["on"].look, by_key["on"].needs) == ("light", False)
    assert (by_key["burning"].look, by_key["burning"].needs, by_key["burning"].words["zh"]) == ("flame", True, "着火了")
