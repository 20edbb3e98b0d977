"""The catalogue of things as far as drafting needs it: what a kind is called and whether it is used from on top.

Knows nothing of sprites. Invariant: a kind that a plan names stands in the catalogue, or the draft is refused.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from milkwood.errors import TownAuthorError
from milkwood_art.drafting.blueprint import TextByLanguage


@dataclass(frozen=True, slots=True)
class DraftKind:
    """What drafting asks of a kind of thing."""

    name: TextByLanguage
    used_on: bool


@cache
def kinds() -> dict[str, DraftKind]:
    """Every kind of the catalogue by its key."""
    table = tomllib.loads(files("milkwood.towns").joinpath("catalogue.toml").read_text("utf-8"))
    return {key: DraftKind(entry["name"], entry["use"] == "on") for key, entry in table.items()}


def kind(key: str) -> DraftKind:
    """One kind, or a complaint that there is none."""
    if key not in kinds():
        raise TownAuthorError(
            f"there is no kind of thing {key!r}.", where="the blueprint", remedy="Choose one of the catalogue."
        )
    return kinds()[key]
