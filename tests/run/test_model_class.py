"""Classes of models, by where they are and the size in their names."""

import pytest

from milkwood.models.spec import Spec
from milkwood.run.model_class import class_of, measured_class, size_in


@pytest.mark.parametrize(
    ("name", "billions"),
    [
        ("qwen3:8b", 8.0),
        ("qwen2.5-coder-1.5b-instruct-q4_k_m", 1.5),
        ("SmolLM2-135M-Instruct", 0.135),
        ("gemma-3n-E4B-it", 4.0),
        ("mixtral-8x7b", None),
        ("Qwen3-30B-A3B", 30.0),
        ("llama3.2:3b", 3.0),
        ("/models/phi-4-mini.gguf", None),
        ("gpt-4o", None),
        ("v2b1", None),
    ],
)
def test_the_size_is_read_from_the_name(name: str, billions: float | None) -> None:
    assert size_in(name) == billions


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        (Spec("m", "ollama", "qwen3:4b"), "small"),
        (Spec("m", "ollama", "qwen3:8b"), "large"),
        (Spec("m", "ollama", "mistral"), None),
        (Spec("m", "openai", "gpt-4o-mini"), "hosted"),
        (Spec("m", "custom", "qwen3-8b", "http://192.168.1.20:8080/v1"), "large"),
        (Spec("m", "custom", "qwen3-8b", "https://models.example/v1"), "hosted"),
        (Spec("m", "weights", "models/qwen3-1.7b.gguf"), "small"),
        (Spec("m", "weights", "local"), None),
    ],
)
def test_a_class_is_where_a_model_is_and_how_large(spec: Spec, name: str | None) -> None:
    assert class_of(spec) == name


def test_a_class_has_figures_only_if_it_was_measured_and_says_how() -> None:
    assert measured_class(None) is None
    for name in ("small", "large", "hosted"):
        found = measured_class(name)
        if found is not None:
            assert found.source
            assert 0 < found.calls.low <= found.calls.high
            assert 0 < found.prompt_tokens.low <= found.prompt_tokens.high
            assert 0 < found.answer_tokens.low <= found.answer_tokens.high
