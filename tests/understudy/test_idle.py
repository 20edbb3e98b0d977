"""Which talks leave nothing to be thought over: those of manners and of what one knew, and no others."""

from typing import Any

import pytest

from milkwood.understudy.after_talk.idle import idle
from tests.understudy.townsfolk import Townsfolk

TOWN = {language: Townsfolk("the_ville", "valentine", language) for language in ("en", "zh")}
MAYOR = "Sam has decided to run for mayor in the election next month."
PARTY = (
    "Isabella is giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven in the"
    " evening, and everyone is welcome."
)
PROMISED = {
    "id": 1,
    "what": "going to the party",
    "date": "2023-02-14",
    "start": "17:00",
    "end": "19:00",
    "place": "",
    "place_name": "",
    "company": [],
    "host": False,
}


def talk(*lines: str, language: str = "en", **more: Any) -> Any:
    """What Maria has of a talk that Klaus begins."""
    folk, speakers = TOWN[language], ("klaus_mueller", "maria_lopez")
    return {
        "self": folk.card("maria_lopez"),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "07:10", "place": "Hobbs Cafe", "doing": ""},
        "others": [folk.other("maria_lopez", "klaus_mueller")],
        "lines": [{"by": speakers[n % 2], "text": text} for n, text in enumerate(lines)],
        "known": [],
        "promises": [],
        "usual": folk.usual("maria_lopez"),
        "people": folk.named(),
        "places": folk.places(),
        **more,
    }


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("Good morning, Maria!", "Hello, Klaus. How are you?", "See you later.")),
        ("zh", ("早上好！", "你好吗？", "回头见。")),
    ],
)
def test_a_greeting_is_idle(language: str, lines: tuple[str, ...]) -> None:
    assert idle(talk(*lines, language=language), [])


def test_what_one_knew_or_told_oneself_is_idle_and_what_one_did_not_is_not() -> None:
    assert not idle(talk("Good morning, Maria!", "Hello.", MAYOR), [])
    assert idle(talk("Good morning, Maria!", "Hello.", MAYOR, known=[MAYOR]), [])
    assert idle(talk("Good morning, Maria!", MAYOR, "You don't say!"), [MAYOR])
    assert not idle(talk("Good morning!", f"{MAYOR[:-1]}, and Tom wants to stop him.", known=[MAYOR]), [])


@pytest.mark.parametrize(
    "line",
    [
        "I would love to help you with your paper.",
        "Jennifer has sold every one of her paintings to a man from the city, see you later!",
        "Come by at five.",
        "Will you lend me the book about gentrification?",
        "I'd love to come.",
    ],
)
def test_in_doubt_something_was_said(line: str) -> None:
    assert not idle(talk("Good morning, Klaus!", line), [])


def test_an_hour_that_is_promised_is_nothing_new() -> None:
    lines = ("Good morning, Maria!", "Hello.", f"{PARTY} Will you come?", "I'll be there, with pleasure.")
    assert not idle(talk(*lines, known=[PARTY]), [])
    assert idle(talk(*lines, known=[PARTY], promises=[PROMISED]), [])
