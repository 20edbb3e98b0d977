"""Every fault of the fake does what it says, and each is counted."""

import json
import socket
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

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


@pytest.mark.parametrize(
    ("fault", "piece"), [("endless", b" " * 9_999), ("endless_stream", b"data: "), ("continues", b"100 Continue")]
)
def test_what_never_ends_goes_on_until_the_client_leaves(fault: str, piece: bytes, begin: Begin) -> None:
    fake = begin(fault)
    body = b'{"model": "fake-1", "messages": [{"role": "user", "content": "Say yes."}]}'
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", fake.port), timeout=5.0) as client:
        client.sendall(head + body)
        got = b""
        while got.count(piece) < 20:
            more = client.recv(65_536)
            assert more, "it ended"
            got += more


@pytest.mark.parametrize(("fault", "least_bytes"), [("big", 10**7), ("bomb", 90_000), ("deep", 400_000)])
def test_what_is_too_large_is(fault: str, least_bytes: int, begin: Begin) -> None:
    assert len(ask(begin(fault)).body) >= least_bytes


@pytest.mark.parametrize("fault", ["garbage", "flood"])
def test_what_is_no_http_is_refused_by_the_client(fault: str, begin: Begin) -> None:
    with pytest.raises((HTTPException, OSError)):
        ask(begin(fault))


def test_a_redirect_leads_back_to_where_it_came_from(begin: Begin) -> None:
    got = ask(begin("redirect"))
    assert (got.status, got.headers["location"].endswith("/v1/chat/completions")) == (307, True)


def test_a_limit_may_come_as_if_it_were_an_answer_and_text_as_if_it_were_none(begin: Begin) -> None:
    inside = ask(begin("refused_inside"))
    assert (inside.status, inside.json["error"]["code"]) == (200, 429)
    with pytest.raises(UnicodeDecodeError):
        ask(begin("not_text")).body.decode()


def test_headers_of_a_refusal_are_sent_as_often_as_they_are_planned(begin: Begin) -> None:
    got = ask(begin(Strike(fault="rate", headers={"Retry-After": ("0", "nan"), "X-More": ("1",)})))
    assert (got.headers["retry-after"], got.headers["x-more"]) == ("0, nan", "1")


@pytest.mark.parametrize("fault", [fault for fault in COUNTS if fault not in ("no_usage", "usage_renamed")])
def test_every_lie_about_usage_leaves_the_answer_whole(fault: str, begin: Begin) -> None:
    body = ask(begin(fault)).body
    assert b"Yes." in body
    true = ask(begin()).body
    assert body != true
    assert (b"9" * 5_000 in body) is (fault == "usage_digits")


def test_usage_is_left_out_renamed_or_odd(begin: Begin) -> None:
    assert "usage" not in ask(begin("no_usage")).json
    assert set(ask(begin("usage_renamed")).json["usage"]) == {"input_tokens", "output_tokens"}
    assert ask(begin("usage_odd")).json["usage"]["total_tokens"] == -1
