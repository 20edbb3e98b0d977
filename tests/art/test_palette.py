"""The palette: named colours, warm light and cool shadow."""

import colorsys

import pytest

from milkwood.town.looks import COLOURS, HAIRS, SKINS
from milkwood_art.palette import CLOTH, HAIR, MATERIAL, RGB, SKIN, alpha, mix, ramp, shade


def test_every_dye_skin_and_hair_of_the_looks_table_has_a_colour() -> None:
    assert (tuple(CLOTH), tuple(SKIN), tuple(HAIR)) == (COLOURS, SKINS, HAIRS)


@pytest.mark.parametrize("name", [*CLOTH])
def test_shadow_is_darker_and_light_is_brighter(name: str) -> None:
    deep, dark, base, light, bright = (sum(colour) for colour in ramp(CLOTH[name]))
    assert deep < dark < base < light <= bright


def test_shadow_turns_towards_violet_and_light_towards_yellow() -> None:
    def hue(colour: RGB) -> float:
        return colorsys.rgb_to_hsv(*(part / 255 for part in colour))[0]

    green = CLOTH["green"]
    assert hue(shade(green, -3)) > hue(green) > hue(shade(green, 3))


def test_no_step_leaves_the_colour_as_it_is() -> None:
    assert all(shade(colour, 0) == colour for colour in MATERIAL.values())


def test_a_mix_lies_between_its_two_colours() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert mix((9, 9, 9), (1, 2, 3), 0) == (9, 9, 9)


def test_an_opacity_can_be_given_to_a_colour() -> None:
    assert alpha((1, 2, 3), 40) == (1, 2, 3, 40)
