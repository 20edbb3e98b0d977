"""Commitments while acting and walking (rule T5): a room, a house, the next place; and keeping promises."""

from dataclasses import replace

import pytest

from milkwood.ids import RoomId
from milkwood.mind import doing
from milkwood.mind.calendar import KEPT, OPEN
from milkwood.mind.plan import Block
from milkwood.mind.port import Decision
from milkwood.town.intents import Do, GoTo
from tests.mind.scripted import (
    BOAT,
    COOKING,
    GARDEN,
    HOUR,
    INN,
    KITCHEN,
    MINUTE,
    MY_BED,
    NELL,
    NETS,
    NOON,
    NOW,
    QUAY,
    RACK,
    SHOWER,
    SITTING,
    STOVE,
    TABLE,
    WASHING,
    doer,
    go_on,
    thought,
)

BATH = Block(NOON - HOUR, NOON + HOUR, "washing off the salt", SHOWER)
NEXT = NOON + HOUR


def later(start: float, end: float, place: str) -> Block:
    return Block(NOON + round(start * HOUR), NOON + round(end * HOUR), f"being at {place}", place)


def bound(decision: Decision) -> tuple[int, int, str | None, int, int]:
    """How long in the room and in the house, where next, and how long there."""
    intent = decision.intent
    if isinstance(intent, Do):
        return (
            intent.deed.stays,
            intent.deed.house,
            str(intent.then or "") or None,
            intent.then_stays,
            intent.then_house,
        )
    assert isinstance(intent, GoTo)
    return intent.stays, intent.house, str(intent.then or "") or None, intent.then_stays, intent.then_house


def way_of(decision: Decision) -> GoTo:
    assert isinstance(decision.intent, GoTo)
    return decision.intent


def test_a_person_commits_to_the_room_for_the_block_and_to_bed_after_the_last() -> None:
    bedward = (MY_BED, NEXT + 12 * MINUTE, NEXT + 90 * MINUTE)
    head = doer(SITTING)
    assert bound(go_on(head)) == (NEXT, 0, *bedward)
    assert head.state.doing.onward == MY_BED
    head = doer(NETS)
    assert bound(go_on(head)) == (NEXT, 0, *bedward)
    assert (head.state.doing.onward, head.state.doing.bound) == (MY_BED, True)


def test_a_person_commits_for_an_hour_and_a_half_at_most() -> None:
    plan = (replace(NOW, end=NOON + 3 * HOUR),)
    assert bound(go_on(doer(SITTING, plan=plan))) == (NOON + 90 * MINUTE, 0, None, 0, 0)


def test_blocks_in_the_same_room_are_one_stay_and_the_next_place_comes_then() -> None:
    plan = (replace(NOW, end=NOON + HOUR // 2), later(0.5, 1, BOAT), later(1, 4, INN), later(4, 5, BOAT))
    expected = (NEXT, 0, INN, NEXT + 90 * MINUTE, 0)
    assert bound(go_on(doer(SITTING, plan=plan))) == expected
    assert bound(go_on(doer(NETS, plan=plan))) == expected


def test_a_person_stays_elsewhere_no_longer_than_the_block_there() -> None:
    plan = (NOW, later(1, 2, INN))
    assert bound(go_on(doer(SITTING, plan=plan))) == (NEXT, 0, INN, NOON + 2 * HOUR, 0)


def test_before_a_deed_in_another_room_only_the_deeds_here_are_committed() -> None:
    head = doer(SITTING, replace(SITTING, minutes=10), COOKING)
    assert bound(go_on(head)) == (NOON + 25 * MINUTE, 0, None, 0, 0)
    short = doer(SITTING, replace(SITTING, minutes=10), COOKING, plan=(replace(NOW, end=NOON + 20 * MINUTE),))
    assert bound(go_on(short))[0] == NOON + 20 * MINUTE
    late = doer(SITTING, replace(SITTING, minutes=10), COOKING)
    late.state.day.bed = NOON + 10 * MINUTE
    assert bound(go_on(late))[0] == NOON + 10 * MINUTE


def test_no_commitment_lasts_past_bed_time() -> None:
    head = doer(SITTING)
    head.state.day.bed = NOON + 30 * MINUTE
    assert bound(go_on(head))[0] == NOON + 30 * MINUTE
    head.state.day.bed, head.state.doing.steps = NOON, [SITTING]
    assert bound(go_on(head))[0] == 0


def test_at_home_the_person_commits_to_the_house_for_all_blocks_there() -> None:
    plan = (
        replace(NOW, place=STOVE, end=NOON + HOUR // 2),
        later(0.5, 0.75, MY_BED),
        later(0.75, 1, GARDEN),
        later(1, 2, INN),
        later(2, 3, MY_BED),
    )
    head = doer(replace(COOKING, thing=None), plan=plan)
    room, house, then, stays, in_house = bound(go_on(head, room=KITCHEN))
    assert (room, house) == (NOON + HOUR // 2, NEXT)
    assert (then, stays, in_house) == (INN, NOON + 2 * HOUR, 0)


def test_the_house_too_is_promised_for_an_hour_and_a_half_at_most() -> None:
    plan = (replace(NOW, place=STOVE, end=NOON + HOUR), later(1, 5, MY_BED))
    head = doer(replace(COOKING, thing=None), plan=plan)
    assert bound(go_on(head, room=KITCHEN)) == (NEXT, NOON + 90 * MINUTE, None, 0, 0)


def test_a_walk_home_commits_to_the_house_and_not_to_a_room() -> None:
    plan = (NOW, later(1, 1.5, TABLE), later(1.5, 2, MY_BED), later(2, 3, INN))
    assert bound(go_on(doer(SITTING, plan=plan))) == (NEXT, 0, TABLE, 0, NOON + 2 * HOUR)
    long = (NOW, later(1, 2, TABLE), later(2, 4, MY_BED))
    assert bound(go_on(doer(SITTING, plan=long))) == (NEXT, 0, TABLE, 0, NEXT + 90 * MINUTE)


@pytest.mark.parametrize("place", [SHOWER, "nowhere"])
def test_there_is_no_commitment_to_a_bathroom_or_without_a_place(place: str) -> None:
    head = doer(SITTING, plan=(NOW, later(1, 2, place)))
    assert bound(go_on(head)) == (NEXT, 0, None, 0, 0)
    assert head.state.doing.onward == ""


def test_a_walk_to_a_bathroom_commits_to_the_house_alone() -> None:
    head = doer(WASHING, plan=(BATH,))
    assert bound(go_on(head, room=KITCHEN))[:2] == (0, NEXT)
    assert head.state.doing.bound


def test_a_person_goes_to_the_committed_next_place_first() -> None:
    head = doer(replace(COOKING, thing=TABLE), plan=(replace(NOW, place=STOVE),))
    head.state.doing.onward = STOVE
    assert way_of(go_on(head)).goal == STOVE
    head = doer(replace(COOKING, thing=TABLE), plan=(replace(NOW, place=STOVE),))
    head.state.doing.onward = STOVE
    assert way_of(go_on(head, room=KITCHEN)).goal == TABLE
    head = doer(replace(COOKING, thing=TABLE), plan=(replace(NOW, place=STOVE),))
    head.state.doing.onward = BOAT
    assert way_of(go_on(head)).goal == TABLE


def test_a_walk_without_a_commitment_is_free() -> None:
    head = doer(NETS)
    head.state.day.bed = NOON
    decision = doing.set_out(thought(head, room=INN), NOW)
    assert bound(decision)[:2] == (0, 0)
    assert not head.state.doing.bound


# --- keeping promises


@pytest.mark.parametrize(
    ("place", "room", "status"), [(QUAY, QUAY, KEPT), (INN, QUAY, OPEN), ("", QUAY, KEPT), (RACK, QUAY, KEPT)]
)
def test_being_at_the_promised_place_keeps_the_promise(place: str, room: RoomId, status: str) -> None:
    head = doer(SITTING, plan=(replace(NOW, promise=0),))
    head.calendar.add("helping Nell", NOON, NOON + HOUR, place, [NELL])
    decision = go_on(head, room=room)
    assert head.calendar.promises[0].status == status
    assert decision.reason is not None
    assert decision.reason["promise"] == "helping Nell"


def test_a_deed_without_a_promise_keeps_none() -> None:
    head = doer(SITTING)
    head.calendar.add("helping Nell", NOON, NOON + HOUR, QUAY, [NELL])
    decision = go_on(head)
    assert head.calendar.promises[0].status == OPEN
    assert decision.reason is not None
    assert "promise" not in decision.reason
