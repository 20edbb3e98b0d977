"""Rumours, secrets, denials, sympathy, wrongs and peace in talk, in both languages; the people are the bundled ones."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.after_talk.schema import News, Reply
from milkwood.understudy.after_talk.answer import answer as after_talk
from milkwood.understudy.speak.answer import answer as speak
from milkwood.understudy.talk.hearing import act, whole
from milkwood.understudy.talk.liking import stance_of
from tests.understudy.bounds import bounded
from tests.understudy.chatter import Chatter
from tests.understudy.townsfolk import Townsfolk, Unlike, recalled

LANGUAGES = ("en", "zh")
SEEDS = range(12)
TOM, KLAUS, MARIA, RYAN = "tom_moreno", "klaus_mueller", "maria_lopez", "ryan_park"
RUMOUR = {"en": "Klaus has sold his library.", "zh": "克劳斯把他的书都卖了。"}
NOT_SO = {"en": "Klaus has not sold his library.", "zh": "克劳斯没把他的书卖了。"}
WRONG = {"en": "Klaus betrayed Ryan and lied to him.", "zh": "克劳斯背叛了瑞安，还骗了他。"}
FOLK = {language: Townsfolk("the_ville", "valentine", language) for language in LANGUAGES}


def turn(lines: list[tuple[str, str]], language: str, *memories: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The question for Maria's next line to Tom."""
    chatter = Chatter(FOLK[language], 1)
    asked = chatter.asked(MARIA, TOM, "12:30", [{"by": by, "text": text} for by, text in lines], 6)
    return {**asked, "recalled": list(memories), "promises": [], **more}


def said(question: Any, seed: int) -> str:
    return speak(question, stream(seed, MARIA), Unlike()).say


def acts(line: str, language: str) -> set[str]:
    return {act(sentence, language) for sentence in whole(line, language)}


def kept(lines: list[tuple[str, str]], language: str, closeness: dict[str, int] | None = None, **more: Any) -> Reply:
    """What Maria keeps of a talk with Tom."""
    folk = FOLK[language]
    people = [
        {**one, **({"closeness": (closeness or {})[one["id"]]} if one["id"] in (closeness or {}) else {})}
        for one in folk.named()
    ]
    question: Any = {
        "self": folk.card(MARIA),
        "now": {"date": "2023-02-13", "weekday": 0, "time": "07:10", "place": "Hobbs Cafe", "doing": ""},
        "others": [{**folk.other(MARIA, TOM), "closeness": 4}],
        "lines": [{"by": by, "text": text} for by, text in lines],
        "known": [],
        "promises": [],
        "usual": folk.usual(MARIA),
        "people": people,
        "places": folk.places(),
        **more,
    }
    return bounded(after_talk(question, stream(1, MARIA), Unlike()))


def only(reply: Reply) -> News:
    (news,) = reply.news
    return news


# --- rumours


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("certainty", ["rumour", "denied"])
def test_what_is_not_sure_is_always_told_as_such_and_kept_as_such(certainty: str, language: str) -> None:
    memory = recalled(5, RUMOUR[language], kind="news", about=[KLAUS], importance=7, certainty=certainty, source=RYAN)
    told = 0
    for seed in SEEDS:
        line = said(turn([], language, memory), seed)
        if "Klaus" in line or "克劳斯" in line:
            told += 1
            lead = {"rumour": "lead_rumour", "denied": "lead_denial"}[certainty]
            assert lead in acts(line, language), line
            assert only(kept([(TOM, line)], language)).certainty == certainty
    assert told > len(SEEDS) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_hearsay_in_other_words_is_a_rumour(language: str) -> None:
    line = {"en": "People say that Klaus has sold his library.", "zh": "听说克劳斯把他的书都卖了。"}[language]
    news = only(kept([(TOM, line)], language))
    assert (news.certainty, news.text, news.about) == ("rumour", RUMOUR[language], [KLAUS])
    assert only(kept([(TOM, RUMOUR[language])], language)).certainty == "told"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rumour_is_denied_by_those_who_know_better_and_the_denial_is_kept(language: str) -> None:
    known = recalled(5, NOT_SO[language], about=[KLAUS], importance=7)
    false = recalled(5, RUMOUR[language], kind="news", about=[KLAUS], certainty="denied", source=RYAN)
    lead = {"en": "They say: ", "zh": "有人说："}[language]
    for memory in (known, false):
        for seed in SEEDS:
            line = said(turn([(TOM, lead + RUMOUR[language])], language, memory), seed)
            assert "deny" in acts(line, language), line
            reply = kept([(MARIA, lead + RUMOUR[language]), (TOM, line)], language, doubtful=[RUMOUR[language]])
            assert [(one.text, one.certainty) for one in reply.news] == [(RUMOUR[language], "denied")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_statement_that_contradicts_a_rumour_denies_it(language: str) -> None:
    reply = kept([(TOM, NOT_SO[language])], language, doubtful=[RUMOUR[language]])
    assert (RUMOUR[language], "denied") in [(one.text, one.certainty) for one in reply.news]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rumour_gets_doubt_and_no_applause(language: str) -> None:
    lead = {"en": "They say: ", "zh": "有人说："}[language]
    for seed in SEEDS:
        line = said(turn([(TOM, lead + RUMOUR[language])], language), seed)
        assert "hear_rumour" in acts(line, language), line


# --- secrets


@pytest.mark.parametrize("language", LANGUAGES)
def test_listeners_are_asked_to_keep_it_from_those_who_must_not_hear(language: str) -> None:
    text = {"en": "I am leaving the town in May.", "zh": "五月份我就离开镇上了。"}[language]
    memory = recalled(5, text, importance=9, secret_from=[KLAUS])
    told = 0
    for seed in SEEDS:
        near = turn([], language, memory)
        near["others"] = [{**near["others"][0], "closeness": 7}]
        line = said(near, seed)
        if text.rstrip(".。")[2:] in line:
            told += 1
            assert only(kept([(TOM, line)], language)).secret_from == [KLAUS], line
        near["others"] = [{**near["others"][0], "closeness": 3}]
        assert text.rstrip(".。")[2:] not in said(near, seed)
        near["others"] = [{**near["others"][0], "closeness": 7, "id": KLAUS}]
        assert text.rstrip(".。")[2:] not in said(near, seed)
    assert told


@pytest.mark.parametrize("language", LANGUAGES)
def test_news_told_in_confidence_is_private(language: str) -> None:
    line = {"en": f"{RUMOUR['en']} Tell nobody.", "zh": f"{RUMOUR['zh']}千万别告诉别人。"}[language]
    assert only(kept([(TOM, line)], language)).private


# --- sympathy, wrongs, feelings


@pytest.mark.parametrize("language", LANGUAGES)
def test_sympathy_goes_to_the_person_concerned(language: str) -> None:
    line = {"en": "Klaus is very ill, and Ryan drives him to the city.", "zh": "克劳斯病得很重，瑞安送他去城里。"}[
        language
    ]
    shown = 0
    for seed in SEEDS:
        reply = said(turn([(TOM, line)], language), seed)
        for sentence in whole(reply, language):
            if act(sentence, language) == "sad_third":
                shown += 1
                assert not [name for name in ("Ryan", "瑞安") if name in sentence], reply
    assert shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_is_called_one_and_costs_the_doer_several_points(language: str) -> None:
    for seed in SEEDS:
        assert "wrong" in acts(said(turn([(TOM, WRONG[language])], language), seed), language)
    cost = {}
    for ryan in (1, 8):
        reply = kept([(TOM, WRONG[language])], language, {KLAUS: 5, RYAN: ryan})
        cost[ryan] = 5 - next(one.closeness for one in reply.impressions if one.person == KLAUS)
    assert cost[8] > cost[1] > 0
    assert cost[8] >= 3
    nothing = kept([(TOM, RUMOUR[language])], language, {KLAUS: 5})
    assert not [one for one in nothing.impressions if one.person == KLAUS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_insult_costs_several_points_at_once(language: str) -> None:
    insult = {"en": "You are a liar and a traitor, Maria.", "zh": "玛丽亚，你是骗子，你是叛徒。"}[language]
    (impression,) = kept([(TOM, insult)], language).impressions
    assert impression.closeness <= 4 - 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_enemies_refuse_invitations_and_may_make_peace(language: str) -> None:
    cold = {"en": "cannot forgive him", "zh": "没法原谅他"}[language]
    enemy: Any = {**FOLK[language].other(MARIA, TOM), "closeness": -6, "feeling": cold, "tie": ""}
    assert stance_of(enemy) == "enemy"
    sorry = {"en": "I am sorry for my part in our quarrel; I apologise.", "zh": "那件事我也有错，跟你道个歉。"}[
        language
    ]
    replies = [said({**turn([(TOM, sorry)], language), "others": [enemy]}, seed) for seed in range(40)]
    answers = [acts(reply, language) & {"accept_peace", "refuse_peace"} for reply in replies]
    assert {"accept_peace"} in answers
    assert {"refuse_peace"} in answers
    accepted = replies[answers.index({"accept_peace"})]
    reply = kept([(TOM, sorry), (MARIA, accepted)], language, others=[enemy])
    after: Any = {**enemy, "feeling": reply.impressions[0].feeling, "closeness": reply.impressions[0].closeness}
    assert stance_of(after) == "cold"
    offers = [said({**turn([(TOM, "…")], language), "others": [enemy]}, seed) for seed in range(60)]
    assert any("make_peace" in acts(offer, language) for offer in offers)


@pytest.mark.parametrize(
    ("line", "meant"),
    [("早上好呀，玛丽亚！", "greet_morning"), ("你好啊，汤姆。", "greet_day"), ("好啊，我来。", "accept")],
)
def test_a_greeting_in_chinese_accepts_nothing(line: str, meant: str) -> None:
    assert meant in acts(line, "zh")
    assert (meant == "accept") == ("accept" in acts(line, "zh"))


def test_only_hearsay_is_denied_by_what_one_knows() -> None:
    known = recalled(5, NOT_SO["en"], about=[KLAUS], importance=7)
    for seed in SEEDS:
        line = said(turn([(TOM, RUMOUR["en"])], "en", known), seed)
        assert "deny" not in acts(line, "en"), line
