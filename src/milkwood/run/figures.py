"""Measured figures of the bundled towns: calls and tokens per person and day, by kind of question and language.

Invariant: a figure was measured, on the day the file says.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from milkwood.words import Language

FILE: Final = Path(__file__).parent / "figures.toml"


@dataclass(frozen=True, slots=True)
class KindFigures:
    """Calls and tokens of one kind of question."""

    calls: float
    """Per person and day."""
    least: float
    most: float
    """On the quietest and on the busiest measured day."""
    prompt_tokens: float
    answer_tokens: float
    """Per call."""


@dataclass(frozen=True, slots=True)
class TownFigures:
    """Calls and tokens of a day of a town."""

    people: int
    days: int
    chain_calls: float
    chain_tokens: float
    """The longest chain of sequential calls on a day, and the tokens of their answers."""
    kinds: Mapping[str, KindFigures]


@cache
def figures() -> Mapping[tuple[str, str], TownFigures]:
    """All figures by town and language."""
    return {
        (town, language): TownFigures(
            **{**table, "kinds": {kind: KindFigures(**one) for kind, one in table["kinds"].items()}}
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
