import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chance import stream


def test_chance_is_the_same_on_every_machine_rule_e3() -> None:
    draw = stream(7, "isabella_rodriguez", 120, "spot")
    assert [draw.below(1000) for _ in range(5)] == [507, 580, 919, 573, 408]


@given(st.integers(), st.text(), st.integers(0, 10**9))
def test_draws_depend_on_their_keys_alone(seed: int, person: str, tick: int) -> None:
    one, other = stream(seed, person, tick), stream(seed, person, tick)
    other_first = stream(seed, person, tick + 1).bits()
    assert [one.bits() for _ in range(3)] == [other.bits() for _ in range(3)]
    assert stream(seed, person, tick).bits() != other_first


def test_a_word_and_a_number_that_look_alike_are_different_keys() -> None:
    assert stream(1, "7").bits() != stream(1, 7).bits()
    assert stream(1, "a", "b").bits() != stream(1, "ab").bits()


@given(st.integers(), st.integers(1, 50))
def test_draws_stay_within_their_bounds(seed: int, limit: int) -> None:
    draw = stream(seed, "bounds")
    assert 0 <= draw.below(limit) < limit
    assert 0 <= draw.unit() < 1
    assert 3 <= draw.between(3, 3 + limit) <= 3 + limit
    assert sorted(draw.shuffled(range(limit))) == list(range(limit))
    assert draw.chosen("abc") in "abc"


def test_draws_are_spread_evenly() -> None:
    draw = stream(3, "even")
    counts = [0] * 10
    for _ in range(10_000):
        counts[draw.below(10)] += 1
    assert all(900 < count < 1100 for count in counts)
    assert 4_500 < sum(draw.happens(0.5) for _ in range(10_000)) < 5_500


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="nothing lies below 1"):
        stream(1).below(0)
