from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.after_talk.schema import Reply
from milkwood.understudy.after_talk.answer import answer
from tests.understudy.bounds import bounded
from tests.understudy.townsfolk import Townsfolk, Unlike

TOWN = {language: Townsfolk("the_ville", "valentine", language) for language in ("en", "zh")}
PARTY = {
    "en": "I am giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven in the"
    " evening,"
    " and everyone is welcome.",
    "zh": "2月14日傍晚五点到七点，我要在霍布斯咖啡馆办情人节派对，谁来都欢迎。",
}
HEARD = {
    "en": "Isabella is giving a Valentine's Day party at Hobbs Cafe on the 14th of February, from five to seven in the"
    " evening, and everyone is welcome.",
    "zh": "2月14日傍晚五点到七点，伊莎贝拉要在霍布斯咖啡馆办情人节派对，谁来都欢迎。",
}


def kept(me: str, you: str, lines: list[tuple[str, str]], language: str = "en", **more: Any) -> Reply:
    folk = TOWN[language]
    question: Any = {
        "self": folk.card(me),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "07:10", "place": "Hobbs Cafe", "doing": ""},
        "others": [folk.other(me, you)],
        "lines": [{"by": by, "text": text} for by, text in lines],
        "known": [],
        "promises": [],
        "usual": folk.usual(me),
        "people": folk.named(),
        "places": folk.places(),
        **more,
    }
    return bounded(answer(question, stream(1, me, len(lines)), Unlike()))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_invitation_that_was_accepted_becomes_news_and_a_commitment(language: str) -> None:
    ask, yes = {"en": ("Will you come?", "I'd love to come."), "zh": ("你来吗？", "好，我来。")}[language]
    join = "" if language == "zh" else " "
    lines = [("isabella_rodriguez", PARTY[language] + join + ask), ("maria_lopez", yes)]
    reply = kept("maria_lopez", "isabella_rodriguez", lines, language)
    assert [one.text for one in reply.news] == [HEARD[language]]
    assert reply.news[0].about == ["isabella_rodriguez"]
    assert reply.news[0].importance >= 6
    (promise,) = reply.commitments
    assert (promise.date, promise.start, promise.end) == ("2023-02-14", "17:00", "19:00")
    assert promise.place == "Hobbs Cafe:cafe"
    assert promise.accepted
    assert promise.company == ["isabella_rodriguez"]


def test_an_invitation_that_was_declined_keeps_the_reason() -> None:
    lines = [
        ("isabella_rodriguez", PARTY["en"] + " Will you come?"),
        ("arthur_burton", "I can't come, I'm sorry: I'm tending bar at that hour."),
    ]
    (promise,) = kept("arthur_burton", "isabella_rodriguez", lines).commitments
    assert not promise.accepted
    assert "tending bar" in promise.reason


def test_news_of_an_event_names_its_host() -> None:
    lines = [
        ("klaus_mueller", "Have you heard? " + HEARD["en"] + " Will you go, too?"),
        ("maria_lopez", "Count me in."),
    ]
    reply = kept("maria_lopez", "klaus_mueller", lines)
    assert [one.text for one in reply.news] == [HEARD["en"]]
    assert reply.news[0].by == "klaus_mueller"
    assert reply.commitments[0].company == ["isabella_rodriguez"]
    assert reply.commitments[0].what == "going to Isabella's Valentine's Day party"


def test_a_fact_about_a_person_they_have_never_heard_of_is_not_quoted() -> None:
    others = [one for one in TOWN["en"].named() if one["id"] != "isabella_rodriguez"]
    reply = kept("maria_lopez", "klaus_mueller", [("klaus_mueller", HEARD["en"])], people=others)
    assert reply.news[0].text == HEARD["en"]


def test_a_quotation_is_passed_on_unchanged() -> None:
    quoted = "Mei says: “We met Yuriko when we needed legal help.”"
    reply = kept("maria_lopez", "klaus_mueller", [("klaus_mueller", quoted)])
    assert [one.text for one in reply.news] == [quoted]


def test_known_news_is_not_learnt_again() -> None:
    reply = kept("maria_lopez", "isabella_rodriguez", [("isabella_rodriguez", PARTY["en"])], known=[HEARD["en"]])
    assert reply.news == []


def test_small_talk_and_the_persons_own_words_are_not_news() -> None:
    lines = [
        ("klaus_mueller", "Good morning, Maria. How are you?"),
        ("maria_lopez", "I'm well. I study physics at Oak Hill College."),
        ("klaus_mueller", "I'm glad to hear it. I should get on. See you, Maria."),
    ]
    assert kept("maria_lopez", "klaus_mueller", lines).news == []


def test_the_same_party_is_not_promised_twice() -> None:
    known = {
        "id": 1,
        "what": "going to Isabella's Valentine's Day party",
        "date": "2023-02-14",
        "start": "17:00",
        "end": "19:00",
        "place": "",
        "place_name": "",
        "company": [],
        "host": False,
    }
    lines = [("isabella_rodriguez", PARTY["en"] + " Will you come?"), ("maria_lopez", "I'll be there, with pleasure.")]
    assert kept("maria_lopez", "isabella_rodriguez", lines, promises=[known]).commitments == []


@pytest.mark.parametrize("me", ["klaus_mueller", "maria_lopez"])
def test_a_lunch_that_was_agreed_is_in_both_calendars(me: str) -> None:
    you = "maria_lopez" if me == "klaus_mueller" else "klaus_mueller"
    offer = "Shall we have lunch together tomorrow at half past twelve in the afternoon at Hobbs Cafe?"
    lines = [("klaus_mueller", offer), ("maria_lopez", "That sounds good; I'll come.")]
    (promise,) = kept(me, you, lines).commitments
    assert (promise.date, promise.start, promise.place) == ("2023-02-14", "12:30", "Hobbs Cafe:cafe")
    assert promise.company == [you]
    assert promise.what.startswith("having lunch with ")


def test_a_refused_lunch_is_in_neither_calendar() -> None:
    offer = "Shall we have lunch together tomorrow at half past twelve in the afternoon at Hobbs Cafe?"
    lines = [("klaus_mueller", offer), ("maria_lopez", "I can't come then: I've already given my word elsewhere.")]
    assert kept("klaus_mueller", "maria_lopez", lines).commitments == []


def test_free_text_of_a_model_is_understood() -> None:
    lines = [
        (
            "isabella_rodriguez",
            "Hi Maria! I'm throwing a party tomorrow at 6 pm at Hobbs Cafe, would you like to come?",
        ),
        ("maria_lopez", "Oh, that sounds great, count me in!"),
    ]
    reply = kept("maria_lopez", "isabella_rodriguez", lines)
    assert reply.commitments[0].start == "18:00"
    assert reply.commitments[0].accepted
    assert reply.news[0].text == "Isabella is throwing a party on Tuesday at 6 pm at Hobbs Cafe."


def test_closeness_moves_by_at_most_one_and_feelings_stay() -> None:
    lines = [("klaus_mueller", "I am writing a research paper on gentrification."), ("maria_lopez", "Tell me more.")]
    (impression,) = kept("maria_lopez", "klaus_mueller", lines).impressions
    before = TOWN["en"].other("maria_lopez", "klaus_mueller")
    assert abs(impression.closeness - before["closeness"]) <= 1
    assert impression.feeling == before["feeling"]
    assert "research paper" in impression.knows


def test_a_talk_of_nothing_still_has_a_summary() -> None:
    assert "Klaus" in kept("maria_lopez", "klaus_mueller", [("klaus_mueller", "Hm.")]).summary


def test_a_persons_own_plan_is_not_an_invitation() -> None:
    lines = [("eddy_lin", "一会儿还得跟爸妈一起吃早饭。"), ("john_lin", "好，我来。")]
    assert kept("john_lin", "eddy_lin", lines, "zh").commitments == []


HOSTED = {
    "id": 3,
    "what": "hosting the party",
    "date": "2023-02-14",
    "start": "17:00",
    "end": "19:00",
    "place": "Hobbs Cafe:cafe",
    "place_name": "Hobbs Cafe",
    "company": [],
    "host": True,
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("comes", [True, False])
def test_a_host_keeps_who_said_that_they_come(language: str, comes: bool) -> None:
    ask, yes, no = {
        "en": (" Will you come?", "I'd love to come.", "I can't come, I have no time."),
        "zh": ("你来吗？", "好，我来。", "我去不了，没空。"),
    }[language]
    lines = [("isabella_rodriguez", PARTY[language] + ask), ("maria_lopez", yes if comes else no)]
    (made,) = kept("isabella_rodriguez", "maria_lopez", lines, language, promises=[HOSTED]).commitments
    assert (made.company, made.accepted, made.date, made.start) == (["maria_lopez"], comes, "2023-02-14", "17:00")


@pytest.mark.parametrize(
    ("language", "excuse"),
    [
        ("en", "I am sorry, Isabella; I was mending a window, and could not get away."),
        ("zh", "对不住，那会儿我在修窗户，实在走不开。"),
    ],
)
def test_a_good_excuse_mends_what_it_cost_not_to_come(language: str, excuse: str) -> None:
    asked = {"en": "You never came yesterday. Why?", "zh": "昨天怎么没来？"}[language]
    lines = [("isabella_rodriguez", asked), ("maria_lopez", excuse)]
    before = TOWN[language].other("isabella_rodriguez", "maria_lopez")["closeness"]
    (felt,) = kept("isabella_rodriguez", "maria_lopez", lines, language).impressions
    assert felt.closeness == min(10, before + 1)
