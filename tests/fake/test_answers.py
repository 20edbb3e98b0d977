"""The fake recognises our questions in their prompts, and gives a usable answer to each."""

from collections.abc import Mapping
from typing import Any

import pytest

from milkwood import towns
from milkwood.questions.case import cases
from milkwood.questions.offer import offer
from milkwood.questions.prompt import LANGUAGES, render, template
from milkwood.questions.reading import Reading, read
from milkwood.questions.registry import KINDS, kind_of
from milkwood.questions.shape import narrowed, shape_of
from milkwood.towns.shelf import find as town_of
from milkwood_fake.prompts import find
from milkwood_fake.request import ChatRequest
from milkwood_fake.responder import Responder, question_in
from tests.questions.town import asks

ASKED = [(kind, case.ask) for kind in KINDS for case in cases(kind)]


def answered(kind: str, ask: Mapping[str, Any], held: bool = True, fault: str = "") -> Reading:
    """The result of the fake's answer to a question, with or without a schema."""
    offered = offer(ask)
    prompt = render(kind_of(kind), ask, offered).text
    schema = narrowed(shape_of(kind_of(kind).reply), offered) if held else None
    chat = ChatRequest("fake-1", prompt, "json_schema" if held else "text", schema, None, False, False)
    reply = Responder(1).reply(chat, question_in(chat), fault)
    return read(kind_of(kind), ask, reply.text or "", offered)


@pytest.mark.parametrize("held", [True, False], ids=["held to a schema", "free"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_to_a_towns_questions_can_be_used_as_they_are(language: str, held: bool) -> None:
    pack = towns.load(town_of("gull_quay").folder)
    for person in pack.people.values():
        for kind, ask in asks(person, pack, language):
            reading = answered(kind, ask, held)
            assert reading.content is not None, (kind, reading.faults)
            assert not reading.left_out, (kind, reading.left_out)


@pytest.mark.parametrize(("kind", "ask"), ASKED)
def test_a_question_is_found_in_its_prompt(kind: str, ask: Mapping[str, Any]) -> None:
    found = find(render(kind_of(kind), ask, offer(ask)).text)
    assert found is not None
    assert found.kind == kind
    assert found.language == ask["self"]["language"]


@pytest.mark.parametrize(("kind", "ask"), ASKED)
def test_answers_to_every_case_can_be_used(kind: str, ask: Mapping[str, Any]) -> None:
    assert answered(kind, ask).content is not None


@pytest.mark.parametrize("fault", ["thinking", "fenced"])
@pytest.mark.parametrize(("kind", "ask"), ASKED)
def test_text_around_an_answer_does_no_harm(kind: str, ask: Mapping[str, Any], fault: str) -> None:
    assert answered(kind, ask, fault=fault).content == answered(kind, ask).content


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_found_in_a_prompt_with_other_rules(kind: str, language: str) -> None:
    ask = next(ask for one, ask in ASKED if one == kind and ask["self"]["language"] == language)
    sections = {**template(kind, language), "rules": ("Say what is wanted, as JSON.",)}
    found = find(render(kind_of(kind), ask, offer(ask), sections).text)
    ours = find(render(kind_of(kind), ask, offer(ask)).text)
    assert found is not None
    assert ours is not None
    assert (found.kind, found.language, found.slots, found.lists) == (kind, language, ours.slots, ours.lists)


def test_a_prompt_of_others_is_no_question_of_ours() -> None:
    assert find("Write a poem about the sea.\nNow: rhyme, please.\nIt is 10:00.") is None


@pytest.mark.parametrize("fault", ["prose", "empty", "cut", "huge"])
@pytest.mark.parametrize("kind", ["speak", "weigh", "reflect"])
def test_a_damaged_answer_cannot_be_used(kind: str, fault: str) -> None:
    assert answered(kind, next(ask for one, ask in ASKED if one == kind), fault=fault).content is None


@pytest.mark.parametrize("kind", ["speak", "interview", "whisper"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_in_another_language_cannot_be_used(kind: str, language: str) -> None:
    ask = next(case.ask for case in cases(kind) if case.language == language)
    faults = answered(kind, dict(ask), fault="foreign").faults
    assert "language" in {fault.category for fault in faults}


def test_other_texts_hold_no_question() -> None:
    assert find("Is the ferry late?") is None
