"""Sentences of libraries, which come without a message id, matched to the templates in `library.txt`.

Invariants: only a text marked as `Finished` is matched, and only with the templates of libraries; a text without a
matching template stays as it is; values in quotation marks are names and stay.
"""

import re
from functools import cache
from string import Formatter
from typing import NamedTuple

from milkwood.i18n.catalogue import Catalogue

_MAX_LETTERS = 1000
_MAX_DEPTH = 4
_END = re.compile(r"(?<=[.!?…]) ")
_QUOTED = re.compile(r"“\{(\w+)[^}]*\}”")


class Finished(str):
    """An English sentence without its template and values."""

    def __str__(self) -> str:
        return self


class _Pattern(NamedTuple):
    literal: str
    """Its longest fixed part."""
    shape: str
    quoted: frozenset[str]
    translation: str


def recognised(text: str, into: Catalogue, depth: int = 0) -> str:
    """A finished text in another language, as a whole or by sentences."""
    if len(text) > _MAX_LETTERS or depth > _MAX_DEPTH:
        return text
    told = _one(text, into, depth)
    if told is not None:
        return told
    told = ""
    for part in _END.split(text):
        found = _one(part, into, depth)
        told += (" " if told and found is None else "") + (part if found is None else found)
    return told


def _one(text: str, into: Catalogue, depth: int) -> str | None:
    """A text as one message; None if there is no such message."""
    for each in _patterns(into):
        if each.literal in text and (found := _compiled(each.shape).fullmatch(text)):
            values = found.groupdict().items()
            return each.translation.format_map(
                {name: value if name in each.quoted else recognised(value, into, depth + 1) for name, value in values}
            )
    return None


@cache
def _patterns(into: Catalogue) -> tuple[_Pattern, ...]:
    """The templates of libraries in a catalogue, those with the most fixed words first."""
    made = []
    for context, template in into:
        parts = list(Formatter().parse(template))
        if context == "library":
            quoted = frozenset(_QUOTED.findall(template))
            shape = "".join(re.escape(part) + (f"(?P<{name}>.+?)" if name else "") for part, name, _, _ in parts)
            literals = [part for part, _, _, _ in parts]
            translation = re.sub(r"\{(\w+)[^}]*\}", r"{\1}", into.forms(context, template)[0])
            pattern = _Pattern(max(literals, key=len), shape, quoted, translation)
            made.append((-sum(map(len, literals)), pattern))
    return tuple(pattern for _, pattern in sorted(made))


_compiled = cache(re.compile)
