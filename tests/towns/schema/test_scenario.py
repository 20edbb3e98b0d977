import pytest

from milkwood.plain import TomlTable
from milkwood.towns.schema.scenario import merged
from tests.towns.conftest import TinyPack

FILE = "scenarios/picnic.toml"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('["ben", "ada"]', "[]", f"{FILE} > cast: The cast is empty: nobody would live here."),
        ('["ben", "ada"]', '["ada", "ada"]', f"{FILE} > cast: “ada” is cast twice."),
        ('["ben", "ada"]', '"everyone"', f"{FILE} > cast: “everyone” is not a cast."),
        ("days = 2", "days = 0", f"{FILE} > days: “0” is not valid here. Write a whole number of days"),
        ("2023-03-11T12:00:00", '"noon"', f"{FILE} > stories #1 > commitments #1 > from: “noon” is not valid here."),
        ('title = { en = "The picnic", zh = "野餐" }\n', "", f"{FILE} > stories #1: “title” is missing."),
        ("[people.ben]", "[people]\nben = 5\n[other]", f"{FILE} > people: “ben” is not a table."),
    ],
)
def test_a_fault_in_a_scenario_is_named_with_its_remedy(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap(FILE, old, new)
    assert any(error in found for found in tiny.errors()), tiny.errors()


def test_tables_are_merged_and_lists_replaced() -> None:
    person: TomlTable = {"age": 3, "habits": {"wake": "07:00", "day": [1, 2]}, "places": ["a"]}
    changes: TomlTable = {"age": 4, "habits": {"day": [3]}, "places": [], "work": {"at": "b"}}
    assert merged(person, changes) == {
        "age": 4,
        "habits": {"wake": "07:00", "day": [3]},
        "places": [],
        "work": {"at": "b"},
    }
    assert person["age"] == 3
