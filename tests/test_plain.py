"""Reading values out of JSON."""

import pytest

from milkwood.plain import Json, items, number, table, text


@pytest.mark.parametrize("other", [None, True, 3, 2.5, "words", ["a"], {"a": 1}])
def test_a_reader_gives_its_own_kind_as_it_is_and_a_default_for_every_other(other: Json) -> None:
    assert table(other) == (other if isinstance(other, dict) else {})
    assert list(items(other)) == (other if isinstance(other, list) else [])
    assert text(other, "none") == (other if isinstance(other, str) else "none")
    assert number(other, -1) == (other if type(other) in (int, float) else -1)


def test_a_number_stays_whole() -> None:
    assert isinstance(number(3), int)
