from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from milkwood.town.looks import BEARDS, EXTRAS, HAIR_STYLES, OUTFITS, Looks
from milkwood_art import adornment, bust, face
from milkwood_art.hairdo import HAIRDOS
from milkwood_art.paint import blank, both, cut, ellipse, union, within
from milkwood_art.portrait import portrait

LOOKS = Looks(skin="fair", hair="brown", hair_style="short", outfit="shirt", top="red", bottom="navy")
EYES = both(ellipse(22, 29, 27, 33))


def changed(first: Image.Image, second: Image.Image) -> int:
    return sum(value > 0 for value in ImageChops.difference(first, second).convert("RGB").convert("L").tobytes())


def test_a_portrait_is_opaque_to_its_corners() -> None:
    picture = portrait(LOOKS, 30)
    assert picture.size == (64, 64)
    assert picture.getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("style", HAIR_STYLES)
def test_no_hair_hides_the_eyes(style: str) -> None:
    assert within(union(*HAIRDOS[style]().front), EYES).getbbox() is None


def test_every_hair_style_and_outfit_is_its_own() -> None:
    by_hair = {portrait(replace(LOOKS, hair_style=style), 30).tobytes() for style in HAIR_STYLES}
    by_outfit = {portrait(replace(LOOKS, outfit=outfit), 30).tobytes() for outfit in OUTFITS}
    assert (len(by_hair), len(by_outfit)) == (len(HAIR_STYLES), len(OUTFITS))


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("style", ["short", "long"])
def test_every_extra_is_visible(extra: str, style: str) -> None:
    plain = Image.new("RGBA", (64, 64))
    looks = replace(LOOKS, hair_style=style, extras=(extra,))
    for layer in ("neck", "face", "head"):
        adornment.draw(plain, looks, layer)
    assert plain.getbbox() is not None


def test_clothes_do_not_change_a_face() -> None:
    dressed = replace(LOOKS, outfit="suit", top="teal", extras=("tie",))
    assert face.features_of(dressed) == face.features_of(LOOKS)


def test_people_have_different_faces() -> None:
    faces = {face.features_of(replace(LOOKS, hair_style=style, beard=b)) for style in HAIR_STYLES for b in BEARDS}
    assert len(faces) > 15


def test_a_face_stays_on_the_head() -> None:
    canvas = Image.new("RGBA", (64, 64))
    face.draw(canvas, LOOKS, 70)
    drawn = canvas.getchannel("A").point(lambda opacity: 255 * (opacity > 0))
    assert cut(drawn, face.head_mask(LOOKS), both(ellipse(16, 28, 21, 36))).tobytes() == blank().tobytes()


def test_age_shows_in_the_face() -> None:
    assert changed(portrait(LOOKS, 30), portrait(LOOKS, 44)) == 0
    assert changed(portrait(LOOKS, 44), portrait(LOOKS, 66)) > 100


def test_the_young_have_narrower_shoulders() -> None:
    def width(age: int) -> int:
        box = bust.shoulders(age).crop((0, 50, 64, 58)).getbbox()
        assert box is not None
        return box[2] - box[0]

    assert width(17) < width(30)
