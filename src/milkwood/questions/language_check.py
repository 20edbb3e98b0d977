"""Language check: whether a text has words that do not belong to the language of the run.

Invariant: names and words that the question itself used may be used in its answer.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from milkwood.models.port import Content
from milkwood.plain import Json

_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_STRANGE = re.compile(r"[\u0370-\u1fff\u3040-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+")
"""Scripts that are neither Latin nor, for Chinese, Chinese."""
_NEITHER = re.compile(r"[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_SHORT_FORM = re.compile(r"[A-Z]{2,4}\Z")
_ENGLISH: Final = frozenset(
    "the a an and or but of to in on at for with from is are was be been am i you he she it we they my your his her "
    "our this that not no so if as by me him them us do does did have has had will would can could up out about".split()
)
_OTHER: Final = frozenset(
    "der das und ist nicht ich sie wir ein eine mit auf für den dem zu von el los las que para está una con por del "
    "muy yo su le les des est une pour vous dans je et pas sur il che sono per non di della um uma não os com".split()
)
_IDS: Final = frozenset(
    "id by about source known_to company place kind language style pronoun room_kind main_tool date".split()
)
"""Fields that hold ids or words of ours, not of the language."""


def is_foreign(text: str, language: str, used: Callable[[], str]) -> bool:
    """Whether a text has words of another language than English or Chinese; `used` are the question's own words."""
    if language == "zh":
        return _foreign_to_chinese(text, used)
    if language != "en":
        return False  # no rules for this language
    if strange := _STRANGE.findall(text):
        return any(word not in used() for word in strange)
    words = re.findall(r"[a-zà-ÿ]+", text.lower())
    other = sum(word in _OTHER for word in words)
    return other >= 3 and other > 2 * sum(word in _ENGLISH for word in words)


def _foreign_to_chinese(text: str, used: Callable[[], str]) -> bool:
    if any(letter.isalpha() for letter in text) and not _HAN.search(text):
        return True
    words = [word for word in _LATIN.findall(text) if not _SHORT_FORM.match(word)] + _NEITHER.findall(text)
    if not words:
        return False
    known = used().casefold()
    return any(word.casefold() not in known for word in words)


def words_of(content: Content) -> str:
    """All words of a question, without ids."""
    return "\n".join(_texts(content))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in _IDS or (key == "place" and isinstance(inner, str) and ":" not in inner):
                yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
