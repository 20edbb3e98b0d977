import pytest
from pydantic import Field, ValidationError

from milkwood.towns.schema.message import place, problems_of
from milkwood.towns.schema.plain import Section, fault


class Inner(Section):
    number: int = Field(description="a whole number")


class Outer(Section):
    inner: Inner | None = Field(None, description="a table [inner]")
    several: list[Inner] = Field(default_factory=list, description="tables [[several]]")


def complaints(table: object) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(table)
    return [problem.sentence() for problem in problems_of(caught.value, "a.toml", Outer, ("people", "ada"))]


def test_list_entries_are_counted_from_one() -> None:
    assert place("a.toml", "habits", "day", 2, "from") == "a.toml > habits > day #3 > from"


def test_a_missing_field_is_named_where_it_should_stand() -> None:
    assert complaints({"inner": {}}) == ["a.toml > people > ada > inner: “number” is missing. Add a whole number."]


def test_an_unknown_field_brings_similar_names() -> None:
    assert complaints({"severel": []}) == [
        "a.toml > people > ada: There is no field “severel” here. Did you mean “several”?"
    ]


def test_an_unknown_field_that_resembles_nothing_brings_the_list() -> None:
    assert complaints({"xyz": 1})[0].endswith("Remove it; known here: inner, several.")


def test_a_wrong_value_brings_what_it_should_be() -> None:
    assert complaints({"several": [{"number": 1}, {"number": "two"}]}) == [
        "a.toml > people > ada > several #2 > number: “two” is not valid here. Write a whole number."
    ]


def test_every_error_is_reported() -> None:
    assert len(complaints({"inner": {"number": []}, "several": 5, "more": 1})) == 3


def test_a_fault_keeps_braces_as_they_are() -> None:
    assert fault("Write { en = … }.").message() == "Write { en = … }."
