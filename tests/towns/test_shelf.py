from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.towns import check
from milkwood.towns.new import STARTER
from milkwood.towns.shelf import SHELF, PackChoice, bundled, find

from .conftest import TinyPack


def test_two_towns_come_along() -> None:
    assert [town.id for town in bundled()] == ["gull_quay", "the_ville"]


@pytest.mark.parametrize("folder", [SHELF / "the_ville", SHELF / "gull_quay", STARTER], ids=lambda path: path.name)
def test_the_towns_that_come_along_have_no_problems(folder: Path) -> None:
    assert [problem.sentence() for problem in check(folder)] == []


def test_a_bundled_town_is_found_by_its_id() -> None:
    assert find("the_ville") == PackChoice(SHELF / "the_ville")


@pytest.mark.parametrize(
    ("alias", "scenario"),
    [
        ("base_the_ville_n25", "valentine"),
        ("base_the_ville_isabella_maria_klaus", "three"),
        ("base_the_ville_isabella", "one"),
        ("base_the_ville_n1", "one"),
        ("base_the_ville_n3", "three"),
        ("base_the_ville_n5", "five"),
        ("base_the_ville_n7", "seven"),
        ("base_the_ville_n9", "nine"),
    ],
)
def test_a_town_is_found_by_a_name_its_scenario_answers_to(alias: str, scenario: str) -> None:
    assert find(alias) == PackChoice(SHELF / "the_ville", scenario)


def test_a_pack_is_found_by_its_path_or_its_town_file(tiny: TinyPack) -> None:
    assert find(str(tiny.folder)) == PackChoice(tiny.folder)
    assert find(str(tiny.folder / "town.toml")) == PackChoice(tiny.folder)


def test_the_users_folder_goes_before_a_bundled_town(tiny: TinyPack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny.folder.parent)
    tiny.folder.rename("the_ville")
    assert find("the_ville") == PackChoice(Path("the_ville"))


def test_a_folder_without_a_town_does_not_hide_a_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("the_ville").mkdir()
    assert find("the_ville") == PackChoice(SHELF / "the_ville")


def test_an_unknown_town_brings_similar_names() -> None:
    with pytest.raises(SetupError, match=r"There is no town “gul_quay”\. Did you mean “gull_quay”\?"):
        find("gul_quay")


def test_an_unknown_town_that_resembles_nothing_brings_the_list() -> None:
    with pytest.raises(SetupError, match=r"Give the path of a town pack, or one of: gull_quay, the_ville"):
        find("xyzzy")


def test_a_folder_without_a_pack_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"There is no town\.toml in"):
        find(str(tmp_path))


@pytest.mark.parametrize("typed", ["", "a\0b", "x" * 5000, "/", "~"])
def test_no_name_is_too_strange(typed: str) -> None:
    with pytest.raises(SetupError):
        find(typed)
