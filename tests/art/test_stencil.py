import pytest
from PIL import Image

from milkwood.town.looks import BEARDS, EXTRAS, HAIR_STYLES, OUTFITS, Looks
from milkwood_art import inks, stencil, wardrobe
from milkwood_art.figure import FigureView
from milkwood_art.stencil import Stencil

LOOKS = Looks(skin="tan", hair="brown", hair_style="short", outfit="shirt", top="red", bottom="navy")


def test_a_stencil_is_painted_where_it_has_letters() -> None:
    image = Image.new("RGBA", (4, 4))
    stencil.stamp(image, Stencil(1, (".a", "b.")), {"a": (1, 2, 3), "b": (4, 5, 6)})
    assert image.getpixel((1, 1)) == (1, 2, 3, 255)
    assert image.getpixel((0, 2)) == (4, 5, 6, 255)
    assert image.getpixel((0, 1)) == (0, 0, 0, 0)


def test_pixels_outside_the_canvas_are_lost() -> None:
    image = Image.new("RGBA", (2, 2))
    stencil.stamp(image, Stencil(0, ("aaa", "aaa", "aaa")), {"a": (9, 9, 9)}, dx=-1, dy=-2)
    assert image.getpixel((1, 0)) == (9, 9, 9, 255)
    assert image.getpixel((1, 1)) == (0, 0, 0, 0)


def test_a_mirrored_stencil_reads_from_right_to_left() -> None:
    assert Stencil(3, ("ab.",)).mirrored() == Stencil(3, (".ba",))


def test_a_hat_hides_what_lies_above_its_brim() -> None:
    hair = Stencil(2, ("aa", "bb", "cc"))
    assert hair.below(3) == Stencil(3, ("bb", "cc"))
    assert hair.below(1) == hair
    assert hair.below(9).rows == ()


@pytest.mark.parametrize("sheet", ["head", "hair", "clothes", "extras"])
def test_every_stencil_of_people_fits_the_figure(sheet: str) -> None:
    for name, shape in stencil.load(sheet).items():
        assert all(len(row) == 16 for row in shape.rows), name
        assert shape.top >= 1, f"{name} leaves no room for its outline"
        assert shape.top + len(shape.rows) <= 24, name


@pytest.mark.parametrize("view", list(FigureView))
def test_every_hair_style_and_outfit_has_a_stencil_in_every_view(view: FigureView) -> None:
    assert {f"{style} {view}" for style in HAIR_STYLES} <= set(stencil.load("hair"))
    assert {f"{outfit} {view}" for outfit in OUTFITS} <= set(stencil.load("clothes"))


def test_every_beard_and_extra_can_be_seen_from_the_front() -> None:
    assert {f"{beard} down" for beard in BEARDS if beard != "none"} <= set(stencil.load("head"))
    worn = {name.split()[0] for name in stencil.load("extras") if name.endswith("down")}
    assert worn == set(EXTRAS)


def test_every_letter_has_an_ink() -> None:
    clothes = wardrobe.dress(LOOKS)
    body = {**inks.of_clothes(clothes), **inks.of_arms(clothes)}
    head = {**inks.of_head(LOOKS), **inks.of_beard(LOOKS, 40), **inks.of_linen()}
    for sheet, known in (
        ("head", head),
        ("hair", inks.of_hair(LOOKS, 40)),
        ("clothes", body),
        ("extras", inks.of_extra(LOOKS, "hat")),
    ):
        used = {letter for shape in stencil.load(sheet).values() for row in shape.rows for letter in row}
        assert used - {"."} <= set(known), sheet
