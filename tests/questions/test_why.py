"""A recorded why in words: failures, provenance, and codes of other versions."""

from typing import get_args

import pytest

from milkwood.i18n import in_language
from milkwood.models.completion import Category
from milkwood.questions.faults import CATEGORIES
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.questions.why import failures, in_words


@pytest.mark.parametrize(
    ("why", "english", "chinese"),
    [
        ("", "", ""),
        ("failed: rate", "rate limit", "触发限流"),
        ("echo: deeds.0.what, form: deeds.1", "copied the example (deeds.0.what), wrong form (deeds.1)", None),
        ("cut_off: answer; failed: timeout", "answer cut off; no answer in time", None),
        ("choices: 1; lines: 2", "1 choice by the model; 2 lines in the model's words", None),
        ("refused: facts, long", "the model's words were not used: changes the facts, too long", None),
        ("failed: KeyError", "a bug of ours (KeyError)", None),
        (str(SPENDING_PAUSED), "spending is paused", "已暂停花费"),
        ("anything: new", "anything: new", "anything: new"),
    ],
)
def test_a_why_is_shown_in_words(why: str, english: str, chinese: str | None) -> None:
    said = in_words(why)
    assert said == english
    translated = in_language(said, "zh")
    assert translated == chinese if chinese is not None else translated != english


@pytest.mark.parametrize(
    "code", [f"failed: {each}" for each in get_args(Category)] + [f"{each}: x" for each in CATEGORIES]
)
def test_every_code_has_words(code: str) -> None:
    assert code not in in_words(code)
    assert "bug" not in in_words(code)


def test_provenance_is_no_failure() -> None:
    assert failures("missing: say, bad: over; failed: rate") == ["missing: say, bad: over", "failed: rate"]
    assert failures("choices: 0; lines: 1") == failures("not_carried") == failures("no_choice") == failures("") == []
