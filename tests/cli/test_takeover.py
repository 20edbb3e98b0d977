"""`milkwood doctor --from`: settings taken over, keys kept apart."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from milkwood import config
from milkwood.cli import environment
from milkwood.models.secret import Secret
from milkwood.run import model_specs
from tests.bridge.test_settings import KEY, ORIGINAL
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's settings folder."""
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "utils.py").write_text(ORIGINAL, encoding="utf-8")
    return tmp_path / "own" / config.FILE


def test_models_go_to_the_settings_and_keys_to_the_environment_file(run: Run, own: Path, tmp_path: Path) -> None:
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert result.exit_code == 0, result.output
    settings = config.settings()
    assert settings.config.model == "fast"
    assert settings.config.models["fast"].provider == "openai"
    assert KEY not in own.read_text()
    kept = own.with_name("environment")
    assert environment.read(kept) == {"OPENAI_API_KEY": KEY}
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert KEY not in result.output
    assert "…1234" in result.output
    spec = model_specs.spec_for("fast", settings, environment.read(kept))
    assert spec.key == Secret(KEY)


def test_the_same_again_changes_nothing(run: Run, own: Path, tmp_path: Path) -> None:
    run("doctor", "--from", tmp_path / "utils.py")
    before = own.read_bytes(), own.with_name("environment").read_bytes()
    again = run("doctor", "--from", tmp_path / "utils.py")
    assert again.exit_code == 0
    assert (own.read_bytes(), own.with_name("environment").read_bytes()) == before


def test_existing_settings_stay_and_are_reported(run: Run, own: Path, tmp_path: Path) -> None:
    own.parent.mkdir()
    mine = 'model = "understudy" # mine\n\n[models.fast]\nprovider = "ollama"\nmodel = "qwen3:8b"'
    own.write_text(mine)
    own.with_name("environment").write_text("# mine\nOPENAI_API_KEY=another-key")
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert result.exit_code == 0, result.output
    assert own.read_text() == mine
    assert environment.read(own.with_name("environment")) == {"OPENAI_API_KEY": "another-key"}
    for note in ("another [models.fast]", "OPENAI_API_KEY has another key", "“understudy” answers"):
        assert note in result.output


def test_it_is_told_as_json_without_the_key(run: Run, tmp_path: Path) -> None:
    result = run("doctor", "--from", tmp_path / "utils.py", "--json")
    told = json.loads(result.stdout)
    assert told["models"]["fast"]["model"] == "gpt-3.5-turbo"
    assert told["keys"] == {"OPENAI_API_KEY": "…1234"}
    assert KEY not in result.output


def test_the_affordable_forks_switches_are_parts_of_minds(run: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text(
        "use_policy = False\nuse_relationship = True\nopenai_api_key = 'sk-abcdef1234'\n"
    )
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert config.settings().config.minds.off == ["routines"]
    assert "use_policy              [minds] off = routines" in result.output
    assert "use_relationship        impressions stay on, as usual" in result.output
    (tmp_path / "utils.py").write_text("use_policy = 'False'\nuse_relationship = 0\n")
    again = run("doctor", "--from", tmp_path / "utils.py")
    assert "another [minds] off" in again.output
    assert config.settings().config.minds.off == ["routines"]
    own.unlink()
    run("doctor", "--from", tmp_path / "utils.py")
    assert config.settings().config.minds.off == ["routines", "impressions"]


def test_a_switch_that_only_running_the_file_could_tell_is_left_out(run: Run, own: Path, tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("use_policy = len('x') > 0\nuse_relationship = 'maybe'\n")
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert "use_policy              is left out: its value is unknown without running the file." in result.output
    assert "use_relationship        is left out:" in result.output
    assert not own.exists()


def test_a_file_that_is_not_there_is_said(run: Run, tmp_path: Path) -> None:
    result = run("doctor", "--from", tmp_path / "none.py")
    assert (result.exit_code, "The file is missing." in result.output) == (2, True)


@pytest.mark.skipif(os.name != "posix", reason="Rights of files are another matter elsewhere.")
def test_settings_that_only_their_owner_may_read_stay_so(run: Run, own: Path, tmp_path: Path) -> None:
    own.parent.mkdir()
    own.write_text(f'[models.mine]\nprovider = "openai"\nmodel = "m"\nkey = "{KEY}"\n')
    own.chmod(0o600)
    assert run("doctor", "--from", tmp_path / "utils.py").exit_code == 0
    assert "fast" in config.settings().config.models
    assert stat.S_IMODE(own.stat().st_mode) == 0o600


def test_settings_of_an_odd_shape_are_reported_and_left_alone(run: Run, own: Path, tmp_path: Path) -> None:
    own.parent.mkdir()
    own.write_text("models = 5\n")
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert (result.exit_code, "“models” is not valid" in result.output) == (2, True)
    assert own.read_text() == "models = 5\n"


def test_a_binary_environment_file_is_reported_and_left_alone(run: Run, own: Path, tmp_path: Path) -> None:
    own.parent.mkdir()
    own.with_name("environment").write_bytes(b"A=\xff\n")
    result = run("doctor", "--from", tmp_path / "utils.py")
    assert (result.exit_code, "The key cannot be stored" in result.output) == (2, True)
    assert own.with_name("environment").read_bytes() == b"A=\xff\n"


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "environment").write_text('# a word\nA=1\nexport B="two words"\nnot a line\n=3\n')
    monkeypatch.setattr(environment, "file", lambda: tmp_path / "environment")
    variables = {"A": "mine"}
    environment.load(variables)
    assert variables == {"A": "mine", "B": "two words"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Settings lie elsewhere on other systems.")
def test_a_command_has_the_keys_of_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "cfg" / "milkwood"
    folder.mkdir(parents=True)
    (folder / "environment").write_text(f"OPENAI_API_KEY={KEY}\n")
    done = subprocess.run(
        [sys.executable, "-m", "milkwood", "config", "show"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "cfg")},
        cwd=tmp_path,
    )
    assert "There is a key in OPENAI_API_KEY" in done.stdout
    assert KEY not in done.stdout
