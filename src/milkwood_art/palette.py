"""The one limited palette that people are painted with.

Knows names of colours and how light and shadow change them; knows nothing of what is painted. Invariant: nobody is
drawn in a colour that is not named here or derived from one by `shade`, `mix` or `alpha`, so that all look as if one
hand had made them.

Light comes from the top left and is warm, shadow is cool: `shade` turns a colour's hue towards yellow as it brightens
and towards violet as it darkens, instead of only multiplying.
"""

import colorsys
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

RGB = tuple[int, int, int]
RGBA = tuple[int, int, int, int]

_WARM_HUE = 52 / 360
_COOL_HUE = 258 / 360

CLOTH: Mapping[str, RGB] = MappingProxyType(
    {
        "red": (200, 66, 62),
        "crimson": (152, 42, 62),
        "orange": (226, 128, 58),
        "mustard": (204, 154, 52),
        "yellow": (240, 204, 92),
        "green": (88, 150, 80),
        "olive": (124, 128, 66),
        "teal": (52, 138, 136),
        "sky": (118, 178, 220),
        "blue": (70, 110, 190),
        "navy": (48, 62, 112),
        "purple": (126, 82, 160),
        "lilac": (178, 150, 208),
        "pink": (232, 148, 168),
        "white": (240, 238, 232),
        "cream": (238, 222, 188),
        "grey": (146, 146, 154),
        "charcoal": (78, 78, 92),
        "black": (50, 46, 58),
        "brown": (128, 84, 54),
        "tan": (200, 160, 112),
    }
)
"""Dyes of clothes."""

SKIN: Mapping[str, RGB] = MappingProxyType(
    {
        "porcelain": (252, 228, 208),
        "fair": (246, 210, 176),
        "light": (234, 190, 150),
        "tan": (212, 160, 114),
        "brown": (164, 112, 76),
        "dark": (112, 74, 54),
    }
)

HAIR: Mapping[str, RGB] = MappingProxyType(
    {
        "black": (46, 40, 50),
        "dark_brown": (76, 52, 42),
        "brown": (114, 76, 48),
        "chestnut": (142, 84, 50),
        "auburn": (160, 70, 44),
        "red": (204, 94, 46),
        "blond": (228, 188, 104),
        "grey": (150, 148, 154),
        "white": (228, 226, 224),
        "pink": (232, 134, 166),
        "blue": (84, 128, 200),
    }
)

MATERIAL: Mapping[str, RGB] = MappingProxyType(
    {
        "ink": (52, 38, 54),
        "shadow": (44, 32, 62),
        "light": (255, 246, 216),
        "moonlight": (96, 102, 164),
        "foam": (222, 240, 244),
        "whitewash": (242, 240, 230),
        "steel": (176, 182, 192),
        "porcelain": (244, 244, 242),
        "brass": (222, 176, 84),
        "glass": (160, 208, 228),
        "wall_cream": (240, 222, 184),
        "wall_sage": (178, 196, 160),
        "wall_sky": (174, 204, 216),
        "wall_rose": (226, 184, 176),
        "wall_ochre": (226, 188, 120),
        "wall_lilac": (200, 186, 214),
    }
)
"""Stuffs and light: outlines, shadows, metal, walls behind a portrait."""


class Ramp(NamedTuple):
    """One colour in five lights, from the deepest shadow to the brightest highlight."""

    deep: RGB
    dark: RGB
    base: RGB
    light: RGB
    bright: RGB


def _byte(value: float) -> int:
    return max(0, min(255, round(value)))


def _turned(hue: float, goal: float, amount: float) -> float:
    way = (goal - hue + 0.5) % 1.0 - 0.5
    return (hue + max(-amount, min(amount, way))) % 1.0


@cache
def shade(colour: RGB, steps: float) -> RGB:
    """The colour `steps` lights brighter (positive) or darker (negative); useful from -4 to 4."""
    hue, saturation, value = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    if steps < 0:
        hue = _turned(hue, _COOL_HUE, 0.016 * -steps) if saturation else _COOL_HUE
        saturation = min(1.0, saturation + 0.032 * -steps)
        value *= 0.84**-steps
    else:
        hue = _turned(hue, _WARM_HUE, 0.012 * steps) if saturation else _WARM_HUE
        saturation = max(0.0, saturation - 0.055 * steps) if saturation > 0.1 else saturation
        value += (1.0 - value) * (1.0 - 0.86**steps) + 0.07 * steps * value
    red, green, blue = colorsys.hsv_to_rgb(hue, min(1.0, saturation), min(1.0, value))
    return (_byte(red * 255), _byte(green * 255), _byte(blue * 255))


@cache
def ramp(colour: RGB) -> Ramp:
    """The colour with two shadows and two highlights."""
    return Ramp(shade(colour, -2.6), shade(colour, -1.3), colour, shade(colour, 1), shade(colour, 2))


@cache
def mix(first: RGB, second: RGB, share: float) -> RGB:
    """`share` (0 to 1) of the second colour in the first."""
    red, green, blue = (_byte(one + (two - one) * share) for one, two in zip(first, second, strict=True))
    return (red, green, blue)


def alpha(colour: RGB, opacity: int) -> RGBA:
    """The colour seen through: opacity 0 (nothing) to 255 (solid)."""
    return (*colour, opacity)
