import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import uvicorn
from fastapi import FastAPI
from typer.testing import CliRunner

from milkwood.cli import up as command
from milkwood.errors import SetupError


class Played:
    """Stands for uvicorn: notes what it was to serve and ends at once."""

    served: FastAPI
    port: int

    def __init__(self, config: Any) -> None:
        Played.served = config.app

    def run(self, sockets: list[socket.socket]) -> None:
        Played.port = sockets[0].getsockname()[1]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The addresses that a browser was sent to."""
    addresses: list[str] = []
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(command, "STATIC", tmp_path)
    monkeypatch.setattr(uvicorn, "Server", Played)
    monkeypatch.setattr(command, "_has_screen", lambda: True)
    monkeypatch.setattr(command.webbrowser, "open", addresses.append)
    monkeypatch.setattr(command.threading, "Thread", Now)
    return addresses


class Now:
    """A thread that does its work at once."""

    def __init__(self, target: Any, args: Any, daemon: bool) -> None:
        self.start = lambda: target(*args)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def run(*line: str) -> Any:
    app = typer.Typer()
    app.command()(command.up)
    return CliRunner().invoke(app, [*line])


def test_it_says_where_the_town_is_and_opens_the_browser_there(opened: list[str]) -> None:
    result = run("gull_quay", "--port", "0")
    assert result.exit_code == 0, result.output
    url = f"http://127.0.0.1:{Played.port}/"
    assert f"Gull Quay is at {url}" in result.output
    assert opened == [url]


def test_it_opens_no_browser_when_told_not_to(opened: list[str]) -> None:
    assert run("gull_quay", "--port", "0", "--no-open").exit_code == 0
    assert opened == []


def test_a_language_that_was_asked_for_is_in_the_address(opened: list[str]) -> None:
    assert run("gull_quay", "--port", "0", "--lang", "zh").exit_code == 0
    assert opened[0].endswith("/?lang=zh")


def test_a_language_that_the_town_does_not_speak_is_refused(opened: list[str]) -> None:
    error = run("gull_quay", "--port", "0", "--lang", "tlh").exception
    assert isinstance(error, SetupError)
    assert "en, zh" in error.remedy


def test_a_page_that_was_not_built_is_explained_before_anything_else(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "STATIC", tmp_path / "none")
    error = run("no_such_town").exception
    assert isinstance(error, SetupError)
    assert "make web" in error.remedy


def test_a_town_nobody_knows_is_refused_by_name(opened: list[str]) -> None:
    error = run("gul_quay").exception
    assert isinstance(error, SetupError)
    assert "gull_quay" in error.remedy


def test_the_town_asked_for_comes_first_and_the_others_can_be_gone_to(opened: list[str]) -> None:
    assert [pack.id for pack in command.open_packs("gull_quay")] == ["gull_quay", "the_ville"]
    assert [pack.id for pack in command.open_packs("the_ville")] == ["the_ville", "gull_quay"]


def test_another_name_of_a_scenario_opens_its_town_with_its_cast(opened: list[str]) -> None:
    pack = command.open_packs("base_the_ville_isabella_maria_klaus")[0]
    assert set(pack.people) == {"isabella_rodriguez", "maria_lopez", "klaus_mueller"}


def test_a_taken_port_gives_the_next_free_one(taken: int) -> None:
    with command.listen("127.0.0.1", taken) as listener:
        assert taken < listener.getsockname()[1] <= taken + command.TRIES


def test_when_all_ports_are_taken_it_says_so(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "TRIES", 0)
    with pytest.raises(SetupError, match="all taken"):
        command.listen("127.0.0.1", taken)


def test_a_host_that_is_not_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_about: object, **_more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(SetupError, match="not an address"):
        command.listen("no such host", 0)


def test_a_town_shown_to_the_network_says_so(opened: list[str]) -> None:
    result = run("gull_quay", "--port", "0", "--host", "0.0.0.0")
    assert "Everyone in your network" in result.output
    assert opened == [f"http://127.0.0.1:{Played.port}/"]


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1:8000/"), ("::1", "http://[::1]:8000/"), ("::", "http://127.0.0.1:8000/")],
)
def test_addresses_are_written_as_browsers_read_them(host: str, url: str) -> None:
    assert command.address(host, 8000, None) == url
