import errno
import json
import os
import stat
import sys
from pathlib import Path

import pytest
import typer

from milkwood import config
from milkwood.cli import config as command
from milkwood.cli.toml import put
from milkwood.errors import SetupError
from milkwood.providers.nearby import Nearby
from milkwood.providers.presets import preset, presets
from tests.cli.conftest import Run

KEY = "sk-0123456789-0123456789-wxyz"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's settings folder, without any key in the environment."""
    for one in presets().values():
        for variable in one.keys:
            monkeypatch.delenv(variable, raising=False)
    for variable in config.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    return tmp_path / "own" / config.FILE


def test_show_says_every_value_with_its_source_and_no_key(own: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    own.parent.mkdir()
    own.write_text(f'model = "x"\n[models.x]\nprovider = "openai"\nmodel = "m"\nkey = "{KEY}"\n', "utf-8")
    monkeypatch.setenv("MILKWOOD_BUDGET", "3.00")
    monkeypatch.setenv("GROQ_API_KEY", KEY)
    shown, told = run("config", "show"), run("config", "show", "--json")
    assert shown.exit_code == told.exit_code == 0
    assert KEY not in shown.output + told.output
    assert "…wxyz" in shown.output
    assert "GROQ_API_KEY" in shown.output
    values = {one["name"]: one for one in json.loads(told.stdout)["settings"]}
    assert values["budget"] == {"name": "budget", "value": "3.00", "source": "environment", "where": "MILKWOOD_BUDGET"}
    assert values["models.x.model"]["source"] == "own_file"
    assert values["cache"]["source"] == "usual"


ADDRESS = "http://127.0.0.1:9/api-key/hunter2hunter2/v1?token=hunter2hunter2#m"


def _table(address: str) -> str:
    return f'[models.x]\nprovider = "custom"\nmodel = "m"\naddress = "{address}"\nfallback = ["{address}"]\n'


@pytest.mark.parametrize("address", [ADDRESS, "https://me:hunter2hunter2@127.0.0.1:9/v1"])
def test_what_is_secret_in_an_address_is_not_shown(
    own: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    own.parent.mkdir()
    own.write_text(_table(address), "utf-8")
    monkeypatch.setenv("MILKWOOD_MODEL", address)
    lines = [("config", "show"), ("config", "show", "--json"), ("models",), ("models", "--json")]
    lines += [("estimate", "gull_quay"), ("compare", "--model", address, "--out", str(tmp_path / "compared"))]
    for line in lines:
        told = run(*line)
        assert "hunter2" not in told.output, (line, told.output)
        assert "127.0.0.1" in told.output or line[0] == "estimate"


@pytest.mark.long
def test_nor_while_its_model_is_asked_nor_in_any_file(
    own: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    own.parent.mkdir()
    own.write_text(_table(ADDRESS), "utf-8")
    lived = ("run", "gull_quay", "--name", "a", "--ticks", "2", "--model", ADDRESS, "--on-limit", "stop")
    out = str(tmp_path / "out")
    assert run(*lived[:4], "--ticks", 1, "--model", "understudy").exit_code == 0
    for line in (
        lived,
        ("doctor", "--json"),
        ("exam", ADDRESS),
        ("bill", "a"),
        ("export", "a", out, "--format", "jsonl"),
    ):
        told = run(*line)
        assert "hunter2" not in told.output, (line, told.output)
        assert "Traceback" not in told.output
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path != own]
    assert (tmp_path / "home" / "runs" / "a.milkwood") in written
    assert [path for path in written if b"hunter2" in path.read_bytes()] == []


def test_init_with_options_asks_nothing_and_keeps_what_was_there(own: Path, run: Run) -> None:
    own.parent.mkdir()
    own.write_text("# mine\n[minds]\nembedding = false\n", "utf-8")
    words = ("config", "init", "--model", "openai/gpt-4o-mini", "--use-key", "OPENAI_API_KEY", "--budget", "2.00")
    assert run(*words).exit_code == 0
    assert run("config", "init", "--model", "ollama/qwen3:8b").exit_code == 0
    assert run("config", "init", "--use-key", "GROQ_API_KEY").exit_code == 0
    now = config.settings(environment={}).config
    assert (now.model, now.budget, now.minds.embedding) == ("ollama/qwen3:8b", "2.00", False)
    assert now.keys.allowed == ["OPENAI_API_KEY", "GROQ_API_KEY"]
    assert "# mine" in own.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--model", "opnai/x"), "no model called"),
        (("--budget", "lots"), "not a budget"),
        (("--use-key", "MY_KEY"), "No provider uses a key"),
        ((), "not a terminal"),
    ],
)
def test_init_writes_nothing_that_is_wrong(words: tuple[str, ...], message: str, own: Path, run: Run) -> None:
    result = run("config", "init", *words)
    assert result.exit_code == 2
    assert message in result.output
    assert not own.exists()


class _Terminal:
    """A server that answers."""

    def isatty(self) -> bool:
        return True


def _asked(monkeypatch: pytest.MonkeyPatch, answers: dict[str, object], servers: list[Nearby]) -> list[str]:
    """Let init ask; each question is answered by the first text that is part of it."""
    heard: list[str] = []

    def answer(question: str, **_options: object) -> object:
        heard.append(question)
        return next(said for part, said in answers.items() if part in question)

    async def nearby() -> list[Nearby]:
        return servers

    monkeypatch.setattr("milkwood.cli.config.nearby", nearby)
    monkeypatch.setattr(typer, "confirm", answer)
    monkeypatch.setattr(typer, "prompt", answer)
    monkeypatch.setattr(sys, "stdin", _Terminal())
    return heard


def test_init_offers_a_server_that_was_found(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Nearby(preset("ollama"), "http://127.0.0.1:11434/v1", ("qwen3:8b",))
    heard = _asked(monkeypatch, {"Ollama": True}, [server])
    command.init()
    assert config.settings(environment={}).config.model == "ollama/qwen3:8b"
    assert len(heard) == 1


def test_init_uses_a_key_of_the_environment_only_after_a_yes(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    heard = _asked(monkeypatch, {"OPENAI_API_KEY": False}, [])
    command.init()
    assert not own.exists()
    assert len(heard) == 1
    _asked(monkeypatch, {"OPENAI_API_KEY": True, "Which model": "gpt-4o-mini", "Budget": "1.00"}, [])
    command.init()
    now = config.settings(environment={}).config
    assert (now.model, now.budget, now.keys.allowed) == ("openai/gpt-4o-mini", "1.00", ["OPENAI_API_KEY"])
    assert KEY not in capsys.readouterr().out + own.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "section", "result"),
    [
        ("", "", "x = 1\n"),
        ("# a\n\n[b]\nc = 1\n", "", "# a\nx = 1\n\n[b]\nc = 1\n"),
        ("x = 2 # old\ny = 3\n", "", "x = 1\ny = 3\n"),
        ("[b]\nc = 1\n", "b", "[b]\nc = 1\nx = 1\n"),
        ("[b]\nx = 5\n[d]\nx = 6\n", "b", "[b]\nx = 1\n[d]\nx = 6\n"),
        ("y = 3\n", "b", "y = 3\n\n[b]\nx = 1\n"),
    ],
)
def test_a_value_is_put_where_it_belongs(text: str, section: str, result: str) -> None:
    assert put(text, section, "x", 1) == result


def test_a_value_over_several_lines_is_left_to_the_user() -> None:
    with pytest.raises(SetupError, match="x = 1"):
        put("x = [\n  1,\n]\n", "", "x", 1)


@pytest.mark.skipif(os.name != "posix", reason="Rights of files are another matter elsewhere.")
def test_settings_that_only_their_owner_may_read_and_a_link_to_them_stay_so(own: Path, run: Run) -> None:
    real = own.parent.with_name("dotfiles.toml")
    real.write_text(f'[models.x]\nprovider = "openai"\nmodel = "m"\nkey = "{KEY}"\n', "utf-8")
    real.chmod(0o600)
    own.parent.mkdir()
    own.symlink_to(real)
    assert run("config", "init", "--budget", "2.00").exit_code == 0
    assert own.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert config.settings(environment={}).config.budget == "2.00"


def test_settings_that_cannot_be_written_whole_stay_as_they_were(
    own: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.parent.mkdir()
    own.write_text("# mine\ncache = true\n", "utf-8")

    def full(path: Path, text: str, *_: object, **__: object) -> None:
        path.write_bytes(text[:3].encode())
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    result = run("config", "init", "--budget", "2.00")
    assert (result.exit_code, "No space left on device" in result.output) == (2, True)
    assert own.read_text("utf-8") == "# mine\ncache = true\n"
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_a_folder_in_place_of_the_settings_is_reported(own: Path, run: Run) -> None:
    own.mkdir(parents=True)
    result = run("config", "init", "--budget", "2.00")
    assert (result.exit_code, "cannot be read" in result.output) == (2, True)
