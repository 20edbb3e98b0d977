"""The contents of an interview question, bound by bound (rule C5)."""

import pytest

from milkwood.mind.calendar import KEPT
from milkwood.mind.head import Head
from milkwood.mind.interview import interview
from milkwood.mind.plan import Block
from milkwood.questions.interview.schema import Ask
from milkwood.questions.terms import SpokenLine
from tests.mind.scripted import (
    BED,
    BRAM,
    DAY,
    HOUR,
    IVO,
    KITCHEN,
    MIDNIGHT,
    MINUTE,
    NELL,
    NEWCOMER,
    NOON,
    PETRA,
    QUAY,
    VISITOR,
    WEN,
    head_of,
)


def asked(head: Head, question: str = "How are you?", tick: int = NOON) -> Ask:
    return interview(head, tick, question)


def attended(
    place: str = QUAY, start: int = NOON - 2 * HOUR, what: str = "helping Nell", head: Head | None = None
) -> Head:
    head = head or head_of()
    made = head.calendar.add(what, start, start + HOUR, place, [])
    assert made is not None
    made.status = KEPT
    return head


def test_the_question_carries_the_earlier_lines_and_the_person() -> None:
    head = head_of()
    before = [SpokenLine(by="you", text="Hello.")]
    ask = interview(head, NOON, "Do you know the Lighthouse?", before)
    assert (ask["question"], ask["before"], ask["self"]["id"]) == ("Do you know the Lighthouse?", before, IVO)
    assert (ask["now"]["time"], ask["now"]["place"]) == ("12:00", "")
    assert "Lighthouse" in [each["name"] for each in ask["places"]]


def test_those_named_come_first_then_the_closest_six_in_all() -> None:
    head = head_of()
    ask = asked(head, "What of Wen, Ada and Ivo?")
    assert [each["id"] for each in ask["others"]] == [WEN, PETRA, BRAM, NELL, NEWCOMER]
    assert ask["unknown_names"] == ["Ada"]
    head.people.know(VISITOR)
    assert [each["id"] for each in asked(head)["others"]][-1] == VISITOR


def test_twelve_memories_are_recalled_for_the_question_and_those_named_in_it() -> None:
    head = head_of()
    for n in range(20):
        head.remember(NOON - 50 + n, "saw", f"The lamp {n}.")
    number = head.remember(0, "saw", "A long way off.", about=[NELL])
    ids = [each["id"] for each in asked(head, "What does Nell do?")["recalled"]]
    assert len(ids) == 12
    assert number in ids


# --- today


def test_pieces_of_one_thing_are_told_as_one() -> None:
    head = head_of()
    head.state.day.plan = [
        Block(NOON, NOON + HOUR, "fishing", QUAY),
        Block(NOON + HOUR, NOON + 2 * HOUR, "fishing", QUAY),
        Block(NOON + 2 * HOUR, NOON + 3 * HOUR, "fishing", KITCHEN),
        Block(NOON + 3 * HOUR, BED + 4 * HOUR, "eating", KITCHEN),
    ]
    assert asked(head)["today"] == [
        {"start": "12:00", "end": "14:00", "what": "fishing", "place": QUAY},
        {"start": "14:00", "end": "15:00", "what": "fishing", "place": KITCHEN},
        {"start": "15:00", "end": "25:00", "what": "eating", "place": KITCHEN},
    ]


# --- events the person attended


@pytest.mark.parametrize(
    ("tick", "met"),
    [
        (NOON - 2 * HOUR - 15 * MINUTE, True),
        (NOON - 2 * HOUR - 15 * MINUTE - 1, False),
        (NOON - HOUR - 1, True),
        (NOON - HOUR, False),
    ],
)
def test_people_are_met_from_a_quarter_of_an_hour_before_to_the_end(tick: int, met: bool) -> None:
    head = attended()
    head.remember(tick, "saw", "I saw Nell.", about=[NELL], place=QUAY)
    (event,) = asked(head)["attended"]
    assert bool(event["met"]) is met
    assert [each["id"] for each in event["company"]] == ([NELL] if met else [])
    assert (event["what"], event["when"], event["place_name"]) == ("helping Nell", "Saturday 10:00", "The Quay")


def test_only_what_was_seen_or_said_there_is_a_meeting_and_the_first_of_each_person() -> None:
    head = attended()
    at = NOON - 2 * HOUR
    first = head.remember(at, "talk", "We talked.", about=[NELL, VISITOR], place=QUAY)
    head.remember(at + 1, "saw", "I saw Nell.", about=[NELL], place=QUAY)
    head.remember(at + 2, "saw", "I saw Wen.", about=[WEN], place=KITCHEN)
    head.remember(at + 3, "thought", "Petra would like it.", about=[PETRA], place=QUAY)
    (event,) = asked(head)["attended"]
    assert [each["id"] for each in event["met"]] == [first]
    assert [each["id"] for each in event["company"]] == [NELL]


def test_an_event_without_a_place_has_no_meetings() -> None:
    head = attended(place="")
    head.remember(NOON - 2 * HOUR, "saw", "I saw Nell.", about=[NELL], place=QUAY)
    (event,) = asked(head)["attended"]
    assert (event["met"], event["company"]) == ([], [])


def test_the_last_three_events_come_newest_first_and_none_that_is_to_come() -> None:
    head = head_of()
    for n in range(5):
        attended(start=NOON - n * 2 * HOUR + 2 * HOUR, what=f"event {n}", head=head)
    assert [each["what"] for each in asked(head)["attended"]] == ["event 1", "event 2", "event 3"]


# --- experiences


def lived(head: Head, question: str = "How are you?") -> list[int]:
    return [each["id"] for each in asked(head, question)["lived"]]


def test_the_last_three_talks_and_news_come_to_mind() -> None:
    head = head_of()
    talks = [head.remember(NOON - 40 + n, "talk", f"Talk {n}.") for n in range(4)]
    news = [head.remember(NOON - 30 + n, "news", f"News {n}.") for n in range(4)]
    head.remember(NOON + 1, "talk", "A talk to come.")
    head.remember(NOON + 1, "news", "News to come.")
    head.remember(-1, "news", "News from before.")
    head.remember(NOON - 5, "saw", "A gull.")
    assert lived(head) == [*talks[1:], *news[1:]]


@pytest.mark.parametrize(
    ("tick", "comes"), [(MIDNIGHT - 1, True), (MIDNIGHT, False), (MIDNIGHT - DAY, True), (MIDNIGHT - DAY - 1, False)]
)
def test_the_best_of_yesterday_comes_to_mind(tick: int, comes: bool) -> None:
    head = head_of()
    head.state.day.midnight += DAY
    number = head.remember(tick + DAY, "did", "I was there.", importance=4)
    assert (number in [each["id"] for each in interview(head, NOON + DAY, "How are you?")["lived"]]) is comes


def test_the_three_most_important_memories_of_yesterday_come_without_mere_sightings() -> None:
    head = head_of()
    numbers = [head.remember(MIDNIGHT - 9, "did", f"Deed {n}.", importance=n) for n in (3, 5, 4, 5)]
    head.remember(MIDNIGHT - 9, "saw", "A whale.", importance=9)
    assert lived(head) == [numbers[1], numbers[3], numbers[2]]


def test_news_from_named_people_and_visitors_comes_to_mind_however_long_ago() -> None:
    head = head_of()
    by_tom = head.remember(1, "news", "A ship was seen.", source="Old Tom")
    by_nell = [head.remember(2 + n, "news", f"The lamp {n}.", source=NELL) for n in range(4)]
    for n in range(3):
        head.remember(NOON - 9, "news", f"News {n}.", source=WEN)
    assert lived(head, "What did Nell say?")[:3] == by_nell[1:]
    assert lived(head, "What did Old Tom say?")[0] == by_tom
    assert by_tom not in lived(head)
