"""Every code of a failure has words and a remedy, in both languages, and stands on the reference page."""

import inspect
import re
from typing import get_args

import pytest

from milkwood.chronicle.calls import LOST
from milkwood.i18n import in_language
from milkwood.models.completion import Category
from milkwood.models.metering import ANSWERED, ESTIMATED, GIVEN_UP
from milkwood.providers.phrasing import Phrasing
from milkwood.questions.failures import CALLS, FAULTS, OTHERS, OUTCOMES, PROVENANCE, UNUSED_WORDS
from milkwood.questions.faults import CATEGORIES
from milkwood.questions.routing import SPENDING_PAUSED
from milkwood.questions.why import codes_in, failures, faults_in, in_words, outcome_in_words, outcome_remedy, remedy_of
from tools.failures import PAGE, page

REFUSALS = {*re.findall(r'\("(\w+)", lambda', inspect.getsource(Phrasing.refusal)), "long"}
WHYS = [
    *(f"failed: {code}" for code in (*get_args(Category), "vendor", "KeyError")),
    *(f"{code}: deeds.0.what" for code in CATEGORIES),
    *(f"refused: {code}" for code in sorted(REFUSALS)),
    str(SPENDING_PAUSED),
]


def test_the_tables_have_exactly_the_codes_of_the_code() -> None:
    assert set(CALLS) == {*get_args(Category), "vendor"}
    assert set(OUTCOMES) == {ANSWERED, ESTIMATED, GIVEN_UP, LOST}
    assert set(FAULTS) == set(CATEGORIES)
    assert set(UNUSED_WORDS) == REFUSALS
    assert set(OTHERS) == {str(SPENDING_PAUSED)}
    assert all(not failures(code) for code in PROVENANCE)


@pytest.mark.parametrize("why", WHYS)
def test_every_failure_has_words_and_a_remedy_in_both_languages(why: str) -> None:
    for said in (in_words(why), remedy_of(why)):
        assert said
        assert in_language(said, "zh") != said
    assert failures(why) == faults_in(why) == [why]


@pytest.mark.parametrize("outcome", [*CALLS, *OUTCOMES, "KeyError"])
def test_every_outcome_has_words_and_a_remedy_in_both_languages(outcome: str) -> None:
    said, remedy = outcome_in_words(outcome), outcome_remedy(outcome)
    assert in_language(said, "zh") != said
    assert outcome == ANSWERED or (remedy and in_language(remedy, "zh") != remedy)


def test_remedies_of_several_failures_are_told_once() -> None:
    why = "form: a, echo: b; failed: rate; refused: aim, who; choices: 1"
    assert faults_in(why) == ["form: a", "echo: b", "failed: rate", "refused: aim, who"]
    assert codes_in(why) == ["form", "echo", "failed: rate", "refused: aim, who"]
    assert remedy_of(why).count("larger model;") == 1
    assert "at_once" in remedy_of(why)
    assert remedy_of("") == remedy_of("choices: 1; lines: 0") == remedy_of("new: thing") == ""


def test_the_reference_page_is_what_the_code_says() -> None:
    assert PAGE.read_text("utf-8") == page(), "Write it again: python -m tools.failures"
