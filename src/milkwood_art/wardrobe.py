"""The colours of clothes, skin, hair and extras for a person's looks and age.

Knows colours and cuts (which sleeves are long, which hems are skirts); knows nothing of pixels or places on a body.
Invariant: every word of the vocabulary in `looks` has its colours here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from milkwood.town.looks import Looks
from milkwood_art.palette import CLOTH, HAIR, MATERIAL, RGB, SKIN, Ramp, mix, ramp, shade

ACCENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "red": "navy",
        "crimson": "mustard",
        "orange": "teal",
        "mustard": "crimson",
        "yellow": "red",
        "green": "mustard",
        "olive": "orange",
        "teal": "mustard",
        "sky": "red",
        "blue": "mustard",
        "navy": "red",
        "purple": "mustard",
        "lilac": "teal",
        "pink": "teal",
        "white": "red",
        "cream": "crimson",
        "grey": "red",
        "charcoal": "red",
        "black": "crimson",
        "brown": "sky",
        "tan": "teal",
    }
)
"""The dye that stands out against another: scarves, ties, ribbons, knitted bands."""

_PALE: Final = frozenset({"white", "cream"})
_SHORT_SLEEVES: Final = frozenset({"shirt", "dress"})
_SHIRT_SLEEVES: Final = frozenset({"vest"})
_TRAINERS: Final = frozenset({"hoodie", "tracksuit", "overalls"})
_DARK_SHOES: Final = frozenset({"suit", "coat", "vest", "jacket"})
_HEADWEAR: Final = frozenset({"hat", "cap", "beret"})
_UNIFORM: Final = frozenset({"navy", "blue", "black"})
GREYING_AGE = 45
GREYING_YEARS = 36


@dataclass(frozen=True, slots=True)
class Clothes:
    """The dyes of one outfit, ready to be shaded."""

    top: Ramp
    bottom: Ramp
    shirt: Ramp
    trim: Ramp
    sleeve: Ramp
    forearm: Ramp
    skin: Ramp
    lower_leg: Ramp
    shoe: Ramp
    button: RGB
    stripe: RGB | None
    has_skirt: bool


def dress(looks: Looks) -> Clothes:
    """Choose the colour of every part of an outfit."""
    bare = skin(looks)
    top = ramp(CLOTH[looks.top])
    bottom = ramp(CLOTH[looks.top if looks.outfit == "dress" else looks.bottom])
    shirt = ramp(CLOTH["sky" if looks.top in _PALE else "white"])
    if looks.outfit == "tracksuit" and looks.top in _PALE:
        shirt = ramp(CLOTH[ACCENT[looks.top]])
    sleeve = shirt if looks.outfit in _SHIRT_SLEEVES else top
    has_skirt = looks.outfit == "dress" or looks.legs == "skirt"
    return Clothes(
        top=top,
        bottom=bottom,
        shirt=shirt,
        trim=_trim(looks),
        sleeve=sleeve,
        forearm=bare if looks.outfit in _SHORT_SLEEVES else sleeve,
        skin=bare,
        lower_leg=bare if has_skirt or looks.legs == "shorts" else bottom,
        shoe=_shoe(looks),
        button=shade(top.base, -3) if looks.outfit != "overalls" else MATERIAL["brass"],
        stripe=shirt.base if looks.outfit == "tracksuit" else None,
        has_skirt=has_skirt,
    )


def _trim(looks: Looks) -> Ramp:
    if looks.outfit == "apron":
        return ramp(CLOTH["tan" if looks.top in _PALE else "cream"])
    if looks.outfit == "cardigan":
        return ramp(shade(CLOTH[looks.top], 2))
    if looks.outfit == "dress" and looks.bottom != looks.top:
        return ramp(CLOTH[looks.bottom])
    return ramp(CLOTH[ACCENT[looks.top]])


def _shoe(looks: Looks) -> Ramp:
    if looks.outfit in _TRAINERS:
        return ramp(CLOTH["white" if looks.bottom not in _PALE else "red"])
    if looks.outfit in _DARK_SHOES:
        return ramp(CLOTH["black"])
    return ramp(CLOTH["crimson" if looks.outfit == "dress" and looks.top != "crimson" else "brown"])


def skin(looks: Looks) -> Ramp:
    """Skin in five lights."""
    return ramp(SKIN[looks.skin])


def hair_colour(looks: Looks, age: int) -> RGB:
    """The colour of the hair, greyer with the years."""
    share = max(0.0, min(0.85, (age - GREYING_AGE) / GREYING_YEARS))
    colour = HAIR[looks.hair]
    return colour if looks.hair in ("white", "grey") else mix(colour, HAIR["grey"], round(share, 2))


def eye_colour(looks: Looks) -> RGB:
    """A colour of the eyes that goes with skin and hair."""
    if looks.skin in ("porcelain", "fair") and looks.hair in ("blond", "red", "white", "grey"):
        return shade(CLOTH["blue"], 0.4)
    if looks.skin in ("porcelain", "fair", "light") and looks.hair in ("auburn", "chestnut", "brown"):
        return shade(CLOTH["green"], -0.4)
    return shade(CLOTH["brown"], -1.8)


def is_worn(looks: Looks, extra: str, *, at_neck: bool) -> bool:
    """Whether an extra is seen: one thing on the head at a time, and a bow at the neck only with short hair."""
    if extra == "bow" and at_neck != looks.hair_is_short:
        return False
    return looks.wears(extra) and (extra not in _HEADWEAR or extra == looks.headwear)


def extra_colours(looks: Looks, extra: str) -> tuple[Ramp, Ramp]:
    """The two colours an extra is made of."""
    accent = ramp(CLOTH[ACCENT[looks.top]])
    match extra:
        case "glasses":
            return ramp(mix(CLOTH["charcoal"], SKIN[looks.skin], 0.25)), ramp(
                mix(SKIN[looks.skin], MATERIAL["foam"], 0.55)
            )
        case "sunglasses":
            return ramp(CLOTH["black"]), ramp(MATERIAL["glass"])
        case "hat":
            return ramp(CLOTH["tan" if looks.top != "tan" else "brown"]), accent
        case "cap":
            return ramp(CLOTH[looks.top]), ramp(CLOTH["yellow"]) if looks.top in _UNIFORM else accent
        case "beret":
            return ramp(CLOTH["crimson" if looks.top not in ("red", "crimson") else "teal"]), accent
        case "headphones":
            return ramp(CLOTH["charcoal" if looks.hair != "black" else "white"]), accent
        case "earrings" | "necklace":
            return ramp(MATERIAL["brass"]), accent
        case "flower":
            return ramp(CLOTH["pink" if looks.top != "pink" else "white"]), ramp(CLOTH["yellow"])
        case "backpack":
            return ramp(CLOTH["brown" if looks.top != "brown" else "olive"]), ramp(CLOTH["tan"])
        case _:
            return accent, ramp(shade(accent.base, -1))
