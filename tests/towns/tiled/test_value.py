from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from milkwood.towns.tiled.value import pixels, properties, tables, whole, words

ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(ANYTHING)
def test_no_value_is_too_strange(value: Any) -> None:
    number, position = whole(value, -5, 5), pixels(value)
    assert number is None or -5 <= number <= 5
    assert position is None or abs(position) <= 1e6
    assert all(isinstance(entry, dict) for entry in tables(value))
    assert words(value) == words(value).strip()
    assert all(isinstance(key, str) for key in properties(value))


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert whole(32.0, 0, 100) == 32
    assert whole(32.5, 0, 100) is None
    assert whole(True, 0, 100) is None


def test_properties_become_a_table() -> None:
    assert properties([{"name": "solid", "value": True}, {"value": 1}, 5]) == {"solid": True}
