"""Ports, addresses and access; and `milkwood serve`."""

import base64
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from milkwood.chronicle.runs import path_for
from milkwood.cli import serve as command
from milkwood.cli import serving
from milkwood.errors import SetupError
from milkwood.server.access import Rights, new_token
from tests.cli.played import Played, opened
from tests.lived import live

__all__ = ["opened"]

TOKEN = "9hVx2QmT4cLk8RzW0bYn6JfD"
WORDS = ("lantern", "harbour", "violin", "copper", "orchard", "winter")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another process listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_taken_port_gives_the_next_free_one(taken: int) -> None:
    with serving.listen("127.0.0.1", taken) as listener:
        assert taken < listener.getsockname()[1] <= taken + serving.MAX_PORT_TRIES


def test_when_all_ports_are_taken_it_says_so(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_PORT_TRIES", 0)
    with pytest.raises(SetupError, match="all taken"):
        serving.listen("127.0.0.1", taken)


def test_a_host_that_is_not_ours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_about: object, **_more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(SetupError, match="not an address"):
        serving.listen("no such host", 0)


@pytest.mark.parametrize(
    ("host", "about", "url"),
    [
        ("127.0.0.1", {}, "http://127.0.0.1:8000/"),
        ("::1", {}, "http://[::1]:8000/"),
        ("::", {}, "http://127.0.0.1:8000/"),
        ("127.0.0.1", {"lang": "zh"}, "http://127.0.0.1:8000/?lang=zh"),
        ("127.0.0.1", {"run": "a b?", "token": "s&t"}, "http://127.0.0.1:8000/run/a%20b%3F?token=s%26t"),
    ],
)
def test_addresses_are_written_as_browsers_read_them(host: str, about: dict[str, str], url: str) -> None:
    assert serving.address(host, 8000, **about) == url


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "my-laptop"])
def test_only_this_machine_has_access_by_default(host: str) -> None:
    assert serving.rights_of("127.0.0.1", None, view_only=False) == Rights()
    assert serving.rights_of("localhost", None, view_only=False) == Rights()
    with pytest.raises(SetupError, match="everyone in your network"):
        serving.rights_of(host, None, view_only=False)
    assert serving.rights_of(host, TOKEN, view_only=False) == Rights(TOKEN)
    assert serving.rights_of(host, None, view_only=True) == Rights("", view_only=True)


@pytest.mark.parametrize(
    "weak",
    [
        "",
        "abc",
        "sesame-123",
        "three old lanterns",
        "Plum-Stone-Lantern-2024",
        "x" * 80,
        "abc" * 30,
        "1" * 20 + "2" * 20,
    ],
)
def test_a_token_that_can_be_guessed_is_refused_and_another_is_offered(weak: str) -> None:
    with pytest.raises(SetupError, match="can be guessed") as refused:
        serving.rights_of("0.0.0.0", weak, view_only=True)
    offered = str(refused.value.remedy).rpartition(" ")[2]
    assert serving.rights_of("0.0.0.0", offered, view_only=True) == Rights(offered, view_only=True)


def test_tokens_of_128_bits_and_more_are_taken_however_they_were_made() -> None:
    with pytest.raises(SetupError) as refused:
        serving.rights_of("0.0.0.0", None, view_only=False)
    offered = str(refused.value.remedy).rpartition(" ")[2]
    made = [secrets.token_hex(16), secrets.token_urlsafe(16), f"{secrets.randbits(130):040d}"]
    for token in (offered, *made, " ".join(secrets.choice(WORDS) + letter for letter in "abcdefghijklm")):
        assert serving.rights_of("0.0.0.0", token, view_only=False) == Rights(token)
    assert len({new_token() for _ in range(100)}) == 100
    assert len(base64.urlsafe_b64decode(new_token())) * 8 >= 128


def test_the_requested_town_comes_first_and_the_others_are_available() -> None:
    assert [pack.id for pack in serving.open_packs("gull_quay")] == ["gull_quay", "the_ville"]
    assert [pack.id for pack in serving.open_packs("the_ville")] == ["the_ville", "gull_quay"]


def test_a_browser_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serving._has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serving._has_screen()


def run(*line: str) -> Any:
    app = typer.Typer()
    app.command()(command.serve)
    return CliRunner().invoke(app, ["--port", "0", *line])


def test_serve_shows_all_runs_and_lives_none(opened: list[str]) -> None:
    path_for("x").parent.mkdir(parents=True)
    live(path_for("thursday"), 10)
    result = run()
    assert result.exit_code == 0, result.output
    assert f"1 run can be viewed at http://127.0.0.1:{Played.port}/\n" in result.output
    assert opened == [f"http://127.0.0.1:{Played.port}/"]
    assert Played.lived == []


def test_serve_refuses_unsupported_options(opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(run("--lang", "tlh").exception, SetupError)
    assert isinstance(run("--host", "0.0.0.0").exception, SetupError)
    monkeypatch.setattr(command, "STATIC", tmp_path / "none")
    assert isinstance(run().exception, SetupError)
