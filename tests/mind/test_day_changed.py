"""A plan that is changed in the middle of the day: what is inserted, replaced and kept."""

import pytest

from milkwood.mind import day
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.state import BreakdownState, DoingState
from tests.mind.scripted import (
    BED,
    HOUR,
    KITCHEN,
    MINUTE,
    MY_BED,
    NOON,
    QUAY,
    RACK,
    TABLE,
    asked,
    head_of,
    thought,
)


def with_plan(*blocks: Block, block: int = 0) -> Head:
    head = head_of()
    head.state.day.plan, head.state.day.block = list(blocks), block
    return head


MORNING = Block(NOON - HOUR, NOON, "mending nets", RACK)
LUNCH = Block(NOON, NOON + HOUR, "eating soup", TABLE)
NAP = Block(NOON + HOUR, NOON + 2 * HOUR, "taking a nap", MY_BED)


def inserted(head: Head, start: int, end: int) -> list[tuple[str, int, int]]:
    day.insert(thought(head), start, end, "putting out the fire", KITCHEN, 3)
    return [(block.what, block.start, block.end) for block in head.state.day.plan]


FIRE = "putting out the fire"


def test_something_for_now_ends_what_they_do_and_comes_next() -> None:
    head = with_plan(Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK), NAP)
    head.state.breakdown.asked, head.state.breakdown.asked_for = asked("break_down"), NAP
    head.state.doing = DoingState([Step("old", 5, QUAY, None, "", "")], until=NOON + 50, heading=RACK)
    end = NOON + 20 * MINUTE
    assert inserted(head, NOON, end) == [
        ("mending nets", NOON - HOUR, NOON),
        (FIRE, NOON, end),
        ("mending nets", end, NOON + HOUR),
        ("taking a nap", NOON + HOUR, NOON + 2 * HOUR),
    ]
    assert (head.state.day.plan[1].place, head.state.day.plan[1].promise) == (KITCHEN, 3)
    assert head.state.day.block == 0
    assert (head.state.doing.steps, head.state.doing.until, head.state.doing.heading) == ([], NOON, "")
    assert head.state.breakdown == BreakdownState()


def test_something_for_later_leaves_what_they_do() -> None:
    head = with_plan(Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK), NAP)
    head.state.doing.heading, head.state.doing.until = RACK, NOON + 50
    inserted(head, NOON + HOUR, NOON + 2 * HOUR)
    assert head.state.day.block == 0
    assert (head.state.doing.heading, head.state.doing.until) == (RACK, NOON + 50)


def test_a_change_for_the_past_begins_now_and_nothing_lasts_past_bed_time() -> None:
    head = with_plan(Block(NOON - HOUR, BED, "mending nets", RACK))
    assert inserted(head, NOON - 30, BED + 50)[-1] == (FIRE, NOON, BED)


@pytest.mark.parametrize(("start", "awake"), [(BED, True), (NOON, False)])
def test_after_bed_time_and_asleep_no_plan_is_changed(start: int, awake: bool) -> None:
    head = with_plan(MORNING, LUNCH)
    head.state.day.awake = awake
    assert inserted(head, start, start + HOUR) == [(each.what, each.start, each.end) for each in (MORNING, LUNCH)]


def test_before_the_first_block_an_inserted_block_comes_first() -> None:
    head = with_plan(block=-1)
    assert inserted(head, NOON, NOON + HOUR) == [(FIRE, NOON, NOON + HOUR)]
    assert head.state.day.block == -1


def test_the_same_deed_at_the_same_place_is_no_change() -> None:
    head = with_plan(Block(NOON - HOUR, NOON + HOUR, FIRE, KITCHEN), NAP)
    head.state.doing.heading = KITCHEN
    inserted(head, NOON, NOON + 20 * MINUTE)
    assert head.state.doing.heading == KITCHEN
    assert head.state.day.block == 1


def test_the_rest_of_a_block_is_at_least_five_minutes_long() -> None:
    head = with_plan(Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK), NAP)
    short, long = NOON + HOUR - 5 * MINUTE + 1, NOON + HOUR - 5 * MINUTE
    assert inserted(head, NOON, short)[1:] == [
        (FIRE, NOON, NOON + HOUR),
        ("taking a nap", NOON + HOUR, NOON + 2 * HOUR),
    ]
    head = with_plan(Block(NOON - HOUR, NOON + HOUR, "mending nets", RACK), NAP)
    assert inserted(head, NOON, long)[2] == ("mending nets", long, NOON + HOUR)
