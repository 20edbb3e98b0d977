"""Filler: deeds that say nothing but the block's own text in fixed words, for measures.

Invariant: a deed is filler exactly if a template of the family `general` gives its words. The block's own text as a
deed is no filler, nor is what names a thing of the room, a concern of the person, or work of a trade.
"""

import re
from functools import cache

from milkwood.understudy.break_down.families import CHOICE, family

_SAID = re.compile(r"\{[^{}]*\}")


def is_filler(deed: str, language: str) -> bool:
    """Whether a deed is filler."""
    return _forms(language).fullmatch(deed) is not None


@cache
def _forms(language: str) -> re.Pattern[str]:
    general = family("general")
    texts = [deed.texts[language] for deed in (*general.begin, *general.middle, *general.end)]
    return re.compile("|".join(_form(text) for text in texts))


def _form(text: str) -> str:
    parts = CHOICE.split(text)
    parts[1::2] = ["(?:" + "|".join(map(re.escape, group.split("/"))) + ")" for group in parts[1::2]]
    parts[::2] = [".+".join(map(re.escape, _SAID.split(part))) for part in parts[::2]]
    return "".join(parts)
