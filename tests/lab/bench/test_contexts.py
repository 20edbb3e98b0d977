"""Contexts of a bench: drawn from recorded runs, the same for the same seed."""

from collections import Counter
from pathlib import Path

import pytest

from milkwood.chronicle import Chronicle
from milkwood.errors import SetupError
from milkwood.ids import PersonId
from milkwood.lab.bench.contexts import FULL_CONTEXTS, SMALL_CONTEXTS, contexts_of, unfit, usual_count
from milkwood.lab.paper import ORDER
from milkwood.models.port import Question, QuestionId
from milkwood.questions.case import cases
from milkwood.questions.registry import KINDS
from tests.lived import _morning, friday
from tests.old import EN, ZH, Unpack, old

__all__ = ["_morning", "friday", "old"]


def question(kind: str, language: str = "en", **changes: object) -> Question:
    ask = next(case.ask for case in cases(kind) if case.language == language)
    return Question(QuestionId(PersonId("ada"), 1, kind), {**ask, **changes})


def test_the_most_asked_questions_are_drawn_most() -> None:
    assert {kind: usual_count(kind) for kind in ("speak", "react", "break_down", "after_talk")} == dict.fromkeys(
        ("speak", "react", "break_down", "after_talk"), FULL_CONTEXTS
    )
    assert {usual_count(kind) for kind in ORDER} == {FULL_CONTEXTS, SMALL_CONTEXTS}
    assert set(ORDER) == set(KINDS)


def test_a_seed_draws_the_same_and_a_larger_count_only_adds(friday: Path) -> None:
    few = contexts_of([friday], {"speak": 5, "break_down": 7}, 1)
    again, many = contexts_of([friday], {"speak": 5, "break_down": 7}, 1), contexts_of([friday], {"speak": 12}, 1)
    other = contexts_of([friday], {"speak": 5}, 2)
    assert few.drawn == again.drawn
    assert few.counts == {"speak": 5, "break_down": 7}
    spoken = [each.name for each in few.drawn if each.kind == "speak"]
    assert [each.name for each in many.drawn][:5] == spoken
    assert [each.name for each in other.drawn] != spoken
    assert Counter(each.kind for each in few.drawn[:4]) == {"speak": 2, "break_down": 2}, "in turn"


def test_everyone_is_interviewed_as_of_the_end_of_a_run(friday: Path) -> None:
    before = friday.read_bytes()
    found = contexts_of([friday], {"interview": 1000}, 1)
    with Chronicle.read(friday) as reader:
        cast, end = reader.header.cast, reader.end
    asked = [(each.question.id.person, each.question.content["question"]) for each in found.drawn]
    assert len(asked) == len(set(asked)) == 5 * len(cast)
    assert {each.question.id.tick for each in found.drawn} == {end}
    assert any(each.question.content["recalled"] for each in found.drawn)
    assert not any(each.question.content["before"] for each in found.drawn)
    assert friday.read_bytes() == before


def test_a_run_that_cannot_be_restored_has_no_interviews_and_says_why(
    friday: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_path: Path) -> list[Question]:
        raise SetupError("The town pack is gone.")

    monkeypatch.setattr("milkwood.lab.bench.contexts.interviews_of", gone)
    found = contexts_of([friday], {"interview": 10, "speak": 3}, 1)
    assert found.counts == {"speak": 3}
    assert found.left_out == {("interview", "The town pack is gone."): 1}


def test_as_many_as_there_are_are_drawn_and_counted(friday: Path) -> None:
    with Chronicle.read(friday) as reader:
        there = Counter(each.question.id.kind for each in reader.questions())
        hash_, people = reader.history_hash(), len(reader.header.cast)
    there["interview"] = 5 * people
    found = contexts_of([friday], dict.fromkeys(KINDS, 10_000), 1)
    assert found.counts == {kind: there[kind] for kind in ORDER if there[kind]}
    assert found.found == {kind: there[kind] for kind in KINDS}
    assert [(each.run, each.hash) for each in found.sources] == [("friday", hash_)]
    assert len({each.name for each in found.drawn}) == len(found.drawn)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_todays_questions_can_be_asked(kind: str, language: str) -> None:
    assert unfit(question(kind, language)) == ""


def test_a_question_that_lacks_a_field_of_today_is_named_with_it() -> None:
    asked = question("speak")
    without = {key: value for key, value in asked.content.items() if key != "said_before"}
    assert unfit(Question(asked.id, without)) == "without “said_before”"
    card = {key: value for key, value in asked.content["self"].items() if key != "work"}
    assert unfit(question("speak", self=card)) == "without “self.work”"
    line = [{"text": "Hello."}]
    assert unfit(question("speak", lines=line)) == "without “lines.by”"
    assert unfit(question("speak", lines="Hello.")) == "without “lines”"
    assert unfit(Question(QuestionId(PersonId("ada"), 1, "sing"), {})) == "unknown question"
    odd = question("speak", now={**asked.content["now"], "weekday": "Monday"})
    assert unfit(odd).startswith("it cannot be written (")


@pytest.mark.parametrize("name", [EN, ZH])
def test_runs_of_the_first_release_can_be_asked_or_their_questions_are_counted_out(old: Unpack, name: str) -> None:
    path = old(name)
    with Chronicle.read(path) as reader:
        there = sum(each.question.id.kind in KINDS for each in reader.questions())
    found = contexts_of([path], dict.fromkeys(KINDS.keys() - {"interview"}, 10_000), 1)
    assert len(found.drawn) + sum(found.left_out.values()) == there
    assert all(unfit(each.question) == "" for each in found.drawn)
