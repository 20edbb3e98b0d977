"""Clients that are slow or never finish, against a real server whose time limits are short."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import httpx2
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from milkwood.cli.serving import config_of, listen
from milkwood.server import connections
from tests.server.raw import PATIENCE, ended

FLOOD = 50_000_000
"""Bytes: more than any system holds for a client that does not read."""
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)


@dataclass
class Flood:
    """An application that answers with more than a client may want to read."""

    port: int = 0
    ended: threading.Event = field(default_factory=threading.Event)
    """Set when a flood is over, however it ended."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if scope["type"] == "http":
            flooding = scope["path"] == "/flood"
            length = FLOOD if flooding else 2
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % length)]})
            if not flooding:
                await send({"type": "http.response.body", "body": b"ok"})
                return
        else:
            await send({"type": "websocket.accept"})
        try:
            for _ in range(FLOOD // 100_000):
                piece = b"x" * 100_000
                if scope["type"] == "http":
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                else:
                    await send({"type": "websocket.send", "bytes": piece})
            if scope["type"] == "http":
                await send({"type": "http.response.body", "body": b""})
        finally:
            self.ended.set()

    @contextmanager
    def open(self, sent: str, small: bool = False) -> Iterator[socket.socket]:
        """A connection on which something was sent; a small one holds little that is not read."""
        with socket.socket() as opened:
            if small:
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            opened.settimeout(PATIENCE)
            opened.connect(("127.0.0.1", self.port))
            opened.sendall(sent.encode())
            yield opened

    def get(self) -> int:
        return httpx2.get(f"http://127.0.0.1:{self.port}/", timeout=PATIENCE).status_code


@pytest.fixture(scope="module")
def flood() -> Iterator[Flood]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "REQUEST_SECONDS", 0.5)
        patch.setattr(connections, "STALL_SECONDS", 0.5)
        patch.setattr(connections, "CLOSING_SECONDS", 0.2)
        patch.setattr(connections, "WATCH_SECONDS", 0.1)
        app = Flood()
        listener = listen("127.0.0.1", 0)
        app.port = listener.getsockname()[1]
        server = uvicorn.Server(config_of(app))  # type: ignore[arg-type]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        yield app
        server.should_exit = True
        thread.join(PATIENCE)


def test_a_connection_without_a_whole_head_is_closed_also_when_it_drips(flood: Flood) -> None:
    with flood.open("") as silent, flood.open("GET / HTTP/1.1\r\nHost: ") as half, flood.open("GET / HT") as dripping:
        began = time.monotonic()
        try:
            while flood.get() == 200:
                assert time.monotonic() - began < PATIENCE
                dripping.sendall(b"x")
        except (ConnectionResetError, BrokenPipeError):
            pass
        assert ended(silent) == b""
        assert ended(half) == b""


def test_a_connection_that_was_used_and_then_begins_half_a_request_is_closed(flood: Flood) -> None:
    with flood.open("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo") as opened:
        assert ended(opened).endswith(b"ok")


@pytest.mark.parametrize("upgrade", ["", UPGRADE], ids=["http", "websocket"])
def test_a_client_that_does_not_read_is_cut_off(flood: Flood, upgrade: str) -> None:
    flood.ended.clear()
    with flood.open(f"GET /flood HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n", small=True) as opened:
        assert flood.ended.wait(PATIENCE)
        assert len(ended(opened)) < FLOOD // 2


@pytest.mark.parametrize("upgrade", ["", UPGRADE], ids=["http", "websocket"])
def test_a_client_that_reads_gets_everything(flood: Flood, upgrade: str) -> None:
    with flood.open(f"GET /flood HTTP/1.1\r\nHost: x\r\n{upgrade}Connection: close\r\n\r\n") as opened:
        heard = 0
        while heard < FLOOD:
            heard += len(opened.recv(1 << 20))


def test_many_half_open_connections_make_room_for_the_page(flood: Flood, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", PATIENCE)
    with ExitStack() as stack:
        opened = [
            stack.enter_context(flood.open("GET / HTTP/1.1\r\nHost: "))
            for _ in range(connections.MAX_WAITING_CONNECTIONS * 2)
        ]
        began = time.monotonic()
        assert flood.get() == 200
        assert time.monotonic() - began < PATIENCE / 2
        assert ended(opened[0]) == b"", "the oldest makes room"
        opened[-1].sendall(b"x\r\nConnection: close\r\n\r\n")
        assert ended(opened[-1]).endswith(b"ok"), "one that finishes its request is answered"


def test_there_are_only_so_many_websockets(flood: Flood, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_SOCKETS", 0)
    with flood.open(f"GET /flood HTTP/1.1\r\nHost: x\r\n{UPGRADE}\r\n") as opened:
        assert ended(opened) == b""
    assert flood.get() == 200
