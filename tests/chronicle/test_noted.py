"""What people noted of consequence follows from memories, questions and answers, in any town."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle
from milkwood.chronicle.noted import Note, notes
from milkwood.ids import PersonId, TalkId
from milkwood.mind.port import Memory
from milkwood.models.port import Answer, Question, QuestionId
from milkwood.town.events import Happening, Said
from tests.chronicle.story import make_header

ANN, BOB, CY = map(PersonId, ("ann", "bob", "cy"))
END = 1500
TALK = TalkId("10-ann")


@pytest.fixture
def chronicle(path: Path) -> Iterator[Chronicle]:
    with Chronicle.create(path, make_header()) as opened:
        yield opened


def answered(chronicle: Chronicle, tick: int, person: PersonId, kind: str, ask: Any, reply: Any) -> None:
    chronicle.keep_answer(Question(QuestionId(person, tick, kind, 0), ask), Answer(reply, "understudy"))


def of_kind(chronicle: Chronicle, kind: str, since: int = 0, until: int = END) -> list[Note]:
    return [note for note in notes(chronicle, since, until) if note.kind == kind]


def by_the_hour(chronicle: Chronicle, kind: str) -> list[Note]:
    """The same, asked for in small pieces, as a page that watches does."""
    return [note for since in range(0, END, 7) for note in of_kind(chronicle, kind, since, min(since + 7, END))]


def test_every_appointment_and_only_important_news_and_thoughts_are_noted(chronicle: Chronicle) -> None:
    noted = [
        Memory("promise", "Tea at 4."),
        Memory("did", "I was there: tea.", importance=2),
        Memory("news", "Bob is ill.", importance=6, source="cy", talk="1-ann"),
        Memory("thought", "Bob is right.", importance=5, evidence=(1,)),
        Memory("voice", "I should look for Bob.", importance=7),
    ]
    small = [
        Memory("news", "Bob has a hat.", importance=5),
        Memory("thought", "I like Bob.", importance=4),
        Memory("saw", "A fire.", importance=9),
    ]
    chronicle.record(8, [], [(7, ANN, replace(each, number=n)) for n, each in enumerate((*noted, *small))])
    found = notes(chronicle, 0, END)
    assert [(note.tick, note.person, note.kind, note.text) for note in found] == [
        (7, ANN, each.kind, each.text) for each in noted
    ]
    assert [(note.partner, note.talk) for note in found if note.kind == "news"] == [("cy", "1-ann")]


# --- appointments


def test_a_promise_that_was_not_kept_is_a_thought_that_rests_on_nothing_said(chronicle: Chronicle) -> None:
    absent = Memory("thought", "Bob war nicht da.", about=("bob",), importance=5)
    chronicle.record(8, [], [(7, ANN, absent)])
    assert of_kind(chronicle, "broken") == [Note(7, ANN, "broken", absent.text, "", "bob")]


@pytest.mark.parametrize("accepted", [True, False])
def test_whether_an_appointment_is_accepted_is_read_from_the_answer(chronicle: Chronicle, accepted: bool) -> None:
    reply = {"summary": "s", "commitments": [{"what": "喝茶", "accepted": accepted}]}
    answered(chronicle, 20, ANN, "after_talk", {"others": []}, reply)
    chronicle.record(50, [], [(40, ANN, Memory("promise", "星期六喝茶。", about=("bob",)))])
    assert [note.kind for note in notes(chronicle, 0, END)] == ["promise" if accepted else "declined"]


def test_a_change_of_plan_is_a_decision_with_its_reason(chronicle: Chronicle) -> None:
    for tick, choice in ((5, "ignore"), (6, "change")):
        answered(chronicle, tick, ANN, "react", {}, {"choice": choice, "what": "fetching water", "reason": "It burns."})
    assert notes(chronicle, 0, END) == [Note(6, ANN, "decided", "fetching water", "It burns.")]


# --- first meetings


def other(person: PersonId, talks: int = 0, closeness: int = 0) -> dict[str, Any]:
    return {"id": person, "talks": talks, "closeness": closeness}


def line(chronicle: Chronicle, tick: int, person: PersonId, *others: dict[str, Any], talk: TalkId = TALK) -> None:
    answered(chronicle, tick, person, "speak", {"others": list(others)}, {"say": "hm"})
    chronicle.record(tick + 1, [Happening(tick, person, 0, Said(talk, "hm"))], [])


def test_people_meet_once_at_the_first_line_between_them(chronicle: Chronicle) -> None:
    line(chronicle, 10, ANN, other(BOB))
    line(chronicle, 11, BOB, other(ANN))
    line(chronicle, 12, ANN, other(BOB), other(CY))
    line(chronicle, 13, CY, other(ANN), other(BOB))
    met = [(10, {ANN, BOB}), (12, {ANN, CY}), (13, {CY, BOB})]
    for found in (of_kind(chronicle, "met"), by_the_hour(chronicle, "met")):
        assert [(note.tick, {note.person, note.partner}) for note in found] == met
        assert {note.talk for note in found} == {TALK}


@pytest.mark.parametrize("known", [other(BOB, talks=1), other(BOB, closeness=3), other(BOB, closeness=-2)])
def test_who_has_talked_before_or_is_near_or_hostile_is_no_first_meeting(
    chronicle: Chronicle, known: dict[str, Any]
) -> None:
    line(chronicle, 10, ANN, known)
    assert of_kind(chronicle, "met") == []


# --- quarrels


def outcome(chronicle: Chronicle, tick: int, person: PersonId, of: PersonId, before: int, now: int) -> None:
    """The question about a talk at a tick, and its outcome, noted ten ticks later."""
    reply = {"summary": f"{tick}", "thought": "Hm!", "impressions": [{"person": of, "closeness": now}]}
    answered(chronicle, tick, person, "after_talk", {"others": [other(of, 1, before)]}, reply)
    chronicle.record(tick + 11, [], [(tick + 10, person, Memory("talk", f"{tick}", talk=TALK))])


@pytest.mark.parametrize(("now", "quarrelled"), [(4, False), (3, False), (2, True), (-1, True)])
def test_who_likes_another_much_less_after_a_talk_has_quarrelled(
    chronicle: Chronicle, now: int, quarrelled: bool
) -> None:
    outcome(chronicle, 20, ANN, BOB, 4, now)
    expected = [Note(30, ANN, "quarrel", "Hm!", "", BOB, TALK)] if quarrelled else []
    assert of_kind(chronicle, "quarrel") == by_the_hour(chronicle, "quarrel") == expected


def test_two_who_both_like_each_other_less_have_quarrelled_once(chronicle: Chronicle) -> None:
    outcome(chronicle, 20, ANN, BOB, 4, 3)
    outcome(chronicle, 60, BOB, ANN, 5, 4)
    expected = [Note(70, BOB, "quarrel", "Hm!", "", ANN, TALK)]
    assert of_kind(chronicle, "quarrel") == by_the_hour(chronicle, "quarrel") == expected
    outcome(chronicle, 90, ANN, BOB, 5, 1)
    assert len(of_kind(chronicle, "quarrel")) == 1, "the same talk"
