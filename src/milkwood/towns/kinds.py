"""The kinds of sectors and rooms that have an effect; all others are free words.

Invariant: each is in the table of docs/reference/town-pack.md, with what it means.
"""

import difflib

from milkwood.i18n import t

KINDS = frozenset(
    "apartment bakery bathroom bedroom cafe classroom coliving college common_room dorm garden green harbour house inn "
    "hospital kitchen lamp_room library lighthouse living_room loft main_room market office outdoors pantry park "
    "post_office pub quay school shop stable store storeroom studio taproom tea_house temple theatre town_hall "
    "workshop".split()
)
_MIN_SIMILARITY = 0.8
"""From which on a free word may be a known kind misspelt."""


def misspelt(kind: str) -> str:
    """Advice for a word that is nearly a known kind; empty for known kinds and other words."""
    plain = kind.strip().lower().replace(" ", "_").replace("-", "_")
    close = [] if kind in KINDS else difflib.get_close_matches(plain[:60], sorted(KINDS), n=1, cutoff=_MIN_SIMILARITY)
    return t("Did you mean “{kind}”? A free word is allowed too, but has no effect.", kind=close[0]) if close else ""
