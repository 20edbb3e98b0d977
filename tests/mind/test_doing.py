"""From deed to deed: walk, begin, meet an obstacle, wait, and commitments (rule T5)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from milkwood.ids import RoomId, ThingId
from milkwood.mind import day, doing
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.port import Decision
from milkwood.mind.state import DoingState, RoutineInUse
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.break_down.schema import PlannedDeed
from milkwood.questions.break_down.schema import Reply as Deeds
from milkwood.town.body import Deed
from milkwood.town.intents import Do, GoTo, SetThing, Stay
from milkwood.town.percepts import Percept, Prevented
from tests.mind.scripted import (
    BATHROOM,
    BED,
    BEDROOM,
    BOAT,
    COOKING,
    DAY,
    HOUR,
    INN,
    KITCHEN,
    MINUTE,
    MY_BED,
    NELL,
    NETS,
    NOON,
    NOW,
    PETRA,
    QUAY,
    RACK,
    SHOWER,
    SITTING,
    STOVE,
    TABLE,
    WASHING,
    Script,
    doer,
    go_on,
    head_of,
    sees,
    sees_thing,
    thought,
)

BARRED = Prevented("GoTo", "barred")
HELD = Prevented("GoTo", "held", NOON + 10 * MINUTE)
TAKEN = Prevented("Do", "taken")


def deed_of(decision: Decision) -> Deed:
    assert isinstance(decision.intent, Do)
    return decision.intent.deed


def way_of(decision: Decision) -> GoTo:
    assert isinstance(decision.intent, GoTo)
    return decision.intent


# --- input from other components


@pytest.mark.parametrize(
    ("percepts", "before", "without"),
    [((TAKEN,), False, True), ((BARRED,), False, False), ((BARRED,), True, True), ((TAKEN, BARRED), False, True)],
)
def test_only_a_deed_that_was_prevented_is_done_without_its_thing(
    percepts: tuple[Percept, ...], before: bool, without: bool
) -> None:
    head = doer()
    head.state.doing.without = before
    doing.be_hindered(thought(head, sees(), *percepts))
    assert head.state.doing.without is without


def test_small_changes_of_the_current_deed() -> None:
    full = DoingState([NETS], NETS, NOON + 9, RACK, tries=2, without=True, onward=QUAY)
    changes: dict[str, tuple[Callable[[Head], None], DoingState]] = {
        "begin_block": (doing.begin_block, replace(full, heading="", tries=0, without=False)),
        "take_on": (lambda head: doing.take_on(head, (SITTING,)), replace(full, steps=[SITTING])),
        "drop": (lambda head: doing.drop(head, NOON), replace(full, steps=[], until=NOON, heading="")),
        "wake_up": (doing.wake_up, replace(full, steps=[])),
        "head_for_bed": (doing.head_for_bed, replace(full, heading=MY_BED, steps=[])),
        "lie_down": (doing.lie_down, replace(full, heading="", without=False)),
    }
    for name, (change, after) in changes.items():
        head = head_of()
        head.state.doing = replace(full)
        change(head)
        assert head.state.doing == after, name


@pytest.mark.parametrize(("bound", "lingers"), [(False, NOON + 9), (True, 0)])
def test_a_person_lingers_after_a_line_unless_committed_elsewhere(bound: bool, lingers: int) -> None:
    head = head_of()
    head.state.doing.bound = bound
    doing.linger(head, NOON + 9)
    assert head.state.doing.lingers == lingers


@pytest.mark.parametrize(
    ("until", "heading", "walking", "without", "bed", "due"),
    [
        (NOON, "", False, False, BED, True),
        (NOON + 1, "", False, False, BED, False),
        (NOON + 1, "", False, True, BED, True),
        (NOON + 9, "", False, False, NOON, True),
        (NOON + 9, RACK, False, False, BED, True),
        (NOON, RACK, True, False, BED, False),
    ],
)
def test_something_new_is_due_when_a_deed_or_a_walk_is_over(
    until: int, heading: str, walking: bool, without: bool, bed: int, due: bool
) -> None:
    head = head_of()
    head.state.doing, head.state.day.bed = DoingState(until=until, heading=heading, without=without), bed
    assert doing.is_due(thought(head, walking=walking)) is due


# --- going on


PUTTING_OUT = Step("putting out the fire", 12, KITCHEN, STOVE, "🔧", "", busy=True, mends=STOVE)
WAITING = Step("waiting for the net rack", 10, QUAY, None, "⏳", "", awaits=RACK)


def test_a_reaction_comes_first_and_the_current_deed_and_the_plan_follow() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = NETS, NOON + 7 * MINUTE
    doing.react(thought(head), PUTTING_OUT)
    own = head.state.doing
    assert own.steps == [PUTTING_OUT, replace(NETS, minutes=7), SITTING]
    assert (own.current, own.until, own.heading, own.without) == (None, NOON, "", False)
    assert doing.is_reacting(head)


def test_a_walk_is_taken_up_again_after_a_reaction() -> None:
    head = doer(COOKING, SITTING)
    head.state.doing.current, head.state.doing.heading, head.state.doing.until = NETS, STOVE, NOON + HOUR
    doing.react(thought(head, walking=True), WAITING)
    assert head.state.doing.steps == [WAITING, COOKING, SITTING]


def test_a_second_reaction_replaces_the_first() -> None:
    head = doer(PUTTING_OUT, SITTING)
    doing.react(thought(head), WAITING)
    assert head.state.doing.steps == [WAITING, SITTING]


def test_a_reaction_lasts_as_long_as_said_and_then_the_thing_is_as_it_should_be() -> None:
    head = doer(PUTTING_OUT, SITTING)
    head.state.day.plan[0] = replace(head.state.day.plan[0], end=NOON + 2 * MINUTE)
    began = go_on(head, room=KITCHEN, deed=Deed("cooking", thing=STOVE))
    assert deed_of(began).what == "putting out the fire"
    assert began.wake == head.state.doing.until == NOON + 12 * MINUTE
    assert head.state.doing.steps == [SITTING]
    head.state.doing.until = NOON
    ended = go_on(head, room=KITCHEN)
    assert (ended.intent, ended.wake) == (SetThing(STOVE, "idle"), NOON + 1)
    assert ended.reason == {"act": "mend", "plan": "mending nets"}
    assert not doing.is_reacting(head)


def test_a_reaction_goes_on_past_bed_time() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until, head.state.day.bed = PUTTING_OUT, NOON + MINUTE, NOON
    at = thought(head, room=KITCHEN, deed=Deed("putting out the fire", thing=STOVE))
    decision = day.go_on(at)
    assert isinstance(decision, Decision)
    assert (decision.intent, decision.wake) == (Stay(), NOON + MINUTE)


@pytest.mark.parametrize(("state", "over"), [("idle", True), ("in use", False)])
def test_a_wait_ends_when_the_thing_is_as_it_should_be(state: str, over: bool) -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = WAITING, NOON + 8 * MINUTE
    at = thought(head, sees_thing(RACK, state))
    assert doing.is_due(at) is over
    doing.go_on(at, NOW)
    assert doing.is_reacting(head) is not over
    assert head.state.doing.until == (NOON + 1 if over else NOON + 8 * MINUTE)


def test_a_wait_ends_after_its_minutes() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = WAITING, NOON
    doing.go_on(thought(head, sees_thing(RACK, "in use")), NOW)
    assert not doing.is_reacting(head)


def test_a_reaction_that_is_broken_off_sets_nothing_right() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = PUTTING_OUT, NOON + MINUTE
    doing.drop(head, NOON)
    assert not doing.is_reacting(head)


def test_a_reaction_that_a_talk_came_before_is_begun_after_it() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = PUTTING_OUT, NOON + 12 * MINUTE
    doing.take_up(thought(head))
    assert head.state.doing.steps == [PUTTING_OUT, SITTING]


def test_a_planned_deed_is_still_known_after_a_talk_so_that_it_can_be_done_without_its_thing() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = NETS, NOON + 10 * MINUTE
    doing.take_up(thought(head))
    assert head.state.doing.current == NETS


def test_a_reaction_to_a_place_that_is_closed_to_the_person_is_given_up() -> None:
    head = doer(PUTTING_OUT, SITTING)
    head.state.doing.heading = STOVE
    go_on(head, BARRED)
    assert head.state.doing.steps == [SITTING]


def test_the_next_deed_elsewhere_is_walked_to() -> None:
    head = doer(COOKING)
    decision = go_on(head)
    assert (way_of(decision).goal, decision.wake) == (STOVE, NOON + 1)
    assert decision.reason == {"act": "walk", "plan": "mending nets", "deed": "cooking"}
    assert head.state.doing.heading == STOVE
    assert head.state.doing.steps == [COOKING]


def test_a_deed_without_a_thing_is_begun_where_they_are() -> None:
    head = doer(SITTING, NETS)
    decision = go_on(head)
    deed = deed_of(decision)
    assert (deed.what, deed.emoji, deed.at, deed.thing, deed.effect) == ("sitting down", "🙂", QUAY, None, "")
    assert decision.wake == head.state.doing.until == NOON + 15 * MINUTE
    assert decision.reason == {"act": "deed", "plan": "mending nets", "deed": "sitting down"}
    own = head.state.doing
    assert (own.current, own.steps, own.lately, own.heading) == (SITTING, [NETS], ["sitting down"], "")


def test_a_deed_at_the_thing_they_are_at_is_begun_and_at_another_walked_to() -> None:
    assert isinstance(go_on(doer(NETS), deed=Deed("resting", thing=RACK)).intent, Do)
    assert isinstance(go_on(doer(NETS), deed=Deed("resting", thing=BOAT)).intent, GoTo)
    assert isinstance(go_on(doer(NETS)).intent, GoTo)
    assert isinstance(go_on(doer(SITTING), room=INN).intent, GoTo)


@pytest.mark.parametrize(("left", "begins"), [(18, True), (17, False)])
def test_with_less_than_three_minutes_left_nothing_new_is_begun(left: int, begins: bool) -> None:
    head = doer(SITTING, plan=(replace(NOW, end=NOON + left),))
    decision = go_on(head)
    if begins:
        assert isinstance(decision.intent, Do)
    else:
        assert (decision.intent, decision.wake, head.state.doing.until) == (Stay(), NOON + left, NOON + left)


@pytest.mark.parametrize(("minutes", "more"), [(16, True), (15, False)])
def test_when_deeds_run_out_the_block_itself_is_continued(minutes: int, more: bool) -> None:
    head = doer(plan=(replace(NOW, end=NOON + minutes * MINUTE),))
    head.state.doing.current = NETS
    decision = go_on(head)
    if more:
        deed = deed_of(decision)
        assert (deed.what, deed.emoji, deed.thing) == ("mending nets", "🪢", None)
        assert head.state.doing.current == Step("mending nets", 15, QUAY, None, "🪢", "")
    else:
        assert (decision.intent, decision.wake) == (Stay(), NOON + minutes * MINUTE)


def test_a_person_without_deeds_waits_by_the_clock_and_stays_outdoors() -> None:
    assert deed_of(go_on(doer())).emoji == "🕰️"
    assert go_on(doer(), room=None).intent == Stay()


# --- after a talk


def taken_up(head: Head, deed: Deed | None = None) -> Decision:
    return doing.take_up(thought(head, deed=deed))


def test_after_a_talk_on_the_way_the_person_lingers_and_is_then_free() -> None:
    head = doer(NETS)
    head.state.doing.heading, head.state.doing.lingers = RACK, NOON + 1
    decision = taken_up(head)
    assert (decision.intent, decision.wake) == (Stay(), NOON + 1)
    assert (head.state.doing.until, head.state.doing.heading) == (NOON + 1, "")


def test_after_a_talk_the_walk_continues_with_the_same_promise() -> None:
    head = doer(NETS)
    head.state.doing.heading, head.state.doing.lingers = RACK, NOON
    decision = taken_up(head)
    assert decision.intent == GoTo(RACK, NOON + HOUR, house=0)
    assert decision.wake == NOON + 1
    head = doer(COOKING)
    head.state.doing.heading = STOVE
    assert taken_up(head).intent == GoTo(STOVE, NOON + HOUR, house=NOON + COOKING.minutes * MINUTE)


@pytest.mark.parametrize(("left", "again"), [(18, True), (17, False)])
def test_a_deed_that_could_not_begin_for_the_talk_is_begun_again(left: int, again: bool) -> None:
    head = doer()
    head.state.doing.current, head.state.doing.until = NETS, NOON + left
    decision = taken_up(head)
    assert (decision.intent, decision.wake) == (Stay(), NOON + 1 if again else NOON + left)
    rest = replace(NETS, minutes=3)
    assert head.state.doing.steps == ([rest] if again else []), "for the rest of its time"
    assert head.state.doing.until == (NOON + 1 if again else NOON + left)


@pytest.mark.parametrize(("minutes", "next_one"), [(4, True), (5, False)])
def test_when_little_is_left_of_a_deed_after_a_talk_the_next_one_follows_and_takes_that_time(
    minutes: int, next_one: bool
) -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = NETS, NOON + minutes * MINUTE
    assert taken_up(head).wake == NOON + 1
    longer = replace(SITTING, minutes=SITTING.minutes + minutes)
    assert head.state.doing.steps == ([longer] if next_one else [replace(NETS, minutes=minutes), SITTING])


def test_an_ongoing_deed_continues() -> None:
    head = doer(SITTING)
    head.state.doing.current, head.state.doing.until = NETS, NOON + 90
    decision = taken_up(head, Deed("mending nets"))
    assert (decision.intent, decision.wake, head.state.doing.steps) == (Stay(), NOON + 90, [SITTING])
    head.state.doing.current = None
    assert taken_up(head).wake == NOON + 90
    head.state.doing.until = NOON - 5
    assert taken_up(head).wake == NOON + 1


# --- by routine

USED = RoutineInUse(1, NOON - DAY, "mending nets", 1.0, 1, "")
REPLY = Deeds(deeds=[PlannedDeed(what="splicing rope", minutes=15)])


def test_an_obstructed_routine_is_dropped_and_the_rest_thought_out() -> None:
    head, script = doer(COOKING, NETS), Script(REPLY)
    head.state.breakdown.routine = replace(USED, first=False)
    cooks = [sees(each, deed=Deed("cooking", thing=STOVE)) for each in (PETRA, NELL)]
    decision = go_on(head, *cooks, room=KITCHEN, tick=NOON + 10, asker=script)
    ask = script.only(BREAK_DOWN)
    assert (ask["in_the_way"], ask["minutes"]) == ("the cooking area is taken", 58)
    assert head.state.breakdown.routine is None
    assert decision.reason is not None
    assert decision.reason["given_up"] == "the cooking area is taken"
    assert head.state.doing.steps[0].what == "splicing rope"
    assert isinstance(decision.intent, GoTo)


def test_an_unobstructed_routine_continues() -> None:
    head = doer(COOKING, NETS)
    head.state.breakdown.routine = replace(USED, first=False)
    cook = sees(PETRA, deed=Deed("cooking", thing=STOVE))
    assert isinstance(go_on(head, cook, room=KITCHEN).intent, GoTo)  # two may cook there
    assert head.state.breakdown.routine is not None


def test_a_first_deed_in_company_does_not_wait_for_absent_people() -> None:
    for first, asks in ((True, 1), (False, 0)):
        head = doer(SITTING, plan=(replace(NOW, company=(PETRA,)),))
        head.state.breakdown.routine = replace(USED, first=first)
        script = Script(REPLY)
        go_on(head, asker=script)
        assert len(script.asked) == asks


def test_an_unavailable_thing_obstructs_a_routine() -> None:
    head = doer(SITTING)
    head.state.breakdown.routine = replace(USED, first=False)
    head.state.doing.current, head.state.doing.without, head.state.doing.heading = NETS, True, RACK
    script = Script(REPLY)
    go_on(head, asker=script)
    assert script.only(BREAK_DOWN)["in_the_way"] == "the net rack is taken"
    assert not head.state.doing.without


def test_a_reason_names_the_routine_and_the_first_deed_begins_it() -> None:
    for steps in ((COOKING,), (SITTING,)):
        head = doer(*steps)
        head.state.breakdown.routine = USED
        decision = go_on(head)
        assert decision.reason is not None
        assert decision.reason["routine"]["what"] == "mending nets"
        assert head.state.breakdown.routine.first is (steps == (COOKING,))


def test_a_reason_says_which_memory_a_block_takes_up() -> None:
    for steps in ((COOKING,), (SITTING,)):
        head = doer(*steps)
        number = head.remember(1, "news", "The lamp is broken.")
        head.state.day.plan[0] = replace(NOW, idea=number)
        decision = go_on(head)
        assert decision.reason is not None
        assert decision.reason["because"] == "The lamp is broken."
        assert "wandering" not in decision.reason
        head = doer(*steps)
        head.state.wandering.came_up = [head.remember(1, "news", "The lamp is broken.")]
        head.state.day.plan[0] = replace(NOW, idea=number)
        decision = go_on(head)
        assert decision.reason is not None
        assert decision.reason["wandering"] == {"memory": number, "text": "The lamp is broken."}


# --- arriving


def arrived(
    head: Head, heading: str, *percepts: Percept, room: RoomId | None = QUAY, asker: Script | None = None
) -> Decision:
    head.state.doing.heading = heading
    return go_on(head, *percepts, room=room, asker=asker)


def test_on_arrival_the_deed_is_begun_with_its_thing() -> None:
    head = doer(NETS)
    deed = deed_of(arrived(head, RACK))
    assert (deed.thing, deed.effect, deed.busy) == (RACK, "hung with nets", False)
    assert head.state.doing.heading == ""
    assert deed_of(arrived(doer(replace(NETS, busy=True)), RACK)).busy


def test_a_person_arriving_without_a_deed_stays_for_the_block() -> None:
    head = doer()
    decision = arrived(head, RACK)
    assert (decision.intent, decision.wake) == (Stay(), NOW.end)
    assert (head.state.doing.heading, head.state.doing.until) == ("", NOW.end)


def test_a_person_who_cannot_leave_does_a_suitable_deed_on_the_spot() -> None:
    head = doer(NETS, SITTING)
    deed = deed_of(arrived(head, RACK, BARRED))
    assert (deed.what, deed.at, deed.thing, deed.effect) == ("mending nets", QUAY, None, "")
    assert head.state.doing.current == replace(NETS, thing=None, effect="")
    assert head.state.doing.steps == [SITTING]


def test_a_person_who_cannot_leave_yet_waits_as_long_as_the_commitment_each_time_in_another_way() -> None:
    head = doer(NETS)
    for n in range(6):
        deed = deed_of(arrived(head, RACK, HELD, room=KITCHEN))
        what, emoji = head.words.lingering[n % 5], doing._LINGERING[n % 5]
        assert (deed.what, deed.emoji, deed.at) == (what, emoji, KITCHEN)
        assert (deed.stays, deed.house) == (NOON + 10 * MINUTE, NOON + 10 * MINUTE)
        assert head.state.doing.current == Step(what, 10, KITCHEN, None, emoji, "")
        assert (head.state.doing.steps, head.state.doing.tries) == ([NETS], n + 1)


def test_a_short_commitment_is_waited_out_in_the_present_deed() -> None:
    head = doer(NETS)
    decision = arrived(head, RACK, replace(HELD, until=NOON + 7), room=KITCHEN)
    assert (decision.intent, decision.wake) == (Stay(), NOON + 7)
    assert head.state.doing.steps == [NETS]
    assert decision.reason is not None
    assert "12:01" in str(decision.reason["percept"])


@pytest.mark.parametrize("barred", [BARRED, replace(HELD, until=NOON + 16 * MINUTE)])
def test_a_person_who_is_held_for_long_plans_the_time_again(barred: Prevented) -> None:
    head = doer(NETS)
    deed = deed_of(arrived(head, RACK, barred, room=KITCHEN, asker=Script(REPLY)))
    assert (deed.what, deed.at) == (REPLY.deeds[0].what, KITCHEN)
    assert head.state.doing.steps[-1] == NETS


def test_a_bath_is_not_taken_on_the_spot() -> None:
    head = doer(WASHING)
    assert deed_of(arrived(head, SHOWER, HELD, room=KITCHEN)).what == "finishing what was begun"
    assert head.state.doing.steps == [WASHING]


@pytest.mark.parametrize(("left", "wait"), [(60, 24), (20, 20)])
def test_outdoors_the_person_waits_four_minutes_within_the_block(left: int, wait: int) -> None:
    head = doer(NETS, plan=(replace(NOW, end=NOON + left),))
    decision = arrived(head, RACK, BARRED, room=None)
    assert (decision.intent, decision.wake, head.state.doing.until) == (Stay(), NOON + wait, NOON + wait)
    assert head.state.doing.heading == ""


def test_after_reaching_the_place_the_person_walks_on_to_the_thing() -> None:
    head = doer(replace(NETS, thing=BOAT))
    decision = arrived(head, RACK)
    assert way_of(decision).goal == BOAT
    assert isinstance(arrived(doer(SITTING), RACK).intent, Do)
    assert isinstance(arrived(doer(replace(NETS, thing=BOAT)), TABLE).intent, Do)


# --- bathrooms

BUSY = sees(PETRA, deed=Deed("washing", at=BATHROOM))
BATH = Block(NOON - HOUR, NOON + HOUR, "washing off the salt", SHOWER)


def test_for_an_occupied_bathroom_the_person_waits_in_their_own_room() -> None:
    head = doer(WASHING, SITTING, plan=(BATH,))
    decision = arrived(head, SHOWER, BUSY, room=BATHROOM)
    waiting = Step("waiting for the bathroom to be free", 4, BEDROOM, None, "🚪", "")
    assert head.state.doing.steps == [waiting, WASHING, SITTING]
    assert (way_of(decision).goal, head.state.doing.tries) == (BEDROOM, 1)
    assert decision.reason is not None
    assert decision.reason["percept"] == waiting.what


@pytest.mark.parametrize(("tries", "gives_up"), [(2, False), (3, True)])
def test_after_three_attempts_another_deed_is_done(tries: int, gives_up: bool) -> None:
    head = doer(WASHING, COOKING, replace(WASHING, what="drying", minutes=7), plan=(BATH,))
    head.state.doing.tries = tries
    arrived(head, SHOWER, BUSY, room=BATHROOM)
    if gives_up:
        free = Step("taking some time for oneself", 17, BEDROOM, None, "🪑", "")
        assert (head.state.doing.steps, head.state.doing.tries) == ([free, COOKING], 0)
    else:
        assert head.state.doing.steps[0].what == "waiting for the bathroom to be free"
        assert head.state.doing.tries == 3


def test_on_the_second_attempt_another_deed_comes_first() -> None:
    head = doer(WASHING, SITTING, COOKING, plan=(BATH,))
    head.state.doing.tries = 1
    arrived(head, SHOWER, BUSY, room=BATHROOM)
    assert head.state.doing.steps == [SITTING, WASHING, COOKING]


def test_without_another_deed_the_second_wait_is_not_the_same_as_the_first() -> None:
    head = doer(WASHING, plan=(BATH,))
    arrived(head, SHOWER, BUSY, room=BATHROOM)
    first = head.state.doing.steps.pop(0)
    arrived(head, SHOWER, BUSY, room=BATHROOM)
    second, *after = head.state.doing.steps
    assert second.what != first.what
    assert after == [WASHING]


def test_a_free_bathroom_is_used() -> None:
    assert deed_of(arrived(doer(WASHING, plan=(BATH,)), SHOWER, room=BATHROOM)).what == "washing"


def test_a_taken_kitchen_is_used_all_the_same() -> None:
    cook = sees(PETRA, deed=Deed("cooking", at=KITCHEN))
    assert deed_of(arrived(doer(COOKING), STOVE, cook, room=KITCHEN)).what == "cooking"


@pytest.mark.parametrize(
    ("bathroom", "outside"),
    [(BATHROOM, BEDROOM), ("The Anchor Inn:bathroom", INN), ("Lighthouse:bathroom", "Lighthouse:lamp room")],
)
def test_elsewhere_the_person_waits_in_the_first_room_that_is_not_a_bedroom(bathroom: str, outside: str) -> None:
    shower = ThingId(f"{bathroom}:shower")
    step = Step("washing", 10, RoomId(bathroom), shower, "", "")
    head = doer(step, plan=(replace(BATH, place=shower),))
    busy = sees(PETRA, deed=Deed("washing", at=RoomId(bathroom)))
    assert way_of(arrived(head, shower, busy, room=RoomId(bathroom))).goal == outside


# --- without a thing


def without(head: Head, current: Step | None, room: RoomId = QUAY) -> Decision:
    head.state.doing.current, head.state.doing.without = current, True
    return go_on(head, room=room)


def test_a_deed_with_an_unavailable_thing_is_done_without_it() -> None:
    head = doer(SITTING)
    deed = deed_of(without(head, NETS))
    assert (deed.what, deed.thing, deed.effect, deed.at) == ("mending nets", None, "", QUAY)
    assert (head.state.doing.current, head.state.doing.steps) == (NETS, [SITTING])
    assert not head.state.doing.without


def test_a_bath_is_waited_for() -> None:
    head = doer(plan=(BATH,))
    assert way_of(without(head, WASHING, BATHROOM)).goal == BEDROOM
    assert [step.what for step in head.state.doing.steps] == ["waiting for the bathroom to be free", "washing"]


def test_a_person_without_a_deed_continues_the_block() -> None:
    head = doer()
    assert deed_of(without(head, None)).what == "mending nets"
    assert head.state.doing.current == Step("mending nets", 15, BEDROOM, None, "", "")


# --- how long a deed lasts


@pytest.mark.parametrize(("bed", "lasts"), [(BED, 90), (NOON + 100, 100)])
def test_a_deed_lasts_as_long_as_it_should_and_never_past_bed_time(bed: int, lasts: int) -> None:
    head = doer(SITTING)
    head.state.day.bed = bed
    go_on(head)
    assert head.state.doing.until == NOON + lasts


@pytest.mark.parametrize(("left", "lasts"), [(108, 108), (109, 90)])
def test_a_deed_that_would_leave_three_minutes_or_less_takes_the_whole_block(left: int, lasts: int) -> None:
    head = doer(SITTING, plan=(replace(NOW, end=NOON + left),))
    go_on(head)
    assert head.state.doing.until == NOON + lasts


def test_waiting_and_idling_are_not_kept_among_the_last_deeds() -> None:
    for what in ("waiting for the bathroom to be free", "taking some time for oneself"):
        head = doer(replace(SITTING, what=what))
        go_on(head)
        assert head.state.doing.lately == []


def test_the_last_deeds_are_kept_in_mind() -> None:
    head = doer(SITTING)
    head.state.doing.lately = [f"deed {n}" for n in range(120)]
    go_on(head)
    assert head.state.doing.lately == [*(f"deed {n}" for n in range(1, 120)), "sitting down"]
