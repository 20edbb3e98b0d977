"""Which colour each letter of a stencil is painted in, for one person.

Knows the letters that the stencils of people use and the colours of the wardrobe; draws nothing. Invariant: every
letter of every stencil of people has an ink here.
"""

from collections.abc import Mapping
from typing import Final

from milkwood.town.looks import Looks
from milkwood_art import wardrobe
from milkwood_art.palette import CLOTH, MATERIAL, RGB, Ramp, mix, ramp, shade
from milkwood_art.wardrobe import Clothes

_TURNED: Final = {"U": "t", "t": "U", "C": "b", "b": "C", "L": "m", "m": "L"}


def of_head(looks: Looks) -> dict[str, RGB]:
    """Inks of a head."""
    skin = wardrobe.skin(looks)
    eye = wardrobe.eye_colour(looks)
    return {
        "S": skin.base,
        "s": skin.dark,
        "H": skin.light,
        "p": skin.dark,
        "e": mix(shade(eye, -2), MATERIAL["ink"], 0.6),
        "E": mix(eye, MATERIAL["ink"], 0.35),
        "r": mix(skin.base, CLOTH["red"], 0.3),
        "w": mix(skin.bright, MATERIAL["foam"], 0.6),
        "m": mix(skin.dark, CLOTH["crimson"], 0.3),
    }


def of_hair(looks: Looks, age: int) -> dict[str, RGB]:
    """Inks of hair and beards."""
    colour = wardrobe.hair_colour(looks, age)
    lock = ramp(colour)
    gloss = 1.0 if max(colour) < 100 else 0.0
    return {
        "1": lock.dark,
        "2": lock.base,
        "3": shade(colour, 1 + gloss),
        "4": shade(colour, 2 + gloss),
        "5": mix(lock.base, wardrobe.skin(looks).base, 0.55),
        "6": wardrobe.extra_colours(looks, "ribbon")[0].base,
    }


def of_beard(looks: Looks, age: int) -> dict[str, RGB]:
    """Inks of beards, a little darker than the hair so that they stand off from it."""
    colour = shade(wardrobe.hair_colour(looks, age), -0.5)
    return {"1": shade(colour, -1), "2": colour, "5": mix(colour, wardrobe.skin(looks).base, 0.6)}


def of_clothes(clothes: Clothes) -> dict[str, RGB]:
    """Inks of the body and the legs."""
    return {
        **_three("UTt", clothes.top),
        **_three("CBb", clothes.bottom),
        **_three("LMm", clothes.lower_leg),
        "k": clothes.top.deep,
        "W": clothes.shirt.base,
        "w": clothes.shirt.dark,
        "A": clothes.trim.base,
        "a": clothes.trim.dark,
        "g": clothes.button,
        "S": clothes.skin.base,
        "s": clothes.skin.dark,
        "X": clothes.shoe.base,
        "x": clothes.shoe.dark,
    }


def of_arms(clothes: Clothes) -> dict[str, RGB]:
    """Inks of the arms; O is the outer edge of the sleeve."""
    return {
        **_three("UTt", clothes.sleeve),
        "O": clothes.stripe or clothes.sleeve.light,
        "F": clothes.forearm.base,
        "f": clothes.forearm.dark,
        "S": clothes.skin.base,
        "s": clothes.skin.dark,
    }


def of_linen() -> dict[str, RGB]:
    """Inks of pillow and sheet."""
    linen = ramp(CLOTH["white"])
    return {**_three("UTt", linen), "k": linen.deep}


def of_extra(looks: Looks, extra: str) -> dict[str, RGB]:
    """Inks of one extra."""
    first, second = wardrobe.extra_colours(looks, extra)
    return {
        "1": first.dark,
        "2": first.base,
        "3": first.light,
        "4": second.base,
        "5": mix(first.base, second.dark, 0.5),
    }


def _three(letters: str, colours: Ramp) -> dict[str, RGB]:
    return dict(zip(letters, (colours.light, colours.base, colours.dark), strict=True))


def turned(inks: Mapping[str, RGB], *, stripe: RGB | None = None) -> dict[str, RGB]:
    """Inks for a mirrored stencil, so that the light still falls from the left."""
    colours = {letter: inks[_TURNED.get(letter, letter)] for letter in inks}
    if "O" in inks:
        colours["O"] = stripe or inks["t"]
    return colours
