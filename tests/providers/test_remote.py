"""Special cases: streams, native messages, prices, and what is sent to which vendor."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from milkwood.chronicle import Chronicle
from milkwood.chronicle.call_details import call_details
from milkwood.models.budget import Purse
from milkwood.models.completion import Completion, Failure
from milkwood.models.metering import Budgeted, Metered
from milkwood.models.port import Answer, Question
from milkwood.models.secret import Secret
from milkwood.providers.connect import connect
from milkwood.providers.openai_compatible import JsonObjectEnd
from milkwood.providers.presets import preset
from milkwood.providers.remote import Remote
from milkwood.questions.answering import Answering
from milkwood.questions.case import cases
from tests.chronicle.story import make_header
from tests.models.endpoints import PROMPT, call
from tests.providers.vendor import ANSWER, KEY, SCHEMA, Reply, Step, Vendor, ask, said, spec

USAGE = {"prompt_tokens": 100, "completion_tokens": 20}


def asked(name: str, folder: Path, *steps: Step, kind: str = "react", **given: Any) -> tuple[Any, Vendor, Remote]:
    """One question to a vendor with prepared replies."""

    async def asking() -> tuple[Any, Vendor, Remote]:
        async with Vendor(*steps) as vendor:
            endpoint = connect(spec(name, vendor.address, **given), folder)
            try:
                got: Any = await ask(endpoint, kind)
            except Failure as failure:
                got = failure
            await endpoint.close()
        return got, vendor, endpoint

    return asyncio.run(asking())


def piece(text: str | None = None, ended: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text, **more}, "finish_reason": ended}]}


def test_a_line_of_talk_is_streamed_from_a_local_server(tmp_path: Path) -> None:
    pieces = (*(piece(letter) for letter in ANSWER), piece(ended="stop"), {"choices": [], "usage": USAGE})
    got, vendor, _ = asked("ollama", tmp_path, Reply(events=pieces), kind="speak")
    assert vendor.asked[0].body["stream"] is True
    assert (got.text, got.cut_off) == (ANSWER, False)
    assert (got.usage.prompt_tokens, got.usage.answer_tokens) == (100, 20)


def test_a_model_that_keeps_writing_is_cut_off_after_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("milkwood.providers.remote._GRACE_SECONDS", 0.05)

    async def asking() -> Completion:
        reply = Reply(events=(piece(ANSWER), piece("\n\nKlaus: And you")), then="hang")
        async with Vendor(reply) as vendor:
            endpoint = connect(spec("llamacpp", vendor.address), tmp_path)
            got = await ask(endpoint, "speak")
            async with asyncio.timeout(10):
                await vendor.left.wait()
            await endpoint.close()
        return got

    got = asyncio.run(asking())
    assert got.text.startswith(ANSWER)
    assert got.usage is None


def test_remote_lines_are_not_streamed_because_the_price_comes_last(tmp_path: Path) -> None:
    for name in ("openai", "anthropic", "custom", "gpt4all"):
        _, vendor, _ = asked(name, tmp_path, said(preset(name)), kind="speak")
        assert "stream" not in vendor.asked[0].body


def test_a_server_that_does_not_stream_sends_the_whole(tmp_path: Path) -> None:
    got, _, _ = asked("ollama", tmp_path, said(preset("ollama")), kind="speak")
    assert (got.text, got.usage.answer_tokens) == (ANSWER, 20)


def test_a_stream_that_ends_in_an_error_or_breaks_is_a_failure(tmp_path: Path) -> None:
    events = (piece('{"say'), {"error": {"message": "out of memory", "code": 500}})
    failure, _, _ = asked("vllm", tmp_path, Reply(events=events), kind="speak")
    assert failure.category == "server"
    failure, _, _ = asked("vllm", tmp_path, Reply(events=(piece("{"),), then="hang"), kind="speak", timeout_seconds=0.3)
    assert failure.category == "timeout"


def test_thinking_in_a_stream_is_not_the_answer(tmp_path: Path) -> None:
    pieces = (
        piece(None, reasoning_content="I might say {"),
        piece("<think>Or {maybe} not"),
        piece("</think>"),
        piece(ANSWER),
        piece(ended="stop"),
        {"choices": [], "usage": USAGE},
    )
    got, _, _ = asked("sglang", tmp_path, Reply(events=pieces), kind="speak")
    assert got.text.endswith(ANSWER)
    assert got.usage is not None


@given(st.text(max_size=40), st.lists(st.integers(1, 9), max_size=60))
def test_the_end_of_an_object_is_heard_wherever_it_is_cut(words: str, lengths: list[int]) -> None:
    text = json.dumps({"say": words, "more": {"a": [words, {}]}}, ensure_ascii=False)
    whole, place = JsonObjectEnd(), 0
    for length in lengths:
        place += length
        assert whole.hears(text[place - length : place]) == (place >= len(text))
    assert whole.hears(text[place:])


def test_a_vendors_model_is_shown_a_schema_that_stays_the_same(tmp_path: Path) -> None:
    _, vendor, _ = asked("openai", tmp_path, said(preset("openai")))
    sent = vendor.asked[0].body["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["properties"] == {"say": {"type": "string"}, "place": {"type": "string"}}


def test_a_local_model_is_restricted_to_the_exact_choices(tmp_path: Path) -> None:
    for name in ("llamacpp", "custom"):
        _, vendor, _ = asked(name, tmp_path, said(preset(name)))
        assert vendor.asked[0].body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_claude_gets_cache_marks_and_a_schema(tmp_path: Path) -> None:
    _, vendor, _ = asked("anthropic", tmp_path, said(preset("anthropic")), temperature=1.5)
    (request,) = vendor.asked
    assert request.path == "/v1/messages"
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert [part["text"] for part in request.body["system"]] == [PROMPT.system, PROMPT.parts[0]]
    assert all(part["cache_control"] == {"type": "ephemeral"} for part in request.body["system"])
    assert request.body["output_config"]["format"]["type"] == "json_schema"
    assert request.body["temperature"] == 1.0


def test_a_claude_that_knows_no_schemas_hands_its_answer_to_a_tool(tmp_path: Path) -> None:
    refused = Reply({"error": {"type": "invalid_request_error", "message": "output_config: extra inputs"}}, 400)
    handed = {"content": [{"type": "tool_use", "name": "answer", "input": {"say": "早"}}], "stop_reason": "tool_use"}

    async def asking() -> tuple[Completion, dict[str, Any]]:
        async with Vendor(refused, Reply(handed)) as vendor:
            endpoint = connect(spec("anthropic", vendor.address), tmp_path)
            with pytest.raises(Failure, match="simpler"):
                await ask(endpoint)
            got = await ask(endpoint)
            await endpoint.close()
            return got, vendor.asked[1].body

    got, body = asyncio.run(asking())
    assert body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert json.loads(got.text) == {"say": "早"}


def test_a_call_costs_what_its_tokens_do(tmp_path: Path) -> None:
    got, _, endpoint = asked("openai", tmp_path, said(preset("openai")), model="gpt-4o-mini")
    assert got.usage.price == pytest.approx((40 * 0.15 + 60 * 0.075 + 20 * 0.6) / 1e6)
    assert endpoint.tariff.price(100, 20) >= got.usage.price


def test_the_charge_of_an_unknown_model_is_taken_from_the_endpoint(tmp_path: Path) -> None:
    reply = said(preset("openrouter"), usage={**USAGE, "cost": 0.0123})
    got, _, endpoint = asked("openrouter", tmp_path, reply, model="nobody/nonesuch")
    assert got.usage.price == 0.0123
    assert not endpoint.tariff.known


@pytest.mark.parametrize(
    ("message", "ended", "text"),
    [
        ({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "{}"}]}, "stop", "{}"),
        (
            {"content": None, "tool_calls": [{"function": {"name": "x", "arguments": '{"a":1}'}}]},
            "tool_calls",
            '{"a":1}',
        ),
        ({"content": "```json\n{}\n```", "reasoning_content": "long thoughts"}, "stop", "```json\n{}\n```"),
    ],
)
def test_the_words_are_found_wherever_a_message_has_them(
    message: dict[str, Any], ended: str, text: str, tmp_path: Path
) -> None:
    reply = Reply({"choices": [{"message": message, "finish_reason": ended}], "usage": USAGE})
    got, _, _ = asked("mistral", tmp_path, reply)
    assert (got.text, got.cut_off) == (text, False)


@pytest.mark.parametrize(
    ("body", "category"),
    [
        ({"choices": [{"message": {"content": None, "refusal": "I cannot"}, "finish_reason": "stop"}]}, "filter"),
        ({"choices": [{"message": {"content": "half"}, "finish_reason": "error", "error": {"code": 502}}]}, "server"),
        ({"choices": []}, "empty"),
        ({"choices": [None]}, "empty"),
        ({"error": {"message": "Rate limit exceeded", "code": 429}}, "rate"),
        ({}, "empty"),
        ([], "empty"),
    ],
)
def test_a_reply_without_an_answer_is_a_failure(body: Any, category: str, tmp_path: Path) -> None:
    failure, _, _ = asked("openrouter", tmp_path, Reply(body))
    assert isinstance(failure, Failure)
    assert failure.category == category


def test_a_thought_that_never_ended_makes_room_for_longer_ones(tmp_path: Path) -> None:
    got, _, endpoint = asked("ollama", tmp_path, said(preset("ollama"), "<think>Let me see", "length"))
    assert got.cut_off
    assert endpoint.tariff.thinking_tokens > 0


def test_a_server_that_fails_over_the_form_is_asked_in_a_plainer_one(tmp_path: Path) -> None:
    failure, _, endpoint = asked("llamacpp", tmp_path, Reply({"error": {"message": "failed to parse grammar"}}, 500))
    assert (failure.category, failure.retryable) == ("schema", True)
    assert endpoint.way.lean


def test_a_reseller_without_a_capable_vendor_is_asked_in_a_plainer_form(tmp_path: Path) -> None:
    words = "No endpoints found that can handle the requested parameters."
    failure, _, endpoint = asked("openrouter", tmp_path, Reply({"error": {"message": words, "code": 404}}, 404))
    assert (failure.category, failure.retryable) == ("schema", True)
    assert endpoint.way.means == "object"


def test_a_reply_without_end_is_not_read_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("milkwood.providers.transport.MAX_REPLY_BYTES", 1_000)
    failure, _, _ = asked("openai", tmp_path, said(preset("openai"), "x" * 2_000))
    assert (failure.category, failure.usage) == ("other", None)


def test_an_address_with_a_query_keeps_it(tmp_path: Path) -> None:
    async def asking() -> str:
        async with Vendor(said(preset("azure"))) as vendor:
            address = f"http://127.0.0.1:{vendor.port}/openai/deployments/mine?api-version=2024-10-21"
            endpoint = connect(spec("azure", address), tmp_path)
            await ask(endpoint)
            await endpoint.close()
            return vendor.asked[0].path

    assert asyncio.run(asking()) == "/openai/deployments/mine/chat/completions?api-version=2024-10-21"


def test_one_endpoint_serves_one_event_loop_after_another(tmp_path: Path) -> None:
    endpoint = None
    for _ in range(2):

        async def asking(known: Remote | None) -> Remote:
            async with Vendor(said(preset("openai"))) as vendor:
                found = known or connect(spec("openai", vendor.address), tmp_path)
                if known is None:
                    await ask(found)
                else:
                    with pytest.raises(Failure):  # the vendor has moved; the event loop is not the cause
                        await ask(found)
                await found.close()
                return found

        endpoint = asyncio.run(asking(endpoint))


# --- keys


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_a_reply_that_quotes_the_key_is_masked(name: str, tmp_path: Path) -> None:
    got, _, _ = asked(name, tmp_path, said(preset(name), f"You sent Bearer {KEY}."))
    assert got.text == "You sent Bearer …ghij."


def test_a_stream_and_an_address_are_masked_too(tmp_path: Path) -> None:
    pieces = (*(piece(letter) for letter in f"{KEY} at token/hunter2hunter2"), piece(ended="stop"), {"usage": USAGE})

    async def asking() -> Completion:
        async with Vendor(Reply(events=pieces)) as vendor:
            address = vendor.address.replace("/v1", "/token/hunter2hunter2/v1")
            endpoint = connect(spec("ollama", address, key=Secret(KEY)), tmp_path)
            got = await ask(endpoint, "speak")
            await endpoint.close()
            return got

    assert asyncio.run(asking()).text == "…ghij at token/…"


def test_a_key_that_an_endpoint_quotes_does_not_reach_the_file_of_a_run(tmp_path: Path) -> None:
    case = next(case for case in cases("react") if case.language == "en")
    question, path = Question(call(kind="react").question, case.ask), tmp_path / "monday.milkwood"

    class StandIn:
        async def answer(self, question: Question) -> Answer:
            return Answer({}, "understudy")

    async def asking(chronicle: Chronicle) -> None:
        async with Vendor(said(preset("openai"), f"Authorization: Bearer {KEY}")) as vendor:
            endpoint = connect(spec("openai", vendor.address), tmp_path)
            model = Answering(Budgeted(Metered(endpoint), Purse(chronicle)), StandIn())
            chronicle.keep_answer(question, await model.answer(question))
            await endpoint.close()

    with Chronicle.create(path, make_header()) as chronicle:
        asyncio.run(asking(chronicle))
        told = [call_details(chronicle, number) for number in (1, 2)]
    assert [details.reply for details in told] == ["Authorization: Bearer …ghij"] * 2
    assert [details.call.server for details in told] == [f"127.0.0.1:{told[0].call.server.rpartition(':')[2]}"] * 2
    assert KEY not in "".join(details.prompt for details in told)
    assert KEY.encode() not in path.read_bytes()
