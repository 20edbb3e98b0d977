"""What the server says, in the language of whoever listens: sentences are found by their English pattern.

Knows the file of patterns beside it and HTTP's way to ask for a language; knows nothing of what is said. Invariant:
whatever has no pattern is said in English, as it is; what a pattern leaves open (names, times, figures) is carried
over, and is itself put into the other language where it is a sentence of ours.
"""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from milkwood.server.wire import Text
from milkwood.words import CHINESE, ENGLISH, Language

LANGUAGES = (ENGLISH, CHINESE)
_MOST = 4000
"""A text of more characters is no sentence of ours."""
_END = re.compile(r"(?<=[.!?…]) ")


def in_both(text: str) -> Text:
    """A sentence in every language the page speaks; none at all when nothing is said."""
    return {str(each): said_in(each, text) for each in LANGUAGES} if text else {}


def said_in(language: str, text: str) -> str:
    """A sentence, or several one after the other, in a language."""
    return _found(text) or text if language == CHINESE and len(text) <= _MOST else text


def language_of(scope: Scope) -> Language:
    """The language that a request asks for: `?lang=`, or else the header; English when it says neither."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    weighed = [_weighed(part) for part in Headers(scope=scope).get("accept-language", "").split(",")]
    wanted = [asked, *(code for weight, code in sorted(weighed, key=lambda each: -each[0]) if weight > 0)]
    known = {str(each): each for each in LANGUAGES}
    return next((known[short] for code in wanted if (short := code.lower().partition("-")[0]) in known), ENGLISH)


def _weighed(part: str) -> tuple[float, str]:
    code, _, rest = part.strip().partition(";")
    found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", rest) if rest else None
    return float(found[1]) if found else 1.0, code


@lru_cache(maxsize=512)
def _found(text: str) -> str:
    """A text in Chinese: as one pattern, or sentence by sentence; empty when there is no pattern for any of it."""
    whole = _one(text)
    if whole:
        return whole
    for end in _END.finditer(text):
        first, rest = _one(text[: end.start()]), text[end.end() :]
        if first:
            return first + (_found(rest) or rest)
    where, colon, rest = text.partition(": ")  # whose, or where, may stand before a sentence
    told = _found(rest) if colon else ""
    return f"{where}：{told}" if told else ""


def _one(text: str) -> str:
    for pattern, chinese in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return chinese.format_map({name: _found(value) or value for name, value in found.groupdict().items()})
    return ""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with fewer open places first, so that what is said exactly is not taken for something vaguer."""
    told: dict[str, str] = tomllib.loads(files(__package__).joinpath("zh.toml").read_text("utf-8"))
    made = [(_pattern(english), chinese) for english, chinese in told.items()]
    return tuple(sorted(made, key=lambda each: (each[0].groups, -len(each[0].pattern))))


def _pattern(english: str) -> re.Pattern[str]:
    parts = ((re.escape(literal), name) for literal, name, _, _ in Formatter().parse(english))
    return re.compile("".join(text + (f"(?P<{name}>.+?)" if name else "") for text, name in parts), re.DOTALL)
