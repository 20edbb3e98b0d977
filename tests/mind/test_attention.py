"""What is worth noticing: changes, but not things that stay the same; looking changes nothing."""

import pytest

from milkwood.ids import PersonId, RoomId, SectorId, ThingId
from milkwood.mind import attention
from milkwood.mind.acquaintances import NO_TICK
from milkwood.mind.head import Head
from milkwood.mind.state import OddThing
from milkwood.town.body import Deed
from milkwood.town.percepts import InnerVoice, IsTold, Percept, Prevented, Reminder, SeesThing
from milkwood.town.places import WHILE_USED_TICK
from tests.mind.scripted import (
    BATHROOM,
    BRAM,
    GARDEN,
    IVO,
    KITCHEN,
    MINUTE,
    NELL,
    NOON,
    PETRA,
    QUAY,
    STOVE,
    TABLE,
    TALK,
    VISITOR,
    WEN,
    head_of,
    in_talk,
    kept,
    knows,
    sees,
    sees_thing,
    texts,
    thought,
)

NETS = Deed("mending nets", at=QUAY)
AGAIN = 180 * MINUTE


def noticed(head: Head, *percepts: Percept, room: RoomId | None = QUAY) -> list[str]:
    attention.notice(thought(head, *percepts, room=room))
    return texts(head, "saw")


# --- people


def test_a_person_who_does_something_is_noted_once() -> None:
    head = head_of()
    assert noticed(head, sees(PETRA, deed=NETS)) == ["I saw Petra mending nets."]
    (record,) = head.memories.all()
    assert (record.about, record.importance, record.place, record.tick) == ((PETRA,), 1, QUAY, NOON)
    assert (head.people.of(PETRA).seen, head.people.of(PETRA).noted) == (NOON, NOON)
    assert noticed(head, sees(PETRA, deed=NETS)) == ["I saw Petra mending nets."]


@pytest.mark.parametrize(("ago", "notes"), [(AGAIN, 1), (AGAIN - 1, 0)])
def test_after_three_hours_a_note_is_made_again(ago: int, notes: int) -> None:
    head = head_of()
    knows(head, PETRA, noted=NOON - ago)
    assert len(noticed(head, sees(PETRA, deed=NETS))) == notes
    assert head.people.of(PETRA).seen == NOON
    assert head.people.of(PETRA).noted == (NOON if notes else NOON - ago)


def test_a_note_of_the_first_tick_counts() -> None:
    head = head_of()
    knows(head, PETRA, noted=0)
    attention.notice(thought(head, sees(PETRA, deed=NETS), tick=AGAIN - 1))
    assert texts(head, "saw") == []


def test_a_sleeper_is_noted_as_asleep() -> None:
    assert noticed(head_of(), sees(PETRA, deed=Deed("sleeping", asleep=True))) == ["I saw Petra asleep."]


@pytest.mark.parametrize("seen", [sees(PETRA), sees(PETRA, deed=NETS, walking=True)])
def test_a_person_walking_or_idle_is_seen_without_a_note(seen: Percept) -> None:
    head = head_of()
    assert noticed(head, seen) == []
    assert (head.people.of(PETRA).seen, head.people.of(PETRA).noted) == (NOON, NO_TICK)


def test_without_observation_people_are_seen_and_not_remembered() -> None:
    head = head_of(without=["observation"])
    assert noticed(head, sees(PETRA, deed=NETS)) == []
    assert (head.people.of(PETRA).seen, head.people.of(PETRA).noted) == (NO_TICK, NO_TICK)


def test_at_most_two_people_are_noted_in_one_thought() -> None:
    head = head_of()
    crowd = [sees(each, deed=NETS) for each in (PETRA, NELL, WEN, BRAM)]
    assert noticed(head, *crowd) == ["I saw Petra mending nets.", "I saw Nell mending nets."]
    assert [head.people.of(each).seen for each in (WEN, BRAM)] == [NO_TICK, NO_TICK]
    assert len(noticed(head, *crowd)) == 4


def test_outdoors_a_note_has_no_room() -> None:
    head = head_of()
    noticed(head, sees(PETRA, deed=NETS), room=None)
    assert head.memories.all()[0].place == ""


# --- places, things and reminders


def test_a_place_they_are_in_is_known_from_then_on() -> None:
    head = head_of()
    head.state.notice.places = [SectorId("The Quay"), SectorId("Marsh house")]
    noticed(head, room=RoomId("Boat Shed:loft"))
    assert head.state.notice.places == ["Boat Shed", "Marsh house", "The Quay"]
    noticed(head, room=RoomId("Boat Shed:workshop"))
    noticed(head, room=None)
    assert head.state.notice.places == ["Boat Shed", "Marsh house", "The Quay"]


def test_a_thing_that_is_idle_again_is_forgotten_and_any_other_is_not() -> None:
    head = head_of()
    head.state.notice.things = {STOVE: OddThing("burning"), TABLE: OddThing("broken")}
    noticed(head, sees_thing(STOVE, "idle"), sees_thing(TABLE, "broken"))
    assert head.state.notice.things == {TABLE: OddThing("broken")}
    noticed(head, sees_thing(STOVE, "idle"))
    assert head.state.notice.things == {TABLE: OddThing("broken")}


def test_reminders_are_known_from_before_and_people_in_them_are_not_strangers() -> None:
    head = head_of()
    attention.notice(thought(head, Reminder(("Ada once mended our roof for Ivo.", "The sea was kind."))))
    first, second = head.memories.all()
    assert (first.kind, first.importance, first.about) == ("seed", 6, (VISITOR,))
    assert (second.text, second.about) == ("The sea was kind.", ())
    assert head.people.of(VISITOR).closeness == 1
    assert not head.people.knows(IVO)


# --- looking


def test_the_current_talk_voices_and_messages_are_found_among_percepts() -> None:
    head = head_of()
    mine, told = in_talk(talk=TALK), IsTold("The ferry is late.", "Ada", None, 0)
    at = thought(head, sees(), InnerVoice("Rest."), mine, told, InnerVoice("Eat."))
    assert attention.my_talk(at) == mine
    assert attention.voices(at) == ["Rest.", "Eat."]
    assert attention.tidings_told(at) == [told]
    assert attention.my_talk(thought(head, sees())) is None


def test_an_obstacle_is_that_of_the_attempted_deed() -> None:
    at = thought(head_of(), Prevented("Do", "taken"), Prevented("GoTo", "barred"))
    assert attention.hindrance(at, "GoTo") == Prevented("GoTo", "barred")
    assert attention.hindrance(at, "Say") is None


def test_the_deed_of_a_person_in_view() -> None:
    at = thought(head_of(), sees(NELL, deed=Deed("singing")), sees(PETRA, deed=NETS), sees(WEN))
    assert [attention.doing_of(at, each) for each in (PETRA, WEN, BRAM)] == ["mending nets", "", ""]


# --- things in an unusual state


def test_a_thing_out_of_order_is_odd_until_it_was_considered() -> None:
    head = head_of()
    at = thought(head, sees_thing(TABLE, "idle"), sees_thing(STOVE, "burning"), sees_thing(TABLE, "broken"))
    odd = attention.oddity(at)
    assert odd == sees_thing(STOVE, "burning")
    attention.wondered(head, odd)
    assert head.state.notice.things == {STOVE: OddThing("burning", usable=True, since=0)}
    assert attention.oddity(at) == sees_thing(TABLE, "broken")
    attention.wondered(head, sees_thing(TABLE, "broken"), usable=False)
    assert head.state.notice.things[TABLE] == OddThing("broken", usable=False, since=0)
    assert attention.oddity(at) is None


def test_a_thing_in_another_state_is_odd_again() -> None:
    head = head_of()
    head.state.notice.things = {STOVE: OddThing("burning")}
    assert attention.oddity(thought(head, sees_thing(STOVE, "smoking"))) == sees_thing(STOVE, "smoking")


def test_without_observation_nothing_is_odd() -> None:
    assert attention.oddity(thought(head_of(without=["observation"]), sees_thing())) is None


def test_a_state_that_ends_with_its_user_is_not_odd() -> None:
    used = SeesThing(STOVE, "on", 1, since=WHILE_USED_TICK)
    assert attention.oddity(thought(head_of(), used)) is None


def test_each_change_is_noticed_once_whatever_its_words() -> None:
    head = head_of()
    attention.wondered(head, SeesThing(STOVE, "burning", 1, since=5))
    assert attention.oddity(thought(head, SeesThing(STOVE, "burning", 3, since=5))) is None
    again = SeesThing(STOVE, "burning", 1, since=9)
    assert attention.oddity(thought(head, again)) == again


def test_what_presses_is_noticed_first() -> None:
    fire = SeesThing(STOVE, "burning", 4, presses=True)
    assert attention.oddity(thought(head_of(), sees_thing(TABLE, "dirty"), fire)) == fire


@pytest.mark.parametrize(("state", "idle"), [("idle", True), ("in use", False)])
def test_a_thing_is_seen_to_be_as_it_should_be(state: str, idle: bool) -> None:
    at = thought(head_of(), sees_thing(TABLE, "idle"), sees_thing(STOVE, state))
    assert attention.is_idle(at, STOVE) is idle


def test_looking_for_oddities_changes_nothing() -> None:
    head = head_of()
    head.state.notice.things = {TABLE: OddThing("broken")}
    before = kept(head)
    attention.oddity(thought(head, sees_thing(), sees_thing(TABLE, "idle"), sees(PETRA, deed=NETS)))
    assert kept(head) == before


# --- single-person rooms


@pytest.mark.parametrize(
    ("seen", "alone"),
    [
        (sees(PETRA, deed=Deed("washing", at=BATHROOM)), False),
        (sees(PETRA, deed=Deed("digging", at=GARDEN)), True),
        (sees(BRAM, 1), False),
        (sees(BRAM, 0), False),
        (sees(BRAM, 2), True),
        (sees(BRAM, 1, walking=True), True),
        (sees(PETRA, 1), True),
        (sees_thing(), True),
    ],
)
def test_a_room_is_free_unless_another_is_busy_in_it_or_came_first_by_id(seen: Percept, alone: bool) -> None:
    """Rule E2: of two who come in at once, the person with the lower id stays."""
    assert attention.alone_in(thought(head_of(), seen, room=BATHROOM), BATHROOM) is alone


def test_a_missing_place_has_no_one_in_it() -> None:
    assert attention.alone_in(thought(head_of(), sees(BRAM)), "nowhere")


def test_everyone_in_view_is_looked_at() -> None:
    crowd = (sees(WEN, 3), sees(PersonId("zoe"), 1), sees(PETRA, deed=Deed("washing", at=KITCHEN)))
    at = thought(head_of(), *crowd, room=KITCHEN)
    assert not attention.alone_in(at, KITCHEN)
    assert attention.alone_in(at, BATHROOM)


def test_a_thing_is_known_by_its_id() -> None:
    head = head_of()
    attention.wondered(head, sees_thing(ThingId("a lamp"), "dark"))
    assert head.state.notice.things == {ThingId("a lamp"): OddThing("dark", since=0)}
