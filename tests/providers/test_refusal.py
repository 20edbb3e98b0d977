"""Refusals of vendors, and how they are handled."""

from typing import Any

import pytest

from milkwood.providers.presets import preset
from milkwood.providers.refusal import MAX_ENDPOINT_WAIT_SECONDS, HttpReply, category_of, failure_of, status_in


def error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


@pytest.mark.parametrize(
    ("status", "body", "category"),
    [
        (429, error("You exceeded your current quota", type="insufficient_quota"), "payment"),
        (429, error("You exceeded your current quota, please check your plan and billing details."), "rate"),
        (429, error("账户已欠费", code="1113"), "payment"),
        (400, error("Your credit balance is too low to access the API."), "payment"),
        (400, [{"error": {"message": "API key not valid. Please pass a valid API key.", "status": "INVALID"}}], "auth"),
        (400, error("This model's maximum context length is 8192 tokens."), "too_large"),
        (400, error("the request exceeds the available context size, try increasing it"), "too_large"),
        (500, error("prompt is too long: input exceeds context length"), "too_large"),
        (400, error("The response was filtered", code="content_filter"), "filter"),
        (400, error("Input data may contain inappropriate content.", code="data_inspection_failed"), "filter"),
        (400, error("The model `gpt-9` does not exist", code="model_not_found"), "missing"),
        (404, error('model "llama9" not found, try pulling it first'), "missing"),
        (403, error("Requests rate limit exceeded"), "rate"),
        (400, error("Failed to generate JSON.", code="json_validate_failed"), "empty"),
        (400, error("something else"), "other"),
        (422, {"detail": "something else"}, "other"),
        (405, None, "missing"),
        (302, None, "missing"),
        (451, None, "forbidden"),
        (498, None, "rate"),
        (502, None, "server"),
        (504, None, "timeout"),
        (418, None, "other"),
    ],
)
def test_a_refusal_is_known_by_its_code_and_its_words(status: int, body: Any, category: str) -> None:
    assert category_of(HttpReply(status, {}, body)) == category


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "12"}, None, 12.0),
        ({"retry-after": "0.5"}, None, 0.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, None, 0.25),
        ({"retry-after": "Sun, 15 Nov 2026 08:00:30 GMT", "date": "Sun, 15 Nov 2026 08:00:00 GMT"}, None, 30.0),
        ({"retry-after": "Sun, 15 Nov 2026 07:00:00 GMT", "date": "Sun, 15 Nov 2026 08:00:00 GMT"}, None, None),
        ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}, None, None),
        ({"retry-after": "Fri, 31 Dec 99999 23:59:59 GMT"}, None, None),
        ({"retry-after": "Sun, 15 Nov 2026 08:00:30 GMT", "date": "long ago"}, None, None),
        ({"retry-after": "40000"}, None, MAX_ENDPOINT_WAIT_SECONDS),
        ({"retry-after": "999999"}, None, None),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": ""}, None, None),
        ({"retry-after": "0"}, None, None),
        ({"retry-after": "-5"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({"retry-after": "inf"}, None, None),
        ({"retry-after": "-inf"}, None, None),
        ({"retry-after": "1" * 5_000}, None, None),
        ({"retry-after": "0\n30"}, None, 30.0),
        ({"retry-after": "2, 3"}, None, 3.0),
        ({"retry-after-ms": "nan", "retry-after": "7"}, None, 7.0),
        ({"retry-after-ms": "0", "retry-after": "0"}, None, None),
        ({}, error("slow down", details=[{"retryDelay": "0s"}]), None),
        ({}, error("slow down", details=[{"retryDelay": "9" * 400 + "s"}]), None),
        ({}, error("slow down", details=[{"@type": "RetryInfo", "retryDelay": "34.5s"}]), 34.5),
        ({}, None, None),
    ],
)
def test_the_waiting_time_is_read_from_any_place(headers: dict[str, str], body: Any, seconds: float | None) -> None:
    assert failure_of(HttpReply(429, headers, body), preset("gemini"), "here", "m").retry_after_seconds == seconds


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (error("slow down", code=429), 429),
        (error("slow down", code="503"), 503),
        (error("broken", code=None), 500),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, 500),
        ({"error_code": 336003, "error_msg": "bad"}, 400),
        ({"error": "model not loaded"}, 500),
        ({"choices": [{"message": {"content": "hello"}}]}, None),
        ({"choices": [{"message": {"content": "hello"}}], "error": None}, None),
        ({"content": [{"type": "text", "text": "hello"}]}, None),
        ({}, None),
        ([], None),
        (None, None),
    ],
)
def test_a_refusal_in_the_form_of_an_answer_is_still_a_refusal(body: Any, status: int | None) -> None:
    assert status_in(body) == status


def test_a_sentence_has_the_vendors_code_and_never_its_words() -> None:
    body = error("Incorrect API key provided: sk-abcdef", code="invalid_api_key", type="with spaces in it")
    failure = failure_of(HttpReply(401, {}, body), preset("openai"), "api.openai.com", "gpt-4o-mini")
    assert failure.sentence() == (
        "api.openai.com: OpenAI does not accept the key (HTTP 401, invalid_api_key)."
        " Check the key in OPENAI_API_KEY; keys are at https://platform.openai.com/api-keys."
    )


def test_a_local_server_comes_with_its_start_command() -> None:
    failure = failure_of(HttpReply(500, {}, None), preset("ollama"), "127.0.0.1", "llama3")
    assert "ollama serve" in failure.remedy
