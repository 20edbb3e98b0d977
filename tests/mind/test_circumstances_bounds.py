"""Reasons against a routine, bound by bound: hours, company, moods, single-person rooms, things in use."""

from dataclasses import replace

import pytest

from milkwood.ids import RoomId, SectorId
from milkwood.mind import circumstances
from milkwood.mind.circumstances import Objection
from milkwood.mind.deeds import Step
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from milkwood.mind.state import OddThing
from milkwood.town.body import Deed
from milkwood.town.percepts import Percept
from tests.mind.scripted import (
    BAKERY,
    BATHROOM,
    COOKING,
    DAY,
    HOUR,
    INN,
    KITCHEN,
    MIDNIGHT,
    MINUTE,
    NELL,
    NETS,
    NOON,
    NOW,
    PETRA,
    QUAY,
    STOVE,
    TABLE,
    WASHING,
    head_of,
    knows,
    sees,
    sees_thing,
    thought,
)

BLOCK = Block(NOON, NOON + HOUR, "cooking soup", STOVE)
AWAY = Objection("away", "Petra is not there")
TAKEN = Objection("taken", "the cooking area is taken", STOVE)
IN_BATH = Objection("taken", "somebody is in the bathroom")
UPSET = 90 * MINUTE


def against(
    head: Head, *percepts: Percept, block: Block = BLOCK, steps: tuple[Step, ...] = (), room: RoomId = QUAY
) -> Objection | None:
    return circumstances.against(thought(head, *percepts, room=room), block, steps)


def by_plan(head: Head, block: Block) -> str:
    found = circumstances.by_plan(head, block)
    return found.kind if found else ""


# --- known beforehand


def test_there_is_no_reason_against_an_ordinary_block_at_home() -> None:
    assert against(head_of(), steps=(COOKING,)) is None


def test_a_promise_and_guests_who_come_next_are_thought_about() -> None:
    head = head_of()
    head.calendar.add("helping Nell", NOON + HOUR, NOON + 2 * HOUR, QUAY, [NELL])
    head.calendar.add("giving a party", NOON + 3 * HOUR, NOON + 4 * HOUR, QUAY, [NELL], host=True)
    assert circumstances.by_plan(head, replace(BLOCK, promise=0)) == Objection("promise")
    after = Block(NOON + HOUR, NOON + 2 * HOUR, "a promise", QUAY)
    for promise, kind in ((-1, ""), (0, ""), (1, "promise")):
        head.state.day.plan = [BLOCK, replace(after, promise=promise)]
        assert by_plan(head, BLOCK) == kind
    head.state.day.plan = [BLOCK, replace(after, start=NOON + HOUR + 1, promise=1)]
    assert by_plan(head, BLOCK) == ""


def test_a_place_they_do_not_know_is_thought_about() -> None:
    head = head_of()
    assert by_plan(head, replace(BLOCK, place="nowhere")) == "unknown"
    head.state.notice.places = [SectorId("The Quay")]
    assert by_plan(head, BLOCK) == "unknown"
    assert by_plan(head, replace(BLOCK, place=QUAY)) == ""


@pytest.mark.parametrize(
    ("start", "end", "closed"),
    [(6, 14, False), (5.99, 7, True), (13, 14 + 1 / HOUR, True), (13, 14, False), (30, 31, False)],
)
def test_a_place_must_be_open_for_the_whole_block(start: float, end: float, closed: bool) -> None:
    block = Block(MIDNIGHT + round(start * HOUR), MIDNIGHT + round(end * HOUR), "buying bread", BAKERY)
    head = head_of()
    found = circumstances.by_plan(head, block)
    assert found == (Objection("closed", "The Salt Loaf, bakery is closed then") if closed else None)


def test_home_and_work_have_no_hours_for_those_who_belong_there() -> None:
    late = Block(MIDNIGHT + 4 * HOUR, MIDNIGHT + 5 * HOUR, "baking", BAKERY)
    assert by_plan(head_of(PETRA), late) == ""
    assert by_plan(head_of(), late) == "closed"
    inn = Block(MIDNIGHT + 4 * HOUR, MIDNIGHT + 5 * HOUR, "sleeping", INN)
    head = head_of()
    head.character = replace(head.character, work_room=None, home=SectorId("The Anchor Inn"))
    assert by_plan(head, inn) == ""


# --- mood


@pytest.mark.parametrize(
    ("kind", "importance", "ago", "upset"),
    [
        ("voice", 1, UPSET, True),
        ("voice", 1, UPSET + 1, False),
        ("news", 9, UPSET, True),
        ("news", 8, 0, False),
        ("saw", 9, 0, True),
        ("talk", 9, 0, True),
        ("thought", 9, 0, True),
        ("plan", 10, 0, False),
    ],
)
def test_after_a_voice_or_important_memory_the_person_thinks_for_an_hour_and_a_half(
    kind: str, importance: int, ago: int, upset: bool
) -> None:
    head = head_of()
    head.remember(NOON - ago, kind, "Something.", importance=importance)
    assert against(head) == (Objection("upset", "Something.") if upset else None)


@pytest.mark.parametrize(("later", "upset"), [(15, True), (16, False)])
def test_the_last_sixteen_memories_are_looked_at(later: int, upset: bool) -> None:
    head = head_of()
    head.remember(NOON - 1, "voice", "Something.")
    for n in range(later):
        head.remember(NOON, "saw", f"A gull {n}.", importance=1)
    assert (against(head) is not None) is upset


def test_a_person_in_a_bad_mood_works_as_usual_and_thinks_about_the_rest() -> None:
    head = head_of()
    head.state.morning.low, head.state.morning.mood = True, "grey"
    assert against(head) == Objection("mood", "grey")
    assert against(head, block=replace(BLOCK, place=QUAY)) is None
    head.state.morning.low = False
    assert against(head) is None


# --- company


@pytest.mark.parametrize(("seen", "found"), [(NOON - DAY, None), (NOON - DAY - 1, AWAY), (-1, AWAY), (0, AWAY)])
def test_company_not_seen_for_a_day_is_not_expected(seen: int, found: Objection | None) -> None:
    head = head_of()
    knows(head, PETRA, seen=seen)
    block = replace(BLOCK, company=(PETRA,))
    assert against(head, block=block) == found
    assert against(head, sees(PETRA), block=block) is None
    assert against(head, sees(NELL), block=block) == found


def test_company_seen_at_the_first_tick_is_expected_at_first() -> None:
    head = head_of()
    knows(head, PETRA, seen=0)
    at = thought(head, tick=5)
    assert circumstances.against(at, replace(BLOCK, company=(PETRA,)), ()) is None


# --- rooms and things


def test_a_bathroom_with_a_person_in_it_is_taken() -> None:
    head = head_of()
    inside = sees(PETRA, deed=Deed("washing", at=BATHROOM))
    assert against(head, inside, steps=(NETS, WASHING)) == IN_BATH
    assert against(head, sees(PETRA, deed=Deed("cooking", at=KITCHEN)), steps=(WASHING,)) is None
    assert against(head, inside, steps=(COOKING,)) is None
    standing = sees(NELL, 1)
    head.character = replace(head.character, folk=replace(head.character.folk, id=PETRA))
    assert against(head, standing, steps=(WASHING,), room=BATHROOM) == IN_BATH
    assert against(head, standing, steps=(WASHING,), room=KITCHEN) is None


def test_a_thing_is_taken_when_all_its_seats_are() -> None:
    head = head_of()
    cooks = [sees(each, deed=Deed("cooking", thing=STOVE)) for each in (PETRA, NELL)]
    assert against(head, cooks[0], steps=(COOKING,)) is None
    assert against(head, *cooks, steps=(COOKING,)) == TAKEN
    eaters = [sees(each, deed=Deed("eating", thing=TABLE)) for each in (PETRA, NELL)]
    assert against(head, *eaters, steps=(replace(COOKING, thing=TABLE),)) is None
    assert against(head, *cooks, steps=(replace(COOKING, thing=None),)) is None


def test_an_unusable_thing_is_not_expected_to_work_unless_seen_otherwise() -> None:
    head = head_of()
    head.state.notice.things = {STOVE: OddThing("burning", usable=False)}
    burning = Objection("state", "the cooking area is burning", STOVE)
    assert against(head, steps=(COOKING,)) == burning
    assert against(head, sees_thing(STOVE, "burning"), steps=(COOKING,)) == burning
    assert against(head, sees_thing(STOVE, "idle"), steps=(COOKING,)) is None
    assert against(head, sees_thing(TABLE, "idle"), steps=(COOKING,)) == burning
    head.state.notice.things = {STOVE: OddThing("burning", usable=True)}
    assert against(head, steps=(COOKING,)) is None


# --- on the spot


def hindered(
    head: Head,
    *percepts: Percept,
    step: Step = COOKING,
    first: bool = False,
    room: RoomId = KITCHEN,
    walking: bool = False,
) -> Objection | None:
    block = replace(NOW, company=(PETRA,))
    return circumstances.hindered(thought(head, *percepts, room=room, walking=walking), step, block, first=first)


COOKS = tuple(sees(each, deed=Deed("cooking", thing=STOVE)) for each in (PETRA, NELL))


def test_an_obstacle_is_found_in_the_room_and_standing() -> None:
    assert hindered(head_of(), *COOKS) == TAKEN
    assert hindered(head_of(), *COOKS, room=QUAY) is None
    assert hindered(head_of(), *COOKS, walking=True) is None


def test_company_is_missed_at_the_first_deed_alone() -> None:
    assert hindered(head_of(), first=True) == AWAY
    assert hindered(head_of(), first=False) is None
    assert hindered(head_of(), sees(PETRA), first=True) is None
    assert hindered(head_of(), *COOKS, first=True) == TAKEN


def test_an_unavailable_thing_is_the_one_of_the_deed() -> None:
    head = head_of()
    head.state.doing.without = True
    assert hindered(head) == Objection("taken")
    head.state.doing.current = COOKING
    assert hindered(head, room=QUAY) == TAKEN
    head.state.doing.current = replace(COOKING, thing=None)
    assert hindered(head) == Objection("taken")
