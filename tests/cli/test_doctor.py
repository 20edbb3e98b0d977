import json
import shutil
import socket
from collections import namedtuple
from pathlib import Path

import pytest

from milkwood import config
from milkwood.cli import doctor
from milkwood.errors import SetupError
from milkwood.providers.presets import presets
from milkwood.providers.sentences import Sentences
from milkwood_fake import Fake, FaultPlan, Strike
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]

KEY = "sk-0123456789-0123456789-wxyz"
Findings = dict[str, list[tuple[str, str, str]]]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's settings folder, without any key in the environment."""
    for variable in [*config.VARIABLES, *(key for one in presets().values() for key in one.keys)]:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "own").mkdir()
    return tmp_path / "own" / config.FILE


def found(run: Run, exit_code: int, *words: str) -> Findings:
    result = run("doctor", "--json", *words)
    assert result.exit_code == exit_code, result.output
    told = json.loads(result.stdout)
    assert told["well"] == (exit_code == 0)
    lines: Findings = {}
    for one in told["findings"]:
        lines.setdefault(one["about"], []).append((one["state"], one["what"], one["remedy"]))
    return lines


def configured(fake: Fake) -> str:
    """Settings with the user's own model, which has a key."""
    table = f'provider = "custom"\naddress = "{fake.address}"\nmodel = "fake-1"\nkey = "{KEY}"\n'
    return f'model = "x"\n[models.x]\n{table}'


def test_with_nothing_configured_everything_is_well_and_the_understudy_is_named(run: Run) -> None:
    lines = found(run, 0)
    assert set(lines) >= {"Python", "packages", "disk", "port", "embeddings", "settings", "model"}
    assert "understudy" in lines["model"][0][1]
    shown = run("doctor")
    assert shown.exit_code == 0
    assert "Everything is in order." in shown.stdout


def test_a_configured_model_is_reached_and_answers(own: Path, run: Run) -> None:
    with Fake(FaultPlan(key=KEY)) as fake:
        own.write_text(configured(fake))
        lines = found(run, 0)
        unasked = found(run, 0, "--no-ask")
        assert fake.done["answered"] == 1
    assert [state for state, _, _ in lines["model x"]] == ["ok", "ok"]
    assert "answered a question" in lines["model x"][1][1]
    assert len(unasked["model x"]) == 1
    assert KEY not in str(lines)


def test_a_long_name_is_kept_apart_from_what_is_said_of_it(own: Path, run: Run) -> None:
    with Fake(FaultPlan()) as fake:
        own.write_text(f'model = "{fake.address}#fake-1"\n')
        shown = run("doctor", "--no-ask").stdout
    assert f"model {fake.address}#fake-1  " in shown


def test_a_wrong_key_is_wrong_with_what_to_do(own: Path, run: Run) -> None:
    with Fake(FaultPlan(key="another")) as fake:
        own.write_text(configured(fake))
        lines = found(run, 1)
    ((state, what, remedy),) = lines["model x"]
    assert state == "wrong"
    assert remedy
    assert KEY not in what + remedy


def test_a_model_that_only_talks_is_wrong(own: Path, run: Run) -> None:
    with Fake(FaultPlan(strike=(Strike(fault="prose"),))) as fake:
        own.write_text(f'model = "{fake.address}#fake-1"\n')
        lines = found(run, 1)
    said = lines[f"model {fake.address}#fake-1"]
    assert said[-1][0] == "wrong"
    assert "milkwood exam" in said[-1][2]


@pytest.mark.parametrize(
    ("text", "about", "message"),
    [
        ("model = \n", "settings", "not TOML"),
        ('model = "openai/gpt-4o-mini"\n', "model openai/gpt-4o-mini", "needs a key"),
        ('model = "nobody"\n', "model", "no model called"),
        ('model = "none.gguf"\n', "model none.gguf", "no file"),
        ('model = "http://127.0.0.1:9/v1#x"\n', "model http://127.0.0.1:9/v1#x", ""),
    ],
)
def test_errors_in_settings_are_reported(text: str, about: str, message: str, own: Path, run: Run) -> None:
    own.write_text(text)
    ((state, what, remedy), *_) = found(run, 1)[about]
    assert state == "wrong"
    assert message in what
    assert remedy or about == "settings"


def test_keys_are_masked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    shown = run("doctor").stdout
    assert KEY not in shown
    assert "OPENAI_API_KEY: …wxyz" in shown


def test_a_full_disk_a_missing_package_and_broken_weights_are_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage(10, 10, 1_000_000))
    monkeypatch.setattr(doctor, "requires", lambda _name: ["fastapi>=1", "nowhere-to-be-had[x]>=1; python_version>'3'"])

    def broken(_self: Sentences, _text: str) -> None:
        raise SetupError("The weights are broken.", remedy="Reinstall them.")

    monkeypatch.setattr(Sentences, "vector", broken)
    lines = found(run, 1)
    assert "MILKWOOD_HOME" in lines["disk"][0][2]
    assert lines["packages"] == [("wrong", "Missing: nowhere-to-be-had.", "pip install nowhere-to-be-had")]
    assert lines["embeddings"] == [("wrong", "The weights are broken.", "Reinstall them.")]


def test_a_taken_port_is_only_a_note(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(doctor, "_DEFAULT_PORT", taken.getsockname()[1])
        assert found(run, 0)["port"][0][0] == "note"
