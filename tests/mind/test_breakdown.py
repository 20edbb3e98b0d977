"""How a block becomes deeds: as asked ahead, as done before, or asked now."""

from dataclasses import replace

import pytest

from milkwood.ids import RoomId, ThingId
from milkwood.mind import breakdown
from milkwood.mind.circumstances import Objection
from milkwood.mind.deeds import PLAIN_EMOJI, Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.routines import Piece
from milkwood.mind.state import RoutineInUse
from milkwood.questions.break_down import KIND as BREAK_DOWN
from milkwood.questions.break_down.schema import PlannedDeed, Reply
from tests.mind.scripted import (
    BATHROOM,
    BEDROOM,
    DAY,
    HOUR,
    KITCHEN,
    MY_BED,
    NOON,
    PETRA,
    RACK,
    STOVE,
    TABLE,
    Draws,
    Script,
    asked,
    done,
    head_of,
    kept,
    thought,
)

COOKING = Block(NOON, NOON + HOUR, "cooking soup", STOVE)
REPLY = Reply(
    deeds=[
        PlannedDeed(
            what="cutting fish", minutes=15, tool=TABLE, emoji="🐟", effect="laid", note="covered in fish", busy=True
        ),
        PlannedDeed(what="stirring", minutes=10, tool=STOVE),
    ]
)
LEARNT = [Step(f"stirring {n}", 15, KITCHEN, STOVE, "🥣", "") for n in range(4)]


@pytest.fixture
def as_ever(monkeypatch: pytest.MonkeyPatch) -> Draws:
    """Never rethink by chance."""
    return Draws(monkeypatch, 0.99)


def cook(block: Block = COOKING, without: tuple[str, ...] = ()) -> Head:
    head = head_of(without=without)
    head.state.day.plan, head.state.day.block = [block], 0
    return head


def with_routine(block: Block = COOKING, made: int = NOON - DAY) -> Head:
    """Ivo, who has cooked like this before."""
    head = cook(block)
    head.routines.learn(Piece("cooking soup", KITCHEN, STOVE, 60), LEARNT, made, DAY)
    return head


def steps_for(head: Head, script: Script | None = None, block: Block = COOKING, minutes: int = 60) -> list[str]:
    at = thought(head, asker=script or Script(), room=KITCHEN)
    found: list[Step] = done(breakdown.steps_for(at, block, minutes))
    assert sum(step.minutes for step in found) == minutes
    return [step.what for step in found]


def test_the_room_of_the_own_bed_is_home() -> None:
    assert breakdown.home_room(head_of()) == BEDROOM
    head = head_of()
    head.character = replace(head.character, bed=ThingId("nowhere"))
    with pytest.raises(ValueError, match="nowhere is nowhere"):
        breakdown.home_room(head)


# --- which of the three


def test_a_new_block_is_asked_now_and_learnt() -> None:
    head, script = cook(), Script(REPLY)
    assert steps_for(head, script) == ["cutting fish", "stirring", "cooking soup", "cooking soup"]
    (routine,) = head.routines.all()
    assert (routine.piece, routine.made) == (Piece("cooking soup", KITCHEN, STOVE, 60), NOON)
    assert routine.steps[0] == Step("cutting fish", 15, KITCHEN, TABLE, "🐟", "laid", True, "covered in fish")
    assert script.only(BREAK_DOWN).get("in_the_way") is None


def test_a_question_asked_ahead_for_this_block_is_collected() -> None:
    head, script = cook(), Script(REPLY)
    own = head.state.breakdown
    own.asked, own.asked_for = asked("break_down", NOON - 60), COOKING
    own.routine = RoutineInUse(1, 1, "old", 1.0, 1, "")
    assert steps_for(head, script)[0] == "cutting fish"
    assert script.asked == []
    assert [each.tick for each in script.collected] == [NOON - 60]
    assert head.state.breakdown == type(own)()
    assert len(head.routines) == 1


@pytest.mark.parametrize("other", [{"start": NOON + 1}, {"what": "baking"}, {"place": TABLE}])
def test_a_question_about_another_block_is_dropped(other: dict[str, int | str]) -> None:
    head, script = cook(), Script(REPLY)
    own = head.state.breakdown
    own.asked, own.asked_for = asked("break_down"), replace(COOKING, **other)  # type: ignore[arg-type]
    steps_for(head, script)
    assert script.collected == []
    assert len(script.asked) == 1
    assert head.state.breakdown == type(own)()


def test_a_block_that_only_ends_at_another_time_is_the_same() -> None:
    head, script = cook(), Script(REPLY)
    own = head.state.breakdown
    own.asked, own.asked_for = asked("break_down"), replace(COOKING, end=NOON + 2 * HOUR)
    steps_for(head, script)
    assert len(script.collected) == 1


def test_a_routine_is_replayed_without_asking(as_ever: Draws) -> None:
    head = with_routine()
    assert steps_for(head) == [step.what for step in LEARNT]
    assert head.state.breakdown.routine == RoutineInUse(1, NOON - DAY, "cooking soup", 1.0, 1, "")
    (routine,) = head.routines.all()
    assert (routine.last, routine.used) == (NOON, 1)
    assert (NOON, "anew", "cooking soup") in as_ever.purposes
    assert (NOON, "again") in as_ever.purposes


@pytest.mark.parametrize("used", [0, 2])
def test_frequent_routines_are_more_likely_thought_out_again(as_ever: Draws, used: int) -> None:
    head = with_routine()
    for _ in range(used):
        head.routines.live_again(1, NOON - DAY)
    steps_for(head)
    assert as_ever.chances[0] == pytest.approx(1 / 12 + used / 3)


def test_now_and_then_it_is_thought_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    Draws(monkeypatch, 1 / 12 - 0.001)
    head, script = with_routine(), Script(REPLY)
    steps_for(head, script)
    assert len(script.asked) == 1
    assert head.state.breakdown.routine is None


def test_a_routine_used_today_is_not_replayed(as_ever: Draws) -> None:
    head, script = with_routine(made=NOON - HOUR), Script(REPLY)
    steps_for(head, script)
    assert len(script.asked) == 1


def test_reasons_against_a_routine_are_part_of_the_question(as_ever: Draws) -> None:
    block = replace(COOKING, company=(PETRA,))
    head, script = with_routine(block), Script(REPLY)
    at = thought(head, asker=script, room=KITCHEN)
    done(breakdown.steps_for(at, block, 60))
    assert script.only(BREAK_DOWN)["in_the_way"] == "Petra is not there"
    assert at.reason["anew"] == "away"
    assert head.state.breakdown.routine is None


def test_a_routine_that_does_not_fit_is_asked_without_an_obstacle(as_ever: Draws) -> None:
    head, script = with_routine(), Script(REPLY)
    head.routines.restore([2, []])
    head.routines.learn(Piece("cooking soup", KITCHEN, STOVE, 60), LEARNT[:1], NOON - DAY, DAY)
    at = thought(head, asker=script, room=KITCHEN)
    done(breakdown.steps_for(at, COOKING, 60))
    assert "in_the_way" not in script.only(BREAK_DOWN)
    assert "anew" not in at.reason


def test_without_routines_nothing_is_reused_or_learnt(as_ever: Draws) -> None:
    head, script = cook(without=("routines",)), Script(REPLY)
    head.routines.learn(Piece("cooking soup", KITCHEN, STOVE, 60), LEARNT, NOON - DAY, DAY)
    steps_for(head, script)
    assert len(script.asked) == 1
    assert len(head.routines) == 1


def test_without_planning_a_block_is_one_deed_over_and_over() -> None:
    head = cook(without=("planning",))
    head.state.breakdown.routine = RoutineInUse(1, 1, "old", 1.0, 1, "")
    found: list[Step] = done(breakdown.steps_for(thought(head), COOKING, 40))
    assert found == [Step("cooking soup", minutes, KITCHEN, STOVE, PLAIN_EMOJI, "") for minutes in (15, 15, 10)]
    assert head.state.breakdown.routine is None


def test_a_promise_is_not_a_routine() -> None:
    head = cook(replace(COOKING, promise=0))
    head.calendar.add("cooking soup", NOON, NOON + HOUR, KITCHEN, [])
    steps_for(head, Script(REPLY), replace(COOKING, promise=0))
    assert len(head.routines) == 0


def test_a_block_nowhere_is_lived_at_home() -> None:
    head, script = cook(replace(COOKING, place="")), Script(REPLY)
    found: list[Step] = done(breakdown.steps_for(thought(head, asker=script), replace(COOKING, place=""), 60))
    ask = script.only(BREAK_DOWN)
    assert (ask["place"], ask["main_tool"]) == ("Marsh house, bedroom", "")
    assert [step.room for step in found] == [KITCHEN, KITCHEN, BEDROOM, BEDROOM]
    assert head.routines.all()[0].piece.room == BEDROOM


@pytest.mark.parametrize(("days", "known"), [(14, 2), (15, 1)])
def test_a_routine_older_than_two_weeks_is_gone_after_learning(days: int, known: int) -> None:
    head = with_routine(made=NOON - days * DAY)
    steps_for(head, Script(REPLY), replace(COOKING, what="baking"))
    assert len(head.routines) == known


# --- asking


def test_the_question_carries_the_block_and_the_available_things() -> None:
    """Rule M2."""
    head = cook()
    head.state.doing.lately = ["mending nets"]
    ask = breakdown.question(thought(head), COOKING, 45)
    assert (ask["what"], ask["start"], ask["minutes"]) == ("cooking soup", "12:00", 45)
    assert (ask["place"], ask["room_kind"], ask["main_tool"]) == ("Marsh house, kitchen", "house kitchen", STOVE)
    assert ask["lately"] == ["mending nets"]
    assert (ask["begun"], ask["goes_on"]) == (False, False)
    assert [tool["id"].split(":")[1] for tool in ask["tools"]] == ["kitchen"] * 4 + ["garden"] * 2
    ask["lately"].append("something")
    assert head.state.doing.lately == ["mending nets"]


@pytest.mark.parametrize(
    ("place", "rooms"),
    [
        (MY_BED, ["bedroom"] * 2 + ["kitchen"] * 4 + ["garden"] * 2),
        (BATHROOM, ["bathroom"] * 3 + ["bedroom"] * 2),
        (RACK, ["quay"] * 4),
    ],
)
def test_at_home_things_of_nearby_rooms_may_be_used_and_in_the_bathroom_only_its_own(
    place: str, rooms: list[str]
) -> None:
    ask = breakdown.question(thought(cook()), replace(COOKING, place=place), 45)
    assert [tool["id"].split(":")[1] for tool in ask["tools"]] == rooms


def test_the_bed_of_another_person_is_not_used_for_dressing() -> None:
    head = head_of()
    head.character = replace(
        head.character,
        bed=ThingId("Lighthouse:main room:bed"),
        home=head.places.sector_of(RoomId("Lighthouse:main room")),
    )
    ask = breakdown.question(thought(head), replace(COOKING, place="Lighthouse:bathroom"), 45)
    assert "Lighthouse:main room:bed" in [tool["id"] for tool in ask["tools"]]
    head.character = replace(head.character, bed=ThingId("Lighthouse:main room:bookshelf"))
    ask = breakdown.question(thought(head), replace(COOKING, place="Lighthouse:bathroom"), 45)
    assert "Lighthouse:main room:bed" not in [tool["id"] for tool in ask["tools"]]
    assert "Lighthouse:main room:bookshelf" in [tool["id"] for tool in ask["tools"]]


@pytest.mark.parametrize(("before", "after"), [(True, False), (False, True), (True, True)])
def test_a_piece_of_something_long_says_what_stage_it_is(before: bool, after: bool) -> None:
    head = cook()
    head.state.day.plan = [
        *(
            [replace(COOKING, start=NOON - HOUR, end=NOON)]
            if before
            else [replace(COOKING, start=NOON - HOUR, end=NOON, what="x")]
        ),
        COOKING,
        *([replace(COOKING, start=NOON + HOUR, end=NOON + 2 * HOUR)] if after else []),
    ]
    ask = breakdown.question(thought(head), COOKING, 60)
    assert (ask["begun"], ask["goes_on"]) == (before, after)


def test_an_obstacle_is_not_among_the_tools() -> None:
    head, script = cook(), Script(REPLY)
    at = thought(head, asker=script, room=KITCHEN)
    done(breakdown.ask_now(at, COOKING, 30, Objection("state", "the cooking area is burning", STOVE)))
    ask = script.only(BREAK_DOWN)
    assert STOVE not in [tool["id"] for tool in ask["tools"]]
    assert TABLE in [tool["id"] for tool in ask["tools"]]
    assert (ask["main_tool"], ask["in_the_way"], ask["minutes"]) == ("", "the cooking area is burning", 30)
    assert at.reason["anew"] == "state"
    assert STOVE in [tool["id"] for tool in head.places.tools(KITCHEN)]


def test_another_obstacle_leaves_the_main_tool() -> None:
    script = Script(REPLY)
    done(breakdown.ask_now(thought(cook(), asker=script), COOKING, 30, Objection("taken", "taken", TABLE)))
    assert script.only(BREAK_DOWN)["main_tool"] == STOVE


# --- ahead


def test_the_next_block_is_asked_for_ahead_for_when_it_begins() -> None:
    head, script = cook(), Script(ahead=["break_down"])
    breakdown.ask_ahead(thought(head, asker=script, tick=NOON - HOUR), COOKING)
    ask, due = script.only_ahead(BREAK_DOWN)
    assert (ask["what"], ask["minutes"], due) == ("cooking soup", 60, NOON)
    own = head.state.breakdown
    assert own.asked is not None
    assert (own.asked.kind, own.asked_for) == ("break_down", COOKING)
    breakdown.forget_ahead(head)
    assert (head.state.breakdown.asked, head.state.breakdown.asked_for) == (None, None)


def test_a_block_of_a_moment_is_a_minute_long() -> None:
    script = Script(ahead=["break_down"])
    breakdown.ask_ahead(thought(cook(), asker=script), replace(COOKING, end=NOON + 2))
    assert script.only_ahead(BREAK_DOWN)[0]["minutes"] == 1


def test_nothing_is_asked_ahead_for_a_routine_block(as_ever: Draws) -> None:
    head = with_routine()
    before = kept(head)
    breakdown.ask_ahead(thought(head), COOKING)
    assert kept(head) == before


def test_a_block_with_a_reason_against_its_routine_is_asked_ahead(as_ever: Draws) -> None:
    head, script = with_routine(), Script(ahead=["break_down"])
    head.calendar.add("cooking soup", NOON, NOON + HOUR, KITCHEN, [])
    breakdown.ask_ahead(thought(head, asker=script), replace(COOKING, promise=0))
    assert len(script.ahead_of) == 1


# --- a routine in use

USED = RoutineInUse(1, NOON - DAY, "cooking soup", 0.9, 3, "an earlier run")


def test_a_failing_routine_is_counted_and_dropped() -> None:
    head = with_routine()
    head.state.breakdown.routine = USED
    at = thought(head)
    breakdown.give_up(at, Objection("taken", "the cooking area is taken"))
    assert at.reason == {"given_up": "the cooking area is taken"}
    assert head.routines.all()[0].failures == 1
    assert head.state.breakdown.routine is None
    breakdown.give_up(at, Objection("taken"))
    assert head.routines.all()[0].failures == 1


def test_without_a_sentence_the_reason_code_is_given() -> None:
    head = with_routine()
    head.state.breakdown.routine = USED
    at = thought(head)
    breakdown.give_up(at, Objection("taken"))
    assert at.reason == {"given_up": "taken"}


def test_a_routine_has_begun_with_its_first_deed() -> None:
    head = head_of()
    breakdown.begun(head)
    assert head.state.breakdown.routine is None
    head.state.breakdown.routine = USED
    breakdown.begun(head)
    assert head.state.breakdown.routine == replace(USED, first=False)


def test_an_act_says_by_which_routine_it_is_done() -> None:
    head = head_of()
    at = thought(head)
    breakdown.because(at)
    assert at.reason == {}
    head.state.breakdown.routine = USED
    breakdown.because(at)
    assert at.reason == {
        "routine": {"made": NOON - DAY, "what": "cooking soup", "score": 0.9, "used": 3, "of": "an earlier run"}
    }


def test_looking_for_a_routine_changes_nothing(as_ever: Draws) -> None:
    head = with_routine()
    before = kept(head)
    breakdown.question(thought(head), COOKING, 60)
    assert breakdown._found(thought(head), COOKING, 60) is not None
    assert kept(head) == before
