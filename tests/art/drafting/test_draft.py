import shutil
import sys
from pathlib import Path

import pytest

from milkwood_art.drafting.__main__ import main
from milkwood_art.drafting.blueprint import read
from milkwood_art.drafting.draft import lay_out
from tests.art.drafting.conftest import BLUEPRINTS


def test_a_blueprint_is_laid_out_the_same_way_every_time() -> None:
    first, second = (lay_out(read(BLUEPRINTS / "starter")) for _ in range(2))
    assert (first.terrain, first.decor, first.things) == (second.terrain, second.decor, second.things)


def test_another_seed_grows_another_wood_around_the_same_houses() -> None:
    blueprint = read(BLUEPRINTS / "starter")
    other = blueprint.site.model_copy(update={"seed": blueprint.site.seed + 1})
    first, second = lay_out(blueprint), lay_out(type(blueprint)(other, blueprint.plans, blueprint.legend))
    assert [one.at for one in first.things] == [one.at for one in second.things]
    assert first.decor != second.decor


def test_the_command_writes_a_map_and_its_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["drafting", str(BLUEPRINTS / "starter"), str(tmp_path)])
    assert main() == 0
    assert (tmp_path / "map.tmj").exists()
    assert list((tmp_path / "tiles").glob("*.tsj"))
    assert "4 sectors" in capsys.readouterr().out


def test_the_command_says_in_one_line_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(BLUEPRINTS / "starter", tmp_path / "nook")
    shutil.copy(BLUEPRINTS / "legend.toml", tmp_path)
    plan = tmp_path / "nook" / "plans" / "tea_house.toml"
    plan.write_text(plan.read_text("utf-8").replace("#fhnZ", "#fhn{"), "utf-8")
    monkeypatch.setattr(sys, "argv", ["drafting", str(tmp_path / "nook"), str(tmp_path / "out")])
    assert main() == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
