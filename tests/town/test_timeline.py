import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.town.timeline import Timeline


@given(st.lists(st.tuples(st.integers(0, 50), st.integers()), max_size=30), st.integers(0, 60), st.integers(0, 60))
def test_the_value_at_a_tick_is_the_last_one_set_until_then(
    changes: list[tuple[int, int]], tick: int, forget: int
) -> None:
    changes.sort(key=lambda change: change[0])
    line: Timeline[int] = Timeline(0, -1)
    for when, value in changes:
        line.set(when, value)
    truth = [value for when, value in [(0, -1), *changes] if when <= tick][-1]
    assert line.at(tick) == truth
    line.forget_before(forget)
    if tick >= forget:
        assert line.at(tick) == truth


def test_the_past_cannot_be_changed() -> None:
    line = Timeline(5, "a")
    with pytest.raises(ValueError, match="cannot change at 4"):
        line.set(4, "b")


def test_a_timeline_knows_its_latest_value_and_since_when_it_holds() -> None:
    line = Timeline(0, "a")
    line.set(7, "b")
    assert line.latest == "b"
    assert line.latest_tick == 7
