import pytest

from milkwood.towns import BrokenPack
from milkwood.towns.drawing import read_drawing

from .conftest import TinyPack


def test_a_drawing_comes_with_the_folder_of_its_tilesets(tiny: TinyPack) -> None:
    table, folder = read_drawing(tiny.folder)
    assert table["width"] == 16
    assert folder.samefile(tiny.folder)


def test_a_drawing_does_not_mind_what_people_are_like(tiny: TinyPack) -> None:
    tiny.write("people/ada.toml", "not toml")
    assert read_drawing(tiny.folder)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('map = "map.tmj"', "map = 5", "The map's name is not a text"),
        ('map = "map.tmj"', 'map = "no.tmj"', "There is no map “no.tmj”"),
        ('map = "map.tmj"', "map =", "This is not valid TOML"),
    ],
)
def test_a_drawing_that_cannot_be_found_is_refused(tiny: TinyPack, old: str, new: str, error: str) -> None:
    tiny.swap("town.toml", old, new)
    with pytest.raises(BrokenPack, match=error):
        read_drawing(tiny.folder)


def test_a_drawing_with_missing_pictures_is_refused(tiny: TinyPack) -> None:
    (tiny.folder / "tiles/ground.png").unlink()
    with pytest.raises(BrokenPack, match=r"ground\.png” is missing"):
        read_drawing(tiny.folder)
