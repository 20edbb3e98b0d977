"""Every case of every question in both languages, and every garbage, through the same reading that a run uses."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from milkwood.questions.case import Case, SampleReply, cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import LANGUAGES
from milkwood.questions.reading import check, read
from milkwood.questions.registry import KINDS
from milkwood.questions.shape import shape_of, written
from tests.questions.garbage import DRESSES, GARBAGE


def _all() -> Iterator[Any]:
    for kind in KINDS:
        for case in cases(kind):
            for said in case.said:
                yield pytest.param(case, said, id=f"{kind}-{case.language}-{case.name}-{said.name}")


def _goods() -> Iterator[Any]:
    for kind in KINDS:
        for language in LANGUAGES:
            case = next(case for case in cases(kind) if case.language == language)
            yield pytest.param(case, case.said[0], id=f"{kind}-{language}")


@pytest.mark.parametrize(("case", "said"), list(_all()))
def test_each_case_gives_its_expected_result(case: Case, said: SampleReply) -> None:
    reading = read(KINDS[case.kind], case.ask, said.text)
    if said.gives is None:
        assert reading.content is None
        assert said.fault in {fault.category for fault in reading.faults}
        assert all(fault.say(case.language) for fault in reading.faults)
    else:
        assert reading.content is not None, reading.faults
        assert {key: reading.content[key] for key in said.gives} == said.gives
        assert not any(reading.content[key] for key in said.lacks)
        assert check(KINDS[case.kind], case.ask, reading.content) == []


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize(("case", "said"), list(_goods()))
def test_a_good_answer_is_found_in_any_wrapping(case: Case, said: SampleReply, dress: str) -> None:
    bare = read(KINDS[case.kind], case.ask, said.text)
    assert bare.content is not None
    assert read(KINDS[case.kind], case.ask, DRESSES[dress](said.text)) == bare


@pytest.mark.parametrize("name", GARBAGE)
@pytest.mark.parametrize(("case", "said"), list(_goods()))
def test_garbage_is_never_an_answer(case: Case, said: SampleReply, name: str) -> None:
    text, fault = GARBAGE[name]
    reading = read(KINDS[case.kind], case.ask, text)
    assert reading.content is None
    assert [found.category for found in reading.faults] == [fault]


@pytest.mark.parametrize(("case", "said"), list(_goods()))
def test_a_reply_written_with_names_reads_back_as_the_same_ids(case: Case, said: SampleReply) -> None:
    kind = KINDS[case.kind]
    reply = read(kind, case.ask, said.text).content
    again = json.dumps(written(shape_of(kind.reply), reply, offer(case.ask)), ensure_ascii=False)
    assert read(kind, case.ask, again).content == reply


@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_good_and_bad_cases_in_every_language(kind: str) -> None:
    for language in LANGUAGES:
        said = [said for case in cases(kind) if case.language == language for said in case.said]
        assert any(one.gives is not None for one in said)
        assert any(one.fault for one in said)
