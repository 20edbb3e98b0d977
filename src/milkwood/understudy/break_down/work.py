"""A person's place and hours of work, as their card tells them: `nurse, Infirmary, from 08:00 to 17:00`.

Invariant: follows from the card alone; without hours in it, every hour may be one of work.
"""

import re

from milkwood.clock import MINUTES_A_DAY, minutes_at
from milkwood.questions.terms import Card

_HOURS = re.compile(r"(\d{1,2}:\d{2})\D+(\d{1,2}:\d{2})")


def is_workplace(card: Card, place: str) -> bool:
    """Whether the person's work names a place."""
    names = [name.strip() for mark in ",，:：·的" for name in place.split(mark)]
    least = 1 if card["language"] == "zh" else 3
    return any(len(name) > least and name in card["work"] for name in names)


def hours_of(card: Card) -> tuple[int, int] | None:
    """First and last minute of the person's work, where it has hours; past midnight they count on."""
    found = _HOURS.search(card["work"])
    if found is None:
        return None
    opens, closes = minutes_at(found[1]), minutes_at(found[2])
    return opens, closes if closes > opens else closes + MINUTES_A_DAY


def is_within(start: str, hours: tuple[int, int]) -> bool:
    """Whether a time lies within hours of work."""
    minute = minutes_at(start) % MINUTES_A_DAY
    return any(hours[0] <= each < hours[1] for each in (minute, minute + MINUTES_A_DAY))
