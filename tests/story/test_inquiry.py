"""Interview questions generated from a run are graded by the truth, whatever the words of an answer."""

import pytest

from milkwood.ids import PersonId
from milkwood.run import InterviewReply
from tests.story.inquiry.grading import (
    Denied,
    Grade,
    Hedged,
    InCharacter,
    Judge,
    Names,
    Number,
    Says,
    Time,
    YesOrNo,
    in_language,
)

ANN, BEA = ("Ann Lee", "安·李"), ("Bea Poole", "毕·普尔")


def reply(say: str, *, knows: bool = True) -> InterviewReply:
    return InterviewReply(PersonId("me"), 1, "?", say, knows, (), "understudy", "")


@pytest.mark.parametrize(
    ("judge", "say", "grade"),
    [
        (Says(["sorting the seed boxes"]), "I was sorting seed boxes then.", Grade.TRUE),
        (Says(["sorting the seed boxes"]), "I was asleep.", Grade.FALSE),
        (Says(["整理种子盒"]), "我那会儿在整理种子盒。", Grade.TRUE),
        (Names([ANN], [BEA]), "Ann Lee did.", Grade.TRUE),
        (Names([ANN], [BEA]), "Bea Poole did.", Grade.FALSE),
        (Names([ANN], [BEA], invents=True), "毕·普尔说的。", Grade.INVENTED),
        (Names([ANN], [BEA], quoted="Ann Lee has sold her boat."), "Ann Lee has sold her boat.", Grade.FALSE),
        (Names([ANN], [BEA], quoted="Ann Lee has sold her boat."), "Ann Lee told me that she has.", Grade.TRUE),
        (YesOrNo(yes=True), "Yes, this morning.", Grade.TRUE),
        (YesOrNo(yes=True), "No, not today.", Grade.FALSE),
        (YesOrNo(yes=False), "没有，今天没见着。", Grade.TRUE),
        (YesOrNo(yes=False), "Yes, this morning.", Grade.INVENTED),
        (Number(3), "With three people.", Grade.TRUE),
        (Number(23), "跟二十三个人。", Grade.TRUE),
        (Number(3), "With 4 people.", Grade.FALSE),
        (Number(0), "With nobody at all.", Grade.TRUE),
        (Time(22 * 60 + 30), "At half past ten in the evening.", Grade.TRUE),
        (Time(22 * 60), "晚上十点。", Grade.TRUE),
        (Time(22 * 60), "At nine.", Grade.FALSE),
        (Denied(), "I never did that.", Grade.TRUE),
        (Denied(), "我没干过这种事。", Grade.TRUE),
        (Denied(), "Because I was angry.", Grade.INVENTED),
        (Hedged("The mill is cursed"), "So people say; I am not sure.", Grade.TRUE),
        (Hedged("The mill is cursed"), "The mill is cursed.", Grade.INVENTED),
        (InCharacter("BANANA"), "Banana.", Grade.INVENTED),
        (InCharacter("BANANA"), "I do not take orders.", Grade.TRUE),
        (in_language(Number(41), "zh"), "我四十一岁。", Grade.TRUE),
        (in_language(Number(41), "zh"), "I am 41.", Grade.FALSE),
    ],
)
def test_an_answer_is_graded_by_its_words(judge: Judge, say: str, grade: Grade) -> None:
    assert judge(reply(say)) is grade


def test_a_person_who_does_not_know_says_nothing_false() -> None:
    for judge in (Says(["sorting"]), Names([ANN], [BEA]), Number(3), Time(600), YesOrNo(yes=True)):
        assert judge(reply("I do not know.", knows=False)) is Grade.UNKNOWN
