from pathlib import Path

import pytest
from PIL import Image

from tests.towns.conftest import TinyPack

from .conftest import Run


def test_a_town_is_drawn_at_the_size_that_was_asked_for(run: Run, tiny: TinyPack, tmp_path: Path) -> None:
    result = run("town", "draw", tiny.folder, tmp_path / "a.png", "--scale", "2")
    assert result.exit_code == 0, result.output
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (16 * 16 * 2, 12 * 16 * 2)


@pytest.mark.parametrize("flag", ["--night", "--people"])
def test_a_flag_changes_the_picture(run: Run, tiny: TinyPack, tmp_path: Path, flag: str) -> None:
    run("town", "draw", tiny.folder, tmp_path / "a.png")
    assert run("town", "draw", tiny.folder, tmp_path / "b.png", flag).exit_code == 0
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()


def test_a_picture_format_other_than_png_is_refused(run: Run, tiny: TinyPack, tmp_path: Path) -> None:
    result = run("town", "draw", tiny.folder, tmp_path / "a.jpg")
    assert result.exit_code == 2
    assert "does not end in .png" in result.stderr


def test_a_missing_folder_is_reported(run: Run, tiny: TinyPack, tmp_path: Path) -> None:
    result = run("town", "draw", tiny.folder, tmp_path / "no/a.png")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_town_without_its_pictures_is_refused(run: Run, tiny: TinyPack, tmp_path: Path) -> None:
    (tiny.folder / "tiles/ground.png").unlink()
    result = run("town", "draw", tiny.folder, tmp_path / "a.png")
    assert result.exit_code == 1
    assert "“tiles/ground.png” is missing" in result.stderr
    assert not (tmp_path / "a.png").exists()
