"""Questions whether something was done that never was: a memory of the same matter alone is no answer."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.understudy.interview.answer import answer
from milkwood.understudy.interview.nearest import nearest
from milkwood.understudy.interview.query import query_of
from milkwood.understudy.interview.wording import AnswerWording
from tests.understudy.test_interview_matters import INN, PIECES, TOM, asked, contents
from tests.understudy.townsfolk import Unlike, recalled

TOM_ZH = {**TOM, "name": "汤姆·奥克", "called": "汤姆", "tie": "邻居"}


def of(language: str, question: str, *texts: str, **more: Any) -> Any:
    memories = [recalled(n, text, importance=6, about=["tom"], **more) for n, text in enumerate(texts, 1)]
    others = [TOM if language == "en" else TOM_ZH]
    return asked(question, language=language, others=others, recalled=memories, stored=memories)


@pytest.mark.parametrize(
    ("language", "question", "memory"),
    [
        ("en", "Did you sell Tom's lighthouse?", "Tom sold his watch to buy me boots."),
        ("en", "Did you burn Tom's pyramid?", "Tom burnt a chair so that I should not freeze."),
        ("en", "Did you ever push Tom off the roof?", "The storm took half of Tom's roof."),
        ("en", "Are you still stealing Tom's camels?", "A thief took Tom's ladder."),
        ("en", "Is it you who broke Tom's telescope?", "Tom's wages are late and there is no money."),
        ("en", "Why did you set Tom's house on fire?", "Tom's house is haunted, and Tom is proud of it."),
        ("zh", "你把汤姆的大象怎么了？", "汤姆是我邻居，身体不好。"),
        ("zh", "你把汤姆的灯塔卖了吗？", "为给我买靴子，汤姆卖了块表。"),
        ("zh", "你把宇宙飞船借给汤姆了吗？", "我借了汤姆四十块钱没还。"),
        ("zh", "你还在偷汤姆的骆驼吗？", "汤姆的梯子被人偷了。"),
        ("zh", "你买了汤姆的火车吗？", "汤姆敲钟敲得早。"),
        ("zh", "你送过汤姆一头鲸鱼吗？", "汤姆敲钟敲得早。"),
    ],
)
def test_a_memory_of_the_same_matter_does_not_tell_of_a_deed(language: str, question: str, memory: str) -> None:
    reply = of(language, question, memory)
    assert not reply.knows


@pytest.mark.parametrize(
    ("language", "question", "memory"),
    [
        ("en", "Did you ever steal from Tom?", "I took the money out of Tom's drawer."),
        ("en", "Did you sell Tom's watch?", "I sold the watch of Tom to buy boots."),
        ("zh", "你偷过汤姆的东西吗？", "我从汤姆的抽屉里偷拿了钱。"),
        ("zh", "你把汤姆的手表卖了吗？", "我把汤姆的手表卖掉换了靴子。"),
    ],
)
def test_a_memory_of_the_deed_does(language: str, question: str, memory: str) -> None:
    reply = of(language, question, memory)
    assert reply.knows
    assert memory.strip("。.") in reply.say


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "Is this true: “{news}”?"), ("zh", "“{news}”，真有这事吗？"), ("zh", "“{news}”是真的吗？")],
)
def test_a_rumour_known_to_be_false_is_denied_first(language: str, question: str) -> None:
    news = "Tom dug up a chest of coins." if language == "en" else "汤姆挖出了一箱钱币。"
    reply = of(language, question.format(news=news), news, kind="news", source="una", certainty="denied")
    assert reply.knows
    assert reply.say.startswith(("No, ", "不是真的", "没这回事"))
    assert news.strip("。.") in reply.say


def test_a_name_with_a_word_of_praise_asks_for_no_compliment() -> None:
    called = {**TOM_ZH, "name": "夸贝纳·奥克", "called": "夸贝纳"}
    memory = recalled(1, "夸贝纳敲钟敲得早。", about=["tom"], importance=6)
    reply = asked("你还在偷夸贝纳的骆驼吗？", language="zh", others=[called], recalled=[memory], stored=[memory])
    assert not reply.knows


@pytest.mark.parametrize(
    ("language", "question", "memory", "secret"),
    [
        ("en", "Is there anything you keep to yourself?", "My aunt keeps a list of my faults.", "I buried the ring."),
        ("zh", "有什么事你没跟别人说过？", "屋里没别人的时候我才弹吉他。", "我把戒指埋了。"),
    ],
)
def test_a_question_for_any_secret_is_not_answered_by_its_own_words(
    language: str, question: str, memory: str, secret: str
) -> None:
    memories = [recalled(1, memory, importance=9), recalled(2, secret, importance=5, private=True)]
    reply = asked(question, language=language, recalled=memories, stored=memories)
    assert reply.used == [2]


@pytest.mark.parametrize(
    ("question", "own", "others"),
    [("你女儿是干哪行的？", "面包师", "档案员"), ("你女儿多大了？", "四十岁", "")],
)
def test_a_question_of_kin_is_not_answered_of_oneself(question: str, own: str, others: str) -> None:
    daughter = {**TOM_ZH, "name": "帕丽莎·奥克", "called": "帕丽莎", "pronoun": "she", "tie": "女儿", "work": "档案员"}
    made = contents(question, language="zh", others=[daughter])
    made["self"]["work"] = "面包师，磨坊"
    reply = answer(made, stream(1, "ada", question), Unlike())
    assert own not in reply.say
    assert others in reply.say


@pytest.mark.parametrize(
    ("language", "before", "question"),
    [
        ("en", "Do you have a sister?", "Is she well?"),
        ("en", "How is your mother?", "Is she well?"),
        ("en", "How is your brother?", "What is his name?"),
        ("zh", "你母亲怎么样？", "她身体好吗？"),
    ],
)
def test_a_pronoun_may_mean_kin_who_is_nobody_of_the_town(language: str, before: str, question: str) -> None:
    texts = ["My well smells of oil."] if language == "en" else ["我身体好得很，姨妈给我熬汤。"]
    reply = asked(question, *texts, language=language, before=(before,))
    assert (reply.used, reply.knows) == ([], False)


DINNER = {
    "en": "Una is giving a lantern dinner at The Heron on Sunday from 18:00 to 20:00.",
    "zh": "乌娜星期日18:00到20:00在 The Heron 办灯笼宴。",
}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Did you go to the lantern dinner?"),
        ("en", "Were you at the lantern dinner?"),
        ("zh", "你去了灯笼宴吗？"),
    ],
)
def test_presence_in_the_room_counts_without_a_promise(language: str, question: str) -> None:
    news = recalled(1, DINNER[language], kind="news", source="tom", importance=8)
    there = asked(question, language=language, recalled=[news], stored=[news])
    assert there.knows
    assert INN["name"] in there.say
    assert there.say.startswith(("Yes", "是", "对"))
    away = asked(question, language=language, recalled=[news], stored=[news], pieces=PIECES[:1])
    assert not away.say.startswith(("Yes", "是", "对"))


def test_presence_after_a_promise_is_told() -> None:
    event = {"what": "learning first aid", "when": "Sunday 18:00", "place_name": INN["name"], "company": [], "met": []}
    reply = asked("Did you attend the first-aid lesson?", attended=[event])
    assert reply.knows
    assert reply.say.startswith("Yes")
    other = asked("Did you attend the wedding?", attended=[event])
    assert not other.say.startswith("Yes")


def test_the_characters_of_a_name_are_no_matter() -> None:
    called = {**TOM_ZH, "name": "卡思伯特·奥克", "called": "卡思伯特"}
    memory = recalled(1, "上星期那场风，把卡思伯特家的瓦掀了一半。", about=["tom"], importance=6)
    reply = asked("你把卡思伯特的灯塔卖了吗？", language="zh", others=[called], recalled=[memory], stored=[memory])
    assert (reply.used, reply.knows) == ([], False)


class Alike:
    """Finds all texts near in meaning."""

    def alike(self, one: str, other: str) -> float:
        return 0.5


@pytest.mark.parametrize(
    ("question", "memory", "sure"),
    [
        ("Tell me how you won the air race against Tom.", "I have won the first prize of the show with Tom.", False),
        ("Why did you set Tom's house on fire?", "Tom's house is haunted.", False),
        ("How did it feel to steal Tom's money?", "The storm took half of Tom's roof.", False),
        ("Why did you leave Tom's boat?", "I left Tom's boat after the storm.", True),
    ],
)
def test_a_near_memory_does_not_tell_of_a_supposed_deed(question: str, memory: str, sure: bool) -> None:
    one = recalled(1, memory, importance=6, about=["tom"])
    made = contents(question, recalled=[one], stored=[one])
    found = nearest(query_of(made, question), AnswerWording("en", stream(1, "ada", question)), Alike())
    assert found is None or found.knows is sure
    assert found is not None or not sure


def test_who_wants_something_is_named_by_what_is_said_of_that_person() -> None:
    for question in ("Do you know of anybody who wants to become mayor?",):
        assert not of("en", question, "The vote for mayor is next month, and Tom enjoys company.").knows
        assert not of("en", question, "I told Tom that the vote for mayor is next month, and I like votes.").knows
        assert of("en", question, "Tom wants to become mayor, and the vote is next month.").knows
