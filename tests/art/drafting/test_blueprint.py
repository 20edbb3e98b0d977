from pathlib import Path

import pytest

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import read

SITE = """
name = "Nook"
size = [20, 16]
seed = 1
buildings = [{ plan = "hut", at = [4, 4] }]
[nature]
trees = ["tree_oak"]
rim_trees = ["tree_oak"]
"""
HUT = '''
name = { en = "Hut" }
kind = "house"
plan = """
####
#1.#
#+##
"""
[rooms.1]
name = { en = "main room" }
kind = "main_room"
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nook" / "plans").mkdir(parents=True)
    (tmp_path / "legend.toml").write_text('b = { sprite = "bed", thing = "bed" }\n', "utf-8")
    (tmp_path / "nook" / "site.toml").write_text(SITE, "utf-8")
    (tmp_path / "nook" / "plans" / "hut.toml").write_text(HUT, "utf-8")
    return tmp_path / "nook"


def test_a_blueprint_is_read_with_its_plans_and_the_shared_legend(folder: Path) -> None:
    blueprint = read(folder)
    assert blueprint.plans["hut"].name == {"en": "Hut"}
    assert blueprint.legend["b"].sprites() == ["bed"]


def test_a_missing_plan_is_named(folder: Path) -> None:
    (folder / "plans" / "hut.toml").unlink()
    with pytest.raises(TownAuthorError, match=r"hut\.toml: there is no such file"):
        read(folder)


def test_broken_toml_is_reported_with_its_file(folder: Path) -> None:
    (folder / "site.toml").write_text("size = [", "utf-8")
    with pytest.raises(TownAuthorError, match=r"site\.toml: it cannot be read"):
        read(folder)


def test_an_unknown_key_is_reported_with_its_place(folder: Path) -> None:
    (folder / "site.toml").write_text(SITE + "forest = true\n", "utf-8")
    with pytest.raises(TownAuthorError, match=r"nature\.forest"):
        read(folder)
