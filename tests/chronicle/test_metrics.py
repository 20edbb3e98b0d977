"""The cost of a run, counted answer by answer, also while it is live."""

from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.chronicle.metrics import Counting, metrics_of
from milkwood.chronicle.shares import UNSENT
from milkwood.ids import PersonId
from milkwood.models.completion import Call
from milkwood.models.port import Answer, Question, QuestionId, Usage
from tests.chronicle.story import make_header
from tests.server.morning import lived, reader

__all__ = ["lived", "reader"]


def keep(
    chronicle: Chronicle, person: str, kind: str, by: str, why: str = "", *, sent: str = "", tick: int = 3
) -> None:
    """An answer, and the call that was made for it."""
    asked = QuestionId(PersonId(person), tick, kind)
    if sent:
        reservation = chronicle.reserve(Call(asked, 0), sent, Usage(900, 90, 2.0))
        chronicle.settle(reservation, "answered", Usage(100, 10, 0.25), 0)
    chronicle.keep_answer(Question(asked, {}), Answer({}, by, why, Usage(100, 10, 0.25, 1.5)))


@pytest.fixture
def chronicle(path: Path) -> Chronicle:
    return Chronicle.create(path, make_header())


def test_answers_tokens_money_time_and_failures_are_told_by_question_person_and_mind(
    chronicle: Chronicle, path: Path
) -> None:
    with chronicle:
        keep(chronicle, "ada", "speak", "fast", sent="fast")
        keep(chronicle, "ben", "speak", "fast", "missing: say", sent="fast")
        keep(chronicle, "ben", "react", "understudy", "missing: choice; failed: timeout", sent="fast")
        keep(chronicle, "ada", "plan_day", "understudy", "failed: budget")
    with Chronicle.read(path) as opened:
        told = metrics_of(opened)
    total = told.total
    assert (total.answers, total.prompt_tokens, total.answer_tokens, total.price, total.seconds) == (4, 400, 40, 1, 6)
    assert dict(told.by_kind["react"].failures) == {"missing: choice": 1, "failed: timeout": 1}
    assert dict(told.by_person["ben"].failures) == {"missing: say": 1, "missing: choice": 1, "failed: timeout": 1}
    assert told.by_mind["fast"].answers == 2
    assert told.by_mind["fast"].failed == 3
    assert told.by_mind["understudy"].failed == 0
    assert (told.by_mind["fast"].tokens, told.by_mind["fast"].price) == (330, 0.75)
    assert (told.by_mind["understudy"].tokens, told.by_mind["understudy"].price) == (0, 0.0)
    assert dict(told.by_mind[UNSENT].failures) == {"failed: budget": 1}
    assert told.kinds_of["understudy"] == {"react", "plan_day"}


def test_every_breakdown_adds_up_to_the_total(reader: Reader) -> None:
    told, bill = metrics_of(reader), reader.bill()
    assert told.total.answers == bill.total.answers > 0
    for parts in (told.by_kind, told.by_person, told.by_mind):
        assert sum(each.answers for each in parts.values()) == told.total.answers
        assert sum(each.tokens for each in parts.values()) == told.total.tokens
        assert sum(each.failed for each in parts.values()) == told.total.failed
    assert told.ticks.total() == told.total.answers


def test_incremental_counts_equal_a_full_count(chronicle: Chronicle, path: Path) -> None:
    counting = Counting()
    with chronicle, Chronicle.read(path) as opened:
        answered = (("fast", ""), ("fast", "missing: say"), ("understudy", "failed: rate"))
        for tick, (by, why) in enumerate(answered):
            keep(chronicle, "ada", "speak", by, why, sent="fast", tick=tick)
            counting.go_on(opened)
            counting.go_on(opened)
            assert counting.metrics == metrics_of(opened)
    assert counting.metrics.total.answers == 3
    assert counting.metrics.by_mind["fast"].failed == 2
