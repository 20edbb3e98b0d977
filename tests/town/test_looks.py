from dataclasses import replace
from typing import Any

import pytest

from milkwood.errors import TownAuthorError
from milkwood.town.looks import COLOURS, EXTRAS, HAIR_STYLES, HAIRS, SKINS, Looks

LOOKS = Looks(skin="tan", hair="brown", hair_style="short", outfit="shirt", top="red", bottom="navy")


def test_the_vocabulary_is_that_of_the_town_pack() -> None:
    assert SKINS == ("porcelain", "fair", "light", "tan", "brown", "dark")
    assert tuple("black dark_brown brown chestnut auburn red blond grey white pink blue".split()) == HAIRS
    assert len(COLOURS) == 21
    assert len(HAIR_STYLES) == 12
    assert len(EXTRAS) == 13


def test_defaults_are_no_beard_trousers_and_no_extras() -> None:
    assert (LOOKS.beard, LOOKS.legs, LOOKS.extras) == ("none", "trousers", ())


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("skin", "green"),
        ("hair", "plaid"),
        ("hair_style", "mohawk"),
        ("beard", "goatee"),
        ("outfit", "armour"),
        ("top", "beige"),
        ("bottom", "beige"),
        ("legs", "fins"),
    ],
)
def test_an_unknown_word_is_reported_with_the_known_words(field: str, word: str) -> None:
    wrong: dict[str, Any] = {field: word}
    with pytest.raises(TownAuthorError, match=rf'looks\.{field}: "{word}" is no .*Use one of: '):
        replace(LOOKS, **wrong)


def test_an_unknown_extra_is_refused_even_among_known_ones() -> None:
    with pytest.raises(TownAuthorError, match='"sword"'):
        replace(LOOKS, extras=("glasses", "sword"))


def test_only_one_thing_fits_on_a_head() -> None:
    assert replace(LOOKS, extras=("beret", "hat")).headwear == "hat"
    assert replace(LOOKS, extras=("glasses",)).headwear is None


def test_a_bow_is_a_bow_tie_for_those_whose_hair_is_too_short() -> None:
    assert replace(LOOKS, hair_style="crop").hair_is_short
    assert not replace(LOOKS, hair_style="braids").hair_is_short
