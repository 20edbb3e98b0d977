"""Presets are valid data; addresses are accepted as people type them."""

from datetime import date

import pytest

from milkwood.errors import SetupError
from milkwood.providers.presets import Preset, address_of, host_of, is_near, preset, presets


def test_all_presets_are_there() -> None:
    assert {
        *("openai", "openrouter", "gemini", "azure", "anthropic", "mistral", "groq", "deepseek", "qwen", "ernie"),
        *("zhipu", "ollama", "lmstudio", "llamacpp", "vllm", "sglang", "gpt4all", "custom"),
    } <= set(presets())


@pytest.mark.parametrize("known", presets().values(), ids=lambda known: known.name)
def test_a_preset_is_complete(known: Preset) -> None:
    assert known.date is None or known.date >= date(2026, 11, 1)
    assert known.means[-1] == "plain"
    assert known.limit in ("max_tokens", "max_completion_tokens")
    assert not known.key_needed or (known.keys and known.console.startswith("https://"))
    assert not known.local or (known.start and is_near(host_of(known.address)))
    if known.address:
        assert address_of(known) == known.address


def test_a_preset_has_other_names_too() -> None:
    assert preset("DashScope").name == "qwen"
    assert preset("llama.cpp").name == "llamacpp"


def test_an_unknown_name_brings_the_known_ones() -> None:
    with pytest.raises(SetupError, match=r"openrouter.*custom"):
        preset("nonesuch")


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("localhost:8080", "http://localhost:8080/v1"),
        ("http://localhost:8080/", "http://localhost:8080/v1"),
        ("192.168.1.7:1234", "http://192.168.1.7:1234/v1"),
        ("gpu-box:8000", "http://gpu-box:8000/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("models.example.com", "https://models.example.com/v1"),
        ("https://models.example.com/api/v3/", "https://models.example.com/api/v3"),
        ("https://models.example.com/v1/chat/completions", "https://models.example.com/v1"),
        ("https://models.example.com/v1?api-version=2", "https://models.example.com/v1?api-version=2"),
    ],
)
def test_an_address_is_made_whole_once(typed: str, whole: str) -> None:
    assert address_of(preset("custom"), typed) == whole
    assert address_of(preset("custom"), whole) == whole


@pytest.mark.parametrize(
    "typed", ["ftp://example.com", "http://", "http://host:port/v1", "http://[::1", "http://ann:secret@host/v1"]
)
def test_an_invalid_address_is_reported_before_anything_is_sent(typed: str) -> None:
    with pytest.raises(SetupError) as caught:
        address_of(preset("custom"), typed)
    assert "secret" not in str(caught.value)


def test_azure_takes_its_address_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    with pytest.raises(SetupError, match="AZURE_OPENAI_ENDPOINT"):
        address_of(preset("azure"))
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com/")
    assert address_of(preset("azure")) == "https://mine.openai.azure.com/openai/v1"


def test_thinking_is_switched_off_only_for_models_that_think() -> None:
    assert preset("openai").quiet_extras("gpt-5-mini") == {"reasoning_effort": "low"}
    assert preset("openai").quiet_extras("gpt-4o-mini") == {}
    assert preset("qwen").quiet_extras("qwen-plus") == {"enable_thinking": False}
