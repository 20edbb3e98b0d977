"""Who was at an event: answered from the people met there, never from what was said of it before."""

from typing import Any

import pytest

from milkwood.questions.interview.schema import Reply
from milkwood.understudy.interview.attending import asked_who_came
from tests.understudy.test_interview import asked
from tests.understudy.townsfolk import recalled

NEWS = {
    "en": "Isabella is giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven.",
    "zh": "伊莎贝拉二月十四号下午五点到七点在霍布斯咖啡馆办情人节派对。",
}
SAW = {"en": "I saw Maria pinning up paper hearts.", "zh": "我看见玛丽亚在贴纸爱心。"}
WHO = {"en": "Who was at the Valentine's Day party?", "zh": "情人节派对上都有谁？"}
WHAT = {"en": "going to Isabella's Valentine's Day party", "zh": "去参加伊莎贝拉的情人节派对"}
NAMES = {"en": "Maria Lopez", "zh": "玛丽亚·洛佩斯"}
AFTER = {"date": "2023-02-14", "weekday": 1, "time": "21:00", "place": "home", "doing": "resting"}


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Who was at the party?", "the party"),
        ("Who else came to Isabella's party?", "Isabella's party"),
        ("And who all turned up at Lantern Night?", "Lantern Night"),
        ("Whom did you see at Lantern Night?", "Lantern Night"),
        ("Who attended the concert?", "the concert"),
        ("派对上都有谁？", "派对"),
        ("谁去了情人节派对？", "情人节派对"),
        ("你在灯笼之夜碰见了谁？", "灯笼之夜"),
        ("灯笼之夜来了哪些人？", "灯笼之夜"),
        ("Who is going to come to the party?", ""),
        ("Who invited you to the party?", ""),
        ("Who told you that Tom was at the party?", ""),
        ("Were you at the party?", ""),
        ("Who is running for mayor?", ""),
        ("Who was kind to you at dinner?", ""),
        ("谁邀请你去派对的？", ""),
        ("谁要办派对？", ""),
        ("你打算去派对吗？", ""),
    ],
)
def test_questions_about_guests_are_recognised_with_their_event(question: str, what: str) -> None:
    assert asked_who_came(question).removeprefix("你在") == what


def party(language: str, **more: Any) -> Reply:
    memories = [
        recalled(901, NEWS[language], kind="news", importance=8, source="isabella_rodriguez"),
        recalled(902, SAW[language], kind="saw", importance=1, about=["maria_lopez"]),
    ]
    more = {"recalled": memories, "now": AFTER, "promises": [], **more}
    return asked("klaus_mueller", WHO[language], language, extra=memories, **more)


def attended(language: str, met: list[int]) -> dict[str, Any]:
    """The party the person attended, and the memories of the people met there."""
    maria = {"id": "maria_lopez", "name": NAMES[language]}
    return {
        "what": WHAT[language],
        "when": "",
        "place_name": "",
        "company": [maria] if met else [],
        "met": [recalled(number, SAW[language], kind="saw") for number in met],
    }


@pytest.mark.parametrize(("language", "name"), [("en", "Maria"), ("zh", "玛丽亚")])
def test_a_person_who_was_there_names_those_they_met(language: str, name: str) -> None:
    reply = party(language, attended=[attended(language, [902])])
    assert name in reply.say
    assert (reply.used, reply.knows) == ([902], True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_attendee_who_remembers_no_one_says_so(language: str) -> None:
    reply = party(language, attended=[attended(language, [])])
    assert {"en": "I was there", "zh": "我"}[language] in reply.say
    assert (reply.used, reply.knows) == ([], False)


@pytest.mark.parametrize(("language", "words"), [("en", ("wasn't there", "didn't go")), ("zh", ("没去", "不在", "没"))])
def test_a_person_who_was_not_there_says_so(language: str, words: tuple[str, ...]) -> None:
    reply = party(language)
    assert any(word in reply.say for word in words), reply.say
