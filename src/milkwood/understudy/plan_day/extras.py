"""Small activities besides the usual day, read from `extras.toml`.

Invariant: an extra is offered only where it is possible: at a known place of its kind, at a sensible hour, while it is
open.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

from milkwood.chance import Stream
from milkwood.clock import minutes_at
from milkwood.questions.terms import Spot
from milkwood.understudy.plan_day.slots import Slot

ANYWHERE = "*"
"""In place of kinds: any place of others with opening hours."""
PRONOUNS = {"she": "her", "he": "his", "they": "their"}


@dataclass(frozen=True, slots=True)
class Extra:
    """A small activity."""

    texts: dict[str, str]
    kinds: frozenset[str]
    shortest: int
    longest: int
    opens: int
    closes: int
    mine: bool
    long: bool

    def fits(self, start: int, minutes: int, spot: Spot) -> bool:
        """Whether it is possible there and then."""
        if not self._is_for(spot) or (self.mine and not spot["mine"]):
            return False
        if spot["mine"] and not self.mine and "house" not in spot["kind"]:
            return False  # no free hour at the person's own workplace
        opens, closes = self.opens, self.closes
        if "-" in spot["hours"]:
            first, _, last = spot["hours"].partition("-")
            opens, closes = max(opens, minutes_at(first)), min(closes, minutes_at(last))
        return opens <= start and start + minutes <= closes and minutes >= self.shortest

    def _is_for(self, spot: Spot) -> bool:
        if ANYWHERE in self.kinds:
            return not spot["mine"] and "-" in spot["hours"]
        return bool(self.kinds & set(spot["kind"].split()))


PlaceHours = TypedDict("PlaceHours", {"kinds": list[str], "from": str, "to": str, "mine": NotRequired[bool]})
"""Place and time, as in tables."""


class _Row(PlaceHours):
    """An extra as in its table."""

    minutes: list[int]
    long: NotRequired[bool]
    en: str
    zh: str


@cache
def extras() -> tuple[Extra, ...]:
    """All extras."""
    table: dict[str, list[_Row]] = tomllib.loads(files(__package__).joinpath("extras.toml").read_text(encoding="utf-8"))
    return tuple(_extra(row) for row in table["extra"])


def _extra(row: _Row) -> Extra:
    return Extra(
        texts={"en": row["en"], "zh": row["zh"]},
        kinds=frozenset(row["kinds"]),
        shortest=row["minutes"][0],
        longest=row["minutes"][1],
        opens=minutes_at(row["from"]),
        closes=minutes_at(row["to"]),
        mine=row.get("mine", False),
        long=row.get("long", False),
    )


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses extras for one person."""

    spots: Sequence[Spot]
    friends: Sequence[str]
    language: str
    pronoun: str

    def choose(
        self, start: int, minutes: int, draw: Stream, avoid: Sequence[str], *, long: bool = False
    ) -> Slot | None:
        """An activity from a minute on for at most so long; None if nothing fits."""
        options = [
            (extra, spot)
            for extra in extras()
            if (extra.long or not long) and (self.friends or "{friend}" not in extra.texts["en"])
            for spot in self.spots
            if extra.fits(start, min(minutes, extra.longest), spot)
        ]
        for extra, spot in draw.shuffled(options):
            text = extra.texts[self.language].replace("{their}", PRONOUNS.get(self.pronoun, "their"))
            if "{friend}" in text:
                text = text.replace("{friend}", draw.chosen(self.friends))
            if text in avoid:
                continue
            length = minutes if long and minutes <= 2 * extra.longest else min(minutes, extra.longest)
            return Slot(start, start + length, text, spot["id"])
        return None
