"""What comes to mind in an interview besides recalled memories."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.ids import PersonId
from milkwood.mind.calendar import KEPT, MISSED
from milkwood.mind.head import Head
from milkwood.mind.interview import interview
from milkwood.mind.state import Pending
from milkwood.mind.state.parts import AskedAhead
from milkwood.mind.townsperson import Townsperson
from milkwood.questions.interview.schema import Ask
from milkwood.run import MindConfig, new_run
from tests.lived import quay

NELL, IVO, WEN, PETRA = (PersonId(each) for each in ("nell_avery", "ivo_marsh", "wen_zhao", "petra_marsh"))
START, END, AFTER = 720, 1440, 2000
QUAY, INN = "The Quay:quay", "The Anchor Inn:taproom"
WHO = "Who was at Lantern Night?"


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Head]:
    """The interview context of Nell, who was at Lantern Night from nine to eleven."""
    with new_run(quay(), tmp_path / "day.milkwood", "day", minds=MindConfig(embedding=False)) as run:
        mind = run.life.minds[NELL]
        assert isinstance(mind, Townsperson)
        promise = mind.head.calendar.add("hosting Lantern Night", START, END, QUAY, [], host=True)
        assert promise is not None
        promise.status = KEPT
        yield mind.head


def saw(head: Head, whom: PersonId, tick: int, place: str) -> int:
    return head.remember(tick, "saw", f"I saw {whom} standing about.", importance=1, about=[whom], place=place)


def met(ask: Ask) -> list[list[int]]:
    return [[one["id"] for one in event["met"]] for event in ask["attended"]]


def test_people_met_at_an_attended_event_come_to_mind(head: Head) -> None:
    saw(head, PETRA, START - 300, QUAY)
    early, first = saw(head, IVO, START - 20, QUAY), saw(head, WEN, 800, QUAY)
    saw(head, PETRA, 900, INN)
    saw(head, WEN, 1000, QUAY)
    saw(head, PETRA, END, QUAY)
    ask = interview(head, AFTER, WHO)
    assert met(ask) == [[early, first]]
    (event,) = ask["attended"]
    assert [one["id"] for one in event["company"]] == [IVO, WEN]
    assert (event["what"], event["place_name"]) == ("hosting Lantern Night", head.places.name(QUAY))


def test_it_is_given_whatever_is_asked(head: Head) -> None:
    seen = saw(head, IVO, 800, QUAY)
    for question in ("Who was at Lantern Night?", "Who are you?", "灯笼之夜都有谁？"):
        assert met(interview(head, AFTER, question)) == [[seen]]


def test_events_attended_alone_are_mentioned_too(head: Head) -> None:
    assert met(interview(head, AFTER, WHO)) == [[]]


def test_missed_and_future_events_were_not_attended(head: Head) -> None:
    assert interview(head, START - 1, WHO)["attended"] == []
    head.calendar.promises[-1].status = MISSED
    assert interview(head, AFTER, WHO)["attended"] == []


def test_news_from_a_named_person_comes_to_mind_however_long_ago(head: Head) -> None:
    told = head.remember(10, "news", "The baker is pregnant.", source=IVO)
    for n in range(20):
        head.remember(20 + n, "news", f"Boat number {n} came in late.", source=WEN)
    visitor = head.remember(15, "news", "The bridge is closed.", source="Sam")
    assert told in [one["id"] for one in interview(head, AFTER, "What did Ivo tell you?")["lived"]]
    assert visitor in [one["id"] for one in interview(head, AFTER, "What did Sam say?")["lived"]]
    assert told not in [one["id"] for one in interview(head, AFTER, "Who are you?")["lived"]]


def test_the_last_talks_news_and_the_best_of_yesterday_come_to_mind_once_each(head: Head) -> None:
    day = head.hours.ticks(24 * 60)
    best = head.remember(100, "did", "I hung the first lantern.", importance=8)
    numbers = [head.remember(day + n, "talk", f"We spoke of rope number {n}.") for n in range(5)]
    news = [head.remember(day + n, "news", f"Rope number {n} is sold.") for n in range(5)]
    lived = [one["id"] for one in interview(head, day + 300, "Who are you?")["lived"]]
    assert lived == [*numbers[-3:], *news[-3:], best]


def test_what_was_said_minutes_ago_is_known_before_its_outcome_is_noted(head: Head) -> None:
    assert "just_said" not in interview(head, AFTER, WHO)
    lines = [{"by": IVO, "text": "The lamp is broken."}, {"by": NELL, "text": "Since when?"}]
    asked = AskedAhead("after_talk", AFTER - 9, 0, {"lines": lines})
    head.state.pending.entries += [Pending(AFTER + 90, asked, talk="1-ivo_marsh", partners=(IVO,))]
    head.state.pending.entries += [Pending(AFTER + 90, AskedAhead("weigh", AFTER - 9, 0, {"memories": []}))]
    assert interview(head, AFTER, WHO)["just_said"] == lines
    head.state.pending.entries = []
    assert "just_said" not in interview(head, AFTER, WHO)
