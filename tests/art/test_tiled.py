"""JSON in Tiled's own layout."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from milkwood_art.tiled import dumps

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4))
def test_written_data_is_read_back_unchanged(value: dict[str, Any]) -> None:
    assert json.loads(dumps(value)) == value


def test_keys_are_sorted_and_rows_of_numbers_stay_on_one_line() -> None:
    text = dumps({"width": 2, "layers": [{"name": "ground", "data": [1, 2]}]})
    assert text == (
        '{ "layers":[\n        {\n         "data":[1, 2],\n         "name":"ground"\n        }],\n "width":2\n}\n'
    )


def test_chinese_stays_readable() -> None:
    assert "咖啡馆" in dumps({"name": "咖啡馆"})
