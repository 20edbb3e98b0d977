"""A rumour and the person it is about: they are asked, answer from memory, and the asker keeps the answer."""

import re
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.speak.schema import Reply
from milkwood.understudy.language.certainty import what_is_asked
from milkwood.understudy.language.phrases import book, wordings
from milkwood.understudy.speak.answer import answer as speak
from milkwood.understudy.talk.telling import retells
from tests.understudy.test_news_and_feelings import FOLK, KLAUS, LANGUAGES, MARIA, RYAN, SEEDS, TOM, acts, kept, turn
from tests.understudy.townsfolk import Unlike, recalled

RUMOUR = {"en": "Tom has sold his shop.", "zh": "汤姆把他的店卖了。"}
ASKED = {"en": "Is it true that you have sold your shop?", "zh": "听人说你把你的店卖了，是真的吗？"}
TRUE = {"en": "I have sold my shop to a cousin.", "zh": "我把店卖了，卖给一个亲戚。"}
FALSE = {"en": "I have not sold my shop and never will.", "zh": "我没把店卖了，往后也不卖。"}
HAUNTED = {"en": "Is it true that your house is haunted?", "zh": "听人说你家闹鬼，有这回事吗？"}


def doubt(language: str, text: str = "", about: str = TOM) -> dict[str, Any]:
    return recalled(5, text or RUMOUR[language], kind="news", about=[about], certainty="rumour", source=KLAUS)


def said(question: Any, person: str, seed: int) -> Reply:
    return speak(question, stream(seed, person), Unlike())


def to_tom(language: str, *lines: tuple[str, str], **more: Any) -> Any:
    """The question for Maria's next line to Tom, whom she knows."""
    question = turn(list(lines), language, **more)
    tie = {"en": "a neighbour", "zh": "邻居"}[language]
    return {**question, "others": [{**question["others"][0], "tie": tie, "closeness": 3, "talks": 2}]}


def asked_by_maria(language: str, question: str, *memories: dict[str, Any], **more: Any) -> Any:
    """The question for Tom's line after Maria asked him."""
    mine = turn([], language)
    chatter = FOLK[language]
    return {
        **mine,
        "self": chatter.card(TOM),
        "others": [{**chatter.other(TOM, MARIA), "closeness": 4}],
        "lines": [{"by": MARIA, "text": question}],
        "recalled": list(memories),
        **more,
    }


# --- asking


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_asked_about_a_rumour_of_them_in_the_second_person(language: str) -> None:
    times = 0
    for seed in SEEDS:
        reply = said(to_tom(language, doubts=[doubt(language)]), MARIA, seed)
        if reply.asks:
            times += 1
            assert reply.asks == [5]
            assert not reply.small_talk
            assert "ask_rumour" in acts(reply.say, language), reply.say
            assert {"en": "you have sold your shop", "zh": "你把你的店卖了"}[language] in what_is_asked(
                reply.say
            ).lower()
    assert times > len(SEEDS) / 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rumour_that_cannot_be_turned_to_the_listener_is_quoted(language: str) -> None:
    text = {"en": "Tom and Maria's mother are planning it together.", "zh": "汤姆说“我要走了”。"}[language]
    replies = [said(to_tom(language, doubts=[doubt(language, text)]), MARIA, seed) for seed in SEEDS]
    lines = [reply.say for reply in replies if reply.asks]
    assert lines
    assert all("ask_rumour_words" in acts(line, language) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_enemies_strangers_and_people_already_asked_are_not_asked(language: str) -> None:
    question = to_tom(language, doubts=[doubt(language)])
    tom = question["others"][0]
    foe = {**tom, "closeness": -8}
    stranger = {**tom, "closeness": 0, "tie": "", "talks": 0, "feeling": ""}
    again = to_tom(language, (MARIA, ASKED[language]), doubts=[doubt(language)])
    for seed in SEEDS:
        for each in ({**question, "others": [foe]}, {**question, "others": [stranger]}, again, to_tom(language)):
            assert not said(each, MARIA, seed).asks


def test_a_person_who_does_not_speak_asks_nothing() -> None:
    question = to_tom("en", doubts=[doubt("en")])
    question["self"] = {**question["self"], "manners": ["silent"]}
    assert not any(said(question, MARIA, seed).asks for seed in SEEDS)


# --- answering


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("memory", "act"), [(TRUE, "rumour_true"), (FALSE, "rumour_false")])
def test_the_answer_is_what_the_person_remembers(memory: dict[str, str], act: str, language: str) -> None:
    own = recalled(9, memory[language], importance=7)
    for seed in SEEDS:
        reply = said(asked_by_maria(language, ASKED[language], own), TOM, seed)
        assert act in acts(reply.say, language), reply.say
        assert reply.tells == [9]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mark", [{"private": True}, {"secret_from": [MARIA]}])
def test_what_is_private_or_secret_is_neither_confirmed_nor_denied(mark: dict[str, Any], language: str) -> None:
    own = recalled(9, TRUE[language], importance=7, **mark)
    for seed in SEEDS:
        reply = said(asked_by_maria(language, ASKED[language], own), TOM, seed)
        assert "rumour_kept" in acts(reply.say, language), reply.say
        assert not acts(reply.say, language) & {"rumour_true", "rumour_false"}
        assert not reply.tells


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_memory_people_deny_deeds_of_their_own_and_know_nothing_of_the_rest(language: str) -> None:
    for seed in SEEDS:
        assert "rumour_false" in acts(said(asked_by_maria(language, ASKED[language]), TOM, seed).say, language)
        assert "rumour_unknown" in acts(said(asked_by_maria(language, HAUNTED[language]), TOM, seed).say, language)


# --- what the asker keeps


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("memory", "certainty"), [(TRUE, "told"), (FALSE, "denied")])
def test_the_asker_keeps_the_answer_as_a_verdict_on_the_rumour(
    memory: dict[str, str], certainty: str, language: str
) -> None:
    own = recalled(9, memory[language], importance=7)
    for seed in SEEDS:
        line = said(asked_by_maria(language, ASKED[language], own), TOM, seed).say
        reply = kept([(MARIA, ASKED[language]), (TOM, line)], language, doubtful=[RUMOUR[language]])
        verdict = next(one for one in reply.news if one.text == RUMOUR[language])
        assert (verdict.certainty, verdict.by, verdict.about) == (certainty, TOM, [TOM])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_answer_leaves_the_rumour_as_it_is(language: str) -> None:
    own = recalled(9, TRUE[language], private=True)
    for seed in SEEDS:
        line = said(asked_by_maria(language, ASKED[language], own), TOM, seed).say
        reply = kept([(MARIA, ASKED[language]), (TOM, line)], language, doubtful=[RUMOUR[language]])
        assert RUMOUR[language] not in [one.text for one in reply.news]


@pytest.mark.parametrize(
    ("line", "language", "certainty"),
    [
        ("Yes, that's true.", "en", "told"),
        ("No, that is not true at all.", "en", "denied"),
        ("是真的，没什么好瞒的。", "zh", "told"),
        ("没这回事。", "zh", "denied"),
    ],
)
def test_an_answer_in_other_words_is_a_verdict_too(line: str, language: str, certainty: str) -> None:
    reply = kept([(MARIA, ASKED[language]), (TOM, line)], language, doubtful=[RUMOUR[language]])
    assert [(one.text, one.certainty) for one in reply.news] == [(RUMOUR[language], certainty)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_who_was_asked_remembers_the_question(language: str) -> None:
    reply = kept([(TOM, HAUNTED[language]), (MARIA, "That is the first I hear of it.")], language)
    assert HAUNTED[language].rstrip("?？") in reply.summary


def test_questions_for_the_truth_are_told_from_others() -> None:
    for question, asked in (
        ("People say you are leaving. Is that true?", "You are leaving"),
        ("They say that you won; is there anything in it?", "You won"),
        ("Is it true what they say: “Klaus has sold his library”?", "Klaus has sold his library"),
        ("接着干呗——有人说你在外乡另有一个家，是真的吗？", "你在外乡另有一个家"),
        ("外头都在传：“克劳斯把书卖了”，有这回事吗？", "克劳斯把书卖了"),
        ("Are you free on Friday?", ""),
        ("Is that true?", ""),
        ("你明天有空吗？", ""),
        ("是不是有什么事？", ""),
    ):
        assert what_is_asked(question) == asked


@pytest.mark.parametrize(
    ("rumour", "other", "again"),
    [
        ("Minakshi has been in prison.", "Minakshi has been in prison, they say.", True),
        ("Minakshi has been in prison.", "Minakshi lent me a ladder in spring.", False),
        ("Minakshi has sold the old mill.", "Tom has sold the old mill.", False),
        ("米娜克希坐过牢。", "听说米娜克希年轻时坐过八个月的牢。", True),
        ("米娜克希坐过牢。", "米娜克希星期一下午在客栈办急救课。", False),
        ("米娜克希坐过牢。", "汤姆坐过牢。", False),
    ],
)
def test_to_name_the_same_person_is_not_to_retell(rumour: str, other: str, again: bool) -> None:
    people = (("minakshi", "Minakshi Rao"), ("minakshi", "米娜克希·拉奥"), (TOM, "Tom Moreno"), (TOM, "汤姆·莫雷诺"))
    assert retells(rumour, other, people) is again


def test_a_short_rumour_in_chinese_is_known_by_its_characters() -> None:
    rumour, asked = "汤姆坐过牢。", "听人说你坐过牢，有这回事吗？"
    said_more = "没这回事，谁说的都一样。我明天下午在店里点货。"
    reply = kept([(MARIA, asked), (TOM, said_more)], "zh", doubtful=[rumour])
    assert [one.certainty for one in reply.news if one.text == rumour] == ["denied"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_insight_about_a_rumour_does_not_confirm_it(language: str) -> None:
    rumour = {"en": "They say: Klaus has sold his library.", "zh": "有人说：克劳斯把他的书都卖了。"}[language]
    insight = {
        "en": "Klaus has sold his library; there must be more to it.",
        "zh": "克劳斯把他的书都卖了，这里头怕还有别的。",
    }[language]
    memory = recalled(5, insight, kind="insight", about=[KLAUS], importance=6)
    for seed in SEEDS:
        line = said(to_tom(language, (TOM, rumour), recalled=[memory]), MARIA, seed).say
        assert "confirm" not in acts(line, language), line


@pytest.mark.parametrize(
    ("line", "language", "text"),
    [
        (
            "People say: Klaus writes to the governor about all of us.",
            "en",
            "Klaus writes to the governor about all of us.",
        ),
        ("有人说：克劳斯给上头写信，把我们都告了。", "zh", "克劳斯给上头写信，把我们都告了。"),
    ],
)
def test_a_rumour_about_all_of_us_is_nobody_s_own_words(line: str, language: str, text: str) -> None:
    assert [(one.text, one.certainty) for one in kept([(TOM, line)], language).news] == [(text, "rumour")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_denial_never_sounds_like_the_rumour(language: str) -> None:
    wordings_of_denial = {"en": r"not true|nothing in|false|wrong|Don't believe", "zh": "不真|传错|别信|没那回事|瞎传"}
    for phrase in book(language)["lead_denial"]["any"]:
        for wording in wordings(phrase):
            assert re.search(wordings_of_denial[language], wording), wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quotation_is_not_introduced_with_its_speaker_again(language: str) -> None:
    text = {"en": "Ryan says: “We hang the bell on Wednesday.”", "zh": "瑞安说：“我们星期三挂钟。”"}[language]
    name = {"en": "Ryan", "zh": "瑞安"}[language]
    memory = recalled(5, text, kind="news", about=[RYAN], importance=8, certainty="told", source=RYAN)
    for seed in SEEDS:
        line = said(to_tom(language, recalled=[memory]), MARIA, seed).say
        assert line.count(name) <= 1, line


def test_what_a_person_owes_is_no_kindness_to_remember() -> None:
    memory = recalled(5, "Tom owes me for thirty beers.", about=[TOM], importance=6)
    question = to_tom("en", (TOM, "Good day, Maria."), recalled=[memory])
    question["others"] = [{**question["others"][0], "closeness": 6}]
    assert not any("thirty beers" in said(question, MARIA, seed).say for seed in range(40))
