"""Topics of a talk, bound by bound."""

import pytest

from milkwood.ids import PersonId
from milkwood.mind import topics
from milkwood.mind.head import Head
from milkwood.mind.state import HeardLine, OnMind
from tests.mind.scripted import (
    HOUR,
    MIDNIGHT,
    NELL,
    NOON,
    PETRA,
    QUAY,
    VISITOR,
    head_of,
    kept,
    knows,
    looked_for,
    thought,
)

LAMP = "The lamp of the lighthouse is broken."


def remembering(number: int = 20) -> Head:
    head = head_of()
    for n in range(number):
        head.remember(NOON - 50 + n, "saw", f"Petra carried basket number {n}.", about=[PETRA])
    return head


def news(head: Head, number: int) -> list[int]:
    return [head.remember(NOON - 9, "news", f"{LAMP} {n}", importance=6 + n, source=NELL) for n in range(number)]


# --- whether there is anything new


@pytest.mark.parametrize(
    ("last", "midnight", "nothing"),
    [(MIDNIGHT, MIDNIGHT, True), (MIDNIGHT - 1, MIDNIGHT, False), (0, -2520, True), (-1, -2520, False)],
)
def test_a_partner_of_today_hears_nothing_new(last: int, midnight: int, nothing: bool) -> None:
    head = head_of()
    head.state.day.midnight = midnight
    knows(head, PETRA, last_talk=last)
    assert topics.nothing_new(thought(head), PETRA) is nothing


def test_guests_and_unnamed_people_always_hear_something_new() -> None:
    head = head_of()
    for person in (VISITOR, PersonId("nobody_of_the_town")):
        knows(head, person, last_talk=NOON)
        assert not topics.nothing_new(thought(head), person)


def test_an_event_is_new_to_people_not_yet_invited() -> None:
    head = head_of()
    knows(head, PETRA, last_talk=NOON)
    knows(head, NELL, last_talk=NOON)
    head.calendar.add("a promise", NOON + HOUR, NOON + 2 * HOUR, QUAY, [])
    head.calendar.add("giving a party", NOON + 3 * HOUR, NOON + 4 * HOUR, QUAY, [PETRA], host=True)
    assert topics.nothing_new(thought(head), PETRA)
    assert not topics.nothing_new(thought(head), NELL)
    assert topics.nothing_new(thought(head, tick=NOON + 4 * HOUR), NELL)


def test_looking_for_something_new_changes_nothing() -> None:
    head = remembering()
    before = kept(head)
    topics.nothing_new(thought(head), PETRA)
    topics.left(head, 0)
    assert kept(head) == before


# --- how many lines are left


@pytest.mark.parametrize(
    ("brief", "others", "length"),
    [(False, 1, 5), (False, 2, 7), (False, 3, 9), (True, 1, 4), (True, 2, 6), (True, 3, 8)],
)
def test_a_talk_has_a_length_from_its_beginning(brief: bool, others: int, length: int) -> None:
    head = head_of()
    head.state.talk.brief = brief
    crowd = [NELL, PersonId("wen_zhao"), PersonId("lottie_okoye")][:others]
    assert topics.length(head, crowd) == length


@pytest.mark.parametrize(("length", "spoken", "left"), [(5, 0, 5), (5, 4, 1), (5, 5, 1), (8, 15, 1), (8, 16, 0)])
def test_a_line_is_asked_for_as_long_as_rule_t2_allows(length: int, spoken: int, left: int) -> None:
    head = head_of()
    head.state.talk.length = length
    assert topics.left(head, spoken) == left


def test_news_for_one_of_those_present_makes_the_talk_longer() -> None:
    head = head_of()
    (number,) = news(head, 1)
    head.memories.told(number, NELL)
    assert topics.length(head, [NELL]) == 5
    assert topics.length(head, [NELL, PersonId("wen_zhao")]) == 10


# --- what comes to mind


@pytest.mark.parametrize(
    ("feeling", "known", "count"), [("fond", "", 2), ("", "She bakes.", 2), ("", "", 4), ("fond", "She bakes.", 2)]
)
def test_an_impression_replaces_most_memories(feeling: str, known: str, count: int) -> None:
    head = remembering()
    knows(head, PETRA, feeling=feeling, knows=known)
    on_mind, more = topics.in_mind(head, NOON, [PETRA])
    assert (len(on_mind.recalled), on_mind.company, more) == (count, (PETRA,), [])


def test_one_stranger_present_brings_more_memories() -> None:
    head = remembering()
    assert len(topics.in_mind(head, NOON, [PETRA, VISITOR])[0].recalled) == 4


def test_with_each_later_line_one_memory_more_comes_that_was_not_in_mind() -> None:
    head = remembering()
    head.state.talk.on_mind, _ = topics.in_mind(head, NOON, [PETRA])
    on_mind, more = topics.in_mind(head, NOON + 1, [PETRA])
    assert on_mind == head.state.talk.on_mind
    assert len(more) == 1
    assert more[0]["id"] not in [each["id"] for each in on_mind.recalled]


def test_recall_uses_the_last_two_lines_or_else_the_people_present(monkeypatch: pytest.MonkeyPatch) -> None:
    head = head_of()
    found = looked_for(monkeypatch, head)
    topics.in_mind(head, NOON, [PETRA, NELL])
    head.state.talk.lines = [HeardLine(PETRA, "one"), HeardLine(NELL, "two"), HeardLine(PETRA, "three")]
    topics.in_mind(head, NOON, [PETRA])
    head.state.talk.on_mind = OnMind((PETRA,), ())
    topics.in_mind(head, NOON, [PETRA])
    assert found == [(["Petra Marsh", "Nell Avery"], 2), (["two", "three"], 2), (["two", "three"], 1)]


def test_without_impressions_ten_memories_come_with_every_line() -> None:
    head = head_of(without=["impressions"])
    for n in range(20):
        head.remember(NOON - 50 + n, "saw", f"Petra carried basket number {n}.", about=[PETRA])
    on_mind, more = topics.in_mind(head, NOON, [PETRA])
    assert (on_mind, len(more)) == (OnMind((PETRA,), ()), 10)


def test_two_pieces_of_news_come_besides_the_most_important_first_and_none_twice() -> None:
    head = remembering()
    numbers = news(head, 4)
    on_mind, _ = topics.in_mind(head, NOON, [PETRA])
    ids = [each["id"] for each in on_mind.recalled]
    assert len(ids) == len(set(ids))
    assert {numbers[3], numbers[2]} <= set(ids)
    assert len(ids) <= topics.FAMILIAR_MEMORIES + topics.MAX_UNTOLD_NEWS == 4


def test_news_that_is_known_to_all_present_does_not_come() -> None:
    head = remembering()
    (number,) = news(head, 1)
    assert number in [each["id"] for each in topics.in_mind(head, NOON, [PETRA])[0].recalled]
    head = remembering()
    (number,) = news(head, 1)
    head.memories.told(number, PETRA)
    recalled = topics.in_mind(head, NOON, [PETRA, NELL])[0].recalled
    told = [each["known_to"] for each in recalled if each["id"] == number]
    assert told in ([], [[PETRA, NELL]])
