import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.engine.turns import Turns

people = st.lists(st.integers(0, 9), min_size=1, max_size=6)
moves = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=30)


@given(people, moves)
def test_the_lowest_tick_and_its_people_equal_a_full_scan(ticks: list[int], moves: list[tuple[int, int]]) -> None:
    turns = Turns(ticks)
    for index, tick in [(0, ticks[0]), *moves]:
        if index < len(ticks):
            ticks[index] = tick
            turns.set(index, tick)
        assert turns.ticks.tolist() == [turns.of(each) for each in range(len(ticks))] == ticks
        assert turns.lowest == min(ticks)
        assert turns.at_lowest() == [each for each, tick in enumerate(ticks) if tick == min(ticks)]


def test_without_people_there_is_no_lowest_tick() -> None:
    assert Turns([]).at_lowest() == []


def test_ticks_are_changed_by_setting_them_alone() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Turns([0]).ticks[0] = 1


@given(people, moves)
def test_looking_changes_nothing(ticks: list[int], moves: list[tuple[int, int]]) -> None:
    """A viewer reads from its own thread."""
    turns = Turns(ticks)
    for index, tick in moves:
        if index < len(ticks):
            turns.set(index, tick)
        before = copy.deepcopy([turns._at, turns._order])
        assert turns.lowest in turns.ticks
        turns.at_lowest()
        assert [turns._at, turns._order] == before
