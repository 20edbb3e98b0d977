"""Every answer of the understudy passes the same reading and checks as a language model's."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.ids import PersonId
from milkwood.models.port import Question, QuestionId
from milkwood.questions.case import cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.reading import check, read
from milkwood.questions.registry import KINDS
from milkwood.questions.shape import shape_of, written
from milkwood.understudy.model import Understudy
from tests.questions import days, town

BOTH = [pytest.param(kind, language, id=f"{kind}-{language}") for kind in KINDS for language in LANGUAGES]


def _asks(kind: str, language: str) -> Iterator[dict[str, Any]]:
    yield from (dict(case.ask) for case in cases(kind) if case.language == language)
    for person, pack in days.people():
        yield from (ask for name, ask in town.asks(person, pack, language) if name == kind)


REPETITION = frozenset({"repeat", "copied"})


def _answer(kind: str, ask: dict[str, Any], seed: int = 1) -> dict[str, Any]:
    asked = Question(QuestionId(PersonId(ask["self"]["id"]), 60, kind), ask)
    answer = asyncio.run(Understudy(seed, days.Words()).answer(asked))
    assert answer.by == "understudy"
    return dict(answer.content)


@pytest.mark.parametrize(("kind", "language"), BOTH)
def test_each_understudys_answer_is_valid_by_its_own_check(kind: str, language: str) -> None:
    for ask in _asks(kind, language):
        reply = _answer(kind, ask)
        assert check(KINDS[kind], ask, reply) == [], reply


@pytest.mark.parametrize(("kind", "language"), BOTH)
def test_each_understudys_answer_written_out_reads_back_with_nothing_left_out_but_repetition(
    kind: str, language: str
) -> None:
    """A model that repeats itself is cut short; the understudy fills long blocks and quotes what it concludes from."""
    for ask in _asks(kind, language):
        reply = _answer(kind, ask)
        text = json.dumps(written(shape_of(KINDS[kind].reply), reply, offer(ask)), ensure_ascii=False)
        reading = read(KINDS[kind], ask, text)
        other = [fault for fault in (*reading.faults, *reading.left_out) if fault.category not in REPETITION]
        assert other == [], (reply, other)


@pytest.mark.parametrize(("kind", "language"), BOTH)
def test_the_same_question_gets_the_same_answer_under_one_seed(kind: str, language: str) -> None:
    ask = next(_asks(kind, language))
    assert _answer(kind, ask) == _answer(kind, ask)


LENGTHENED = frozenset(
    "biography block called concerns doing feeling goals home insights knows known manner memories name noticed"
    " place_name question reason recalled state text thing tie traits voice what work yesterday".split()
)
"""Texts of packs, of models and of users, which may be of any length."""


def _lengthened(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _lengthened(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_lengthened(inner, key) for inner in value]
    return value + (value[-1:] + " ") * 900 if isinstance(value, str) and key in LENGTHENED else value


@pytest.mark.parametrize(("kind", "language"), BOTH)
def test_however_long_the_texts_of_a_question_are_it_is_answered(kind: str, language: str) -> None:
    for ask in (dict(case.ask) for case in cases(kind) if case.language == language):
        assert _answer(kind, _lengthened(ask))
