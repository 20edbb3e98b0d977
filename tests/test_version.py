"""The commit is read from git or from a file of the build, and never guessed."""

import subprocess
from pathlib import Path

import pytest

from milkwood.version import BUILT_FROM, commit, commit_of_clone


def _git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "src" / "milkwood").mkdir(parents=True)
    (tmp_path / "page").write_text("one", encoding="utf-8")
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", "page")
    _git(tmp_path, "commit", "--quiet", "--message", "One")
    return tmp_path


def test_in_a_clone_the_commit_is_that_of_git(clone: Path) -> None:
    assert commit(clone / "src" / "milkwood") == _git(clone, "rev-parse", "--short", "HEAD")


def test_a_changed_file_makes_the_commit_dirty_and_a_new_one_does_not(clone: Path) -> None:
    (clone / "new").touch()
    assert not commit_of_clone(clone).endswith("+dirty")
    (clone / "page").write_text("two", encoding="utf-8")
    assert commit_of_clone(clone).endswith("+dirty")


def test_git_variables_of_another_clone_are_ignored(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(clone / "nowhere"))
    assert commit_of_clone(clone)


def test_the_file_of_a_build_goes_before_git(clone: Path) -> None:
    (clone / "src" / "milkwood" / BUILT_FROM).write_text("abc1234\n", encoding="utf-8")
    assert commit(clone / "src" / "milkwood") == "abc1234"


def test_without_git_the_commit_is_empty(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of_clone(clone) == ""


def test_a_folder_inside_another_clone_has_no_commit(clone: Path) -> None:
    assert commit(clone / "src" / "milkwood" / "site" / "milkwood") == ""
