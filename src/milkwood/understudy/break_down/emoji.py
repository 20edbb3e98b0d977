"""The emoji of a block's own text: that of its family, or of its own words or verb where they do not name the family.

Invariant: there always is one; read from `emoji.toml`.
"""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from milkwood.understudy.break_down.families import TOWN, Family, work_of

_GENERAL = frozenset("🥣 🥗 🍽️ 🍴 📷 🙂".split())
"""Emoji of general families; that of the text's own words is used instead."""


def emoji_for(text: str, family: Family, language: str) -> str:
    """The emoji of a text that is told as a deed of a family."""
    emoji = family.own.emoji if family.own is not None else ""
    lower = text.lower()
    known = family.name == TOWN or any(word.lstrip("^") in lower for word in family.words[language])
    known = known or (bool(family.like) and family.like[language].search(text) is not None)
    return (
        emoji if known and emoji not in _GENERAL else _named(_GOING.sub("", text)) or _of_verb(text, language) or emoji
    )


_GOING = re.compile(r"^going to (?=the |an? |\w+['’]s )|^去参加", re.IGNORECASE)


def _of_verb(text: str, language: str) -> str:
    work = work_of(text, language)
    return work.own.emoji if work is not None and work.own is not None else ""


@lru_cache(maxsize=4096)
def _named(text: str) -> str:
    """The emoji of the first known word of a text; empty for none."""
    found = [(match.start(), place) for place, (form, _) in enumerate(_signs()) if (match := form.search(text))]
    return _signs()[min(found)[1]][1] if found else ""


@cache
def _signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    table: dict[str, dict[str, str]] = tomllib.loads(
        files(__package__).joinpath("emoji.toml").read_text(encoding="utf-8")
    )
    rows = ((emoji, *words.split(" | ")) for emoji, words in table["signs"].items())
    return tuple((re.compile(rf"\b(?:{en})\b|{zh}", re.IGNORECASE), emoji) for emoji, en, zh in rows)
