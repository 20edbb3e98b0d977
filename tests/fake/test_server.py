"""The fake speaks the protocol: completions, streams, models, vectors, errors in the vendor's shape."""

import base64
import json
import math
import struct
import time
from typing import Any

import pytest

from milkwood_fake import Strike
from milkwood_fake.plan import MODEL
from milkwood_fake.responses import VECTOR_DIMENSIONS
from tests.fake.conftest import Begin, ask, send

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"place": {"type": "string", "enum": ["pier", "inn"]}, "hours": {"type": "integer", "minimum": 3}},
    "required": ["place", "hours"],
    "additionalProperties": False,
}


def formatted(schema: Any, strict: bool = True) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "reply", "strict": strict, "schema": schema}}


def events(body: bytes) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in body.decode().split("\n\n") if line]
    assert lines[-1] == "[DONE]"
    return [json.loads(line) for line in lines[:-1]]


def test_an_answer_has_the_fields_of_the_protocol(begin: Begin) -> None:
    got = ask(begin())
    assert got.status == 200
    assert got.headers["content-type"].startswith("application/json")
    body = got.json
    assert body["object"] == "chat.completion"
    assert body["model"] == MODEL
    assert body["choices"][0]["finish_reason"] == "stop"
    assert body["choices"][0]["message"]["role"] == "assistant"
    usage = body["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 0


def test_the_same_prompt_gets_the_same_answer_and_another_seed_another(begin: Begin) -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 10**9}},
        "required": ["n"],
        "additionalProperties": False,
    }
    one, other = begin(seed=1), begin(seed=2)
    first = ask(one, response_format=formatted(schema)).text
    assert ask(one, response_format=formatted(schema)).text == first
    assert ask(other, response_format=formatted(schema)).text != first


def test_an_answer_fits_the_schema(begin: Begin) -> None:
    reply = json.loads(ask(begin(), response_format=formatted(SCHEMA)).text)
    assert reply["place"] in ("pier", "inn")
    assert reply["hours"] >= 3


def test_a_stream_says_the_same_as_the_whole_and_counts_the_same(begin: Begin) -> None:
    fake = begin()
    whole = ask(fake, response_format=formatted(SCHEMA)).json
    got = ask(fake, response_format=formatted(SCHEMA), stream=True, stream_options={"include_usage": True})
    assert got.headers["content-type"].startswith("text/event-stream")
    pieces = events(got.body)
    said = "".join(piece["choices"][0]["delta"].get("content") or "" for piece in pieces if piece["choices"])
    assert said == whole["choices"][0]["message"]["content"]
    assert [piece["choices"][0]["finish_reason"] for piece in pieces if piece["choices"]][-1] == "stop"
    assert pieces[-1]["usage"]["completion_tokens"] == whole["usage"]["completion_tokens"]
    assert all("usage" not in piece for piece in events(ask(fake, stream=True).body))


def test_a_limit_of_tokens_cuts_an_answer_off(begin: Begin) -> None:
    body = ask(begin(), response_format=formatted(SCHEMA), max_tokens=2).json
    assert body["choices"][0]["finish_reason"] == "length"
    assert body["usage"]["completion_tokens"] <= 2


def test_repeated_prompt_text_is_counted_as_cached(begin: Begin) -> None:
    fake, long = begin(), "The ferry comes at nine. " * 100
    assert ask(fake, long + "Is it late?").json["usage"]["prompt_tokens_details"]["cached_tokens"] == 0
    usage = ask(fake, long + "Is it early?").json["usage"]
    assert 0.8 * usage["prompt_tokens"] < usage["prompt_tokens_details"]["cached_tokens"] < usage["prompt_tokens"]


def test_a_small_context_is_told_refuses_long_prompts_and_cuts_long_answers_off(begin: Begin) -> None:
    fake = begin(context_tokens=40)
    assert [one["max_model_len"] for one in send(fake, "GET", "/v1/models").json["data"]] == [40]
    refused = ask(fake, "word " * 200)
    assert (refused.status, refused.json["error"]["code"]) == (400, "context_length_exceeded")
    assert "40 tokens" in refused.json["error"]["message"]
    cut = ask(fake, "words " * 25, response_format=formatted(SCHEMA)).json
    assert cut["choices"][0]["finish_reason"] == "length"
    assert cut["usage"]["total_tokens"] <= 40
    assert fake.done == {"too_long": 1, "answered": 1}


def test_a_slow_schema_mode_takes_so_many_times_as_long(begin: Begin) -> None:
    fake = begin(latency_seconds=0.01, schema_slowdown=30)
    took = []
    formats: list[Any] = [{"type": "text"}, formatted(SCHEMA)]
    for response_format in formats:
        began = time.monotonic()
        assert ask(fake, "Say yes.", response_format=response_format).status == 200
        took.append(time.monotonic() - began)
    assert took[1] >= 0.3
    assert took[0] < took[1]


def test_models_are_listed(begin: Begin) -> None:
    fake = begin(models=("one", "two"))
    assert [model["id"] for model in send(fake, "GET", "/v1/models").json["data"]] == ["one", "two"]
    assert send(fake, "GET", "/v1/models/two").json["id"] == "two"
    assert send(fake, "GET", "/v1/models/three").status == 404


def test_texts_that_share_words_have_vectors_that_are_near(begin: Begin) -> None:
    texts = ["the ferry leaves the harbour", "the ferry is in the harbour", "bread and butter for supper"]
    body = json.dumps({"model": MODEL, "input": texts}).encode()
    got = send(begin(), "POST", "/v1/embeddings", body).json
    one, near, far = (entry["embedding"] for entry in got["data"])
    assert len(one) == VECTOR_DIMENSIONS
    assert math.isclose(sum(x * x for x in one), 1.0, rel_tol=1e-6)
    assert _dot(one, near) > _dot(one, far) + 0.2
    assert got["usage"]["total_tokens"] > 0


def test_vectors_are_packed_on_request(begin: Begin) -> None:
    asked: dict[str, Any] = {"model": MODEL, "input": "a ferry", "dimensions": 8}
    fake = begin()
    plain = send(fake, "POST", "/v1/embeddings", json.dumps(asked).encode()).json["data"][0]["embedding"]
    packed = json.dumps({**asked, "encoding_format": "base64"}).encode()
    text = send(fake, "POST", "/v1/embeddings", packed).json["data"][0]["embedding"]
    assert struct.unpack("<8f", base64.b64decode(text)) == pytest.approx(plain)


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "user"}]}, "messages[0]"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"response_format": {"type": "yaml"}}, "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, "response_format.json_schema"),
        ({"response_format": formatted({**SCHEMA, "additionalProperties": True})}, "response_format"),
        ({"response_format": formatted({**SCHEMA, "required": ["place"]})}, "response_format"),
        (
            {
                "response_format": formatted(
                    {**SCHEMA, "properties": {**SCHEMA["properties"], "place": {"type": "string", "minLength": 1}}}
                )
            },
            "response_format",
        ),
    ],
)
def test_a_request_that_is_wrong_is_refused_as_the_vendor_does(
    fields: dict[str, Any], param: str, begin: Begin
) -> None:
    got = ask(begin(), **fields)
    assert got.status == 400
    assert got.json["error"]["type"] == "invalid_request_error"
    assert got.json["error"]["param"] == param
    assert got.json["error"]["message"]


def test_a_schema_that_is_not_strict_may_be_open(begin: Begin) -> None:
    assert ask(begin(), response_format=formatted({**SCHEMA, "additionalProperties": True}, strict=False)).status == 200


def test_a_model_it_does_not_have_and_a_key_it_does_not_take_are_refused(begin: Begin) -> None:
    fake = begin(key="right")
    assert ask(fake, key="wrong").status == 401
    assert ask(fake, key="wrong").json["error"]["code"] == "invalid_api_key"
    assert ask(fake, key="right").status == 200
    assert ask(fake, key="right", model="another").json["error"]["code"] == "model_not_found"
    assert "wrong" in ask(fake, key="wrong").json["error"]["message"], "some vendors quote the key"


def test_an_unknown_path_is_refused_in_the_same_shape(begin: Begin) -> None:
    got = send(begin(), "GET", "/v1/nothing")
    assert (got.status, got.json["error"]["type"]) == (404, "invalid_request_error")
    assert send(begin(), "POST", "/v1/chat/completions", b"{").status == 400


def test_the_same_port_can_be_reused_at_once(begin: Begin) -> None:
    from milkwood_fake import Fake

    first = begin(Strike(fault="hang"))
    first.stop()
    with Fake(port=first.port) as second:
        assert ask(second).status == 200


def _dot(one: list[float], other: list[float]) -> float:
    return sum(x * y for x, y in zip(one, other, strict=True))
