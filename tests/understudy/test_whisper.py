from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.whisper.schema import Reply
from milkwood.understudy.whisper.answer import answer
from tests.understudy.bounds import bounded
from tests.understudy.townsfolk import Townsfolk, Unlike

TOWN = {language: Townsfolk("the_ville", "valentine", language) for language in ("en", "zh")}


def heard(voice: str, language: str = "en") -> Reply:
    folk = TOWN[language]
    content: Any = {
        "self": folk.card("isabella_rodriguez"),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "09:30", "place": "", "doing": ""},
        "voice": voice,
        "promises": [],
        "people": folk.named(),
        "places": folk.places(),
    }
    return bounded(answer(content, stream(1, voice), Unlike()))


@pytest.mark.parametrize(
    ("voice", "thought"),
    [
        ("You are running for mayor", "I am running for mayor."),
        ("You're in love with Klaus.", "I am in love with Klaus."),
        ("Isabella, your grinder is broken!", "My grinder is broken!"),
        ("Go to Johnson Park", "I will go to Johnson Park."),
        ("Don't trust Sam Moore.", "I will not trust Sam Moore."),
        ("Sam Moore is a liar.", "Sam Moore is a liar."),
    ],
)
def test_a_voice_becomes_the_persons_own_thought(voice: str, thought: str) -> None:
    assert heard(voice).thought.endswith(thought)


@pytest.mark.parametrize(
    ("voice", "thought"),
    [("你要竞选镇长", "我要竞选镇长。"), ("去约翰逊公园", "我去约翰逊公园。"), ("别相信山姆", "我不能相信山姆。")],
)
def test_a_chinese_voice_too(voice: str, thought: str) -> None:
    assert heard(voice, "zh").thought.endswith(thought)


@pytest.mark.parametrize(
    ("voice", "at_once"),
    [
        ("Go to Johnson Park", True),
        ("You must leave now!", True),
        ("You should go to Hobbs Cafe.", True),
        ("You are running for mayor", False),
        ("Meet Klaus at Hobbs Cafe tomorrow at 3 pm", False),
        ("Sam Moore is a liar.", False),
    ],
)
def test_only_an_order_for_now_is_followed_now(voice: str, at_once: bool) -> None:
    assert heard(voice).change is at_once


def test_a_dated_order_becomes_a_promise() -> None:
    promise = heard("Meet Klaus at Hobbs Cafe tomorrow at 3 pm").commitment
    assert promise is not None
    assert promise.what == "meeting Klaus at Hobbs Cafe"
    assert (promise.date, promise.start, promise.place) == ("2023-02-14", "15:00", "Hobbs Cafe:cafe")
    assert promise.company == ["klaus_mueller"]
    chinese = heard("你明天晚上六点要在霍布斯咖啡馆办一场音乐会", "zh").commitment
    assert chinese is not None
    assert chinese.what == "在霍布斯咖啡馆办一场音乐会"
    assert (chinese.date, chinese.start) == ("2023-02-14", "18:00")


def test_mentioned_people_are_named() -> None:
    assert heard("You should forgive Hailey and Tom.").about == ["hailey_johnson", "tom_moreno"]


@pytest.mark.parametrize("voice", ["?", "!!!", "   x", "你好" * 200, "word " * 200])
def test_an_odd_voice_still_gives_a_thought(voice: str) -> None:
    assert heard(voice).thought
