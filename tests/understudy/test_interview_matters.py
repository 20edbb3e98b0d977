"""Questions in words that no memory has, remarks, places by their kind, and questions that refer back."""

from typing import Any

import pytest

from milkwood.chance import stream
from milkwood.questions.interview.schema import Reply
from milkwood.understudy.interview.answer import answer
from milkwood.understudy.interview.matters import _matters, matters
from milkwood.understudy.interview.placing import naming_places
from milkwood.understudy.interview.small_talk import remark, small_talk, without_greeting
from tests.understudy.townsfolk import Unlike, recalled

INN = {"id": "heron:taproom", "name": "The Heron", "kind": "inn taproom"}
MILL = {"id": "mill:floor", "name": "Bell Mill", "kind": "workshop workshop"}
HOME = {"id": "ruiz:parlour", "name": "Ruiz house", "kind": "house living_room"}
PIECES = [
    {
        "date": "2023-02-12", "start": start, "end": end, "act": "deed", "what": what, "plan": "", "promise": "",
        "because": "", "place": place["id"], "place_name": place["name"],
    }
    for start, end, what, place in (("14:00", "17:00", "mending a net", MILL), ("18:00", "20:00", "playing cards", INN))
]  # fmt: skip
TALK = {"date": "2023-02-12", "start": "18:30", "company": ["tom"], "place": INN["id"], "place_name": INN["name"]}
TOM = {
    "id": "tom", "name": "Tom Oak", "called": "Tom", "pronoun": "he", "tie": "a colleague", "feeling": "", "knows": "",
    "closeness": 1, "talks": 0, "doing": "",
}  # fmt: skip


def contents(question: str, *texts: str, language: str = "en", before: tuple[str, ...] = (), **more: Any) -> Any:
    own = {
        "id": "ada", "name": "Ada Ruiz", "called": "Ada", "age": 40, "pronoun": "she", "traits": ["calm"],
        "biography": "", "style": "warm", "manner": "", "work": "", "home": HOME["name"], "concerns": [], "goals": [],
        "language": language,
    }  # fmt: skip
    memories = [recalled(n, text, importance=6) for n, text in enumerate(texts, 1)]
    return {
        "self": own,
        "now": {"date": "2023-02-13", "weekday": 0, "time": "09:30", "place": "", "doing": "", "season": "winter"},
        "question": question,
        "before": [{"by": "you", "text": text} for text in before],
        "recalled": memories,
        "stored": memories,
        "promises": [],
        "today": [],
        "others": [TOM],
        "unknown_names": [],
        "places": [INN, MILL, HOME],
        "lived": [],
        "attended": [],
        "pieces": PIECES,
        "talks": [TALK],
        **more,
    }


def asked(question: str, *texts: str, language: str = "en", before: tuple[str, ...] = (), **more: Any) -> Reply:
    made = contents(question, *texts, language=language, before=before, **more)
    return answer(made, stream(1, "ada", question), Unlike())


@pytest.mark.parametrize("side", ["asked", "told"])
def test_the_same_matters_are_known_in_both_languages(side: str) -> None:
    assert set(_matters("en", side)) == set(_matters("zh", side))


@pytest.mark.parametrize(
    ("question", "memory", "beside"),
    [
        ("Are you expecting a child?", "I am pregnant and have told nobody.", "I mended the gate."),
        ("Do you have siblings?", "My brother sells maps in the city.", "I have not slept for a week."),
        ("Are you rich?", "I owe the bank nine hundred.", "My dog is called Plum."),
        ("Do you have a pet?", "My dog is called Plum.", "I owe the bank nine hundred."),
        ("Have you ever stolen anything?", "I took the money out of Tom's drawer.", "I like rain."),
        ("Have you lost somebody?", "My aunt passed away in spring.", "I like rain."),
        ("你身体怎么样？", "大夫说我的肺不行了。", "我家的狗叫梅子。"),
        ("你养宠物吗？", "我家的狗叫梅子。", "我欠着银行九百块。"),
        ("你缺钱吗？", "我欠着银行九百块。", "我家的狗叫梅子。"),
    ],
)
def test_a_memory_in_other_words_is_told(question: str, memory: str, beside: str) -> None:
    reply = asked(question, beside, memory, language="en" if question.isascii() else "zh")
    assert reply.knows
    assert reply.used == [2]


def test_nothing_is_told_of_a_matter_of_others_or_of_none() -> None:
    assert not asked("Are you ill?", "Tom is ill and stays in bed.").used
    assert not asked("Do you have a pet?", "I like rain.").knows
    assert not asked("Is Tom in debt?", "I owe the bank nine hundred.").used


def test_a_matter_is_asked_for_in_one_way_and_told_in_another() -> None:
    assert "wealth" in matters("Are you well off?", "asked")
    assert "wealth" in matters("The taxes eat my savings.", "told")
    assert not matters("I like rain.", "told")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Good morning, Ada!", "greeting"),
        ("Thank you very much.", "thanked"),
        ("Tell me a joke!", "no_jokes"),
        ("What do you think of the weather?", "weather"),
        ("你好啊！", "greeting"),
        ("给我讲个笑话呗。", "no_jokes"),
        ("Good morning has a nice ring, who says it first?", ""),
        ("谢谢谁？", ""),
    ],
)
def test_a_remark_is_known_as_a_whole(said: str, kind: str) -> None:
    assert remark(said, contents(said)) == kind


def test_a_remark_needs_no_memory_and_does_not_hide_a_question() -> None:
    assert asked("Thank you, goodbye.").say.startswith("Goodbye")
    assert "winter" in asked("What do you think of the weather?").say
    assert without_greeting("Hello! How old are you?", contents("")) == "How old are you?"
    assert small_talk(contents("Hello! How old are you?"), None) is None  # type: ignore[arg-type]
    assert "40" in asked("Hello! How old are you?").say


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Did you go to the pub yesterday?", "Did you go to The Heron yesterday?"),
        ("Were you at home last night?", "Were you at Ruiz house last night?"),
        ("Did you go to the library?", "Did you go to the library?"),
        ("Did you go to Bell Mill or the pub?", "Did you go to Bell Mill or the pub?"),
    ],
)
def test_a_place_is_meant_by_its_kind(question: str, named: str) -> None:
    assert naming_places(question, contents(question)) == named


def test_a_visit_to_a_kind_of_place_is_known_and_who_was_met_there() -> None:
    visit = asked("Did you go to the pub yesterday?")
    assert visit.knows
    assert "The Heron" in visit.say
    assert "Tom" in asked("Who did you see there?", before=("Did you go to the pub yesterday?",)).say
    assert "Tom" in asked("Who else came?", before=("What did you do yesterday at 18:15?",)).say


def test_who_else_knows_and_what_more_there_is_to_tell() -> None:
    pregnant = "I am pregnant, and only Tom knows."
    assert "Tom" in asked("Who knows about it?", pregnant, before=("Are you expecting a child?",)).say
    more = asked(
        "Tell me more.", "I owe the bank nine hundred.", "I am behind with the payments.", before=("Any debts?",)
    )
    assert not more.used
    owed = "I owe the bank nine hundred."
    more = asked("Tell me more.", owed, "My loan is for the roof.", before=("Do you have debts?",))
    assert more.used == [2]
    assert asked("How much?", owed, before=("Do you have debts?",)).used == [1]


def test_someone_was_there_or_was_not() -> None:
    before = ("What did you do yesterday at 18:15?",)
    assert "colleague" not in asked("Was Tom there?", before=before).say
    assert asked("Was Tom there?", before=before).knows
    assert not asked("Was Tom there?", before=("What did you do yesterday at 15:00?",)).knows


@pytest.mark.parametrize(("tie", "said"), [("her husband", "No."), ("a colleague", "Yes")])
def test_a_person_is_single_or_not_by_the_ties(tie: str, said: str) -> None:
    assert asked("Are you single?", others=[{**TOM, "tie": tie}]).say.startswith(said)


@pytest.mark.parametrize(
    ("language", "question"), [("en", "Have you ever been to the pub?"), ("zh", "你有没有去过客栈？")]
)
def test_a_visit_counts_and_a_promise_to_go_does_not(language: str, question: str) -> None:
    promised = recalled(1, "I promised to drink with Tom at the inn. 我答应和小唐在客栈喝一杯。", kind="promise")
    reply = asked(question, language=language, stored=[promised], recalled=[promised])
    assert "18:00" in reply.say


def test_a_further_question_gets_no_more_than_was_known() -> None:
    reply = asked("How old is it?", "My dog is called Plum.", before=("Do you have a pet?",))
    assert "Plum" in reply.say
    assert not reply.knows
