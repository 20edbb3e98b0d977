"""What a deed may name only where it is there, or at its time: no piano in a house without one, no sun at night.

Invariant: read from `presence.toml` once; a template's rules are found when it is read, not when it is used.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Words, and what must be there for them."""

    words: re.Pattern[str]
    kinds: frozenset[str]
    """Kinds of things or places of which one must be there; empty for any."""
    needs: frozenset[str]
    """Conditions of place and time, all of which must hold."""


@cache
def rules() -> tuple[Rule, ...]:
    """All rules of the file."""
    table = tomllib.loads(files(__package__).joinpath("presence.toml").read_text(encoding="utf-8"))
    return tuple(
        Rule(
            re.compile(rf"\b(?:{row['words']})(?!\w)|{row['zh']}", re.IGNORECASE),
            frozenset(row.get("kinds", ())),
            frozenset(row.get("needs", ())),
        )
        for row in table["rule"]
    )


def rules_for(text: str) -> tuple[Rule, ...]:
    """The rules that a text falls under."""
    return tuple(rule for rule in rules() if rule.words.search(text))
