"""The kind of a question follows from what it names and asks, in many wordings of both languages."""

from typing import Any

import pytest

from milkwood.understudy.interview.query import Query, query_of
from milkwood.understudy.interview.shape import kinds_by_shape

NAMES = {"en": ("Rosalba Montalbano", "Rosalba"), "zh": ("罗莎尔芭·蒙塔尔巴诺", "罗莎尔芭")}
PLACES = {"en": "The Goose Green", "zh": "鹅草坪"}


def query(question: str, language: str) -> Query:
    name, called = NAMES[language]
    other = {"id": "rosalba", "name": name, "called": called, "tie": "", "feeling": "", "closeness": 0}
    ask: Any = {
        "self": {"id": "me", "name": "Yewande Adeyinka", "called": "Yewande", "language": language},
        "now": {"date": "2024-05-05", "time": "19:00", "weekday": 6},
        "others": [other],
        "unknown_names": [],
        "places": [{"id": "green:lawn", "name": PLACES[language]}],
        "before": [],
        "pieces": [{"date": "2024-05-04", "start": "00:00"}],
    }
    return query_of(ask, question)


@pytest.mark.parametrize(
    ("language", "kind", "questions"),
    [
        (
            "en",
            "hours",
            (
                "What were you up to around three yesterday afternoon?",
                "Where would I have found you at ten this morning?",
                "Tell me what kept you busy yesterday at 15:00.",
                "Whereabouts were you at half past nine today?",
            ),
        ),
        ("zh", "hours", ("你昨天下午三点左右在干嘛？", "今天上午十点你身在何处？", "昨天15:00你手头在忙什么？")),
        (
            "en",
            "met",
            ("Did you have a word with Rosalba today?", "Did Rosalba Montalbano talk to you yesterday?"),
        ),
        ("zh", "met", ("你今天跟罗莎尔芭·蒙塔尔巴诺说过话吗？", "昨天你和罗莎尔芭交谈过没有？")),
        ("en", "talked_to", ("Who did you chat with yesterday?", "Name the people you spoke with today.")),
        ("zh", "talked_to", ("今天都有谁跟你说过话？", "你昨天和哪些人聊过天？")),
        ("en", "count", ("How many neighbours have you talked with today?",)),
        ("zh", "count", ("今天你一共跟几个人说过话？", "昨天跟你聊过的人有多少？")),
        ("en", "tie", ("What sort of person is Rosalba?", "How are you connected to Rosalba Montalbano?")),
        ("zh", "tie", ("能介绍一下罗莎尔芭吗？", "罗莎尔芭是个什么样的人？")),
        ("en", "been_at", ("Did you set foot in The Goose Green today?", "Were you at The Goose Green yesterday?")),
        ("zh", "been_at", ("你今天去过鹅草坪吗？", "昨天你进过鹅草坪没有？")),
        ("en", "heard", ("Are you aware of the candle procession?", "Have you got wind of the candle procession?")),
        ("zh", "heard", ("烛光游行你有所耳闻吗？", "你有没有听人说起烛光游行？")),
        ("en", "age", ("How many years old are you?",)),
        ("zh", "age", ("你今年多少岁？",)),
        ("en", "rising", ("At what time do you normally get up?", "When does your day begin?")),
        ("zh", "rising", ("你习惯几点起？", "你一般早上几点醒？")),
    ],
)
def test_a_question_has_its_kind_in_any_words(language: str, kind: str, questions: tuple[str, ...]) -> None:
    for question in questions:
        assert kind in [found for found, _ in kinds_by_shape(query(question, language))], question


@pytest.mark.parametrize(
    ("language", "kind", "question"),
    [
        ("en", "hours", "Why did you sell your horse yesterday at three?"),
        ("en", "hours", "What will you do tomorrow at three?"),
        ("zh", "hours", "你昨天为什么把马卖了？"),
        ("en", "met", "Did you tell Rosalba about the horse today?"),
        ("en", "tie", "Where is Rosalba?"),
        ("en", "been_at", "Did you plant roses at The Goose Green today?"),
        ("zh", "age", "罗莎尔芭多大了？"),
    ],
)
def test_a_question_that_names_more_has_not(language: str, kind: str, question: str) -> None:
    assert kind not in [found for found, _ in kinds_by_shape(query(question, language))]
