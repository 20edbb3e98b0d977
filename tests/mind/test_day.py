"""Living a day: waking and sleeping, laying out the day, and how blocks follow each other and change."""

from dataclasses import replace
from itertools import pairwise

import pytest

from milkwood.ids import PersonId, ThingId
from milkwood.mind import day
from milkwood.mind.calendar import KEPT, MISSED
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.port import Decision
from milkwood.mind.state import DoingState
from milkwood.questions.break_down.schema import PlannedDeed
from milkwood.questions.break_down.schema import Reply as Deeds
from milkwood.questions.plan_day.schema import PlannedBlock
from milkwood.questions.plan_day.schema import Reply as Plan
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, Stay
from milkwood.town.percepts import Prevented
from tests.mind.scripted import (
    BED,
    BEDROOM,
    BRAM,
    DAY,
    HOUR,
    INN,
    IVO,
    KITCHEN,
    MIDNIGHT,
    MINUTE,
    MY_BED,
    NELL,
    NOON,
    PETRA,
    QUAY,
    RACK,
    TABLE,
    Draws,
    Script,
    asked,
    decided,
    head_of,
    texts,
    thought,
)

WAKE = MIDNIGHT + 4 * HOUR + 15 * MINUTE
AHEAD = ("new_self", "plan_day", "break_down")
DEEDS = Deeds(deeds=[PlannedDeed(what="sitting down", minutes=15)])


def at(hour: float) -> int:
    return MIDNIGHT + round(hour * HOUR)


def asleep() -> Head:
    """Ivo in bed."""
    head = head_of()
    own = head.state.day
    own.awake, own.wake, own.midnight, own.plan, own.block, own.number = False, WAKE, MIDNIGHT - DAY, [], -1, 1
    return head


def planned(*blocks: tuple[str, int, str, str], sleep: str = "21:00") -> Plan:
    return Plan.model_construct(
        blocks=[
            PlannedBlock.model_construct(start=start, minutes=minutes, what=what, place=place, company=[])
            for start, minutes, what, place in blocks
        ],
        sleep=sleep,
        idea="",
        idea_of=0,
    )


def woken(head: Head, plan: Plan, *, tick: int = WAKE) -> Decision:
    """The day started with a plan that was asked for in the evening."""
    head.state.morning.asked = [asked("plan_day", tick - DAY)]
    return decided(day.asleep(thought(head, asker=Script(plan, DEEDS, ahead=AHEAD), tick=tick, room=BEDROOM)))


FISHING = ("05:00", 60, "fishing", QUAY)


# --- waking and sleeping


@pytest.mark.parametrize(
    ("person", "hour", "in_bed"),
    [
        (IVO, 4, True),
        (IVO, 4.25, False),
        (IVO, 20.99, False),
        (IVO, 21, True),
        (BRAM, 7, True),
        (BRAM, 7.5, False),
        (BRAM, 23.9, False),
        (BRAM, 0, True),
    ],
)
def test_a_person_is_in_bed_from_bed_time_until_they_wake(person: PersonId, hour: float, in_bed: bool) -> None:
    assert day.bed_time(head_of(person), at(hour)) is in_bed


@pytest.mark.parametrize(("hour", "in_bed"), [(0.9, False), (1, True), (7.4, True), (7.5, False), (23, False)])
def test_a_bed_time_after_midnight_is_of_the_next_day(hour: float, in_bed: bool) -> None:
    head = head_of(BRAM)
    head.character = replace(head.character, sleep=25 * 60)
    assert day.bed_time(head, at(hour)) is in_bed


@pytest.mark.parametrize(("tick", "wakes"), [(at(1), WAKE), (WAKE - 1, WAKE), (WAKE, WAKE + DAY), (BED, WAKE + DAY)])
def test_a_person_wakes_at_the_usual_hour_after_going_to_bed(tick: int, wakes: int) -> None:
    assert day.wake_tick(head_of(), tick) == wakes


def test_a_sleeper_sleeps_on_until_it_is_time() -> None:
    decision = decided(day.asleep(thought(asleep(), tick=WAKE - 1)))
    assert (decision.intent, decision.wake) == (Stay(), WAKE)


@pytest.mark.parametrize(("hour", "wakes"), [(3, 4.25), (22, 28.25)])
def test_a_person_starting_in_bed_sleeps_until_the_usual_hour(hour: float, wakes: float) -> None:
    head = head_of()
    head.state.day = type(head.state.day)()
    decision = decided(day.asleep(thought(head, tick=at(hour), deed=Deed("sleeping", asleep=True))))
    assert (decision.intent, decision.wake) == (Stay(), at(wakes))


def test_a_person_who_arrives_at_night_goes_to_bed() -> None:
    head = head_of()
    head.state.day = type(head.state.day)()
    decision = decided(day.asleep(thought(head, tick=at(22))))
    assert decision.intent == GoTo(head.character.bed)
    assert head.state.day.awake


def test_a_person_starting_by_day_is_up_at_once() -> None:
    head = head_of()
    head.state.day = type(head.state.day)()
    script = Script(planned(("12:00", 60, "fishing", QUAY)), DEEDS, ahead=AHEAD)
    decided(day.asleep(thought(head, asker=script, room=BEDROOM)))
    own = head.state.day
    assert (own.awake, own.wake, own.number, own.midnight) == (True, NOON, 1, MIDNIGHT)


def test_a_day_begins_with_its_midnight_its_number_and_its_bed_time() -> None:
    head = asleep()
    head.calendar.add("an old promise", WAKE - 50, WAKE, QUAY, [])
    head.state.doing.steps = [Step("old", 5, QUAY, None, "", "")]
    woken(head, planned(FISHING))
    own = head.state.day
    assert (own.awake, own.number, own.midnight, own.bed, own.block) == (True, 2, MIDNIGHT, BED, 0)
    assert head.calendar.promises[0].status == MISSED
    assert "old" not in [step.what for step in head.state.doing.steps]


def test_a_person_up_after_midnight_lives_yesterdays_evening() -> None:
    head = head_of(BRAM)
    head.character = replace(head.character, sleep=25 * 60)
    own = head.state.day
    own.awake, own.wake = False, at(0.5)
    woken(head, planned(("24:40", 20, "counting coins", INN), sleep="25:00"), tick=at(0.5))
    assert (own.midnight, own.bed) == (MIDNIGHT - DAY, at(1))
    own.awake, own.wake = False, at(1)
    woken(head, planned(FISHING, sleep="25:00"), tick=at(1))
    assert (own.midnight, own.bed) == (MIDNIGHT, at(25))


# --- laying out


@pytest.mark.parametrize(
    ("sleep", "bed"), [("22:30", 22.5), ("22:31", 21), ("19:30", 19.5), ("19:29", 21), ("soon", 21)]
)
def test_a_plan_may_put_bed_time_an_hour_and_a_half_from_the_usual(sleep: str, bed: float) -> None:
    head = asleep()
    woken(head, planned(FISHING, sleep=sleep))
    assert head.state.day.bed == at(bed)


def test_a_plan_is_whole_from_waking_to_bed_and_remembered() -> None:
    head = asleep()
    head.character = replace(head.character, usual=())
    woken(head, planned(FISHING, ("06:00", 60, "eating", KITCHEN), ("08:00", 14 * 60, "resting", BEDROOM)))
    plan = head.state.day.plan
    assert (plan[0].start, plan[-1].end) == (WAKE, BED)
    assert all(one.end == other.start for one, other in pairwise(plan))
    (text,) = texts(head, "plan")
    free = "07:00 taking some time for oneself"
    assert text == f"My plan for today: 04:15 fishing; 06:00 eating; {free}; 08:00 resting."
    assert head.memories.all()[0].importance == 2


def test_what_a_plan_leaves_open_is_lived_as_usual() -> None:
    head = asleep()
    woken(head, planned(("04:15", 60, "singing", QUAY), ("19:00", 120, "resting", BEDROOM)))
    usual = day.usual_blocks(head)
    habit = next(each for each in usual if each.start > at(7))
    lived = next(block for block in head.state.day.plan if block.start <= habit.start < block.end)
    assert (lived.what, lived.place) == (habit.what, habit.place)
    assert {"singing", "resting"} < {block.what for block in head.state.day.plan}


def test_blocks_longer_than_an_hour_and_a_half_are_split() -> None:
    head = asleep()
    head.character = replace(head.character, usual=())
    woken(head, planned(("04:15", 91, "fishing", QUAY), ("05:46", 90, "eating", KITCHEN)))
    assert [block.what for block in head.state.day.plan[:4]] == [
        "fishing",
        "fishing",
        "eating",
        "taking some time for oneself",
    ]
    assert head.state.day.plan[3].place == BEDROOM


def test_a_long_plan_is_remembered_by_its_first_twelve_blocks() -> None:
    head = asleep()
    woken(head, planned(*((f"{5 + n}:00", 60, f"deed {n}", QUAY) for n in range(14))))
    (text,) = texts(head, "plan")
    assert text.count(";") == 11


def test_blocks_without_an_hour_or_a_place_are_left_out() -> None:
    head = asleep()
    head.character = replace(head.character, usual=())
    woken(
        head,
        planned(("soon", 60, "singing", QUAY), ("06:00", 60, "flying", "the moon"), ("05:00", 900, "fishing", QUAY)),
    )
    assert {block.what for block in head.state.day.plan} == {"fishing", "taking some time for oneself"}


def test_without_a_block_the_usual_day_is_lived() -> None:
    head = asleep()
    woken(head, planned(("soon", 60, "singing", QUAY)))
    assert [each.what for each in day.usual_blocks(head)] == [each.what for each in head.character.usual]
    first = day.usual_blocks(head)[0]
    assert (first.start, first.end, first.place) == (WAKE, at(4.5), "Marsh house:bathroom:bathroom sink")
    assert head.state.day.plan[0].what == "washing in cold water"
    assert "fishing" in [block.what for block in head.state.day.plan]


def test_without_planning_the_usual_day_is_lived_without_asking() -> None:
    head = head_of(without=["planning", "reflection"])
    own = head.state.day
    own.awake, own.wake = False, WAKE
    decided(day.asleep(thought(head, tick=WAKE, room=BEDROOM)))
    assert own.plan[0].what == "washing in cold water"


def test_company_of_a_block_is_other_people_of_the_town() -> None:
    head = asleep()
    plan = planned(FISHING)
    plan.blocks[0].company = [PETRA, IVO, "nobody_of_the_town"]
    woken(head, plan)
    assert head.state.day.plan[0].company == (PETRA,)
    assert head.state.day.plan[0].idea == 0


def test_the_block_that_takes_up_an_idea_knows_its_memory() -> None:
    head = asleep()
    head.state.morning.extras = [5]
    plan = planned(FISHING)
    plan.idea = "05:00"
    woken(head, plan)
    assert [block.idea for block in head.state.day.plan][:3] == [5, 5, 0]


def test_promises_come_first_and_the_person_sets_off_ten_minutes_before() -> None:
    head = asleep()
    head.calendar.add("helping Nell", at(10), at(11), QUAY, [NELL])
    woken(head, planned(("05:00", 16 * 60, "fishing", QUAY)))
    (block,) = [each for each in head.state.day.plan if each.promise == 0]
    assert (block.start, block.end) == (at(10) - 10 * MINUTE, at(11))


# --- going to bed


def in_bed_soon() -> Head:
    head = head_of()
    head.state.day.done = ["12:00 mending nets"]
    return head


def test_at_bed_time_the_person_walks_to_bed() -> None:
    head = in_bed_soon()
    head.state.doing.steps = [Step("old", 5, QUAY, None, "", "")]
    decision = decided(day.go_on(thought(head, tick=BED)))
    assert (decision.intent, decision.wake) == (GoTo(MY_BED), BED + 1)
    assert decision.reason == {"act": "bed", "plan": "sleeping"}
    assert (head.state.day.block, head.state.doing.heading, head.state.doing.steps) == (1, MY_BED, [])
    assert head.state.day.awake


@pytest.mark.parametrize(
    ("without", "hindered", "thing"), [(False, False, MY_BED), (True, False, None), (False, True, None)]
)
def test_the_person_sleeps_in_bed_or_elsewhere_if_bed_is_unavailable(
    without: bool, hindered: bool, thing: ThingId | None
) -> None:
    head = in_bed_soon()
    head.state.doing.heading, head.state.doing.without = "" if without else MY_BED, without
    script = Script(ahead=AHEAD)
    percepts = (Prevented("GoTo", "barred"),) if hindered else (Prevented("Say", "no talk"),)
    decision = decided(day.to_bed(thought(head, *percepts, asker=script, tick=BED, room=BEDROOM)))
    assert decision.intent == Do(Deed("sleeping", "💤", at=BEDROOM, thing=thing, asleep=True))
    assert decision.wake == BED + 2
    assert decision.reason == {"act": "sleep", "plan": "sleeping", "deed": "sleeping"}
    own = head.state.day
    assert (own.awake, own.wake, own.done) == (False, WAKE + DAY, [])
    assert (head.state.doing.heading, head.state.doing.without) == ("", False)
    assert head.state.morning.yesterday == ["12:00 mending nets"]
    assert [kind for kind, _, _ in script.ahead_of] == ["new_self", "plan_day"]


def test_a_sleeper_sleeps_on() -> None:
    head = in_bed_soon()
    head.state.day.wake = WAKE + DAY
    decision = day.to_bed(thought(head, tick=BED, deed=Deed("sleeping", asleep=True)))
    assert (decision.intent, decision.wake) == (Stay(), WAKE + DAY)


# --- blocks


def with_plan(*blocks: Block, block: int = 0) -> Head:
    head = head_of()
    head.state.day.plan, head.state.day.block = list(blocks), block
    return head


MORNING = Block(NOON - HOUR, NOON, "mending nets", RACK)
LUNCH = Block(NOON, NOON + HOUR, "eating soup", TABLE)
NAP = Block(NOON + HOUR, NOON + 2 * HOUR, "taking a nap", MY_BED)


def test_within_a_block_the_person_continues_it() -> None:
    head = with_plan(MORNING, LUNCH)
    head.state.doing.until = NOON
    decision = decided(day.go_on(thought(head, tick=NOON - 1)))
    assert (decision.intent, decision.wake, head.state.day.block) == (Stay(), NOON, 0)


def test_when_a_block_is_over_the_next_begins_and_the_one_after_is_asked_ahead() -> None:
    head = with_plan(MORNING, LUNCH, NAP)
    head.state.doing = DoingState(heading=RACK, tries=2, without=True)
    script = Script(DEEDS, ahead=["break_down"])
    decision = decided(day.go_on(thought(head, asker=script)))
    assert head.state.day.block == 1
    assert isinstance(decision.intent, GoTo)
    assert (head.state.doing.tries, head.state.doing.without) == (0, False)
    assert (script.asked[0][1]["what"], script.asked[0][1]["minutes"]) == ("eating soup", 60)
    ((kind, content, due),) = script.ahead_of
    assert (kind, content["what"], due) == ("break_down", "taking a nap", NOON + HOUR)
    assert head.state.day.done == ["11:00 mending nets"]


def test_a_block_that_is_begun_late_is_broken_down_for_what_is_left_of_it() -> None:
    head = with_plan(MORNING, LUNCH, NAP)
    script = Script(DEEDS, ahead=["break_down"])
    decided(day.go_on(thought(head, asker=script, tick=NOON + 20 * MINUTE)))
    assert script.asked[0][1]["minutes"] == 40


def test_a_past_block_is_skipped() -> None:
    head = with_plan(MORNING, LUNCH, NAP)
    script = Script(DEEDS, ahead=AHEAD)
    decided(day.go_on(thought(head, asker=script, tick=NOON + HOUR)))
    assert head.state.day.block == 2


def test_with_the_last_block_the_morning_is_asked_for() -> None:
    head = with_plan(MORNING, LUNCH)
    script = Script(DEEDS, ahead=AHEAD)
    decided(day.go_on(thought(head, asker=script)))
    assert [(kind, due) for kind, _, due in script.ahead_of] == [("new_self", WAKE + DAY), ("plan_day", WAKE + DAY)]


def test_without_planning_only_the_morning_is_asked_ahead() -> None:
    head = head_of(without=["planning", "reflection"])
    head.state.day.plan = [MORNING, LUNCH, NAP]
    decided(day.go_on(thought(head)))
    assert head.state.day.block == 1
    assert head.state.morning.asked == []


def test_when_the_plan_is_done_the_person_goes_to_bed_early() -> None:
    head = with_plan(MORNING, LUNCH, block=1)
    decision = decided(day.go_on(thought(head, tick=NOON + HOUR)))
    assert (decision.intent, head.state.day.block) == (GoTo(MY_BED), 2)
    assert head.state.day.current is None


def test_a_split_block_is_recorded_once() -> None:
    head = with_plan(MORNING, replace(MORNING, start=NOON, end=NOON + HOUR), LUNCH)
    for tick in (NOON, NOON + 2 * HOUR):
        script = Script(DEEDS, DEEDS, ahead=AHEAD)
        decided(day.go_on(thought(head, asker=script, tick=tick)))
    assert head.state.day.done == ["11:00 mending nets"]


def test_the_last_24_things_done_are_kept_in_mind() -> None:
    head = head_of()
    for n in range(26):
        day.note_done(head, f"deed {n}")
    assert head.state.day.done == [f"deed {n}" for n in range(2, 26)]


# --- promises that were kept


def promised(head: Head, *, host: bool = False, kept: bool = True) -> Head:
    head.calendar.add("helping Nell", NOON - HOUR, NOON, QUAY, [NELL], host=host)
    if kept:
        head.calendar.keep_word(0)
    head.state.day.plan = [replace(MORNING, promise=0, place=QUAY), LUNCH, NAP]
    return head


def closed(head: Head) -> list[str]:
    decided(day.go_on(thought(head, asker=Script(DEEDS, ahead=AHEAD))))
    return texts(head, "did")


def test_a_promise_that_was_kept_is_remembered_with_its_company_and_place() -> None:
    head = promised(head_of())
    assert closed(head) == ["I was there as I said I would be: helping Nell."]
    record = head.memories.all()[0]
    assert (record.importance, record.about, record.place, record.tick) == (4, (NELL,), QUAY, NOON)
    assert head.calendar.promises[0].status == KEPT


def test_a_host_does_not_remember_invited_people_as_guests_who_came() -> None:
    head = promised(head_of(), host=True)
    closed(head)
    assert head.memories.all()[0].about == ()


def test_an_unkept_promise_leaves_no_memory() -> None:
    assert closed(promised(head_of(), kept=False)) == []


@pytest.mark.parametrize(("tick", "times"), [(NOON - HOUR, 1), (NOON - HOUR - 1, 2)])
def test_a_long_evening_is_remembered_once_and_the_one_before_does_not_count(tick: int, times: int) -> None:
    head = promised(head_of())
    head.remember(tick, "did", "I was there as I said I would be: helping Nell.")
    assert len(closed(head)) == times


def test_the_morning_is_prepared_for_the_day_of_waking(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = Draws(monkeypatch, 0.99)
    head = in_bed_soon()
    head.state.doing.heading = MY_BED
    day.to_bed(thought(head, asker=Script(ahead=AHEAD), tick=BED, room=BEDROOM))
    assert (MIDNIGHT + DAY, "wandering") in draws.purposes
