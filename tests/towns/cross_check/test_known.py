from milkwood.town.address import Address
from milkwood.towns.cross_check.known import Known
from milkwood.towns.problem import Problems
from tests.towns.conftest import TinyPack


def test_without_a_map_no_address_is_called_wrong() -> None:
    problems = Problems()
    assert Known(("ada",), None).place(Address("Nowhere"), "a.toml", problems) is None
    assert problems.listed() == []


def test_a_damaged_map_is_not_blamed_on_people(tiny: TinyPack) -> None:
    tiny.write("map.tmj", "{}")
    assert {error.split(":")[0] for error in tiny.errors()} == {"map.tmj"}


def test_a_thing_in_a_room_without_any_says_so(tiny: TinyPack) -> None:
    tiny.layer("things", lambda layer: layer.update(objects=layer["objects"][:2]))
    error = (
        "people/ada.toml > work > at: There is no place “Green:green:flower bed” on the map. There is nothing there."
    )
    assert error in tiny.errors()
