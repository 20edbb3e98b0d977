from pathlib import Path

import pytest

from .conftest import Run


def test_a_new_town_stands_in_the_current_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("town", "new", "willow_end")
    assert result.exit_code == 0
    assert "A new town is in willow_end/" in result.output
    assert run("town", "check", "willow_end").exit_code == 0


def test_a_bad_name_or_an_old_one_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("town", "new", "Willow End").exit_code == 2
    run("town", "new", "willow_end")
    result = run("town", "new", "willow_end")
    assert result.exit_code == 2
    assert "exists already" in result.stderr
