"""What comes to mind in an interview besides what is recalled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.bootstrap import Minds, new_run
from milkwood.ids import PersonId
from milkwood.mind.calendar import KEPT, MISSED
from milkwood.mind.head import Head
from milkwood.mind.interview import interview
from milkwood.mind.townsperson import Townsperson
from tests.lived import quay

NELL, IVO, WEN, PETRA = (PersonId(each) for each in ("nell_avery", "ivo_marsh", "wen_zhao", "petra_marsh"))
START, END, AFTER = 720, 1440, 2000
QUAY, INN = "The Quay:quay", "The Anchor Inn:taproom"
WHO = "Who was at Lantern Night?"


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Head]:
    """Nell's, who was at Lantern Night from nine to eleven."""
    with new_run(quay(), tmp_path / "day.milkwood", "day", minds=Minds(embedding=False)) as run:
        mind = run.life.minds[NELL]
        assert isinstance(mind, Townsperson)
        promise = mind.head.calendar.add("hosting Lantern Night", START, END, QUAY, [], host=True)
        assert promise is not None
        promise.status = KEPT
        yield mind.head


def saw(head: Head, whom: PersonId, tick: int, place: str) -> int:
    return head.remember(tick, "saw", f"I saw {whom} standing about.", importance=1, about=[whom], place=place)


def test_who_was_somewhere_brings_those_to_mind_whom_one_met_there_and_then(head: Head) -> None:
    before = saw(head, PETRA, START - 300, QUAY)
    early, first, elsewhere = saw(head, IVO, START - 20, QUAY), saw(head, WEN, 800, QUAY), saw(head, PETRA, 900, INN)
    again, late = saw(head, WEN, 1000, QUAY), saw(head, PETRA, END, QUAY)
    ask = interview(head, AFTER, WHO)
    assert ask["there"] == [early, first]
    recalled = {one["id"] for one in ask["recalled"]}
    assert {early, first} <= recalled
    assert {other["id"] for other in ask["others"]} >= {IVO, WEN}
    assert len(recalled) == len(ask["recalled"])
    assert not {before, elsewhere, again, late} & set(ask["there"])


def test_whoever_was_there_and_met_nobody_is_known_to_have_been_there(head: Head) -> None:
    assert interview(head, AFTER, WHO)["there"] == []


@pytest.mark.parametrize("question", ["Who was at the concert?", "Who was at The Quay?", "Who are you?"])
def test_nothing_is_said_of_what_one_was_not_at(question: str, head: Head) -> None:
    saw(head, IVO, 800, QUAY)
    assert "there" not in interview(head, AFTER, question)


def test_whoever_missed_it_was_not_there(head: Head) -> None:
    head.calendar.promises[-1].status = MISSED
    assert "there" not in interview(head, AFTER, WHO)
