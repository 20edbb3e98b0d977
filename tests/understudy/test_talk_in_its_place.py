"""A talk fits its place and its people: at a party, at home, over a coffee, between strangers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.language.phrases import Voice, book
from milkwood.understudy.speak.answer import answer
from milkwood.understudy.talk.hearing import FAREWELLS, act, events, whole
from milkwood.understudy.talk.remembering import _OF_LISTENER
from milkwood.understudy.talk.responding import FOLLOWS
from milkwood.understudy.talk.telling import tellable
from tests.understudy.chatter import Chatter
from tests.understudy.townsfolk import Townsfolk, Unlike, recalled

SEEDS = range(12)
PARTY = {"en": "going to Isabella's Valentine's Day party", "zh": "去参加伊莎贝拉的情人节派对"}
WORK = re.compile(r"\bback to\b|must be off|meant to be|by now|timetable|接着|还得|日程")


def asked(me: str, you: str, lines: list[tuple[str, str]], language: str = "en", **more: Any) -> Any:
    chatter = Chatter(Townsfolk("the_ville", "valentine", language), 1)
    return {**chatter.asked(me, you, "17:20", [{"by": by, "text": text} for by, text in lines], 4), **more}


def said(question: Any, seed: int) -> str:
    return answer(question, stream(seed, question["self"]["id"]), Unlike()).say


def acts(line: str, language: str = "en") -> set[str]:
    return {act(sentence, language) for sentence in whole(line, language)}


def promise(what: str, question: Any, **more: Any) -> dict[str, Any]:
    now = question["now"]
    hours = {"date": now["date"], "start": "17:00", "end": "19:00"}
    return {
        **{"id": 77, "what": what, "place": "x:y", "place_name": now["place"], "company": [], "host": False},
        **hours,
        **more,
    }


def at_the_party(me: str, you: str, lines: list[tuple[str, str]], language: str = "en", **more: Any) -> Any:
    question = asked(me, you, lines, language, recalled=[], **more)
    own = me == "isabella_rodriguez"
    what = {"en": "hosting the party", "zh": "主持派对"}[language] if own else PARTY[language]
    return {**question, "promises": [promise(what, question, host=own)]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_guests_speak_of_the_party_they_are_at(language: str) -> None:
    for seed in SEEDS:
        opening = said(at_the_party("eddy_lin", "tom_moreno", [], language), seed)
        assert "feast" in acts(opening, language), opening
        thanks = said(at_the_party("eddy_lin", "isabella_rodriguez", [], language), seed)
        assert "feast_host" in acts(thanks, language), thanks
        welcome = said(at_the_party("isabella_rodriguez", "eddy_lin", [], language), seed)
        assert "feast_welcome" in acts(welcome, language), welcome


@pytest.mark.parametrize(
    ("what", "language"), [("attending the burial of the old horse", "en"), ("参加老校长的追悼会", "zh")]
)
def test_at_a_sad_event_nobody_talks_as_at_a_party(what: str, language: str) -> None:
    question = asked("eddy_lin", "tom_moreno", [], language, recalled=[])
    for seed in SEEDS:
        opening = said({**question, "promises": [promise(what, question)]}, seed)
        assert "solemn" in acts(opening, language), opening
        assert not acts(opening, language) & {"feast", "feast_host", "bye_here"}
        welcome = said({**question, "promises": [promise(what, question, host=True)]}, seed)
        assert "solemn_welcome" in acts(welcome, language), welcome


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nobody_opens_a_talk_with_a_question_in_return(language: str) -> None:
    for seed in range(30):
        opening = said(asked("eddy_lin", "tom_moreno", [], language, recalled=[]), seed)
        assert "ask_new" not in acts(opening, language), opening


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_guest_goes_back_to_work_at_a_party(language: str) -> None:
    opening = {"en": "Hello, Adam.", "zh": "亚当，你好。"}[language]
    for seed in SEEDS:
        question = at_the_party("adam_smith", "tom_moreno", [("tom_moreno", opening)], language, left=1)
        line = said(question, seed)
        assert "bye_here" in acts(line, language), line
        assert not WORK.search(line), line


def test_people_with_a_joint_promise_leave_together() -> None:
    for seed in SEEDS:
        question = asked(
            "francisco_lopez", "abigail_chen", [("abigail_chen", "Hello, Francisco.")], left=1, recalled=[]
        )
        question["promises"] = [promise("having coffee with Abigail", question)]
        assert "bye_pair" in acts(said(question, seed))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_housemates_do_not_invite_each_other_home(language: str) -> None:
    home = {"en": "Lin family's house, kitchen", "zh": "林家的厨房"}[language]
    farewell = {"en": "Well, I'll get on. See you later, John.", "zh": "行，约翰，一会儿见。"}[language]
    for seed in SEEDS:
        question = asked("john_lin", "mei_lin", [("mei_lin", farewell)], language)
        question["now"] = {**question["now"], "place": home}
        line = said(question, seed)
        assert acts(line, language) & FAREWELLS <= {"bye_home", "bye_home_back"}, line
        assert not re.search(r"come and see me|thank you|再见|有空来坐坐", line, re.IGNORECASE), line


def test_only_an_imminent_event_ends_a_talk() -> None:
    usual = [{"start": "19:00", "end": "20:00", "what": "lifting weights", "place": "x:y"}]
    for seed in SEEDS:
        later = asked(
            "carlos_gomez", "adam_smith", [("adam_smith", "Hello, Carlos.")], left=1, usual=usual, recalled=[]
        )
        assert "lifting" not in said(later, seed)
    soon = [{**usual[0], "start": "17:30"}]
    lines = [
        said({**asked("carlos_gomez", "adam_smith", [("adam_smith", "Hello, Carlos.")], left=1), "usual": soon}, seed)
        for seed in SEEDS
    ]
    assert any("lifting weights" in line for line in lines)


def test_a_person_answers_an_introduction_with_their_name() -> None:
    for seed in SEEDS:
        question = asked("jennifer_moore", "tom_moreno", [("tom_moreno", "Hello, we have not met properly: Tom.")])
        known = said(question, seed)
        assert "Jennifer" not in known, known  # people who know each other do not introduce themselves
        question["others"] = [{**question["others"][0], "tie": "", "closeness": 0, "feeling": ""}]
        line = said(question, seed)
        assert "Jennifer" in line, line


def test_a_stranger_is_not_called_by_name_before_they_gave_it() -> None:
    for seed in SEEDS:
        question = asked("isabella_rodriguez", "rajiv_patel", [])
        question["others"] = [{**question["others"][0], "tie": "", "closeness": 0, "talks": 0}]
        assert "Rajiv" not in said(question, seed)


def test_a_person_meets_again_only_on_the_same_day() -> None:
    again = {"greet_again", "greet_again_back"}
    met = {"today": True}
    for meeting, expected in (({}, False), (met, True)):
        question = asked("ryan_park", "giorgio_rossi", [], recalled=[])
        question["others"] = [{**question["others"][0], "talks": 3, **meeting}]
        lines = [said(question, seed) for seed in SEEDS]
        assert any(acts(line) & again for line in lines) is expected
    question["lines"] = [{"by": "giorgio_rossi", "text": "Me again, Ryan."}]
    assert not any("Me again" in said(question, seed) for seed in SEEDS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_questions_about_a_story_get_a_matching_answer(language: str) -> None:
    for question, reply in FOLLOWS.items():
        for text in book(language)[question]["any"]:
            line = said(asked("maria_lopez", "klaus_mueller", [("klaus_mueller", text)], language, recalled=[]), 3)
            assert reply in acts(line, language), (text, line)


def test_a_quarrel_of_others_is_no_bereavement() -> None:
    news = "Jennifer is against Sam's running for mayor; she is afraid it will wear him out."
    for seed in SEEDS:
        line = said(asked("adam_smith", "carlos_gomez", [("carlos_gomez", news)], recalled=[]), seed)
        assert "rift" in acts(line), line
        own = "Jennifer is against my running for mayor; she is afraid it will wear me out."
        line = said(asked("adam_smith", "sam_moore", [("sam_moore", own)], recalled=[]), seed)
        assert "rift_own" in acts(line), line


def _told(me: str, you: str, text: str, lines: list[tuple[str, str]], **more: Any) -> Iterator[str]:
    one = recalled(99, text, importance=8, **{"kind": "news", "source": "maria_lopez", **more})
    return (each.text for each in tellable(asked(me, you, lines, recalled=[one])))


def test_facts_implied_by_told_news_are_not_told() -> None:
    fact = "Sam has decided to run for mayor in the election next month."
    line = "Jennifer is against Sam's running for mayor; she is afraid it will wear him out."
    assert list(_told("klaus_mueller", "adam_smith", fact, [])) == [fact]
    assert not list(_told("klaus_mueller", "adam_smith", fact, [("adam_smith", line)]))


def test_people_are_not_told_news_of_their_own_family() -> None:
    fact = "Sam fell off a ladder and laughed."
    assert list(_told("tom_moreno", "adam_smith", fact, []))
    assert not list(_told("tom_moreno", "jennifer_moore", fact, []))


def test_partners_know_each_others_decisions() -> None:
    plan = "I have decided to run for mayor in the election next month."
    assert list(_told("sam_moore", "adam_smith", plan, [], kind="seed", source="me"))
    assert not list(_told("sam_moore", "jennifer_moore", plan, [], kind="seed", source="me"))


def test_a_host_does_not_invite_to_an_event_that_has_begun() -> None:
    for seed in SEEDS:
        assert "invite_ask" not in acts(said(at_the_party("isabella_rodriguez", "eddy_lin", []), seed))


def test_a_greeting_is_no_part_of_the_news_after_it() -> None:
    line = "哟，伊沃，早。这个星期六，三月十一号，晚上七点到九点，我要在码头办灯笼之夜，鸥湾的人都欢迎来。"
    assert whole(line, "zh")[0] == "哟，伊沃，早。"
    line = "Well then. This Saturday from five to six I am giving a party, and everyone is welcome."
    found = events([{"by": "sam_moore", "text": line}], asked("sam_moore", "adam_smith", []))
    assert [event.text for event in found] == [line.partition(". ")[2]]


def test_a_phrase_is_not_repeated_with_another_name() -> None:
    before = [f"Duty, or something like it, calls. Goodbye, {name}." for name in ("Sam", "Hailey")]
    for seed in SEEDS:
        voice = Voice("en", "dry", stream(seed, "voice"), before)
        assert not voice.say("bye", you="Klaus").startswith("Duty")


def test_a_person_who_declined_does_not_look_forward_to_it() -> None:
    lines = [
        ("eddy_lin", "早，汤姆。今天下午一点跟我去霍布斯咖啡馆吃顿午饭，怎么样？"),
        ("tom_moreno", "我来不了，抱歉，那会儿得招呼客人。听说什么有意思的没有？"),
        ("eddy_lin", "我来的第二天，伊莎贝拉拎个面包就进来了，打那起我在这儿就有朋友了。"),
    ]
    assert act("我来的第二天，伊莎贝拉拎个面包就进来了。", "zh") == ""
    assert {act(sentence, "zh") for sentence in ("我来的。", "好，我会来的，一定。", "我去！")} == {"accept"}
    for lines_so_far in (lines, [*lines, ("tom_moreno", "真没想到。")]):
        me, you = ("tom_moreno", "eddy_lin") if len(lines_so_far) == 3 else ("eddy_lin", "tom_moreno")
        for seed in SEEDS:
            told = said({**asked(me, you, lines_so_far, "zh", recalled=[]), "left": 1}, seed)
            assert "bye_event" not in acts(told, "zh"), told


@pytest.mark.parametrize(
    ("text", "said"),
    [("you are building a kite.", True), ("Your knee is better.", True), ("the meeting must do without you.", False)],
)
def test_nobody_is_told_as_their_own_words_what_others_said_of_them(text: str, said: bool) -> None:
    assert (_OF_LISTENER.match(text) is not None) is said
