"""Set-up of the environment with fake commands: nothing is installed here."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tools import packages
from tools.stamp import Failure

Line = Sequence[str | Path]


class Actor:
    """Replaces the commands: records each line, makes the files the real one would, fails where it is told to."""

    def __init__(self, venv: Path) -> None:
        self.venv = venv
        self.lines: list[str] = []
        self.fails: Callable[[str], bool] = lambda _line: False

    def succeeds(self, command: Line, **_options: object) -> bool:
        line = " ".join(str(word) for word in command)
        self.lines.append(line)
        if self.fails(line):
            return False
        if "-m venv" in line:
            (self.venv / "bin").mkdir(parents=True)
            (self.venv / "bin" / "python").touch()
        if "uv.txt" in line:
            (self.venv / "bin" / "uv").touch()
        return "import pip, sys" not in line or (self.venv / "bin" / "python").exists()

    def step(self, sentence: str, command: Line, **_options: object) -> None:
        if not self.succeeds(command):
            raise Failure(sentence)

    def said(self, *words: str) -> bool:
        return any(all(word in line for word in words) for line in self.lines)


@pytest.fixture
def actor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Actor:
    venv = tmp_path / ".venv"
    (tmp_path / "requirements").mkdir()
    for name in ("run", "dev", "node", "build", "uv"):
        (tmp_path / "requirements" / f"{name}.txt").write_text("one==1 \\\n    --hash=sha256:0\n")
    monkeypatch.setattr(packages, "ROOT", tmp_path)
    monkeypatch.setattr(packages, "LOCKS", tmp_path / "requirements")
    monkeypatch.setattr(packages, "VENV", venv)
    monkeypatch.setattr(packages, "PYTHON", venv / "bin" / "python")
    played = Actor(venv)
    monkeypatch.setattr(packages, "step", played.step)
    monkeypatch.setattr(packages, "succeeds", played.succeeds)
    monkeypatch.setattr(packages, "answer", lambda _line: "")
    monkeypatch.setattr("tools.apt.install", lambda *_packages: False)
    return played


def test_a_new_machine_gets_an_environment_the_locked_packages_and_milkwood(actor: Actor) -> None:
    packages.ensure(["run"])
    assert actor.said("-m venv")
    assert actor.said("uv pip install", "--require-hashes", "build.txt", "run.txt")
    assert actor.said("uv pip install", "--no-deps", "--editable")


def test_a_second_set_up_does_nothing_at_all(actor: Actor) -> None:
    packages.ensure(["run"])
    actor.lines.clear()
    packages.ensure(["run"])
    assert actor.lines == []


def test_the_test_lock_includes_the_run_lock(actor: Actor) -> None:
    packages.ensure(["dev"])
    actor.lines.clear()
    packages.ensure(["run"])
    assert actor.lines == []


def test_a_changed_lock_is_installed_into_the_same_environment(actor: Actor) -> None:
    packages.ensure(["run"])
    actor.lines.clear()
    (packages.LOCKS / "run.txt").write_text("two==2 \\\n    --hash=sha256:0\n")
    packages.ensure(["run"])
    assert actor.said("--require-hashes", "run.txt")
    assert not actor.said("-m venv")


def test_a_first_set_up_that_fails_leaves_no_half_environment(actor: Actor) -> None:
    actor.fails = lambda line: "run.txt" in line
    with pytest.raises(Failure):
        packages.ensure(["run"])
    assert not actor.venv.exists()


def test_a_later_set_up_that_fails_keeps_the_environment_but_not_the_stamp(actor: Actor) -> None:
    packages.ensure(["run"])
    actor.fails = lambda line: "dev.txt" in line
    with pytest.raises(Failure):
        packages.ensure(["dev"])
    assert actor.venv.exists()
    actor.fails = lambda _line: False
    actor.lines.clear()
    packages.ensure(["dev"])
    assert actor.said("dev.txt")


def test_pip_is_used_when_uv_is_unavailable(actor: Actor) -> None:
    actor.fails = lambda line: "uv.txt" in line
    packages.ensure(["run"])
    assert actor.said("python -m pip install", "--require-hashes", "run.txt")
    assert not actor.said("uv pip install")


def test_pip_is_used_when_uv_fails(actor: Actor) -> None:
    actor.fails = lambda line: "uv pip install" in line
    packages.ensure(["run"])
    assert actor.said("python -m pip install", "--require-hashes", "run.txt")


def test_an_environment_that_was_moved_is_made_again(actor: Actor) -> None:
    packages.ensure(["run"])
    (actor.venv / "milkwood-home").write_text("somewhere else\n")
    (actor.venv / "milkwood-run").write_text("other\n")
    actor.lines.clear()
    packages.ensure(["run"])
    assert actor.said("-m venv")
    assert actor.said("run.txt")


def test_a_python_that_cannot_make_environments_is_explained(actor: Actor) -> None:
    actor.fails = lambda line: "import ensurepip" in line
    with pytest.raises(Failure, match="python3-venv"):
        packages.ensure(["run"])
