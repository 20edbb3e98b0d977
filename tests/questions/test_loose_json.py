import json
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.questions.loose_json import ParsedValue, find, spoken

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(min_size=1, max_size=6), JSON, max_size=4))
def test_proper_json_is_read_as_it_is(value: dict[str, Any]) -> None:
    assert find(json.dumps(value, ensure_ascii=False)) == [ParsedValue(value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('Sure! {"a":1,} Bye.', {"a": 1}),
        ('{"a": "he said "hi" to me", "b": 2}', {"a": 'he said "hi" to me', "b": 2}),
        ("{'a': 'it's fine', b: True}", {"a": "it's fine", "b": True}),
        ("｛“a”：“你好，百合子”，“b”：否｝", {"a": "你好，百合子", "b": False}),
        ("{my} own is {'k': 07:30}", {"k": "07:30"}),
        ('{"a": seven, "b": [six, 五]}', {"a": "seven", "b": ["six", "五"]}),
        ('{"a": 1 // one\n, /* two */ "b": "x" // y\n}', {"a": 1, "b": "x"}),
        ('so: {"a": "line\nbreak \\"q\\" \\u4f60 \\ud83d\\ude00"}', {"a": 'line\nbreak "q" 你 😀'}),
        ("{a: 2.5, b: none}", {"a": 2.5, "b": None}),
        ('{"a":1 "b":2}', {"a": 1, "b": 2}),
    ],
)
def test_json_as_models_write_it_is_read(text: str, value: dict[str, Any]) -> None:
    assert [found.value for found in find(text)][-1] == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":[1,2', {"a": [1]}),
        ('{"a":"x","b":"unfin', {"a": "x"}),
        ('{"minutes": 1', {}),
        ('{"a":"x","b', {"a": "x"}),
        ('{"a":"x","b":', {"a": "x"}),
        ('{"x": [{"z":1}, {"z":2', {"x": [{"z": 1}, {}]}),
    ],
)
def test_a_truncated_part_is_left_out_and_marked_as_cut(text: str, value: dict[str, Any]) -> None:
    assert find(text) == [ParsedValue(value, cut=True)]


def test_thoughts_are_not_spoken() -> None:
    assert spoken("<think>hm</think> yes") == "yes"
    assert spoken("<思考>嗯</思考>好") == "好"
    assert spoken("<THINKING>\nhm\n</THINKING>\nyes") == "yes"
    assert spoken("so it is.</think>yes") == "yes"
    assert spoken("<think>without end") == ""
    assert spoken("<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>yes") == "yes"


@given(st.text(alphabet="{}[]\",:'“”\\ax1 \n<>/", max_size=400))
def test_no_text_breaks_the_reading(text: str) -> None:
    find(text)
    spoken(text)


@pytest.mark.parametrize("piece", ["{", "[", '{"a":"', '{"a":', "[{", '"', "{'", "<think>", "{a:[", "\\", "// ", "/* "])
def test_time_grows_with_length_alone(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    before = process_time()
    find(spoken(text))
    assert process_time() - before < 1.0
