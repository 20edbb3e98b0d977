"""Kin of the asked person are meant by their names, and the card is told in the first person."""

from typing import Any

import pytest

from milkwood.understudy.interview.first_person import feeling_said, sentences_of_life, tie_said
from milkwood.understudy.interview.kin import kin_asked, naming_kin


def other(called: str, tie: str, pronoun: str = "she") -> Any:
    return {"id": called.lower(), "name": called, "called": called, "pronoun": pronoun, "tie": tie, "feeling": ""}


def asked(language: str, *others: Any, biography: str = "") -> Any:
    own = {"name": "Ada Ruiz", "called": "Ada", "pronoun": "she", "language": language, "biography": biography}
    return {"self": own, "others": list(others)}


@pytest.mark.parametrize(
    ("language", "tie", "question", "meant"),
    [
        ("en", "her husband", "Do you love your husband?", "Do you love Mio?"),
        ("en", "her employer", "What do you think of your employer?", "What do you think of Mio?"),
        ("en", "Tom's husband", "Do you love your husband?", "Do you love your husband?"),
        ("zh", "丈夫", "你爱你丈夫吗？", "你爱Mio吗？"),
        ("zh", "导演", "你觉得你们导演怎么样？", "你觉得Mio怎么样？"),
    ],
)
def test_kin_and_roles_are_meant_by_name(language: str, tie: str, question: str, meant: str) -> None:
    assert naming_kin(question, asked(language, other("Mio", tie, "he"), other("Tom", "", "he"))) == meant


def test_kin_are_counted_by_what_they_are() -> None:
    ask = asked("en", other("Mio", "her child"), other("Tom", "her child", "he"), other("Una", "a neighbour"))
    assert [one["called"] for one in kin_asked("Do you have any children?", ask)] == ["Mio", "Tom"]
    assert [one["called"] for one in kin_asked("Do you have any daughters?", ask)] == ["Mio"]
    assert kin_asked("Do you have any brothers or sisters?", ask) == []


@pytest.mark.parametrize(
    ("feeling", "said"),
    [
        ("wants her to be proud", "I want her to be proud"),
        ("is furious at the suspicion", "I am furious at the suspicion"),
        ("grateful to him, and uneasy about it", "I am grateful to him, and uneasy about it"),
        ("relies on him and never says so", "I rely on him and never say so"),
        ("an old grudge", ""),
    ],
)
def test_a_feeling_is_said_in_the_first_person(feeling: str, said: str) -> None:
    assert feeling_said(feeling, asked("en")) == said


def test_a_tie_is_said_as_a_sentence() -> None:
    ask = asked("en")
    assert tie_said(other("Mio", ""), "her mother", ask) == "Mio is my mother"
    assert tie_said(other("Mio", ""), "accuses Ada of theft", ask) == "Mio accuses me of theft"


def test_a_life_is_told_in_the_first_person() -> None:
    told = sentences_of_life(asked("en", biography="Ada keeps a snail and changes its name weekly. It rains."))
    assert told == ["I keep a snail and change its name weekly", "it rains"]
