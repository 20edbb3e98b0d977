"""Names and uses of places and things."""

import pytest

from milkwood.ids import RoomId, SectorId, ThingId
from milkwood.mind.gazetteer import Gazetteer
from milkwood.words import Language
from tests.mind.scripted import (
    BAKERY,
    BATHROOM,
    BEDROOM,
    BENCH,
    INN,
    KITCHEN,
    MY_BED,
    PACK,
    QUAY,
    STOVE,
    TABLE,
    head_of,
)

PLACES = head_of().places
SHED = RoomId("Boat Shed:workshop")


@pytest.mark.parametrize(
    ("place", "room"),
    [
        (STOVE, KITCHEN),
        (KITCHEN, KITCHEN),
        ("Marsh house", KITCHEN),
        ("The Anchor Inn", INN),
        ("The Quay", QUAY),
        ("nowhere", None),
        ("", None),
    ],
)
def test_a_place_is_in_a_room(place: str, room: str | None) -> None:
    assert PLACES.room_of(place) == room


def test_only_a_thing_is_a_thing() -> None:
    assert (PLACES.thing_at(STOVE), PLACES.thing_at(KITCHEN)) == (STOVE, None)


@pytest.mark.parametrize(
    ("place", "name"), [(STOVE, "Marsh house, kitchen"), (QUAY, "The Quay"), (BENCH, "The Quay"), ("nowhere", "")]
)
def test_a_room_is_named_where_a_place_has_several(place: str, name: str) -> None:
    assert PLACES.name(place) == name


def test_places_are_named_in_the_language_of_the_run() -> None:
    chinese = head_of(language="zh").places
    assert chinese.name(QUAY) != PLACES.name(QUAY)
    assert chinese.sector_name(SectorId("The Quay")) == chinese.name(QUAY)
    assert chinese.thing_name(STOVE) != PLACES.thing_name(STOVE) == "cooking area"
    assert "的" in chinese.name(KITCHEN)


def test_bathrooms_are_for_one() -> None:
    assert [PLACES.is_bathroom(room) for room in (BATHROOM, KITCHEN, None)] == [True, False, False]


def test_kinds_and_rooms() -> None:
    assert PLACES.kind(KITCHEN) == "house kitchen"
    assert PLACES.sector_of(KITCHEN) == "Marsh house"
    assert PLACES.rooms_of(SectorId("Marsh house")) == (BEDROOM, KITCHEN, BATHROOM, "Marsh house:garden")
    assert len(PLACES.sectors()) == 7


@pytest.mark.parametrize(
    ("room", "minute", "is_open"),
    [
        (BAKERY, 359, False),
        (BAKERY, 360, True),
        (BAKERY, 839, True),
        (BAKERY, 840, False),
        (BAKERY, 24 * 60 + 360, True),
        (KITCHEN, 3, True),
    ],
)
def test_a_place_is_open_in_its_hours_and_always_without(room: RoomId, minute: int, is_open: bool) -> None:
    assert PLACES.open_at(room, minute) is is_open


def test_anyone_may_come_into_a_public_place() -> None:
    assert [PLACES.is_public(room) for room in (INN, QUAY, KITCHEN, SHED)] == [True, True, False, False]


def test_a_spot_is_a_choice_with_its_hours() -> None:
    assert PLACES.spot(BAKERY, mine=False) == {
        "id": BAKERY,
        "name": "The Salt Loaf, bakery",
        "kind": "bakery shop",
        "hours": "06:00-14:00",
        "mine": False,
    }
    assert PLACES.spot(KITCHEN, mine=True)["hours"] == ""
    assert PLACES.spot(KITCHEN, mine=True)["mine"]


def test_sectors_are_named_by_their_first_room() -> None:
    assert PLACES.named([SectorId("The Quay")]) == [{"id": QUAY, "name": "The Quay"}]


def test_things_have_seats_and_are_tools() -> None:
    assert [PLACES.seats(thing) for thing in (MY_BED, STOVE, TABLE, BENCH)] == [2, 2, 0, 4]
    tools = PLACES.tools(QUAY)
    assert [tool["id"] for tool in tools][:2] == [BENCH, ThingId("The Quay:quay:net rack")]
    assert (tools[0]["name"], tools[0]["kind"]) == ("quay bench", "bench")
    assert PLACES.tools(QUAY) is tools
    assert PLACES.tools(KITCHEN)[1]["states"]


def test_a_small_room_is_overlooked_from_each_of_its_tiles_and_a_park_is_not() -> None:
    book = Gazetteer(PACK.town_map, Language("en"), PACK.view_radius)
    rooms = [room for room in PACK.town_map.rooms if len(PACK.town_map.floor(room)) <= 16]
    assert rooms
    assert all(book.overlooks(tile, room) for room in rooms for tile in PACK.town_map.floor(room))
    largest = max(PACK.town_map.rooms, key=lambda room: len(PACK.town_map.floor(room)))
    assert not any(book.overlooks(tile, largest) for tile in PACK.town_map.floor(largest))
    assert not book.overlooks(PACK.town_map.floor(largest)[0], "nowhere")
