"""The request format of an endpoint is found by being refused, once, and remembered."""

import os
import time
from pathlib import Path

import pytest

from milkwood.providers.presets import THINKING_TOKENS, preset
from milkwood.providers.request_forms import RequestForms

ADDRESS = "https://vendor.example/v1"


def ways(folder: Path, name: str = "custom", model: str = "m", preferred: str = "") -> RequestForms:
    return RequestForms(preset(name), ADDRESS, model, folder, preferred)


def steps_down(found: RequestForms, kind: str, *words: str) -> list[str]:
    """The formats that are left after each refusal."""
    means: list[str] = []
    for said in words:
        assert found.refused(kind, found.of(kind), said)
        means.append(found.of(kind).means)
    return means


def test_a_schema_goes_lean_then_to_json_then_to_plain_words(tmp_path: Path) -> None:
    found = ways(tmp_path)
    first = found.of("react")
    assert (first.means, first.lean) == ("schema", False)
    assert steps_down(found, "react", *3 * ["bad json_schema"]) == ["schema", "object", "plain"]
    assert found.of("react").lean
    assert not found.refused("react", found.of("react"), "bad json_schema")


def test_an_endpoint_without_any_format_is_asked_in_plain_words_at_once(tmp_path: Path) -> None:
    assert steps_down(ways(tmp_path), "react", "'response_format' is not supported") == ["plain"]


def test_an_endpoint_that_needs_another_format_still_gets_one(tmp_path: Path) -> None:
    words = "'response_format.type' must be 'json_object' or 'text'"
    assert steps_down(ways(tmp_path), "react", words, words) == ["schema", "object"]


def test_a_refusal_of_an_older_format_changes_nothing(tmp_path: Path) -> None:
    found = ways(tmp_path)
    older = found.of("react")
    assert found.refused("react", older, "bad json_schema")
    newer = found.of("react")
    for _ in range(200):  # these were in flight together
        assert found.refused("react", older, "bad json_schema")
    assert found.of("react") == newer


def test_one_kind_of_question_does_not_spoil_the_others(tmp_path: Path) -> None:
    found = ways(tmp_path, "openai")
    found.worked(found.of("speak"))
    steps_down(found, "break_down", "schema has too many enum values")
    assert (found.of("break_down").means, found.of("speak").means) == ("object", "schema")


def test_a_field_one_kind_is_refused_for_is_left_out_for_all_and_the_form_stays(tmp_path: Path) -> None:
    found = ways(tmp_path, "openai")
    found.worked(found.of("speak"))
    steps_down(found, "break_down", "schema has too many enum values", "temperature is not supported")
    assert (found.of("break_down").means, found.of("speak").means) == ("object", "schema")
    assert not found.of("speak").temperature


def test_after_an_answer_other_refusals_are_not_learnt(tmp_path: Path) -> None:
    found = ways(tmp_path)
    found.worked(found.of("speak"))
    assert not found.refused("speak", found.of("speak"), "the moon is in the wrong place")


def test_a_request_refused_in_every_format_is_not_a_format_problem(tmp_path: Path) -> None:
    found = ways(tmp_path)
    first = found.of("speak")
    while found.refused("speak", found.of("speak"), "no"):
        pass
    assert found.of("speak") == first


@pytest.mark.parametrize(
    ("name", "model", "words", "field", "value"),
    [
        ("mistral", "m", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "limit", None),
        ("openai", "m", "extra_forbidden: max_completion_tokens", "limit", "max_tokens"),
        ("openai", "m", "Unsupported value: 'temperature' does not support 0.5", "temperature", False),
        ("openai", "o3-mini", "Unrecognized request argument supplied: reasoning_effort", "quiet", False),
        ("vllm", "m", "chat_template_kwargs is not supported for Mistral tokenizers", "quiet", False),
        ("qwen", "m", "parameter.enable_thinking must be set to true", "quiet", False),
        ("ollama", "m", "'stream' is not supported", "streams", False),
    ],
)
def test_a_field_that_is_refused_is_left_out(
    name: str, model: str, words: str, field: str, value: object, tmp_path: Path
) -> None:
    found = ways(tmp_path, name, model)
    before = found.of("speak")
    assert found.refused("speak", before, words)
    after = found.of("speak")
    assert getattr(after, field) == ("max_completion_tokens" if value is None else value)
    assert (after.means, after.lean) == (before.means, before.lean)


def test_an_endpoint_without_any_limit_is_asked_without(tmp_path: Path) -> None:
    found = ways(tmp_path)
    for limit in ("max_completion_tokens", ""):
        assert found.refused("speak", found.of("speak"), f"unknown field {found.of('speak').limit}")
        assert found.of("speak").limit == limit


def test_a_format_without_an_answer_is_not_remembered(tmp_path: Path) -> None:
    steps_down(ways(tmp_path), "react", "bad json_schema", "bad json_schema")
    assert not list(tmp_path.iterdir())
    assert ways(tmp_path).of("react").means == "schema"


def test_a_successful_format_is_remembered_for_a_month_and_this_model_alone(tmp_path: Path) -> None:
    found = ways(tmp_path)
    steps_down(found, "react", "bad json_schema", "bad json_schema")
    found.worked(found.of("react"))
    assert ways(tmp_path).of("react").means == "object"
    assert ways(tmp_path, model="other").of("react").means == "schema"
    (path,) = tmp_path.iterdir()
    long_ago = time.time() - 31 * 24 * 3_600
    os.utime(path, (long_ago, long_ago))
    assert ways(tmp_path).of("react").means == "schema"
    other = ways(tmp_path, model="other")
    steps_down(other, "react", "bad json_schema")
    other.worked(other.of("react"))
    assert path not in tmp_path.iterdir()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 1, "way": {"means": "magic"}, "own": {}}', '{"format": 9}']
)
def test_an_unreadable_memory_is_ignored(text: str, tmp_path: Path) -> None:
    found = ways(tmp_path)
    steps_down(found, "react", "bad json_schema", "bad json_schema")
    found.worked(found.of("react"))
    (path,) = tmp_path.iterdir()
    path.write_text(text, "utf-8")
    assert ways(tmp_path).of("react").means == "schema"


def test_an_unwritable_folder_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    found = ways(tmp_path / "file" / "folder")
    steps_down(found, "react", "bad json_schema")
    found.worked(found.of("react"))
    assert found.of("react").lean


def test_a_model_that_thinks_gets_more_and_more_room_up_to_a_limit(tmp_path: Path) -> None:
    found = ways(tmp_path)
    room = []
    for _ in range(5):
        way = found.of("speak")
        found.thinks(way)
        found.thinks(way)  # cut off in the same burst
        room.append(found.of("speak").thinking_tokens)
    assert room == [THINKING_TOKENS * times for times in (1, 2, 4, 4, 4)]


def test_a_model_known_to_think_has_room_from_the_start(tmp_path: Path) -> None:
    assert ways(tmp_path, "openai", "o4-mini").of("speak").thinking_tokens == THINKING_TOKENS
    assert ways(tmp_path, "openai", "gpt-4o-mini").of("speak").thinking_tokens == 0
    assert ways(tmp_path, "openrouter", "openai/gpt-5-mini").of("speak").thinking_tokens == THINKING_TOKENS


def test_a_preferred_mode_is_used_from_the_start_and_is_not_learned(tmp_path: Path) -> None:
    found = ways(tmp_path, preferred="plain")
    assert (found.of("react").means, found.usual.means) == ("plain", "plain")
    assert found.refused("react", found.of("react"), "temperature is not supported")
    found.worked(found.of("react"))
    again = ways(tmp_path)
    assert (again.of("react").means, again.of("react").temperature) == ("schema", False)


def test_what_refusals_taught_stays_under_a_preferred_mode(tmp_path: Path) -> None:
    found = ways(tmp_path)
    steps_down(found, "react", "bad json_schema", "bad json_schema", "bad json_schema")
    found.worked(found.of("react"))
    assert ways(tmp_path, preferred="object").of("react").means == "plain"


def test_a_preferred_mode_that_is_refused_is_given_up_for_the_one_that_works(tmp_path: Path) -> None:
    found = ways(tmp_path, preferred="object")
    assert steps_down(found, "react", "'json_object' is not supported, bad json mode") == ["schema"]
    found.worked(found.of("react"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("preferred", ["", "grammar", "nonsense"])
def test_a_mode_that_the_provider_does_not_know_is_not_preferred(preferred: str, tmp_path: Path) -> None:
    assert ways(tmp_path, preferred=preferred).of("react").means == "schema"
