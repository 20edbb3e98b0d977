"""Every message can be serialised."""

import json

from hypothesis import given, settings
from hypothesis import strategies as some

from milkwood.server.wire.model import replace_all_surrogates, replace_surrogates

TEXTS = some.text() | some.text("a奶\ud83d\udc1d")
"""Some with half characters, which are too rare among all characters to be found by chance."""


@given(TEXTS)
def test_any_input_can_be_serialised(text: str) -> None:
    replace_surrogates(text).encode()


@given(some.text())
def test_a_text_that_can_be_written_stays_as_it_is(text: str) -> None:
    assert replace_surrogates(text) == text


@settings(max_examples=30)
@given(
    some.recursive(
        TEXTS | some.integers() | some.none(), lambda each: some.lists(each) | some.dictionaries(TEXTS, each)
    )
)
def test_nested_values_can_be_serialised(plain: object) -> None:
    json.dumps(replace_all_surrogates(plain), ensure_ascii=False).encode()


def test_half_a_letter_becomes_the_sign_for_a_missing_one() -> None:
    assert replace_all_surrogates({"say": ["milk \ud83d", 7]}) == {"say": ["milk \ufffd", 7]}
