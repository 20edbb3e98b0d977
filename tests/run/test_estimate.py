from datetime import date

import pytest

from milkwood.models.speed import Range, Speed
from milkwood.questions.registry import KINDS
from milkwood.run.estimate import (
    BUSIER_FACTOR,
    MAX_CALLS_PER_QUESTION,
    MAX_PEOPLE,
    QUIETER_FACTOR,
    Terms,
    counted_use,
    estimate_days,
    people_live,
)
from milkwood.run.figures import KindFigures, TownFigures, figures, measured_on, nearest
from milkwood.towns.shelf import bundled
from milkwood.words import Language

ENGLISH = Language("en")
TOWN = TownFigures(
    people=10,
    days=2,
    chain_calls=100,
    chain_tokens=1000,
    kinds={
        "speak": KindFigures(20, 18, 22, first_least=1, first_most=2, prompt_tokens=900, answer_tokens=40),
        "react": KindFigures(10, 10, 10, first_least=3, first_most=3, prompt_tokens=500, answer_tokens=20),
    },
)


def test_every_bundled_town_was_measured_in_both_languages() -> None:
    assert set(figures()) == {(str(town.id), language) for town in bundled() for language in ("en", "zh")}
    assert measured_on() >= date(2026, 1, 1)
    for one in figures().values():
        assert set(one.kinds) <= set(KINDS)
        assert all(kind.least <= kind.calls <= kind.most for kind in one.kinds.values())
        assert one.chain_calls <= one.people * sum(kind.calls for kind in one.kinds.values())


def test_an_unmeasured_town_is_estimated_like_a_measured_one_of_its_size() -> None:
    assert nearest("the_ville", ENGLISH, 3)[0] == "the_ville"
    assert nearest("hamlet", ENGLISH, 4)[0] == "gull_quay"
    assert nearest("city", ENGLISH, 90)[0] == "the_ville"


def test_calls_tokens_and_money_grow_with_people_and_days() -> None:
    result = estimate_days(TOWN, 5, 2, Terms(1.0, 10.0))
    assert result.calls.low == pytest.approx(28 * 10 * QUIETER_FACTOR)
    assert result.calls.high == pytest.approx(32 * 10 * BUSIER_FACTOR * MAX_CALLS_PER_QUESTION)
    low = 10 * QUIETER_FACTOR * (18 * (900 * 1.0 + 40 * 10.0) + 10 * (500 * 1.0 + 20 * 10.0)) / 1e6
    assert result.price is not None
    assert result.price.low == pytest.approx(low)
    assert result.price.low < result.price.high


def test_a_model_that_counts_more_tokens_costs_more() -> None:
    plain, counted = (estimate_days(TOWN, 5, 1, Terms(1.0, 1.0, use=counted_use(each, 1.0))) for each in (1.0, 1.5))
    assert counted.prompt_tokens.high == pytest.approx(1.5 * plain.prompt_tokens.high)
    assert counted.answer_tokens == plain.answer_tokens


def test_unknown_values_are_not_guessed() -> None:
    result = estimate_days(TOWN, 5, 1, Terms(None, None))
    assert result.price is None
    assert result.seconds is None


def test_a_day_takes_its_longest_chain_or_all_calls_whichever_is_longer() -> None:
    quick = Speed(Range(1.0, 1.0), Range(0.01, 0.01), Range(1000.0, 1000.0))
    narrow = Speed(Range(1.0, 1.0), Range(0.01, 0.01), Range(0.5, 0.5))
    chained, queued = (estimate_days(TOWN, 10, 1, Terms(0.0, 0.0, speed)).seconds for speed in (quick, narrow))
    assert chained is not None
    assert queued is not None
    assert chained.low == pytest.approx(100 * 1.0 + 1000 * 0.01)
    assert queued.low == pytest.approx(28 * 10 * QUIETER_FACTOR / 0.5)


@pytest.mark.parametrize(
    ("call_seconds", "a_second", "people"), [(1.0, 1.0, 174), (1.0, 0.1, 17), (500.0, 1.0, 0), (0.0, 1e6, MAX_PEOPLE)]
)
def test_a_faster_model_supports_more_people_live(call_seconds: float, a_second: float, people: int) -> None:
    speed = Speed(Range(call_seconds, call_seconds), Range(0.0, 0.0), Range(a_second, a_second))
    assert people_live(TOWN, 5760.0, speed) == people
