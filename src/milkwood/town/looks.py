"""How a person looks: the words of a pack's `[looks]` table.

Invariant: every word listed here can be drawn (tests of `milkwood_art` check it), so every `Looks` can be drawn at any
age.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from milkwood.errors import TownAuthorError
from milkwood.i18n import t

SKINS: Final[tuple[str, ...]] = ("porcelain", "fair", "light", "tan", "brown", "dark")
HAIRS: Final[tuple[str, ...]] = (
    "black",
    "dark_brown",
    "brown",
    "chestnut",
    "auburn",
    "red",
    "blond",
    "grey",
    "white",
    "pink",
    "blue",
)
COLOURS: Final[tuple[str, ...]] = (
    "red",
    "crimson",
    "orange",
    "mustard",
    "yellow",
    "green",
    "olive",
    "teal",
    "sky",
    "blue",
    "navy",
    "purple",
    "lilac",
    "pink",
    "white",
    "cream",
    "grey",
    "charcoal",
    "black",
    "brown",
    "tan",
)
"""Of clothes."""
HAIR_STYLES: Final[tuple[str, ...]] = (
    "short",
    "crop",
    "long",
    "bob",
    "ponytail",
    "bun",
    "curly",
    "afro",
    "braids",
    "wavy",
    "bald",
    "undercut",
)
BEARDS: Final[tuple[str, ...]] = ("none", "stubble", "moustache", "full")
OUTFITS: Final[tuple[str, ...]] = (
    "shirt",
    "sweater",
    "jacket",
    "coat",
    "dress",
    "hoodie",
    "apron",
    "suit",
    "vest",
    "overalls",
    "tracksuit",
    "cardigan",
)
LEGS: Final[tuple[str, ...]] = ("trousers", "skirt", "shorts")
EXTRAS: Final[tuple[str, ...]] = (
    "glasses",
    "sunglasses",
    "hat",
    "cap",
    "beret",
    "scarf",
    "headphones",
    "earrings",
    "flower",
    "tie",
    "necklace",
    "bow",
    "backpack",
)

_SHORT_STYLES: Final = frozenset({"short", "crop", "bald", "undercut"})
_HEADWEAR: Final = ("hat", "cap", "beret")


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """How one person looks, apart from age; refuses unknown words."""

    skin: str
    hair: str
    hair_style: str
    outfit: str
    top: str
    bottom: str
    beard: str = "none"
    legs: str = "trousers"
    extras: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check("skin", self.skin, SKINS)
        _check("hair", self.hair, HAIRS)
        _check("hair_style", self.hair_style, HAIR_STYLES)
        _check("beard", self.beard, BEARDS)
        _check("outfit", self.outfit, OUTFITS)
        _check("top", self.top, COLOURS)
        _check("bottom", self.bottom, COLOURS)
        _check("legs", self.legs, LEGS)
        for extra in self.extras:
            _check("extras", extra, EXTRAS)

    @property
    def headwear(self) -> str | None:
        """The one thing worn on the head; of several only the first has room."""
        return next((extra for extra in _HEADWEAR if extra in self.extras), None)

    @property
    def hair_is_short(self) -> bool:
        """Whether nothing can be tied into the hair: then a bow is a bow tie."""
        return self.hair_style in _SHORT_STYLES

    def wears(self, extra: str) -> bool:
        """Whether this extra is to be seen."""
        return extra in self.extras


def _check(field: str, word: str, known: Sequence[str]) -> None:
    if word not in known:
        raise TownAuthorError(
            t('"{word}" is no {kind} we can draw.', word=word, kind=field.replace("_", " ")),
            where=f"looks.{field}",
            remedy=t("Use one of: {names}.", names=", ".join(known)),
        )
