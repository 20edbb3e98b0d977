import errno
import resource
import shutil
from pathlib import Path

import pytest

from milkwood.errors import SetupError
from milkwood.towns import check, load
from milkwood.towns.new import new_town
from milkwood.words import ENGLISH, Language

CHINESE = Language("zh")


def test_a_new_town_is_ready_and_bears_its_name(tmp_path: Path) -> None:
    folder = new_town("willow_end", tmp_path)
    assert folder == tmp_path / "willow_end"
    assert check(folder) == []
    pack = load(folder)
    assert (pack.id, pack.name[ENGLISH], pack.name[CHINESE]) == ("willow_end", "Willow End", "Willow End")
    assert len(pack.people) == 3


def test_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    new_town("willow_end", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["willow_end"]


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "willow_end").mkdir()
    (tmp_path / "willow_end/notes.txt").write_text("mine")
    with pytest.raises(SetupError, match="exists already"):
        new_town("willow_end", tmp_path)
    assert (tmp_path / "willow_end/notes.txt").read_text() == "mine"


def test_a_dangling_link_counts_as_existing(tmp_path: Path) -> None:
    (tmp_path / "willow_end").symlink_to(tmp_path / "nowhere")
    with pytest.raises(SetupError, match="exists already"):
        new_town("willow_end", tmp_path)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Willow End", "such as “willow_end”"),
        ("../escape", "such as “escape”"),
        ("/etc", "such as “etc”"),
        ("柳村", "such as “willow_end”"),
        ("", "such as “willow_end”"),
        (".", "such as “willow_end”"),
        ("a" * 300, "single underscores"),
    ],
)
def test_a_bad_name_is_explained(tmp_path: Path, name: str, advice: str) -> None:
    with pytest.raises(SetupError, match="cannot be the name of a town's folder") as caught:
        new_town(name, tmp_path)
    assert advice in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be written"):
        new_town("willow_end", tmp_path / "nowhere")


def test_long_paths_are_shown_in_full(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 120)
    with pytest.raises(SetupError) as caught:
        new_town("willow_end", deep)
    assert f"“{deep / 'willow_end'}”" in str(caught.value)


def test_a_full_disk_is_reported_and_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = []

    def copyfile(source: Path, target: Path) -> None:
        copied.append(target.write_bytes(source.read_bytes()[:100]))
        if len(copied) == 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(target))

    monkeypatch.setattr(shutil, "copyfile", copyfile)
    with pytest.raises(SetupError, match=r"The disk of “.*willow_end” is full") as caught:
        new_town("willow_end", tmp_path)
    assert caught.value.remedy.startswith("Free some space")
    assert len(copied) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_system_error_half_way_is_reported_in_its_own_words(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        with pytest.raises(SetupError, match=r"cannot be written to “.*willow_end” \(File too large\)\."):
            new_town("willow_end", tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []
