"""What a lasting memory tells comes before what other kinds of questions would look for."""

import pytest

from tests.understudy.test_interview_matters import contents
from tests.understudy.test_interview_meaning import FOLK, Near, asked, other

FIRE = "It was my lantern that burnt the mill down."
WARNED = "I had warned the miller twice."


def test_a_memory_of_what_is_asked_goes_before_whom_one_likes() -> None:
    near = Near(("pulled you out", "ferryman", 0.6))
    said = asked("Who pulled you out when you went under?", "A stranger, the ferryman, pulled me out.", near=near)
    assert "ferryman" in said.say
    assert said.knows


def test_a_day_in_a_question_is_that_of_the_memory() -> None:
    near = Near(("spoil", "spoilt", 0.6))
    told = "On Tuesday I spoilt the jam."
    assert told in asked("What did you spoil on Tuesday?", told, near=near).say
    assert told not in asked("What did you spoil yesterday?", told, near=near).say


def test_a_memory_tells_more_than_the_worry_that_names_it() -> None:
    near = Near(("nephew", "nephew", 0.5))
    story = "My nephew lost a horse at dice."
    said = asked("What has happened to your nephew?", story, near=near, concerns=["a disobedient nephew"])
    assert story in said.say


@pytest.mark.parametrize(
    ("question", "told", "turned"),
    [
        ("Whom do you owe money?", "I owe my brother money.", "My sister owes me money."),
        ("Who owes you money?", "My sister owes me money.", "I owe my brother money."),
        ("你欠谁的钱？", "我欠铁匠老婆两文钱。", "铁匠老婆欠我两文钱。"),
    ],
)
def test_who_does_it_to_whom_counts(question: str, told: str, turned: str) -> None:
    language = "en" if question.isascii() else "zh"
    near = Near(("owe", "owe", 0.45), ("欠", "欠", 0.45))
    said = asked(question, turned, told, near=near, language=language)
    assert told in said.say
    assert turned not in said.say


EVENT = {
    "what": "giving a soup supper", "when": "Sunday 18:00", "place_name": "The Heron",
    "company": [{"id": "bea", "name": "Bea", "called": "Bea"}], "met": [],
}  # fmt: skip


def at_the_supper(question: str) -> str:
    return asked(question, others=FOLK, attended=[EVENT]).say


def test_who_was_at_an_event_is_told_by_who_was_met_there() -> None:
    assert "Bea" in at_the_supper("Did Bea come to the soup supper?")
    assert at_the_supper("Did Bea come to the soup supper?").startswith("Yes")
    missing = at_the_supper("Who didn't turn up at the soup supper?")
    assert "Rolf" in missing
    assert "Bea" not in missing


@pytest.mark.parametrize(
    ("question", "told", "beside"),
    [
        ("How is your mum?", "My mother hurt her hip.", "My father hurt his hip."),
        ("你娘身体怎么样？", "我母亲腿疼。", "我父亲腿疼。"),
    ],
)
def test_kin_are_known_by_any_of_their_names(question: str, told: str, beside: str) -> None:
    near = Near(("mum", "hip", 0.4), ("娘", "腿", 0.4))
    said = asked(question, beside, told, near=near, language="en" if question.isascii() else "zh").say
    assert told in said
    assert beside not in said


def test_a_person_is_meant_by_their_trade() -> None:
    people = [{**FOLK[2], "work": "ferry captain"}, FOLK[0]]
    assert "despise" in asked("Do you trust the captain?", others=people).say
    assert "ferry captain" in asked("What does Rolf do for a living?", others=people).say


def test_a_further_question_is_answered_by_what_is_near_both() -> None:
    near = Near(("mill", "burnt", 0.5), ("warn", "warned", 0.4), ("mill", "warned", 0.3))
    said = asked("Did you warn anybody?", FIRE, WARNED, near=near, before=("What happened to the mill?",))
    assert WARNED in said.say


def test_a_claim_is_answered_as_a_question() -> None:
    said = asked("You hate Bea, admit it.", others=FOLK).say
    assert said.startswith("No")
    assert "love" in said


def test_a_feeling_that_is_not_there_has_no_reason() -> None:
    said = asked("Why do you hate Bea?", "Bea gave me a fish.", others=FOLK)
    assert said.say.startswith("No")


def test_an_emotion_is_looked_for_among_the_feelings() -> None:
    people = [{**FOLK[2], "feeling": "dislikes him"}, other("una", "Una", "a neighbour", "afraid of her fists", 0)]
    assert "Una" in asked("Whom are you scared of?", others=people).say


def test_the_working_day_is_told_by_what_was_lived() -> None:
    made = contents("What time did you knock off yesterday?")
    own = {**made["self"], "work": "miller, Bell Mill"}
    assert "17:00" in asked("What time did you knock off yesterday?", self=own).say


def test_a_year_in_words_is_the_year_in_digits() -> None:
    snow = "二〇〇八年那场雪，我们断粮二十六天。"
    assert snow in asked("2008年发生了什么？", "我会拉二胡。", snow, near=Near(("2008", "雪", 0.2)), language="zh").say


def test_what_is_told_to_nobody_leaves_nothing_open() -> None:
    will = "I want to leave the mill to Kit, and have told nobody."
    said = asked("Who will get the mill from you?", will, others=FOLK, near=Near(("mill", "mill", 0.6)))
    assert will in said.say
    assert said.knows


def test_what_is_known_of_two_people_is_told_of_both() -> None:
    kiss = "I saw Bea kiss Rolf behind the shed."
    said = asked("Do you know anything about Bea and Rolf?", kiss, "Bea limps.", others=FOLK)
    # Memories of the stubs concern nobody by id, so the names in the text decide.
    assert "limps" not in said.say


def test_working_hours_are_those_of_the_card() -> None:
    made = contents("What are your working hours?")
    own = {**made["self"], "work": "miller, Bell Mill, from 21:00 to 06:00"}
    assert "21:00" in asked("What are your working hours?", self=own).say


@pytest.mark.parametrize("question", ["Do you have a boyfriend?", "Are you courting anyone?"])
def test_a_sweetheart_is_told_of_by_any_word(question: str) -> None:
    told = "Kit and I have been together since April."
    assert told in asked(question, "My stove smokes.", told, others=FOLK).say


def test_usual_hours_are_not_those_of_one_day() -> None:
    made = contents("你几点上班？", language="zh")
    own = {**made["self"], "work": "磨工，Bell Mill，21:00到06:00"}
    assert "14:00" not in asked("你几点上班？", language="zh", self=own).say


def test_the_trade_of_a_brother_is_not_ones_own() -> None:
    people = [{**other("kit", "小吉", "哥哥", "疼他", 8, "he"), "work": "巡夜人"}]
    assert "巡夜人" in asked("你哥是干什么的？", language="zh", others=people).say
