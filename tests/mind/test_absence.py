"""People who promised to come and did not: what is noticed, what it costs, and until when it is open (rule M1)."""

import pytest

from milkwood.mind import absence, topics
from milkwood.mind.calendar import KEPT, MISSED, OPEN, Calendar, Promise
from milkwood.mind.gazetteer import Gazetteer
from milkwood.mind.head import Head
from milkwood.mind.plan import Block
from tests.mind.scripted import HOUR, MINUTE, NELL, NOON, PETRA, QUAY, RACK, WEN, head_of, knows, moment, texts, thought

NOT_COME = "Petra had promised to come and did not: mending the roof."
END = NOON + HOUR


@pytest.fixture(autouse=True)
def overlooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone there sees the whole room."""
    monkeypatch.setattr(Gazetteer, "overlooks", lambda *_: True)


def hosting(head: Head, *, status: str = KEPT) -> Promise:
    """An event at the quay from noon, to which Petra said she would come."""
    made = head.calendar.add("mending the roof", NOON, END, QUAY, [PETRA, NELL], host=True, coming=[PETRA])
    assert made is not None
    made.status = status
    return made


def promised(head: Head) -> Promise:
    """A promise to come to Petra's roof at noon."""
    made = head.calendar.add("helping Petra with the roof", NOON, END, QUAY, [PETRA], coming=[PETRA])
    assert made is not None
    return made


def test_a_host_remembers_who_did_not_come_and_likes_them_a_little_less() -> None:
    head = head_of()
    knows(head, PETRA, closeness=4, seen=NOON - 1)
    absence.note_absent(head, hosting(head), moment(tick=END))
    assert texts(head, "thought") == [NOT_COME]
    assert head.memories.all()[-1].about == (PETRA,)
    assert head.people.of(PETRA).closeness == 3
    assert [each["who"] for each in absence.missed(head, [PETRA])] == [PETRA]


@pytest.mark.parametrize("reason", ["seen there", "host not there", "not promised", "nothing is observed"])
def test_nobody_is_missed_who_was_seen_or_had_not_promised_or_by_a_host_who_was_away(reason: str) -> None:
    head = head_of(without=("observation",) if reason == "nothing is observed" else ())
    event = hosting(head, status=MISSED if reason == "host not there" else KEPT)
    knows(head, PETRA, closeness=4, seen=NOON + 5 * MINUTE if reason == "seen there" else -1)
    event.coming = [] if reason == "not promised" else event.coming
    absence.note_absent(head, event, moment(tick=END))
    assert texts(head, "thought") == []
    assert head.people.of(PETRA).closeness == 4


def test_who_may_have_come_unseen_is_only_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gazetteer, "overlooks", lambda *_: False)
    head = head_of()
    knows(head, PETRA, closeness=4)
    absence.note_absent(head, hosting(head), moment(tick=END))
    assert texts(head, "thought") == []
    assert head.people.of(PETRA).closeness == 4
    assert [(each["who"], each["sure"]) for each in absence.missed(head, [PETRA])] == [(PETRA, False)]
    absence.settle(head, [PETRA])
    assert absence.missed(head, [PETRA]) == []


def test_it_is_noted_once() -> None:
    head = head_of()
    event = hosting(head)
    absence.note_absent(head, event, moment(tick=END))
    absence.note_absent(head, event, moment(tick=END + 1))
    assert texts(head, "thought") == [NOT_COME]


def test_a_promise_that_passed_is_remembered_with_what_was_done_instead() -> None:
    head = head_of()
    promise = promised(head)
    absence.note_missed(head, END)
    absence.note_missed(head, END + 1)
    assert (promise.status, promise.instead) == (MISSED, "mending nets")
    assert texts(head, "thought") == ["I had promised to come and did not: helping Petra with the roof."]
    (missed,) = absence.missed(head, [PETRA])
    assert (missed["who"], missed["other"], missed["instead"]) == (head.id, PETRA, "mending nets")


def test_a_block_for_the_promise_itself_is_no_excuse() -> None:
    head = head_of()
    promise = promised(head)
    head.state.day.plan = [Block(NOON, END, promise.what, RACK, promise.id)]
    absence.note_missed(head, END)
    assert promise.instead == ""


def test_an_own_event_that_passed_is_no_promise_to_come() -> None:
    head = head_of()
    event = hosting(head, status=OPEN)
    absence.note_missed(head, END)
    assert event.status == MISSED
    assert texts(head, "thought") == []


def test_it_is_open_until_the_two_have_talked() -> None:
    head = head_of()
    knows(head, PETRA, last_talk=NOON)
    assert topics.nothing_new(thought(head), PETRA)
    absence.note_absent(head, hosting(head), moment(tick=END))
    promised(head)
    absence.settle(head, [WEN])
    assert absence.missed(head, [PETRA])
    assert not topics.nothing_new(thought(head), PETRA)
    absence.settle(head, [PETRA])
    assert absence.missed(head, [PETRA]) == []


def test_who_comes_is_kept_with_the_calendar() -> None:
    head, again = head_of(), Calendar()
    event = hosting(head)
    event.absent, event.instead = [PETRA], "mending nets"
    again.restore(head.calendar.keep())
    assert again.promises == head.calendar.promises


def test_a_promise_kept_by_an_earlier_release_expects_nobody() -> None:
    head, again = head_of(), Calendar()
    hosting(head)
    old = [
        {key: each[key] for key in each if key not in ("coming", "absent", "unseen", "instead")}
        for each in head.calendar.keep()
    ]
    again.restore(old)
    assert (again.promises[0].coming, again.promises[0].absent, again.promises[0].instead) == ([], [], "")
