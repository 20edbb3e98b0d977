"""Who asks for a person is answered with a person; and a feeling may be a possession."""

from typing import Any

import pytest

from milkwood.questions.case import cases
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview.first_person import feeling_said
from milkwood.understudy.interview.query import query_of
from milkwood.understudy.interview.who import leaves_open

ASK: Any = dict(next(each.ask for each in cases("interview") if each.language == "en"))


def memory(text: str, kind: str = "seed") -> Recalled:
    return Recalled(
        id=1, kind=kind, text=text, when="", about=[], importance=5, source="me", known_to=[], private=False, scores=[]
    )


@pytest.mark.parametrize(
    ("question", "text", "is_open"),
    [
        ("Who is leading the choir?", "I wonder who will lead the choir.", True),
        ("Who is leading the choir?", "The choir needs a leader before Easter.", True),
        ("Who is leading the choir?", "I have decided to lead the choir.", False),
        ("Who taught you to sing?", "My old aunt taught me to sing.", False),
        ("Do you know of anybody who wants to lead the choir?", "Not one soul wants to lead the choir.", True),
        ("Where does the choir meet?", "The choir meets in the barn.", False),
        ("谁来领唱？", "我不知道谁会领唱。", True),
        ("谁来领唱？", "我姐姐来领唱，谁来听都欢迎。", False),
    ],
)
def test_a_memory_without_a_person_leaves_a_question_for_a_person_open(question: str, text: str, is_open: bool) -> None:
    assert leaves_open(query_of(ASK, question), memory(text)) == is_open


def test_a_feeling_that_is_a_possession_is_said_as_one() -> None:
    assert feeling_said("hers entirely", ASK) == "I am hers entirely"
