"""new_self without a model: concerns stay, promises and news are added, past events are removed."""

import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.new_self import answer as understudy
from tests.questions import days
from tests.understudy.bounds import bounded

NEWS = {"en": "Sam has decided to run for mayor in the election next month.", "zh": "山姆决定参加下个月的镇长选举。"}


def ask(name: str = "adam_smith", language: str = "en", **changes: Any) -> Any:
    person, town = next(pair for pair in days.people() if pair[0].id == name)
    return {
        "self": days.card(person, town, language),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "22:30", "place": "", "doing": ""},
        "yesterday": [],
        "recalled": [],
        "promises": [],
        **changes,
    }


def concerns(asked: Any, seed: int = 1) -> list[str]:
    answered = bounded(understudy.answer(asked, stream(seed), days.Words()))
    assert answered.mood
    return answered.concerns


@pytest.mark.parametrize("language", ["en", "zh"])
def test_own_concerns_stay_whatever_the_day_brings(language: str) -> None:
    asked = ask(language=language, recalled=[days.memory(1, NEWS[language], "news", 8)])
    asked["promises"] = [days.promise("x" * 10, "17:00", "19:00") | {"date": "2023-02-14"}]
    own = asked["self"]["concerns"]
    assert set(own) <= set(concerns(asked))


@pytest.mark.parametrize(
    ("language", "heard"),
    [
        ("en", "the news that Sam has decided to run for mayor in the election next month"),
        ("zh", "山姆决定参加下个月的镇长选举这件事"),
    ],
)
def test_weighty_news_becomes_a_concern_as_a_noun_phrase(language: str, heard: str) -> None:
    assert heard in concerns(ask(language=language, recalled=[days.memory(1, NEWS[language], "news", 8)]))


@pytest.mark.parametrize(
    "text",
    [
        "I am giving a party.",
        "Klaus says: “Come to the party.”",
        "Nell holds Lantern Night on Saturday from seven to nine.",
    ],
)
def test_news_whose_grammar_or_date_does_not_fit_is_left_out(text: str) -> None:
    asked = ask(recalled=[days.memory(1, text, "news", 9)])
    assert concerns(asked) == asked["self"]["concerns"]


def test_small_news_becomes_no_concern() -> None:
    asked = ask(recalled=[days.memory(1, "Tom has new apples.", "news", 4)])
    assert concerns(asked) == asked["self"]["concerns"]


def test_a_promise_for_the_new_day_is_due_today_and_a_later_one_has_its_weekday() -> None:
    party = days.promise("going to Isabella's party", "17:00", "19:00") | {"date": "2023-02-14"}
    later = days.promise("having lunch with Klaus", "12:30", "13:30") | {"date": "2023-02-16"}
    told = concerns(ask(promises=[party, later]))
    assert "going to Isabella's party, today at 17:00" in told
    assert "having lunch with Klaus on Thursday" in told


def test_concerns_of_a_day_end_with_it() -> None:
    asked = ask()
    asked["self"]["concerns"] = [
        *asked["self"]["concerns"],
        "going to Isabella's party, today at 17:00",
        "the news that it rained",
        "having lunch with Klaus on Thursday",
    ]
    assert concerns(asked) == ask()["self"]["concerns"]


def test_over_many_days_concerns_neither_grow_nor_vanish() -> None:
    asked = ask(recalled=[days.memory(1, NEWS["en"], "news", 8)])
    for seed in range(30):
        asked["self"]["concerns"] = concerns(asked, seed)
    assert 3 <= len(asked["self"]["concerns"]) <= 5


def test_a_person_with_nothing_on_their_mind_takes_the_day_as_it_comes() -> None:
    asked = ask()
    asked["self"]["concerns"] = []
    assert concerns(asked) == ["taking the day as it comes"]


@pytest.mark.parametrize(("language", "strange"), [("en", "[\u4e00-\u9fff]"), ("zh", "[A-Za-z]")])
def test_moods_are_in_the_language_of_the_run(language: str, strange: str) -> None:
    for seed in range(20):
        mood = understudy.answer(ask(language=language), stream(seed), days.Words()).mood
        assert not re.search(strange, mood)
