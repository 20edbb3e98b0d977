"""Deeds are fitted to the time of a block and to the things at hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.mind.deeds import Step, fitted
from milkwood.questions.break_down.schema import PlannedDeed
from tests.mind.scripted import BEDROOM, KITCHEN, QUAY, RACK, STOVE, TABLE, head_of

REST = PlannedDeed(what="cooking lunch", minutes=15)


def lengths(minutes: int, *wanted: int) -> list[int]:
    deeds = [PlannedDeed(what="a deed", minutes=each) for each in wanted]
    return [step.minutes for step in fitted(deeds, REST, minutes, QUAY, head_of().places)]


@pytest.mark.parametrize(
    ("minutes", "wanted", "found"),
    [
        (15, (10,), [15]),
        (1, (10,), [1]),
        (0, (10,), [1]),
        (16, (10,), [11, 5]),
        (16, (15, 5), [11, 5]),
        (30, (10,), [15, 15]),
        (30, (5, 5, 5, 5, 5, 5), [5, 5, 5, 15]),
        (30, (2, 2), [15, 15]),
        (20, (5, 10), [8, 12]),
        (40, (60,), [15, 15, 10]),
        (45, (10, 15), [15, 15, 15]),
        (31, (15, 15), [15, 11, 5]),
        (90, (), [15, 15, 15, 15, 15, 15]),
    ],
)
def test_deeds_last_from_five_to_fifteen_minutes_and_add_up(
    minutes: int, wanted: tuple[int, ...], found: list[int]
) -> None:
    assert lengths(minutes, *wanted) == found


@given(st.lists(st.integers(1, 60), max_size=12), st.integers(0, 240))
def test_lengths_of_any_deeds_add_up(wanted: list[int], minutes: int) -> None:
    found = lengths(minutes, *wanted)
    assert sum(found) == max(1, minutes)
    assert all(each <= 15 for each in found)
    assert minutes <= 15 or all(each >= 5 for each in found)


def test_the_activity_itself_fills_what_too_few_deeds_leave_and_too_many_are_left_out() -> None:
    deeds = [PlannedDeed(what=what, minutes=15) for what in ("cutting", "stirring")]
    places = head_of().places
    assert [step.what for step in fitted(deeds, REST, 45, QUAY, places)] == ["cutting", "stirring", "cooking lunch"]
    assert [step.what for step in fitted(deeds, REST, 30, QUAY, places)] == ["cutting", "stirring"]
    assert [step.what for step in fitted(deeds, REST, 10, QUAY, places)] == ["cutting"]


def test_with_time_for_one_deed_it_is_the_activity_itself() -> None:
    deeds = [PlannedDeed(what=what, minutes=15) for what in ("peeling", "cooking lunch", "stirring")]
    assert [step.what for step in fitted(deeds, REST, 12, QUAY, head_of().places)] == ["cooking lunch"]
    assert fitted([], REST, 12, QUAY, head_of().places)[0].what == "cooking lunch"


def test_a_deed_is_done_at_its_thing_in_any_room_of_the_house() -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=STOVE, emoji="🥣", effect="on", note="boiling", busy=True)
    step = Step("cooking", 15, KITCHEN, STOVE, "🥣", "on", True, "boiling")
    assert fitted([deed], REST, 15, BEDROOM, head_of().places) == [step]


@pytest.mark.parametrize(
    ("effect", "state"),
    [("on", "on"), ("开着火", "on"), ("burning", ""), ("dirty", ""), ("full of pages", ""), ("hung with nets", "")],
)
def test_a_deed_brings_its_thing_into_a_state_of_its_kind_that_needs_nothing_or_into_none(
    effect: str, state: str
) -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=STOVE, effect=effect)
    assert [step.effect for step in fitted([deed], REST, 15, KITCHEN, head_of().places)] == [state]


@pytest.mark.parametrize("tool", ["", "no such thing", RACK])
def test_a_deed_names_no_thing_that_is_not_there(tool: str) -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=tool, effect="on", note="boiling")
    assert fitted([deed], REST, 15, KITCHEN, head_of().places) == [Step("cooking", 15, KITCHEN, None, "", "")]


def test_the_thing_of_one_deed_is_not_that_of_the_next() -> None:
    deeds = [PlannedDeed(what="cooking", minutes=15, tool=STOVE), PlannedDeed(what="eating", minutes=15, tool=TABLE)]
    assert [step.thing for step in fitted(deeds, REST, 30, KITCHEN, head_of().places)] == [STOVE, TABLE]
