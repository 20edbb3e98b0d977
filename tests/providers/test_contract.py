"""The contract of every preset, each tested with a vendor on this machine."""

import asyncio
import json
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from milkwood.errors import SetupError
from milkwood.models import network
from milkwood.models.completion import RETRYABLE, Completion, Failure
from milkwood.models.port import Usage
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.providers.connect import connect
from milkwood.providers.presets import preset, presets
from milkwood.providers.remote import Remote
from tests.models.endpoints import PROMPT, call
from tests.providers.vendor import ANSWER, KEY, SCHEMA, Reply, Step, Vendor, ask, said, spec

LESSON = ("schema", True, Usage())
every_preset = pytest.mark.parametrize("name", presets())


def told(
    name: str, folder: Path, *steps: Step, kind: str = "react", tries: int = 1, **given: object
) -> tuple[list[Completion | Failure], Vendor, Remote]:
    """The result of asking a vendor with prepared replies, and the requests it got."""

    async def asking() -> tuple[list[Completion | Failure], Vendor, Remote]:
        got: list[Completion | Failure] = []
        async with Vendor(*steps) as vendor:
            endpoint = connect(spec(name, vendor.address, **given), folder)
            for _ in range(tries):
                try:
                    got.append(await ask(endpoint, kind))
                except Failure as failure:
                    got.append(failure)
            await endpoint.close()
        return got, vendor, endpoint

    return asyncio.run(asking())


@every_preset
def test_an_answer_comes_with_its_cost(name: str, tmp_path: Path) -> None:
    (got,), _, endpoint = told(name, tmp_path, said(preset(name)))
    assert isinstance(got, Completion)
    assert got.text == ANSWER
    assert not got.cut_off
    assert got.usage is not None
    assert (got.usage.prompt_tokens, got.usage.answer_tokens, got.cached_tokens) == (100, 20, 60)
    assert got.usage.seconds > 0
    assert endpoint.name == f"{name}/some-model"


@every_preset
def test_a_request_has_the_rules_first_and_the_limit_in_the_vendors_words(name: str, tmp_path: Path) -> None:
    _, vendor, _ = told(name, tmp_path, said(preset(name)), temperature=0.5)
    (asked,) = vendor.asked
    body = json.dumps(asked.body)
    assert asked.body["model"] == "some-model"
    assert asked.body["temperature"] == 0.5
    assert asked.body[preset(name).limit] == 300
    assert body.index(PROMPT.system) < body.index(PROMPT.parts[0]) < body.index(PROMPT.user)


@every_preset
def test_a_model_may_never_write_more_than_the_user_set(name: str, tmp_path: Path) -> None:
    _, vendor, _ = told(name, tmp_path, said(preset(name)), most_tokens=50)
    assert vendor.asked[0].body[preset(name).limit] == 50


@every_preset
def test_the_key_is_in_its_header_and_nowhere_else(name: str, tmp_path: Path) -> None:
    (_, failed), vendor, endpoint = told(name, tmp_path, said(preset(name)), Reply({}, 401), tries=2, key=Secret(KEY))
    asked = vendor.asked[0]
    held = [header for header, value in asked.headers.items() if KEY in value]
    one = preset(name)
    usual = {"x-api-key"} if one.protocol == "messages" else {"Authorization"}
    assert set(held) == usual | ({one.key_header} if one.key_header else set())
    assert KEY not in asked.path
    assert KEY not in json.dumps(asked.body)
    assert KEY not in f"{endpoint.name}{failed}{failed!r}{endpoint!r}"


@every_preset
def test_without_a_key_none_is_sent_or_the_user_is_told_where_to_get_one(name: str, tmp_path: Path) -> None:
    one = preset(name)
    if one.key_needed:
        with pytest.raises(SetupError, match=one.keys[0]):
            connect(Spec("fast", name, "some-model", address="http://127.0.0.1:1"))
        return
    _, vendor, _ = told(name, tmp_path, said(one))
    assert not {"authorization", "x-api-key"} & {header.lower() for header in vendor.asked[0].headers}


@every_preset
def test_a_preferred_mode_is_asked_in_and_told_with_the_answer(name: str, tmp_path: Path) -> None:
    one = preset(name)
    for mode in one.means:
        [got], vendor, _ = told(name, tmp_path, said(one), json_mode=mode)
        assert isinstance(got, Completion)
        assert got.json_mode == mode
        asked = {"response_format", "output_config", "tools"} & vendor.asked[0].body.keys()
        assert bool(asked) == (mode != "plain")
    unknown = next(mode for mode in ("grammar", "tool", "schema") if mode not in one.means)
    with pytest.raises(SetupError, match=f"no JSON mode “{unknown}”.*There are: {', '.join(one.means)}"):
        connect(spec(name, "http://127.0.0.1:1", json_mode=unknown))


@every_preset
@pytest.mark.parametrize("words", ["'response_format' is not supported", "This json_schema cannot be used."])
def test_a_form_that_is_refused_gives_way_to_a_plainer_one_which_is_remembered(
    name: str, words: str, tmp_path: Path
) -> None:
    one = preset(name)

    def takes_no_form(body: dict[str, object]) -> Reply:
        if {"response_format", "output_config", "tools"} & body.keys():
            return Reply({"error": {"message": words}}, 400)
        return said(one)

    async def asking() -> list[int]:
        times = []
        async with Vendor(takes_no_form) as vendor:
            for _ in range(2):  # as in two runs
                endpoint = connect(spec(name, vendor.address), tmp_path)
                before = len(vendor.asked)
                got = await until_answered(endpoint)
                assert {(failure.category, failure.retryable, failure.usage) for failure in got} <= {LESSON}
                times.append(len(vendor.asked) - before)
                await endpoint.close()
        return times

    steps = len(one.means) + (one.means[0] == "schema" and not one.lean)
    assert asyncio.run(asking()) == [min(2, len(one.means)) if "not supported" in words else steps, 1]


@every_preset
def test_an_answer_that_ran_into_its_limit_is_marked(name: str, tmp_path: Path) -> None:
    (got,), _, _ = told(name, tmp_path, said(preset(name), '{"say": "Good', "length"))
    assert isinstance(got, Completion)
    assert (got.text, got.cut_off) == ('{"say": "Good', True)


@every_preset
def test_a_model_that_was_cut_off_before_it_said_anything_gets_room_to_think(name: str, tmp_path: Path) -> None:
    (got,), _, endpoint = told(name, tmp_path, said(preset(name), "", "length"))
    assert isinstance(got, Completion)
    assert (got.text, got.cut_off) == ("", True)
    assert endpoint.tariff.thinking_tokens > 0


@every_preset
def test_empty_answers_and_refusals_are_failures_with_their_cost(name: str, tmp_path: Path) -> None:
    replies = said(preset(name), ""), said(preset(name), "", "content_filter")
    got, _, _ = told(name, tmp_path, *replies, tries=2)
    assert [failure.category for failure in got if isinstance(failure, Failure)] == ["empty", "filter"]
    assert all(isinstance(failure, Failure) and failure.usage is not None for failure in got)


@every_preset
@pytest.mark.parametrize(
    ("status", "category"),
    [
        (401, "auth"),
        (402, "payment"),
        (403, "forbidden"),
        (404, "missing"),
        (408, "timeout"),
        (409, "conflict"),
        (413, "too_large"),
        (429, "rate"),
        (500, "server"),
        (503, "server"),
        (529, "server"),
    ],
)
def test_a_status_becomes_one_word_and_a_remedy(name: str, status: int, category: str, tmp_path: Path) -> None:
    text = f"Incorrect key {KEY}; the model said: I am the lighthouse keeper."
    (failure,), _, _ = told(name, tmp_path, Reply({"error": {"message": text}}, status, {"Retry-After": "7"}))
    assert isinstance(failure, Failure)
    assert failure.category == category
    assert failure.retryable == (category in RETRYABLE)
    assert failure.remedy
    assert failure.where == "127.0.0.1"
    assert "lighthouse" not in str(failure)
    assert KEY not in str(failure)
    assert failure.retry_after_seconds == (7.0 if failure.retryable else None)
    assert failure.usage == (None if category in ("server", "timeout") else Usage())


@every_preset
def test_a_reply_that_is_not_json_is_not_an_answer(name: str, tmp_path: Path) -> None:
    page = Reply(b"<html>Welcome</html>", content_type="text/html")
    (failure,), _, _ = told(name, tmp_path, page)
    assert isinstance(failure, Failure)
    assert failure.category == "content_type"


@every_preset
def test_an_answer_under_a_wrong_name_of_its_type_is_an_answer(name: str, tmp_path: Path) -> None:
    reply = said(preset(name))
    (got,), _, _ = told(name, tmp_path, Reply(reply.body, content_type="text/plain"))
    assert isinstance(got, Completion)


@every_preset
def test_a_connection_that_breaks_or_hangs_is_a_failure_of_unknown_price(name: str, tmp_path: Path) -> None:
    broke, _, _ = told(name, tmp_path, Reply(b'{"choices": [', then="reset"))
    hung, _, _ = told(name, tmp_path, Reply(then="hang"), timeout_seconds=0.3)
    got = broke + hung
    assert [failure.category for failure in got if isinstance(failure, Failure)] == ["connection", "timeout"]
    assert all(isinstance(failure, Failure) and failure.usage is None and failure.retryable for failure in got)


@every_preset
def test_without_a_listening_server_nothing_is_charged(name: str, tmp_path: Path) -> None:
    async def asking() -> None:
        with socket.socket() as deaf:
            deaf.bind(("127.0.0.1", 0))  # no other process may start to listen there
            endpoint = connect(spec(name, f"http://127.0.0.1:{deaf.getsockname()[1]}/v1"), tmp_path)
            with pytest.raises(Failure) as caught:
                await ask(endpoint)
            await endpoint.close()
        assert (caught.value.category, caught.value.usage) == ("connection", Usage())
        assert (preset(name).start or "Start the server") in str(caught.value)

    asyncio.run(asking())


@every_preset
def test_with_the_network_off_nothing_leaves_this_machine(name: str, tmp_path: Path) -> None:
    async def asking() -> None:
        endpoint = connect(spec(name, "https://vendor.example/v1"), tmp_path)
        with pytest.raises(Failure) as caught:
            await ask(endpoint)
        await endpoint.close()
        assert caught.value.category == "network_off"

    with_network_off(asking)


@every_preset
def test_usage_under_unknown_names_is_unknown(name: str, tmp_path: Path) -> None:
    (got,), _, _ = told(name, tmp_path, said(preset(name), usage={"tokens_in": 5, "tokens_out": 7}))
    assert isinstance(got, Completion)
    assert got.usage is None


@every_preset
def test_an_endpoint_lists_its_models(name: str, tmp_path: Path) -> None:
    async def asking() -> tuple[str, ...]:
        listed = Reply({"object": "list", "data": [{"id": "models/one"}, {"id": "two"}]})
        async with Vendor(listed) as vendor:
            endpoint = connect(spec(name, vendor.address), tmp_path)
            models = await endpoint.models()
            await endpoint.close()
            assert vendor.asked[0].path == "/v1/models"
        return models

    assert asyncio.run(asking()) == ("one", "two")


@every_preset
def test_an_answer_of_a_hundred_thousand_letters_comes_whole(name: str, tmp_path: Path) -> None:
    (got,), _, _ = told(name, tmp_path, said(preset(name), "x" * 100_000))
    assert isinstance(got, Completion)
    assert len(got.text) == 100_000


@every_preset
def test_two_hundred_calls_at_once_all_get_their_own_answer(name: str, tmp_path: Path) -> None:
    one = preset(name)

    def echo(body: dict[str, object]) -> Reply:
        return said(one, str(body[one.limit]))

    async def asking() -> list[str]:
        async with Vendor(echo) as vendor:
            endpoint = connect(spec(name, vendor.address), tmp_path)
            calls = (endpoint.complete(PROMPT, SCHEMA, number, call(n=number)) for number in range(1, 201))
            completions = await asyncio.gather(*calls)
            await endpoint.close()
        return [completion.text for completion in completions]

    assert asyncio.run(asking()) == [str(number) for number in range(1, 201)]


async def until_answered(endpoint: Remote) -> list[Failure]:
    """Ask as often as necessary; the replies meanwhile."""
    failures: list[Failure] = []
    while True:
        try:
            assert (await ask(endpoint)).text == ANSWER
        except Failure as failure:
            failures.append(failure)
        else:
            return failures


def with_network_off(asking: Callable[[], Coroutine[Any, Any, None]]) -> None:
    assert network.is_off(), "it is for all tests"
    asyncio.run(asking())
