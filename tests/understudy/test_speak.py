import re
from collections import Counter
from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.speak.schema import Reply
from milkwood.understudy.speak.answer import answer
from milkwood.understudy.talk.liking import OLD_NEWS_IMPORTANCE, weight
from milkwood.understudy.talk.telling import TIRED_TELLINGS, hidden, retells, secret, tellable
from milkwood.understudy.talk.turn import _addressed
from tests.understudy.chatter import Chatter, day
from tests.understudy.townsfolk import Townsfolk, Unlike, recalled

DAYS = [
    ("the_ville", "valentine", "en", 60),
    ("the_ville", "valentine", "zh", 60),
    ("gull_quay", "lanterns", "en", 20),
    ("gull_quay", "lanterns", "zh", 20),
]
PARTY = {"en": "Valentine's Day party", "zh": "情人节派对"}


def the_ville(language: str = "en") -> Chatter:
    return Chatter(Townsfolk("the_ville", "valentine", language), 1)


def said(
    chatter: Chatter, me: str, you: str, lines: list[tuple[str, str]], left: int = 12, seed: int = 1, **more: object
) -> Reply:
    question: Any = {**chatter.asked(me, you, "12:30", [{"by": by, "text": text} for by, text in lines], left), **more}
    return answer(question, stream(seed, me, len(lines)), Unlike())


@pytest.mark.parametrize("which", DAYS, ids=lambda which: f"{which[0]}-{which[2]}")
def test_no_line_is_said_twice_in_a_talk_and_few_in_a_day(which: tuple[str, str, str, int]) -> None:
    _, talks = day(*which)
    for talk in talks:
        assert len({line["text"] for line in talk.lines}) == len(talk.lines)
    lines = Counter(line["text"] for talk in talks for line in talk.lines)
    assert sum(count - 1 for count in lines.values()) / lines.total() < 0.05


@pytest.mark.parametrize("which", DAYS, ids=lambda which: f"{which[0]}-{which[2]}")
def test_talks_end_by_themselves(which: tuple[str, str, str, int]) -> None:
    _, talks = day(*which)
    lengths = [len(talk.lines) for talk in talks]
    assert max(lengths) <= 14
    assert 4 <= sum(lengths) / len(lengths) <= 10


@pytest.mark.parametrize("which", DAYS, ids=lambda which: f"{which[0]}-{which[2]}")
def test_lines_are_whole_sentences_of_one_language_with_no_token_left(which: tuple[str, str, str, int]) -> None:
    chatter, talks = day(*which)
    foreign = re.compile(r"[A-Za-z]{2,}" if which[2] == "zh" else r"[㐀-鿿]")
    texts = [line["text"] for talk in talks for line in talk.lines]
    kept = [text for talk in talks for one in talk.kept.values() for text in (one.summary, one.thought)]
    for text in (*texts, *kept):
        assert not re.search(r"[{}]|\bNone\b|  ", text), text
        assert not foreign.search(text), text
        assert text.rstrip("”’")[-1] in ".!?。！？…", text
        assert not re.search(r"[.。][.。]|[,，][.。]| [,.]", text), text
    assert chatter.told


@pytest.mark.parametrize("which", DAYS, ids=lambda which: f"{which[0]}-{which[2]}")
def test_nothing_private_or_secret_is_told(which: tuple[str, str, str, int]) -> None:
    chatter, _ = day(*which)
    assert not [memory["text"] for _, memory in chatter.told if memory["private"] or secret(memory["text"])]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_party_becomes_known_by_telling_word_for_word(language: str) -> None:
    chatter, _ = day("the_ville", "valentine", language, 60)
    texts = {
        memory["text"]
        for own in chatter.memories.values()
        for memory in own
        if PARTY[language] in memory["text"] and memory["kind"] == "news" and memory["importance"] >= 8
    }
    knowing = [person for person, own in chatter.memories.items() if any(memory["text"] in texts for memory in own)]
    assert len(knowing) >= 6
    assert len(texts) == 1, "a fact keeps one wording along the chain"


def test_the_host_invites_and_the_guest_answers() -> None:
    chatter = the_ville()
    first = said(chatter, "isabella_rodriguez", "maria_lopez", [])
    assert PARTY["en"] in first.say
    assert first.tells == [1]
    reply = said(chatter, "maria_lopez", "isabella_rodriguez", [("isabella_rodriguez", first.say)])
    assert re.search(
        r"\bI'll\b|I'm (?:in|coming)|count me in|can't|won't|I'd love|I will come|Of course",
        reply.say,
        re.IGNORECASE,
    )


def test_people_who_work_at_that_hour_decline_with_the_reason() -> None:
    chatter = the_ville()
    invitation = chatter.memories["isabella_rodriguez"][0]["text"] + " Will you come?"
    for seed in range(5):
        reply = said(chatter, "arthur_burton", "isabella_rodriguez", [("isabella_rodriguez", invitation)], seed=seed)
        assert re.search(r"can't|won't be able|regret", reply.say)
        assert "tending bar" in reply.say


def test_outgoing_people_come_more_readily_than_quiet_ones_and_never_shun_a_crowd() -> None:
    chatter = the_ville()
    invitation = "I am giving a party in the park tomorrow at half past six in the evening. Will you come?"

    def replies(person: str) -> list[str]:
        told = [("adam_smith", invitation)]
        return [said(chatter, person, "adam_smith", told, seed=seed, usual=[]).say for seed in range(60)]

    declines = {
        person: [reply for reply in replies(person) if re.search(r"can't|won't|don't think", reply)]
        for person in ("carmen_ortiz", "klaus_mueller")
    }
    assert len(declines["carmen_ortiz"]) < 0.75 * len(declines["klaus_mueller"])
    assert not [reply for reply in declines["carmen_ortiz"] if re.search(r"crowd|people", reply)]
    assert [reply for reply in declines["klaus_mueller"] if re.search(r"crowd|people", reply)]


def test_people_who_dislike_the_host_stay_away() -> None:
    chatter = the_ville()
    invitation = "I am giving a dinner at the Rose and Crown tomorrow at half past seven in the evening. Will you come?"
    reply = said(chatter, "tom_moreno", "sam_moore", [("sam_moore", invitation)], usual=[])
    assert re.search(r"won't come|don't think I will|can't come", reply.say)


def test_questions_are_answered_from_memory_or_with_not_knowing() -> None:
    chatter = the_ville()
    question = [("adam_smith", "Tell me, who is running for mayor?")]
    told = said(chatter, "sam_moore", "adam_smith", question)
    assert "I have decided to run for mayor" in told.say
    ignorant = said(chatter, "carlos_gomez", "adam_smith", question)
    assert not ignorant.tells
    assert re.search(r"know|idea|heard|told", ignorant.say, re.IGNORECASE)


def test_news_is_not_told_back_to_its_source() -> None:
    chatter = the_ville()
    news = recalled(
        99, "Sam has decided to run for mayor.", kind="news", source="adam_smith", importance=9, about=["sam_moore"]
    )
    for seed in range(6):
        assert 99 not in said(chatter, "jane_moreno", "adam_smith", [], seed=seed, recalled=[news]).tells
        assert 99 in said(chatter, "jane_moreno", "carmen_ortiz", [], seed=seed, recalled=[news]).tells or seed


def test_partners_are_not_addressed_in_the_third_person() -> None:
    chatter = the_ville()
    news = recalled(99, "Sam has decided to run for mayor.", kind="news", source="adam_smith", importance=9)
    for seed in range(6):
        assert 99 not in said(chatter, "jane_moreno", "sam_moore", [], seed=seed, recalled=[news]).tells


@pytest.mark.parametrize("bye", ["Goodbye, Maria.", "See you later!", "I have got to go, bye!"])
def test_a_goodbye_is_answered_and_ends_the_talk(bye: str) -> None:
    chatter = the_ville()
    lines = [("maria_lopez", "Hello, Klaus."), ("klaus_mueller", bye)]
    assert said(chatter, "maria_lopez", "klaus_mueller", lines).over is True


def test_the_last_line_that_is_left_is_a_goodbye() -> None:
    chatter = the_ville()
    lines = [("maria_lopez", "Hello, Klaus."), ("klaus_mueller", "I have a new book on waves from the library.")]
    reply = said(chatter, "maria_lopez", "klaus_mueller", lines, left=1)
    assert reply.over is True


def test_a_line_of_a_human_is_answered_too() -> None:
    chatter = the_ville()
    for text in (
        "asdf qwer",
        "Hi!!!",
        "I'm throwing a party tomorrow at 6 pm at Hobbs Cafe, would you like to come?",
        "?",
        "你好",
    ):
        assert said(chatter, "maria_lopez", "klaus_mueller", [("klaus_mueller", text)]).say


def test_the_same_question_gets_the_same_line() -> None:
    chatter = the_ville()
    assert said(chatter, "klaus_mueller", "maria_lopez", []) == said(chatter, "klaus_mueller", "maria_lopez", [])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_four_people_can_talk_and_come_to_an_end(language: str) -> None:
    chatter = the_ville(language)
    who = ["isabella_rodriguez", "klaus_mueller", "maria_lopez", "tom_moreno"]
    lines: list[dict[str, str]] = []
    for n in range(16):
        me = who[n % 4]
        question: Any = chatter.asked(me, who[(n + 1) % 4], "14:10", lines, 16 - n)
        question["others"] = [chatter.folk.other(me, other) for other in who if other != me]
        reply = answer(question, stream(3, me, n), Unlike())
        lines = [*lines, {"by": me, "text": reply.say}]
        if reply.over:
            break
    assert len(lines) <= 13
    assert len({line["text"] for line in lines}) == len(lines)
    assert sum(PARTY[language] in line["text"] for line in lines) == 1


def test_big_news_from_a_disliked_person_is_doubted() -> None:
    chatter = the_ville()
    news = [("sam_moore", "I have decided to run for mayor in the election next month.")]
    replies = [said(chatter, "tom_moreno", "sam_moore", news, seed=seed).say for seed in range(4)]
    assert any(
        re.search(r"We'll see|all we needed|surprised|your affair|think twice|doubts", reply) for reply in replies
    )


def test_often_told_news_need_not_be_told() -> None:
    ask: Any = the_ville().asked("klaus_mueller", "maria_lopez", "12:30", [], 12)
    fact = "Sam has decided to run for mayor in the election next month."
    news = recalled(900, fact, kind="news", importance=8, source="tom_moreno", about=["sam_moore"])
    ask["recalled"], ask["said_before"] = [news], []
    fresh = tellable(ask)
    ask["said_before"] = [f"Listen. {fact}"] * TIRED_TELLINGS
    stale = tellable(ask)
    assert [one.must for one in fresh] == [True]
    assert [one.must for one in stale] == [False]


def test_the_same_thing_in_other_words_is_the_same_thing() -> None:
    people = (("sam", "Sam Moore"), ("jennifer", "Jennifer Moore"))
    one = "Jennifer is against Sam's running for mayor; she is afraid it will wear him out."
    other = "Jennifer does not want Sam to run for mayor: a campaign would exhaust him."
    assert retells(one, other, people)
    assert not retells("Sam has decided to run for mayor in the election next month.", one, people)


def test_a_person_who_wondered_has_not_heard_the_answer() -> None:
    people = (("sam_moore", "Sam"),)
    news = "I have decided to run for mayor in the election next month."
    wondered = "The town votes for a mayor next month, and I bring it up with everyone: nobody knows who is running."
    assert not retells(news, wondered, people)
    assert retells(wondered, wondered, people)


def test_what_has_long_been_so_is_hardly_news() -> None:
    assert weight("Ada died five years ago in March, and Bram still sets out two cups.") == OLD_NEWS_IMPORTANCE
    assert weight("Ada died last night.") > OLD_NEWS_IMPORTANCE
    assert hidden("secretly in love with her")
    assert hidden("悄悄爱着她")


def missed(who: str, other: str, instead: str = "", *, sure: bool = True) -> dict[str, str | bool]:
    return {
        "who": who,
        "other": other,
        "what": "hosting the party",
        "date": "2023-02-12",
        "start": "17:00",
        "place_name": "Hobbs Cafe",
        "instead": instead,
        "sure": sure,
    }


@pytest.mark.parametrize(("language", "words"), [("en", "yesterday"), ("zh", "昨天")])
@pytest.mark.parametrize("seed", range(4))
def test_a_host_asks_who_did_not_come_what_kept_them(language: str, words: str, seed: int) -> None:
    absent = [missed("maria_lopez", "maria_lopez")]
    line = said(the_ville(language), "isabella_rodriguez", "maria_lopez", [], missed=absent, seed=seed).say
    assert words in line
    assert line.rstrip()[-1] in "?？"


@pytest.mark.parametrize(
    ("language", "instead", "words"),
    [("en", "mending a window", "mending a window"), ("zh", "在家修窗户", "我在家修窗户")],
)
@pytest.mark.parametrize("seed", range(4))
def test_who_did_not_come_says_what_they_did_instead(language: str, instead: str, words: str, seed: int) -> None:
    asked = {"en": "I looked for you yesterday, Maria; what kept you?", "zh": "昨天怎么没来？"}[language]
    mine = [missed("maria_lopez", "isabella_rodriguez", instead)]
    lines = [("isabella_rodriguez", asked)]
    line = said(the_ville(language), "maria_lopez", "isabella_rodriguez", lines, missed=mine, seed=seed).say
    assert words in line


@pytest.mark.parametrize(("language", "words"), [("en", "I was"), ("zh", "我")])
def test_who_came_unseen_says_so(language: str, words: str) -> None:
    host, guest = "isabella_rodriguez", "maria_lopez"
    asked = said(the_ville(language), host, guest, [], missed=[missed(guest, guest, sure=False)]).say
    theirs = [missed(host, host, sure=False)]
    line = said(the_ville(language), guest, host, [(host, asked)], missed=theirs).say
    assert words in line
    assert "sorry" not in line
    assert "对不住" not in line


@pytest.mark.parametrize(
    ("tie", "called"), [("my mum", "Mum"), ("my dad", "Dad"), ("my mother", "Mom"), ("my mother-in-law", "Tom")]
)
def test_parents_are_called_as_such(tie: str, called: str) -> None:
    other: Any = {"called": "Tom", "tie": tie}
    assert _addressed(other, "en") == called
