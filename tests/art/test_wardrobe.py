from dataclasses import replace

import pytest

from milkwood.town.looks import COLOURS, EXTRAS, Looks
from milkwood_art import inks, wardrobe
from milkwood_art.palette import CLOTH, HAIR, SKIN

LOOKS = Looks(skin="tan", hair="brown", hair_style="short", outfit="shirt", top="red", bottom="navy")


@pytest.mark.parametrize("colour", COLOURS)
def test_every_dye_has_another_that_stands_out_against_it(colour: str) -> None:
    accent = wardrobe.ACCENT[colour]
    assert accent != colour
    assert sum(abs(a - b) for a, b in zip(CLOTH[colour], CLOTH[accent], strict=True)) > 100


def test_hair_keeps_its_colour_until_middle_age_and_greys_after() -> None:
    assert wardrobe.hair_colour(LOOKS, 44) == HAIR["brown"]
    fifty, seventy = wardrobe.hair_colour(LOOKS, 50), wardrobe.hair_colour(LOOKS, 70)
    assert abs(seventy[0] - HAIR["grey"][0]) < abs(fifty[0] - HAIR["grey"][0])


def test_white_hair_does_not_grey() -> None:
    assert wardrobe.hair_colour(replace(LOOKS, hair="white"), 80) == HAIR["white"]


def test_shorts_and_skirts_and_dresses_show_the_legs() -> None:
    bare = SKIN["tan"]
    assert wardrobe.dress(replace(LOOKS, legs="shorts")).lower_leg.base == bare
    assert wardrobe.dress(replace(LOOKS, legs="skirt")).lower_leg.base == bare
    assert wardrobe.dress(replace(LOOKS, outfit="dress")).lower_leg.base == bare
    assert wardrobe.dress(LOOKS).lower_leg.base == CLOTH["navy"]


def test_a_vest_shows_the_sleeves_of_a_shirt_beneath() -> None:
    clothes = wardrobe.dress(replace(LOOKS, outfit="vest"))
    assert clothes.sleeve == clothes.shirt != clothes.top


def test_an_apron_stands_out_from_pale_clothes_too() -> None:
    assert wardrobe.dress(replace(LOOKS, outfit="apron", top="cream")).trim.base != CLOTH["cream"]


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("top", ["red", "tan", "pink", "brown", "navy"])
def test_every_extra_has_two_colours(extra: str, top: str) -> None:
    first, second = wardrobe.extra_colours(replace(LOOKS, top=top), extra)
    assert first.base != second.base


def test_mirrored_inks_keep_the_light_on_the_left() -> None:
    colours = inks.of_clothes(wardrobe.dress(LOOKS))
    turned = inks.turned(colours)
    assert (turned["U"], turned["t"], turned["T"]) == (colours["t"], colours["U"], colours["T"])


def test_a_tracksuit_has_its_stripe_on_both_sleeves() -> None:
    clothes = wardrobe.dress(replace(LOOKS, outfit="tracksuit"))
    arms = inks.of_arms(clothes)
    assert arms["O"] == inks.turned(arms, stripe=clothes.stripe)["O"] == clothes.shirt.base
