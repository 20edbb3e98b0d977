"""What a lasting memory tells comes before what other kinds of questions would look for."""

import pytest

from tests.understudy.test_interview_meaning import Near, asked

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
