import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.errors import TownAuthorError
from milkwood.town.address import Address

names = st.text(st.characters(exclude_characters=":", exclude_categories=("Z", "C")), min_size=1)


@given(names, names, names)
def test_a_formatted_address_parses_to_the_same_address(sector: str, room: str, thing: str) -> None:
    for address in (Address(sector), Address(sector, room), Address(sector, room, thing)):
        assert Address.parse(address.say()) == address
        assert Address.parse(address.say("the Town"), "the Town") == address


@pytest.mark.parametrize("text", ["", "a::b", "a:b:c:d", ":a", "a:"])
def test_an_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(TownAuthorError, match="is not an address"):
        Address.parse(text)


def test_an_address_names_the_sector_the_room_and_the_thing() -> None:
    address = Address.parse("Hobbs Cafe:cafe:piano")
    assert (address.sector_id, address.room_id, address.thing_id) == (
        "Hobbs Cafe",
        "Hobbs Cafe:cafe",
        "Hobbs Cafe:cafe:piano",
    )
    assert Address.parse("Hobbs Cafe").room_id is None
