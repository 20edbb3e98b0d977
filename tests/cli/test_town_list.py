import json
from pathlib import Path

import pytest

from milkwood.towns import shelf

from .conftest import Run


def test_the_bundled_towns_are_listed_with_their_scenarios(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    output = run("town", "list").output
    assert "the_ville" in output
    assert "gull_quay" in output
    assert "valentine (base_the_ville_n25)" in output


def test_json_says_the_same(run: Run) -> None:
    towns = {entry["id"]: entry for entry in json.loads(run("town", "list", "--json").output)}
    assert towns["the_ville"]["name"]["zh"] == "维尔镇"
    assert towns["the_ville"]["people"] == 25
    assert towns["gull_quay"]["people"] == 6
    assert towns["the_ville"]["scenarios"]["valentine"] == ["base_the_ville_n25"]


def test_a_broken_town_is_listed_as_broken(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ruin").mkdir()
    (tmp_path / "ruin/town.toml").write_text("format = 1")
    monkeypatch.setattr(shelf, "SHELF", tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert "(broken: see milkwood town check ruin)" in run("town", "list").output


def test_a_town_that_was_imported_is_listed_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path))
    (tmp_path / "towns").mkdir()
    monkeypatch.chdir(tmp_path / "towns")
    assert run("town", "new", "elmside").exit_code == 0
    assert "elmside" in {entry["id"] for entry in json.loads(run("town", "list", "--json").output)}
