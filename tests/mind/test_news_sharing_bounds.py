"""What can be told to which person, bound by bound (rule M5)."""

import pytest

from milkwood.mind import news_sharing
from milkwood.mind.port import Memory
from milkwood.mind.stream import MemoryStream

LAMP = "The lamp of the lighthouse is broken."


def remembering(*memories: Memory) -> MemoryStream:
    stream = MemoryStream(360)
    for memory in memories:
        stream.add(0, memory)
    return stream


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
    memories = remembering(Memory(kind, LAMP, (), importance, private=private))
    assert news_sharing.has_big_news(memories, "petra") is told
    assert len(news_sharing.untold(memories, ["petra"], 5)) == told


@pytest.mark.parametrize(("knowing", "told"), [(5, True), (6, False)])
def test_a_fact_known_to_six_people_is_no_longer_news(knowing: int, told: bool) -> None:
    memories = remembering(Memory("news", LAMP, (), 9))
    for n in range(knowing):
        memories.told(1, f"person {n}")
    assert news_sharing.has_big_news(memories, "petra") is told


def test_a_person_who_knows_it_is_not_told() -> None:
    memories = remembering(Memory("news", LAMP, (), 9))
    memories.told(1, "petra")
    assert not news_sharing.has_big_news(memories, "petra")
    assert news_sharing.untold(memories, ["petra"], 5) == []
    assert len(news_sharing.untold(memories, ["petra", "nell"], 5)) == 1


def test_the_most_important_come_first_then_the_newest() -> None:
    memories = remembering(*(Memory("news", f"{LAMP} {n}", (), weight) for n, weight in enumerate((7, 9, 7))))
    assert [each.number for each in news_sharing.untold(memories, ["petra"], 5)] == [2, 3, 1]
    assert [each.number for each in news_sharing.untold(memories, ["petra"], 2)] == [2, 3]


FIVE = "Lanterns brighten harbours, delighting gulls."


@pytest.mark.parametrize(
    ("line", "knows"),
    [("lanterns brighten harbours delighting", True), ("lanterns brighten harbours", False), (FIVE, True)],
)
def test_a_line_with_four_words_of_five_says_it(line: str, knows: bool) -> None:
    memories = remembering(Memory("news", FIVE, (), 9), Memory("news", LAMP, (), 9))
    news_sharing.heard(memories, [("petra", line)])
    assert [each.known_to for each in memories.all()] == [{"petra"} if knows else set(), set()]
