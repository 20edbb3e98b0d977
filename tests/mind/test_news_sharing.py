"""News that a person can tell others, and how they notice that others know it."""

from milkwood.mind import news_sharing
from milkwood.mind.port import Memory
from milkwood.mind.stream import MemoryStream

SAM = "Sam has decided to run for mayor in the election next month."


def remembering(*memories: Memory) -> MemoryStream:
    stream = MemoryStream(360)
    for memory in memories:
        stream.add(0, memory)
    return stream


def news(text: str, importance: int = 8) -> Memory:
    return Memory("news", text, (), importance, 0, "", "tom")


def test_a_person_who_says_the_news_knows_it() -> None:
    memories = remembering(news(SAM), news("Isabella is giving a party at the cafe.", 8))
    news_sharing.heard(
        memories, [("klaus", "Hello! Sam has decided to run for mayor in the election next month, they say.")]
    )
    assert [each.text for each in news_sharing.untold(memories, ["klaus"], 5)] == [
        "Isabella is giving a party at the cafe."
    ]
    assert len(news_sharing.untold(memories, ["maria"], 5)) == 2


def test_a_word_about_it_is_not_enough() -> None:
    memories = remembering(news(SAM))
    news_sharing.heard(memories, [("klaus", "I met Sam at the election.")])
    assert news_sharing.has_big_news(memories, "klaus")
