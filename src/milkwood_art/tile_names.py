"""The words of a plan that tiles are named by, and how many tiles there are of a name.

`pictures/index.toml` explains the names. A further variant of a tile or a further floor needs only its pictures and
their names there. Knows no picture and no map. Invariant: for every word, tiles exist in every position that a site can
ask for.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import isqrt

from milkwood_art.noise import pick
from milkwood_art.tiles import SHEETS

GROUNDS = ("grass", "meadow", "path", "sand", "soil", "water")
"""Open ground, in two tones that flow into one another."""
FENCES = ("fence_wood", "fence_white", "hedge", "stone_wall")
"""What may stand out of doors along the border of a garden."""
STYLES: Mapping[str, str] = {
    "plaster": "beam",
    "brick": "beam",
    "timber": "beam",
    "stone": "slab",
    "whitewash": "slab",
}
"""Walls of buildings, seen from outside, and what covers their tops."""
PAPERS = ("cream", "sage", "sky", "rose", "ochre", "lilac", "white_tile", "panel")
"""Walls of rooms, seen from within."""
ROOFS = ("red", "slate", "blue", "green", "thatch", "brown")


@cache
def pavings() -> tuple[str, ...]:
    """Laid ground: one square picture each that repeats."""
    return tuple(dict.fromkeys(tile.name.rpartition("_")[0] for tile in SHEETS["floors"]))


def variants(stem: str) -> int:
    """How many tiles are called by this name and a number."""
    return _numbered()[stem]


@cache
def _numbered() -> Counter[str]:
    return Counter(tile.name.rpartition("_")[0] for tiles in SHEETS.values() for tile in tiles)


def varied(stem: str, seed: int, x: int, y: int) -> str:
    """One of the tiles that are called by this name and a number, chosen by the place."""
    return f"{stem}_{pick(seed, x, y, variants(stem))}"


def span(stem: str) -> int:
    """How many tiles a square picture has each way."""
    return isqrt(variants(stem))


def piece_name(stem: str, x: int, y: int) -> str:
    """The piece of a square picture that belongs on a cell, if the picture repeats over the map."""
    size = span(stem)
    return f"{stem}_{(y % size) * size + x % size:02d}"


def cap_name(style: str, join: str, *, window: bool = False) -> str:
    """A wall seen from above."""
    return f"cap_{STYLES[style]}_{join}{'_window' if window and join == '1nn' else ''}"


def face_name(style: str, paper: str, join: str, *, window: bool = False) -> str:
    """A wall seen from the south; an empty paper means from outside."""
    surface = f"{STYLES[style]}_{paper}" if paper else style
    return f"face_{surface}_{join}{'_window' if window else ''}"
