"""A person who comes to a town after it was made."""

import tomllib
from typing import Any

import pytest

from milkwood import towns
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.towns.newcomer import newcomer
from tests.towns.conftest import TinyPack

DAN = PersonId("dan")


@pytest.fixture
def table(tiny: TinyPack) -> dict[str, Any]:
    """The file of a person who lives here."""
    return tomllib.loads(tiny.read("people/ben.toml"))


def test_a_newcomer_is_a_person_like_those_of_the_pack(tiny: TinyPack, table: dict[str, Any]) -> None:
    pack = towns.load(tiny.folder)
    ben, dan = pack.people[PersonId("ben")], newcomer(DAN, table, pack)
    assert dan.id == DAN
    assert (dan.name, dan.bed, dan.habits) == (ben.name, ben.bed, ben.habits)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"age": 0}, "newcomer > age"),
        ({"bed": "House:bedroom:hammock"}, "There is no place “House:bedroom:hammock” on the map"),
        ({"name": {}}, "newcomer > name: A text is given in the languages of the town."),
        ({"hobby": "chess"}, "There is no field “hobby” here"),
        ({"knows": [{"person": "zoe", "tie": {}, "feeling": {}, "closeness": 1}]}, "newcomer > knows #1"),
    ],
)
def test_errors_in_a_newcomer_are_reported(
    change: dict[str, Any], why: str, tiny: TinyPack, table: dict[str, Any]
) -> None:
    with pytest.raises(SetupError) as error:
        newcomer(DAN, {**table, **change}, towns.load(tiny.folder))
    assert error.value.sentence().startswith("“dan” cannot be added to the town. ")
    assert why in error.value.sentence()
