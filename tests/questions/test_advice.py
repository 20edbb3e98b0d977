"""One paragraph on why answers failed, and what to try."""

import pytest

from milkwood.i18n import in_language
from milkwood.questions import advice as room
from milkwood.questions.advice import advice, advice_of
from milkwood.questions.failures import CALLS, FAULTS
from milkwood.questions.why import FAILED


def test_without_failures_there_is_nothing_to_say() -> None:
    assert advice(120, {}) == ""
    assert advice(120, {"choices: 3; lines: 1": 40}) == ""


@pytest.mark.parametrize(
    ("whys", "tries"),
    [
        ({"little: deeds": 30, "failed: timeout": 4}, "larger one"),
        ({"form: blocks.0.start, debris: blocks.0.what": 9, "no_json: answer": 3, "little: deeds": 8}, "JSON mode"),
        ({"failed: timeout": 12, "echo: deeds.0.what": 3}, "fewer calls at once"),
        ({"cut_off: answer; cut_off: answer": 7, "failed: empty": 1}, "longer ones (most_tokens)"),
        ({"failed: too_large": 5}, "8,192"),
        ({"language: say": 5}, "language of the town"),
        ({"failed: connection": 5}, "running"),
        ({"failed: auth": 5}, "milkwood doctor"),
        ({"failed: budget": 5}, "--budget"),
    ],
)
def test_what_to_try_follows_from_what_failed_most(whys: dict[str, int], tries: str) -> None:
    said = advice(100, whys)
    assert tries in said
    assert in_language(said, "zh") != said


def test_the_most_frequent_reasons_are_named_with_their_numbers() -> None:
    said = advice(1234, {"little: deeds": 30, "echo: deeds.0.what": 2, "failed: timeout": 4, "form: x": 1})
    assert "1,234 answers" in said
    assert "covers too little time (30), no answer in time (4), copied the example (2)." in said


def test_every_failure_that_can_be_recorded_has_advice() -> None:
    assert all(advice_of(code) != room._OTHERS for code in FAULTS)
    assert all(advice_of(f"{FAILED}: {code}") for code in CALLS)
