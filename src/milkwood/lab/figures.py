"""Measured figures of the bundled towns: what a person's day asks of a model, by kind of question and language.

Knows the file that the benchmark `calls` writes, no model. Invariant: a figure was measured, on the day the file says.
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
    """What one kind of question takes."""

    calls: float
    """A person's, a day."""
    least: float
    most: float
    """On the quietest and on the busiest day that was lived."""
    prompt_tokens: float
    answer_tokens: float
    """Of a call."""


@dataclass(frozen=True, slots=True)
class TownFigures:
    """What a day of a town takes."""

    people: int
    days: int
    chain_calls: float
    chain_tokens: float
    """The longest row of calls, and of their answers' tokens, that must follow each other on a day."""
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
    """When they were measured."""
    measured: date = _plain()["date"]
    return measured


def nearest(town: str, language: Language, people: int) -> tuple[str, TownFigures]:
    """The figures of a town, or of the one whose number of people is nearest; and whose they are."""
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
