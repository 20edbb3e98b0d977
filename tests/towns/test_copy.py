from pathlib import Path

import pytest

from milkwood.towns.copy import copy_folder


def test_all_files_are_copied_and_can_be_written_to(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "tiles").mkdir(parents=True)
    for name in ("town.toml", "tiles/walls.png"):
        (source / name).write_text(name)
        (source / name).chmod(0o444)
    (source / "tiles").chmod(0o555)
    copy_folder(source, target)
    for name in ("town.toml", "tiles/walls.png"):
        assert (target / name).read_text() == name
        assert (target / name).stat().st_mode & 0o200
    assert (target / "tiles").stat().st_mode & 0o200


def test_the_first_refusal_is_raised_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "town.toml").write_text("")
    (tmp_path / "target" / "town.toml").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        copy_folder(tmp_path / "source", tmp_path / "target")
