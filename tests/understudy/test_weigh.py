"""weigh without a model: important memories weigh more, in both languages."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.weigh import answer as understudy
from milkwood.words import Language
from tests.questions import days
from tests.understudy.bounds import bounded

SCALE = {
    "en": {
        (1, 2): [
            "I saw Klaus asleep.",
            "I saw Tom stacking fruit and tins.",
            "My plan for today: 07:00 hosting a party.",
        ],
        (1, 4): [
            "I saw Isabella decorating the cafe for the Valentine's Day party.",
            "The shower at the dorm is running.",
        ],
        (3, 5): ["I talked with Maria about the weather.", "Ryan told me that the library closes early."],
        (6, 8): [
            "Isabella invited me to her Valentine's Day party at Hobbs Cafe.",
            "I have promised: having lunch with Maria, Tuesday at 12:30, Hobbs Cafe.",
        ],
        (7, 10): [
            "Sam has decided to run for mayor in the election next month.",
            "Tom and Jane had a terrible quarrel.",
            "The stove in the cafe is on fire.",
            "I am in love with Maria.",
            "Ada died five years ago.",
        ],
    },
    "zh": {
        (1, 2): ["我看见克劳斯睡着了。", "我看见汤姆在码水果。", "我今天的打算：07:00 办派对。"],
        (1, 4): ["我看见伊莎贝拉在为情人节派对布置咖啡馆。", "宿舍的淋浴间开着水。"],
        (3, 5): ["我跟玛丽亚聊了聊天气。", "瑞安告诉我图书馆今天早关门。"],
        (6, 8): ["伊莎贝拉邀请我去她的情人节派对。", "我答应了：和玛丽亚吃午饭，星期二12:30，霍布斯咖啡馆。"],
        (7, 10): [
            "山姆决定参加下个月的镇长选举。",
            "汤姆和简大吵架了。",
            "咖啡馆的灶台着火了。",
            "我爱玛丽亚。",
            "艾达五年前去世了。",
        ],
    },
}


def card(name: str, language: str) -> dict[str, Any]:
    person, town = next(pair for pair in days.people() if pair[0].id == name)
    return days.card(person, town, language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_everyday_events_weigh_little_and_love_fire_and_death_weigh_much(language: str) -> None:
    for (least, most), texts in SCALE[language].items():
        ask: Any = {"self": card("klaus_mueller", language), "memories": texts}
        weights = bounded(understudy.answer(ask, stream(1), days.Words())).weights
        for text, weight in zip(texts, weights, strict=True):
            assert least <= weight <= most, (text, weight)


@pytest.mark.parametrize(("language", "least"), [("en", 0.4), ("zh", 0.3)])
def test_seeds_weigh_about_what_their_authors_gave_them(language: str, least: float) -> None:
    code, pairs = Language(language), []
    for person, town in days.people():
        who: Any = days.card(person, town, language)
        pairs += [(understudy.weight(seed.text[code], who), seed.importance) for seed in person.memories]
    mine, given = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    assert sum(abs(one - other) for one, other in pairs) / len(pairs) < 2
    assert _correlation(mine, given) > least


def _correlation(one: list[int], other: list[int]) -> float:
    mean, middle = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - mean) * (b - middle) for a, b in zip(one, other, strict=True))
    spread = sum((a - mean) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)
    return float(both / spread**0.5)


def test_memories_related_to_own_concerns_weigh_more() -> None:
    text = "Klaus told me that poor neighbourhoods suffer most from gentrification."
    klaus: Any = card("klaus_mueller", "en")
    tom: Any = card("tom_moreno", "en")
    assert understudy.weight(text, klaus) > understudy.weight(text, tom)


def test_a_word_that_only_looks_similar_does_not_count() -> None:
    who: Any = card("isabella_rodriguez", "en")
    assert understudy.weight("Arthur lent me his kitchen when my oven died.", who) < 7
    assert understudy.weight("Nobody can say who will run for mayor.", who) < 7
