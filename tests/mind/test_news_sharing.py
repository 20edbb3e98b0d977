"""News that a person can tell others, and how they notice that others know it."""

from milkwood.mind import news_sharing
from milkwood.mind.head import Head
from milkwood.mind.port import Memory
from tests.mind.scripted import head_of

SAM = "Sam has decided to run for mayor in the election next month."


def remembering(*memories: Memory) -> Head:
    head = head_of()
    for memory in memories:
        head.memories.add(0, memory)
    return head


def news(text: str, importance: int = 8) -> Memory:
    return Memory("news", text, (), importance, 0, "", "tom")


def test_a_person_who_says_the_news_knows_it() -> None:
    head = remembering(news(SAM), news("Isabella is giving a party at the cafe.", 8))
    news_sharing.heard(
        head, [("klaus", "Hello! Sam has decided to run for mayor in the election next month, they say.")]
    )
    assert [each.text for each in news_sharing.untold(head, ["klaus"], 5)] == [
        "Isabella is giving a party at the cafe."
    ]
    assert len(news_sharing.untold(head, ["maria"], 5)) == 2


def test_a_word_about_it_is_not_enough() -> None:
    head = remembering(news(SAM))
    news_sharing.heard(head, [("klaus", "I met Sam at the election.")])
    assert news_sharing.has_big_news(head, "klaus")
