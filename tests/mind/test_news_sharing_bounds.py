"""What can be told to which person, bound by bound (rule M5)."""

from dataclasses import replace
from typing import Any

import pytest

from milkwood.mind import news_sharing
from milkwood.mind.head import MAX_RETELLINGS_A_DAY, MAX_TELLINGS_A_DAY, Head
from milkwood.mind.port import Memory
from milkwood.questions.terms import Certainty
from tests.mind.scripted import NELL, PETRA, WEN, head_of

LAMP = "The lamp of the lighthouse is broken."


def remembering(*memories: Memory) -> Head:
    head = head_of()
    for memory in memories:
        head.memories.add(0, memory)
    return head


@pytest.mark.parametrize(
    ("kind", "importance", "private", "told"),
    [
        ("news", 6, False, True),
        ("news", 5, False, False),
        ("news", 9, True, False),
        ("seed", 8, False, True),
        ("seed", 7, False, False),
        ("voice", 8, False, True),
        ("saw", 10, False, False),
    ],
)
def test_important_news_and_insights_are_told_and_nothing_private(
    kind: str, importance: int, private: bool, told: bool
) -> None:
    head = remembering(Memory(kind, LAMP, (), importance, private=private))
    assert news_sharing.has_big_news(head, "petra") is told
    assert len(news_sharing.untold(head, ["petra"], 5)) == told


@pytest.mark.parametrize(
    ("kind", "knowing", "told"), [("news", 3, True), ("news", 4, False), ("seed", 5, True), ("seed", 6, False)]
)
def test_what_many_people_know_is_no_longer_news(kind: str, knowing: int, told: bool) -> None:
    head = remembering(Memory(kind, LAMP, (), 9))
    for n in range(knowing):
        head.memories.told(1, f"person {n}")
    assert news_sharing.has_big_news(head, "petra") is told


def test_a_person_who_knows_it_is_not_told() -> None:
    head = remembering(Memory("news", LAMP, (), 9))
    head.memories.told(1, "petra")
    assert not news_sharing.has_big_news(head, "petra")
    assert news_sharing.untold(head, ["petra"], 5) == []
    assert len(news_sharing.untold(head, ["petra", "nell"], 5)) == 1


def test_the_most_important_come_first_then_the_newest() -> None:
    head = remembering(*(Memory("news", f"{LAMP} {n}", (), weight) for n, weight in enumerate((7, 9, 7))))
    assert [each.number for each in news_sharing.untold(head, ["petra"], 5)] == [2, 3, 1]
    assert [each.number for each in news_sharing.untold(head, ["petra"], 2)] == [2, 3]


FIVE = "Lanterns brighten harbours, delighting gulls."


@pytest.mark.parametrize(
    ("line", "knows"),
    [("lanterns brighten harbours delighting", True), ("lanterns brighten harbours", False), (FIVE, True)],
)
def test_a_line_with_four_words_of_five_says_it(line: str, knows: bool) -> None:
    head = remembering(Memory("news", FIVE, (), 9), Memory("news", LAMP, (), 9))
    news_sharing.heard(head, [("petra", line)])
    assert [each.known_to for each in head.memories.all()] == [{"petra"} if knows else set(), set()]


def test_nobody_hears_what_must_be_kept_from_them_nor_while_they_listen() -> None:
    head = remembering(Memory("news", LAMP, (), 9, secret_from=(PETRA,)))
    assert not news_sharing.has_big_news(head, PETRA)
    assert news_sharing.untold(head, [NELL, PETRA], 5) == []
    assert len(news_sharing.untold(head, [NELL], 5)) == 1


def test_nobody_is_told_what_is_about_them_or_what_they_saw() -> None:
    for memory in (Memory("news", LAMP, (PETRA,), 9), Memory("news", LAMP, (), 9, witnesses=(PETRA,))):
        head = remembering(memory)
        assert not news_sharing.has_big_news(head, PETRA)
        assert news_sharing.has_big_news(head, NELL)


def test_nobody_is_told_the_news_of_their_partner() -> None:
    head = remembering(Memory("news", LAMP, (PETRA,), 9))
    head.folk = {**head.folk, NELL: replace(head.folk[NELL], partner=PETRA)}
    assert not news_sharing.has_big_news(head, NELL)
    assert news_sharing.has_big_news(head, WEN)


def test_news_is_passed_on_in_a_limited_number_of_talks_a_day() -> None:
    first_hand = Memory("news", LAMP, (PETRA,), 9, source=PETRA)
    hearsay = Memory("news", f"Again: {LAMP}", (PETRA,), 9, source=WEN)
    head = remembering(first_hand, hearsay, Memory("seed", f"Own: {LAMP}", (), 9))
    for number, most in ((1, MAX_TELLINGS_A_DAY), (2, MAX_RETELLINGS_A_DAY), (3, MAX_TELLINGS_A_DAY)):
        for _ in range(most):
            assert number in [each.number for each in news_sharing.untold(head, [NELL], 5)]
            head.memories.tell(number, [])
    assert [each.number for each in news_sharing.untold(head, [NELL], 5)] == [3]
    head.memories.forget(0)
    assert len(news_sharing.untold(head, [NELL], 5)) == 3


def test_a_denial_is_news_again_to_those_who_knew_the_rumour() -> None:
    head = remembering(Memory("news", LAMP, (), 9, certainty="rumour"))
    head.memories.told(1, PETRA)
    assert not news_sharing.has_big_news(head, PETRA)
    head.memories.judge(1, "denied")
    assert news_sharing.has_big_news(head, PETRA)


# --- rumours that a person may ask about


def rumour(*about: str, **more: Any) -> Memory:
    return Memory("news", LAMP, about, 6, source="wen", certainty="rumour", **more)


def test_a_person_is_asked_about_a_rumour_of_them_once() -> None:
    head = remembering(rumour(PETRA))
    assert [each.number for each in news_sharing.to_ask(head, [PETRA])] == [1]
    assert news_sharing.to_ask(head, [NELL]) == []
    news_sharing.asked(head, 1, [PETRA])
    assert news_sharing.to_ask(head, [PETRA]) == []


@pytest.mark.parametrize("certainty", ["known", "told", "denied"])
def test_what_is_no_rumour_is_not_asked_about(certainty: Certainty) -> None:
    assert news_sharing.to_ask(remembering(replace(rumour(PETRA), certainty=certainty)), [PETRA]) == []


@pytest.mark.parametrize("mark", [{"private": True}, {"secret_from": (PETRA,)}, {"secret_from": (NELL,)}])
def test_nobody_is_asked_about_what_is_private_or_kept_from_a_listener(mark: dict[str, Any]) -> None:
    head = remembering(rumour(PETRA, **mark))
    head.memories.told(1, NELL)
    assert news_sharing.to_ask(head, [PETRA, NELL]) == []


def test_nobody_is_asked_before_people_who_do_not_know_the_rumour() -> None:
    head = remembering(rumour(PETRA))
    assert news_sharing.to_ask(head, [PETRA, NELL]) == []
    head.memories.told(1, NELL)
    assert len(news_sharing.to_ask(head, [PETRA, NELL])) == 1


def test_a_rumour_of_the_person_themselves_is_no_question_for_others() -> None:
    head = head_of()
    head.memories.add(0, rumour(head.id, PETRA))
    assert news_sharing.to_ask(head, [PETRA]) == []


def test_there_is_something_to_talk_about_with_a_person_who_can_be_asked() -> None:
    head = remembering(replace(rumour(PETRA), importance=3))
    assert news_sharing.has_something_for(head, PETRA)
    assert not news_sharing.has_big_news(head, PETRA)
    assert not news_sharing.has_something_for(head, WEN)


def test_rumours_of_the_people_present_come_first_among_the_doubtful() -> None:
    head = remembering(replace(rumour(PETRA), text="Petra has sold the boat."))
    for n in range(news_sharing.MAX_DOUBTFUL_MEMORIES):
        head.memories.add(0, replace(rumour(WEN), text=f"Wen has {n} cats."))
    assert "Petra has sold the boat." not in news_sharing.doubtful(head)
    assert news_sharing.doubtful(head, [PETRA])[0] == "Petra has sold the boat."
