"""A fake server and a fake browser, for commands that open the page."""

import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI

from milkwood.cli import serve, serving, up
from milkwood.server.live.app_state import AppState


class Played:
    """Replaces uvicorn: records what it was asked to serve and ends at once."""

    served: FastAPI
    port: int
    lived: list[str]

    def __init__(self, config: Any) -> None:
        Played.served = config.app

    def run(self, sockets: list[socket.socket]) -> None:
        Played.port = sockets[0].getsockname()[1]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The addresses that a browser was sent to; runs are kept in a separate home folder."""
    addresses: list[str] = []
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").touch()
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    close = AppState.close

    def closing(app_state: AppState) -> None:
        Played.lived = app_state.threads.names() or Played.lived
        close(app_state)

    Played.lived = []
    monkeypatch.setattr(AppState, "close", closing)
    for command in (up, serve):
        monkeypatch.setattr(command, "STATIC", static)
    monkeypatch.setattr(uvicorn, "Server", Played)
    monkeypatch.setattr(serving, "_own_address", lambda: "192.168.1.7")
    for command in (up, serve):
        monkeypatch.setattr(command, "show", lambda url, browser: addresses.append(url) if browser else None)
    return addresses
