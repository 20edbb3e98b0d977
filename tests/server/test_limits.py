"""Bodies and heads of requests have bounds, against a real server."""

import asyncio
import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.types import Message

from milkwood.server import limits
from milkwood.server.access import Rights, new_token
from milkwood.server.limits import MAX_BODY_BYTES, MAX_FILE_BYTES, MAX_JSON_DEPTH, BodyLimits, is_deep
from tests.server.raw import ended
from tests.server.served import RUN, Served, lived, serving

OWN = "X-Milkwood: 1\r\nContent-Type: application/json\r\n"
PATIENCE = 10.0


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose limits of time are short; those of size are what they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MILKWOOD_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(limits, "BODY_SECONDS", 0.5)
        patch.setattr(limits, "LINGER_SECONDS", 1.0)
        static = tmp_path_factory.mktemp("static")
        (static / "index.html").write_text("<title>Milkwood</title>")
        with serving(static, Rights(view_only=True)) as opened:
            lived(opened.app_state, speed=1)
            yield opened


@contextmanager
def _raw(served: Served, sent: bytes | str = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE) as opened:
        opened.sendall(sent.encode() if isinstance(sent, str) else sent)
        yield opened


def _status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def _head(served: Served, more: str = "", method: str = "POST", path: str = f"/api/runs/{RUN}/ask") -> str:
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{OWN}{more}\r\n"


# --- bodies


def test_a_body_that_says_it_is_too_long_is_refused_before_it_is_read(served: Served) -> None:
    with _raw(served, _head(served, f"Content-Length: {MAX_BODY_BYTES + 1}\r\n")) as opened:
        assert _status(opened.recv(65536)) == 413


def test_a_long_body_of_unknown_length_is_refused_while_it_comes(served: Served) -> None:
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with _raw(served, _head(served, "Transfer-Encoding: chunked\r\n")) as opened:
        sent = 0
        try:
            while sent < 64 * MAX_BODY_BYTES:
                opened.sendall(piece)
                sent += 0x10000
        except (ConnectionResetError, BrokenPipeError):
            pass
        assert _status(opened.recv(65536)) == 413


def test_a_client_that_sends_all_first_reads_the_refusal_and_the_server_keeps_nothing(served: Served) -> None:
    answer = served.client.post(
        f"/api/runs/{RUN}/ask", content=b"x" * (20 * MAX_BODY_BYTES), headers={"x-milkwood": "1"}
    )
    assert answer.status_code == 413
    assert {"what", "remedy"} == set(answer.json())


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 400, "0x10", " "])
def test_a_length_that_is_none_is_refused(served: Served, length: str) -> None:
    with _raw(served, _head(served, f"Content-Length: {length}\r\n")) as opened:
        assert _status(opened.recv(65536)) in (400, 413, 422)


def test_a_body_within_the_bounds_is_read(served: Served) -> None:
    asked = {"person": "ivo_marsh", "question": "What are you doing?"}
    body = json.dumps(asked).encode() + b" " * (MAX_BODY_BYTES - 100)
    assert len(body) < MAX_BODY_BYTES
    headers = {"x-milkwood": "1", "content-type": "application/json"}
    assert served.client.post(f"/api/runs/{RUN}/ask", content=body, headers=headers).status_code == 200
    chunked = served.client.post(f"/api/runs/{RUN}/ask", content=iter([body[:10], body[10:]]), headers=headers)
    assert chunked.status_code == 200


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_json_that_is_nested_too_deeply_is_refused(served: Served, opening: str) -> None:
    answer = served.client.post(
        f"/api/runs/{RUN}/ask",
        content=opening * 100_000,
        headers={"x-milkwood": "1", "content-type": "application/json"},
    )
    assert answer.status_code == 422
    assert "deeply" in answer.json()["what"]


def test_depth_is_that_of_brackets_outside_of_texts() -> None:
    assert not is_deep(b"[" * MAX_JSON_DEPTH + b"]" * MAX_JSON_DEPTH)
    assert is_deep(b"[" * (MAX_JSON_DEPTH + 1))
    assert not is_deep(json.dumps(["[{" * 1000, '\\"[[[' * 1000]).encode())
    assert not is_deep(b"[]" * 1000)
    assert is_deep(b'"x\\\\"' + b"{" * (MAX_JSON_DEPTH + 1))


def test_a_route_that_takes_files_takes_more() -> None:
    async def sent(size: int, files: bool) -> int:
        heard: list[Message] = []

        async def app(scope: object, receive: Callable[[], object], send: Callable[[Message], object]) -> None:
            heard.append({"status": 200})

        async def receive() -> Message:
            return {"type": "http.request", "body": b"x" * size, "more_body": False}

        async def send(message: Message) -> None:
            heard.append(message)

        scope = {"type": "http", "headers": [(b"content-length", str(size).encode())], "query_string": b""}
        await BodyLimits(app, takes_files=lambda _scope: files)(scope, receive, send)
        return int(heard[0]["status"])

    assert asyncio.run(sent(MAX_BODY_BYTES + 1, files=True)) == 200
    assert asyncio.run(sent(MAX_BODY_BYTES + 1, files=False)) == 413
    assert asyncio.run(sent(MAX_FILE_BYTES + 1, files=True)) == 413


# --- heads


def test_headers_have_a_bound(served: Served) -> None:
    with _raw(served, _head(served, f"X-Long: {'x' * 40_000}\r\n", "GET", "/api/runs")) as opened:
        assert _status(opened.recv(65536)) == 431
    with _raw(served, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nX-Endless: ") as opened:
        try:
            for _ in range(200):
                opened.sendall(b"x" * 65536)
        except (ConnectionResetError, BrokenPipeError):
            return
        pytest.fail("a head without an end was read on and on")


# --- slow bodies


def test_a_body_that_drips_is_given_up_with_a_sentence(served: Served) -> None:
    with _raw(served, _head(served, "Content-Length: 1000\r\n")) as opened:
        opened.sendall(b"{")
        heard = ended(opened)
        assert _status(heard) == 408
        assert b"remedy" in heard


def test_a_refusal_is_heard_although_the_body_was_not_read(
    static: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    with serving(static, Rights(new_token())) as shut:
        connection = http.client.HTTPConnection("127.0.0.1", shut.port, timeout=PATIENCE)
        connection.request("POST", "/api/runs", body=b"x" * 5_000_000, headers={"X-Milkwood": "1"})
        answer = connection.getresponse()
        assert answer.status == 401
        assert answer.getheader("connection") == "close"
        connection.close()
