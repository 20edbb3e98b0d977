"""How a deed is done, as a few words after it: by the person's traits, by hour, light and weather.

Invariant: a detail holds for the person, the place and the time, and fits any deed.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

MAX_CHARACTERS = {"en": 64, "zh": 22}
"""A longer deed gets no detail."""
_COMMA = {"en": ", ", "zh": "，"}


@dataclass(frozen=True, slots=True)
class Detail:
    """Details of one sort."""

    traits: tuple[str, ...]
    when: frozenset[str]
    said: dict[str, tuple[str, ...]]


@cache
def _details() -> tuple[Detail, ...]:
    table = tomllib.loads(files(__package__).joinpath("details.toml").read_text(encoding="utf-8"))
    return tuple(
        Detail(tuple(row.get("traits", ())), frozenset(row.get("when", ())), _said(row["said"]))
        for row in table["detail"]
    )


def _said(lines: str) -> dict[str, tuple[str, ...]]:
    pairs = [line.split(" | ") for line in lines.strip().split("\n")]
    return {"en": tuple(pair[0] for pair in pairs), "zh": tuple(pair[1] for pair in pairs)}


@lru_cache(maxsize=1024)
def details_for(traits: tuple[str, ...], conditions: frozenset[str], language: str) -> tuple[str, ...]:
    """The details that hold for a person at a place and time."""
    return tuple(
        said
        for detail in _details()
        if detail.when <= conditions and (not detail.traits or _has(traits, detail.traits))
        for said in detail.said[language]
    )


def _has(traits: Iterable[str], words: Iterable[str]) -> bool:
    said = " ".join(traits).lower()
    return any(word in said for word in words)


def detailed(text: str, detail: str, language: str) -> str:
    """A deed with a detail; empty if it is too long or has one."""
    if len(text) > MAX_CHARACTERS[language] or _COMMA[language].strip() in text:
        return ""
    return f"{text}{_COMMA[language]}{detail}"
