"""Answers kept across runs: found by everything they depend on; a broken cache never stops a run."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from milkwood.models.cache import Cached, usual_folder
from milkwood.models.completion import Completion, Failure
from milkwood.models.port import Usage
from milkwood.models.prompt import Prompt
from tests.models.endpoints import PROMPT, SCHEMA, Scripted, answered, call


def ask(
    model: Cached,
    prompt: Prompt = PROMPT,
    schema: Mapping[str, Any] = SCHEMA,
    most_tokens: int = 100,
    attempt: int = 0,
) -> Completion:
    return asyncio.run(model.complete(prompt, schema, most_tokens, call(attempt=attempt)))


def test_the_same_prompt_is_paid_for_once_also_by_another_run_and_another_person(tmp_path: Path) -> None:
    endpoint = Scripted(answered("你好", Usage(10, 5, 0.5)))
    first = ask(Cached(endpoint, tmp_path, "openai", "m"))
    other = Cached(endpoint, tmp_path, "openai", "m")
    again = asyncio.run(other.complete(PROMPT, SCHEMA, 100, call("ben", 77)))
    assert (first.text, first.usage) == ("你好", Usage(10, 5, 0.5))
    assert (again.text, again.usage) == ("你好", Usage())
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"prompt": replace(PROMPT, user="It is one o'clock.")},
        {"prompt": replace(PROMPT, system="", parts=(PROMPT.system, *PROMPT.parts))},
        {"schema": {**SCHEMA, "required": ["say"]}},
        {"most_tokens": 101},
        {"attempt": 1},
    ],
)
def test_answers_are_distinguished_by_everything_they_depend_on(tmp_path: Path, other: dict[str, Any]) -> None:
    endpoint = Scripted()
    model = Cached(endpoint, tmp_path, "openai", "m")
    ask(model)
    ask(model, **other)
    assert len(endpoint.asked) == 2


def test_another_model_or_temperature_has_answers_of_its_own(tmp_path: Path) -> None:
    endpoint = Scripted()
    for depends_on in (("openai", "m", 0.0), ("openai", "m", 1.0), ("openai", "n", 0.0), ("groq", "m", 0.0)):
        ask(Cached(endpoint, tmp_path, *depends_on))
    assert len(endpoint.asked) == 4


def test_broken_or_failed_answers_are_not_kept(tmp_path: Path) -> None:
    endpoint = Scripted(replace(answered(), cut_off=True), Failure("empty", "Nothing."), answered("whole"))
    model = Cached(endpoint, tmp_path)
    assert ask(model).cut_off
    with pytest.raises(Failure):
        ask(model)
    assert ask(model).text == "whole"
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("damage", [b"", b"{", b'{"text": 3}', b"[]", b"\xff\xfe"])
def test_a_damaged_file_is_ignored_and_rewritten(tmp_path: Path, damage: bytes) -> None:
    endpoint = Scripted(answered("yes"))
    model = Cached(endpoint, tmp_path)
    ask(model)
    [kept] = tmp_path.rglob("*.json")
    kept.write_bytes(damage)
    assert ask(model).text == "yes"
    assert len(endpoint.asked) == 2
    ask(model)
    assert len(endpoint.asked) == 2


def test_an_unwritable_folder_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    endpoint = Scripted(answered("yes"))
    assert ask(Cached(endpoint, tmp_path / "taken")).text == "yes"


def test_neither_prompts_nor_unfinished_files_are_left_behind(tmp_path: Path) -> None:
    ask(Cached(Scripted(answered("yes")), tmp_path))
    [kept] = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept.read_text() == '{"text": "yes"}'


def test_the_usual_folder_is_in_the_users_cache() -> None:
    assert usual_folder().parts[-2:] == ("milkwood", "answers")
