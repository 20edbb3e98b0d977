"""Every fault of the fake does what it says, and each is counted."""

import json
import socket
from http.client import IncompleteRead, RemoteDisconnected

import pytest

from milkwood_fake import Strike
from milkwood_fake.faults import BEHIND_A_GATEWAY, COUNTS, FORMATS, REFUSALS, SENTENCES, TEXTS, WAYS
from tests.fake.conftest import Begin, ask
from tests.fake.test_server import SCHEMA, formatted


def test_every_fault_is_of_one_sort() -> None:
    sorts = [set(REFUSALS), set(WAYS), set(TEXTS), set(COUNTS)]
    assert sum(map(len, sorts)) == len(SENTENCES) == len(set().union(*sorts))


@pytest.mark.parametrize("fault", REFUSALS)
def test_a_refusal_has_its_status_and_the_vendors_shape(fault: str, begin: Begin) -> None:
    fake = begin(fault)
    got = ask(fake, response_format=formatted(SCHEMA))
    assert got.status == REFUSALS[fault].status
    if fault in BEHIND_A_GATEWAY:
        assert got.headers["content-type"].startswith("text/html")
    else:
        assert set(got.json["error"]) == {"message", "type", "param", "code"}
    assert fake.done == {fault: 1}


@pytest.mark.parametrize("fault", FORMATS)
def test_a_format_is_refused_only_when_requested(fault: str, begin: Begin) -> None:
    fake = begin(fault)
    assert ask(fake).status == 200
    as_json = ask(fake, "Say yes, as JSON.", response_format={"type": "json_object"}).status
    assert as_json == (200 if fault == "no_schema" else 400)


def test_retry_after_is_sent_when_planned(begin: Begin) -> None:
    headers = ask(begin(Strike(fault="rate", retry_after_seconds=1.5))).headers
    assert (headers["retry-after"], headers["retry-after-ms"]) == ("2", "1500")
    assert "retry-after" not in ask(begin("rate")).headers


def test_a_fake_that_hangs_says_nothing(begin: Begin) -> None:
    with pytest.raises(socket.timeout):
        ask(begin("hang"), timeout=0.1)


def test_a_fake_that_hangs_for_a_while_answers_then(begin: Begin) -> None:
    assert ask(begin(Strike(fault="hang", seconds=0.01))).status == 200


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_drips_is_whole_in_the_end(stream: bool, begin: Begin) -> None:
    dripped = ask(begin(Strike(fault="drip", seconds=0.05)), stream=stream)
    assert dripped.body.count(b"Yes.") == 1


@pytest.mark.parametrize("stream", [False, True])
def test_a_reset_comes_in_the_middle(stream: bool, begin: Begin) -> None:
    with pytest.raises((ConnectionResetError, IncompleteRead)):
        ask(begin("reset"), stream=stream)


def test_a_closed_connection_says_nothing_at_all(begin: Begin) -> None:
    with pytest.raises((RemoteDisconnected, ConnectionResetError)):
        ask(begin("closed"))


def test_a_broken_body_is_no_json_and_a_page_is_html(begin: Begin) -> None:
    with pytest.raises(ValueError, match=r".+"):
        json.loads(ask(begin("broken")).body)
    got = ask(begin("html"))
    assert (got.status, got.headers["content-type"].split(";")[0]) == (200, "text/html")


@pytest.mark.parametrize("fault", ["cut", "cut_off", "prose", "empty", "thinking", "fenced", "huge"])
def test_texts_are_no_json_by_themselves(fault: str, begin: Begin) -> None:
    got = ask(begin(fault), response_format=formatted(SCHEMA))
    with pytest.raises(ValueError, match=r".+"):
        json.loads(got.text)


def test_texts_are_damaged_each_in_its_way(begin: Begin) -> None:
    def got(fault: str) -> dict[str, object]:
        choice = ask(begin(fault), response_format=formatted(SCHEMA)).json["choices"][0]
        return {**choice["message"], "finish": choice["finish_reason"]}

    assert len(str(got("huge")["content"])) >= 100_000
    assert (got("cut")["finish"], got("cut_off")["finish"]) == ("stop", "length")
    assert got("null")["content"] is None
    assert (got("filter")["finish"], got("filter")["content"]) == ("content_filter", "")
    assert got("refusal")["refusal"]
    assert "</think>" in str(got("thinking")["content"])
    assert "```json" in str(got("fenced")["content"])


def test_usage_is_left_out_renamed_or_odd(begin: Begin) -> None:
    assert "usage" not in ask(begin("no_usage")).json
    assert set(ask(begin("usage_renamed")).json["usage"]) == {"input_tokens", "output_tokens"}
    assert ask(begin("usage_odd")).json["usage"]["total_tokens"] == -1
