import json
import pickle

import pytest

from milkwood.models.secret import Secret, masked_address, secrets_in

KEY = "sk-test-0123456789abcdefWXYZ"


def test_a_key_is_shown_only_when_revealed() -> None:
    secret = Secret(KEY)
    shown = [str(secret), repr(secret), f"{secret}", f"{secret!r}", f"{[secret]}", "%s" % secret]  # noqa: UP031
    assert all(KEY not in text and "0123" not in text for text in shown)
    assert secret.reveal() == KEY


def test_a_long_key_can_be_told_from_another_and_a_short_one_shows_nothing() -> None:
    assert Secret(KEY).masked() == "…WXYZ"
    assert Secret("short").masked() == "…"


def test_a_key_is_not_written_anywhere() -> None:
    with pytest.raises(TypeError):
        json.dumps({"key": Secret(KEY)})
    with pytest.raises(TypeError, match="not to be written"):
        pickle.dumps(Secret(KEY))


def test_keys_compare_by_what_they_are() -> None:
    assert Secret(KEY) == Secret(KEY)
    assert len({Secret(KEY), Secret(KEY), Secret("other")}) == 2
    assert Secret(KEY) != KEY
    assert not Secret("")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://me:hunter2@host.example/v1", "https://…@host.example/v1"),
        ("https://hunter2@host.example/v1", "https://…@host.example/v1"),
        ("https://me:hunt/er2@host.example/v1", "https://…@host.example/v1"),
        ("https://me:hunt#er2@host.example/v1", "https://…@host.example/v1"),
        ("me:hunter2@host.example:8080/v1", "…@host.example:8080/v1"),
        ("http://[::1]:8080/v1?key=hunter2", "http://[::1]:8080/v1?key=…"),
        ("host:8080/v1?a=b&token=hunter2#model", "host:8080/v1?a=…&token=…#model"),
        ("https://host/v1?api-version=2024-06-01&api-key=hunter2", "https://host/v1?api-version=2024-06-01&api-key=…"),
        (f"https://host/{KEY}/v1", "https://host/…WXYZ/v1"),
        ("https://host/api-key/hunter2/v1", "https://host/api-key/…/v1"),
        ("https://host/2f1f1ab4-7c5e-4b0a-9d0f-0a1b2c3d4e5f/v1", "https://host/…4e5f/v1"),
        ("“https://me:hunter2@host/” and (http://b/?k=hunter2)", "“https://…@host/” and (http://b/?k=…)"),
    ],
)
def test_secrets_in_an_address_are_masked(address: str, shown: str) -> None:
    assert masked_address(address) == shown
    assert masked_address(shown) == shown


@pytest.mark.parametrize(
    "harmless",
    [
        *("understudy", "local", "fast", "openai/gpt-4o-mini-2024-07-18", "/home/me/qwen3-8b.gguf", "ollama/qwen3:8b"),
        *("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1#qwen3", "openrouter/meta-llama/llama-3.1-8b-instruct"),
        "https://mine.openai.azure.com/openai/deployments/gpt-4o-mini?api-version=2024-06-01",
    ],
)
def test_addresses_and_names_without_a_secret_are_shown_as_they_are(harmless: str) -> None:
    assert masked_address(harmless) == harmless


@pytest.mark.parametrize(
    ("key", "text", "shown"),
    [
        (KEY, f"Bearer {KEY}, and {KEY}", "Bearer …WXYZ, and …WXYZ"),
        ("aa/bb/cc+dd", r"aa\/bb\/cc+dd or aa/bb/cc+dd", "… or …"),
        ("none", '{"place": "none", "say": "none"}', '{"place": "none", "say": "none"}'),
        ("none", '{"Authorization": "Bearer none", "say": "none"}', '{"Authorization": "Bearer …", "say": "none"}'),
        ("none", '{"X-API-Key": "none", "say": "none"}', '{"X-API-Key": "…", "say": "none"}'),
        ("none", r'{"headers": "{\"api-key\": \"none\"}"}', r'{"headers": "{\"api-key\": \"…\"}"}'),
        ("", "Bearer of news", "Bearer of news"),
    ],
)
def test_a_key_in_a_text_is_masked_and_a_word_that_is_one_only_where_it_stands_as_a_key(
    key: str, text: str, shown: str
) -> None:
    assert Secret(key).masked_in(text) == shown


def test_secrets_in_an_address_are_found() -> None:
    address = f"https://host.example/api-key/hunter2/{KEY}/v1?api-version=2024-06-01&token=swordfish#model"
    assert {each.reveal() for each in secrets_in(address)} == {"hunter2", KEY, "swordfish"}
    assert secrets_in("http://127.0.0.1:8080/v1") == []
