"""Deeds are fitted to the time of a block and to the things at hand."""

import pytest

from milkwood.mind.deeds import Step, fitted
from milkwood.questions.break_down.schema import PlannedDeed
from tests.mind.scripted import BEDROOM, KITCHEN, QUAY, RACK, STOVE, TABLE, head_of


def lengths(minutes: int, *wanted: int) -> list[int]:
    deeds = [PlannedDeed(what="a deed", minutes=each) for each in wanted]
    return [step.minutes for step in fitted(deeds, minutes, QUAY, head_of().places)]


@pytest.mark.parametrize(
    ("minutes", "wanted", "found"),
    [
        (15, (10,), [15]),
        (1, (10,), [1]),
        (0, (10,), [1]),
        (16, (10,), [10, 6]),
        (16, (15,), [11, 5]),
        (30, (10,), [10, 10, 10]),
        (30, (2,), [5, 5, 5, 15]),
        (40, (60,), [15, 15, 10]),
        (45, (10, 15), [10, 15, 10, 10]),
        (31, (15, 15), [15, 11, 5]),
    ],
)
def test_deeds_last_from_five_to_fifteen_minutes_and_add_up(
    minutes: int, wanted: tuple[int, ...], found: list[int]
) -> None:
    assert lengths(minutes, *wanted) == found


def test_too_few_deeds_are_done_again_from_the_first_and_too_many_left_out() -> None:
    deeds = [PlannedDeed(what=what, minutes=15) for what in ("cutting", "stirring")]
    places = head_of().places
    assert [step.what for step in fitted(deeds, 45, QUAY, places)] == ["cutting", "stirring", "cutting"]
    assert [step.what for step in fitted(deeds, 10, QUAY, places)] == ["cutting"]


def test_a_deed_is_done_at_its_thing_in_any_room_of_the_house() -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=STOVE, emoji="🥣", effect="on", note="boiling", busy=True)
    step = Step("cooking", 15, KITCHEN, STOVE, "🥣", "on", True, "boiling")
    assert fitted([deed], 15, BEDROOM, head_of().places) == [step]


@pytest.mark.parametrize(
    ("effect", "state"),
    [("on", "on"), ("开着火", "on"), ("burning", ""), ("dirty", ""), ("full of pages", ""), ("hung with nets", "")],
)
def test_a_deed_brings_its_thing_into_a_state_of_its_kind_that_needs_nothing_or_into_none(
    effect: str, state: str
) -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=STOVE, effect=effect)
    assert [step.effect for step in fitted([deed], 15, KITCHEN, head_of().places)] == [state]


@pytest.mark.parametrize("tool", ["", "no such thing", RACK])
def test_a_deed_names_no_thing_that_is_not_there(tool: str) -> None:
    deed = PlannedDeed(what="cooking", minutes=15, tool=tool, effect="on", note="boiling")
    assert fitted([deed], 15, KITCHEN, head_of().places) == [Step("cooking", 15, KITCHEN, None, "", "")]


def test_the_thing_of_one_deed_is_not_that_of_the_next() -> None:
    deeds = [PlannedDeed(what="cooking", minutes=15, tool=STOVE), PlannedDeed(what="eating", minutes=15, tool=TABLE)]
    assert [step.thing for step in fitted(deeds, 30, KITCHEN, head_of().places)] == [STOVE, TABLE]
