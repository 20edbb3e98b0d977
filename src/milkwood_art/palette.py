"""The one limited palette that every picture of Milkwood is painted with.

Knows names of colours and how light and shadow change them; knows nothing of what is painted. Invariant: nothing in
`milkwood_art` is drawn in a colour that is not named here or derived from one by `shade`, `mix` or `alpha`, so that
all pictures look as if one hand had made them.

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
"""Dyes: clothes, cushions, blankets, rugs, doors, books."""

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
        "lamplight": (255, 206, 112),
        "ember": (255, 172, 84),
        "moonlight": (96, 102, 164),
        # things that grow
        "grass": (126, 176, 84),
        "lush": (117, 169, 83),
        "meadow": (142, 182, 84),
        "leaf": (82, 148, 74),
        "moss": (92, 130, 62),
        "pine": (56, 112, 88),
        "willow": (136, 170, 80),
        "birch": (150, 186, 84),
        "maple": (206, 106, 58),
        "blossom": (240, 172, 190),
        "bark": (116, 82, 62),
        "birch_bark": (226, 220, 208),
        "straw": (222, 184, 98),
        # the ground
        "earth": (204, 174, 126),
        "soil": (130, 92, 66),
        "sand": (232, 208, 156),
        "cobble": (158, 152, 152),
        "paving": (206, 190, 166),
        "water": (82, 148, 196),
        "deep": (62, 122, 178),
        "foam": (222, 240, 244),
        # what is built
        "plaster": (232, 216, 186),
        "brick": (182, 96, 76),
        "timber": (120, 78, 56),
        "stone": (164, 160, 160),
        "whitewash": (242, 240, 230),
        "beam": (124, 88, 76),
        "slab": (150, 142, 146),
        "roof_red": (196, 102, 76),
        "roof_slate": (112, 118, 138),
        "roof_blue": (98, 132, 170),
        "roof_green": (98, 140, 104),
        "roof_thatch": (208, 172, 98),
        "roof_brown": (156, 110, 80),
        # what is made
        "oak": (184, 130, 80),
        "walnut": (132, 86, 60),
        "pinewood": (216, 170, 108),
        "cherry_wood": (164, 92, 64),
        "iron": (92, 92, 108),
        "steel": (176, 182, 192),
        "porcelain": (244, 244, 242),
        "brass": (222, 176, 84),
        "copper": (204, 122, 78),
        "glass": (160, 208, 228),
        "felt": (62, 140, 104),
        "slate_board": (62, 88, 82),
        "paper": (246, 236, 212),
        "clay": (196, 110, 76),
        "ebony": (64, 52, 60),
        "screen": (88, 132, 178),
        "rope": (206, 178, 128),
        # walls within
        "wall_cream": (240, 222, 184),
        "wall_sage": (178, 196, 160),
        "wall_sky": (174, 204, 216),
        "wall_rose": (226, 184, 176),
        "wall_ochre": (226, 188, 120),
        "wall_lilac": (200, 186, 214),
        "wall_tile": (232, 238, 236),
        "wall_panel": (172, 122, 82),
    }
)


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


def cloth(name: str) -> RGB:
    """A dye by name."""
    return CLOTH[name]


def material(name: str) -> RGB:
    """A stuff by name: wood, stone, leaf, water …"""
    return MATERIAL[name]
