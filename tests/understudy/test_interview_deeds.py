"""Questions whether something was done that never was: a memory of the same matter alone is no answer."""

from typing import Any

import pytest

from tests.understudy.test_interview_matters import TOM, asked
from tests.understudy.townsfolk import recalled

TOM_ZH = {**TOM, "name": "汤姆·奥克", "called": "汤姆", "tie": "邻居"}


def of(language: str, question: str, *texts: str, **more: Any) -> Any:
    memories = [recalled(n, text, importance=6, about=["tom"], **more) for n, text in enumerate(texts, 1)]
    others = [TOM if language == "en" else TOM_ZH]
    return asked(question, language=language, others=others, recalled=memories, stored=memories)


@pytest.mark.parametrize(
    ("language", "question", "memory"),
    [
        ("en", "Did you sell Tom's lighthouse?", "Tom sold his watch to buy me boots."),
        ("en", "Did you burn Tom's pyramid?", "Tom burnt a chair so that I should not freeze."),
        ("en", "Did you ever push Tom off the roof?", "The storm took half of Tom's roof."),
        ("en", "Are you still stealing Tom's camels?", "A thief took Tom's ladder."),
        ("en", "Is it you who broke Tom's telescope?", "Tom's wages are late and there is no money."),
        ("zh", "你把汤姆的灯塔卖了吗？", "为给我买靴子，汤姆卖了块表。"),
        ("zh", "你把宇宙飞船借给汤姆了吗？", "我借了汤姆四十块钱没还。"),
        ("zh", "你还在偷汤姆的骆驼吗？", "汤姆的梯子被人偷了。"),
        ("zh", "你买了汤姆的火车吗？", "汤姆敲钟敲得早。"),
        ("zh", "你送过汤姆一头鲸鱼吗？", "汤姆敲钟敲得早。"),
    ],
)
def test_a_memory_of_the_same_matter_does_not_tell_of_a_deed(language: str, question: str, memory: str) -> None:
    reply = of(language, question, memory)
    assert not reply.knows


@pytest.mark.parametrize(
    ("language", "question", "memory"),
    [
        ("en", "Did you ever steal from Tom?", "I took the money out of Tom's drawer."),
        ("en", "Did you sell Tom's watch?", "I sold the watch of Tom to buy boots."),
        ("zh", "你偷过汤姆的东西吗？", "我从汤姆的抽屉里偷拿了钱。"),
        ("zh", "你把汤姆的手表卖了吗？", "我把汤姆的手表卖掉换了靴子。"),
    ],
)
def test_a_memory_of_the_deed_does(language: str, question: str, memory: str) -> None:
    reply = of(language, question, memory)
    assert reply.knows
    assert memory.strip("。.") in reply.say


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "Is this true: “{news}”?"), ("zh", "“{news}”，真有这事吗？"), ("zh", "“{news}”是真的吗？")],
)
def test_a_rumour_known_to_be_false_is_denied_first(language: str, question: str) -> None:
    news = "Tom dug up a chest of coins." if language == "en" else "汤姆挖出了一箱钱币。"
    reply = of(language, question.format(news=news), news, kind="news", source="una", certainty="denied")
    assert reply.knows
    assert reply.say.startswith(("No, ", "不是真的", "没这回事"))
    assert news.strip("。.") in reply.say
