"""Signs of a situation, by words.

Invariant: the same words mean the same for every speaker.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

from milkwood.chance import Stream


@cache
def _signs() -> dict[tuple[str, str], re.Pattern[str]]:
    table: dict[str, dict[str, list[str]]] = tomllib.loads(
        files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
    )
    signs: dict[tuple[str, str], re.Pattern[str]] = {}
    for name, row in table.items():
        signs[name, "en"] = re.compile(r"\b(?:" + "|".join(map(re.escape, row["en"])) + ")", re.IGNORECASE)
        signs[name, "zh"] = re.compile("|".join(map(re.escape, row["zh"])))
    return signs


def says(sign: str, text: str, language: str) -> bool:
    """Whether a text shows a sign: `asleep`, `pressing`, `fire` …"""
    return bool(text) and _signs()[sign, language].search(text) is not None


def is_exactly(sign: str, text: str, language: str) -> bool:
    """Whether a text is a sign's word and hardly more: `on`, but not `on the shelf`."""
    found = _signs()[sign, language].match(text.strip())
    return found is not None and len(text.strip()) - found.end() <= 10


@cache
def _reasons() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files(__package__).joinpath("reasons.toml").read_text(encoding="utf-8"))


def reason(kind: str, language: str, draw: Stream, **filled: str) -> str:
    """A sentence with the reason."""
    return draw.chosen(_reasons()[kind][language]).format(**filled)
