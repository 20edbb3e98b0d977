"""Measured figures of the bundled towns: calls and tokens per person and day, by kind of question, hour and language.

Invariant: a figure was measured, on the day the file says.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, Final

from milkwood.words import Language

FILE: Final = Path(__file__).parent / "figures.toml"
HOURS_PER_DAY: Final = 24


@dataclass(frozen=True, slots=True)
class KindFigures:
    """Calls and tokens of one kind of question."""

    calls: float
    """Per person and day."""
    least: float
    most: float
    """On the quietest and on the busiest measured day."""
    first_least: float
    first_most: float
    """In the first half hour of a run: the least and the most of several seeds."""
    prompt_tokens: float
    answer_tokens: float
    """Per call."""


@dataclass(frozen=True, slots=True)
class UseFigures:
    """Calls and tokens of a person in a part of a day."""

    calls: float = 0.0
    prompt_tokens: float = 0.0
    answer_tokens: float = 0.0

    def plus(self, other: "UseFigures", share: float = 1.0) -> "UseFigures":
        """With a share of others."""
        return UseFigures(
            self.calls + other.calls * share,
            self.prompt_tokens + other.prompt_tokens * share,
            self.answer_tokens + other.answer_tokens * share,
        )


@dataclass(frozen=True, slots=True)
class TownFigures:
    """Calls and tokens of a day of a town."""

    people: int
    days: int
    chain_calls: float
    chain_tokens: float
    """The longest chain of sequential calls on a day, and the tokens of their answers."""
    kinds: Mapping[str, KindFigures]
    hours: tuple[UseFigures, ...] = ()
    """Of each hour of the measured days, from the start of the run."""

    def between(self, first_hour: float, last_hour: float) -> UseFigures:
        """Of a person between two moments, in hours since the start; later days are like the last measured one."""
        found = UseFigures()
        for hour in range(int(first_hour), ceil(last_hour)):
            share = min(last_hour, hour + 1) - max(first_hour, hour)
            found = found.plus(self.hours[self._measured(hour)], share)
        return found

    def _measured(self, hour: int) -> int:
        last_day = len(self.hours) - HOURS_PER_DAY
        return hour if hour < len(self.hours) else last_day + hour % HOURS_PER_DAY


@cache
def figures() -> Mapping[tuple[str, str], TownFigures]:
    """All figures by town and language."""
    return {
        (town, language): TownFigures(
            **{
                **table,
                "kinds": {kind: KindFigures(**one) for kind, one in table["kinds"].items()},
                "hours": tuple(UseFigures(*each) for each in table["hours"]),
            }
        )
        for town, languages in _plain().items()
        if isinstance(languages, dict)
        for language, table in languages.items()
    }


def measured_on() -> date:
    """The date of the measurement."""
    measured: date = _plain()["date"]
    return measured


def nearest(town: str, language: Language, people: int) -> tuple[str, TownFigures]:
    """The figures of a town, or of the one with the nearest number of people; and its id."""
    known = {name: one for (name, spoken), one in figures().items() if spoken == language}
    if not known:
        known = {name: one for (name, _), one in figures().items()}
    if town in known:
        return town, known[town]
    name = min(known, key=lambda each: (abs(known[each].people - people), each))
    return name, known[name]


@cache
def _plain() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))
