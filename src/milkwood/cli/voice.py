"""The language a user is spoken to in, and the door that all sentences to them go through.

Knows the environment, what Windows says of itself, and how wide a terminal shows a text; knows nothing of what is said.
Invariants: in English a text leaves as it came; what programs read (JSON, tables of values, ids, hashes) does not go
through here; Chinese costs nothing to those who do not speak it.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from unicodedata import east_asian_width

import typer

from milkwood.errors import MilkwoodError

ENGLISH, CHINESE = "en", "zh"
LANGUAGES = (ENGLISH, CHINESE)
VARIABLE = "MILKWOOD_LANGUAGE"
_WINDOWS_CHINESE = 0x04
"""What the last ten bits of Windows' number for a language are, for Chinese of any country."""


@cache
def system_language(windows: bool = os.name == "nt") -> str:
    """What Windows speaks to its user, which no variable says there; elsewhere the environment says all there is."""
    if not windows:
        return ""
    import ctypes

    try:
        number = int(getattr(ctypes, "windll").kernel32.GetUserDefaultUILanguage())  # noqa: B009 - only Windows has it
    except (AttributeError, OSError, ValueError):
        return ""
    return CHINESE if number & 0x3FF == _WINDOWS_CHINESE else ENGLISH


def user_language(environment: Mapping[str, str] = os.environ, system: Callable[[], str] = system_language) -> str:
    """The language somebody asked for, or that their machine is set to; English unless it is another we speak."""
    for variable in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(variable, "").strip():
            code = said.replace("-", "_").split("_")[0].split(".")[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return system() or ENGLISH


def preferred(languages: Sequence[str]) -> str:
    """What people of a new run speak unless it is said: as whoever lets them live does, if they can."""
    asked = user_language()
    return asked if asked != ENGLISH and asked in languages else languages[0]


def around(language: str) -> str:
    """The language of the words around what people of a run say: the user's, or the run's if that is English."""
    spoken = user_language()
    return language if spoken == ENGLISH else spoken


def said(text: str) -> str:
    """A sentence, or several, in the user's language."""
    language = user_language()
    if language == ENGLISH:
        return text
    from milkwood.translate import said_in

    return said_in(language, text)


def label(word: str) -> str:
    """A heading, or another word or two that stand alone, in the user's language."""
    language = user_language()
    if language == ENGLISH:
        return word
    from milkwood.translate import label_in

    return label_in(language, word)


def wrong(error: MilkwoodError) -> str:
    """What went wrong, where, and what to do, in the user's language."""
    language = user_language()
    if language == ENGLISH:
        return error.sentence()
    from milkwood.translate import told

    return told(language, error)


def both(what: str, remedy: str) -> str:
    """What is so, and what to do about it, if anything, in the user's language."""
    between = " " if user_language() == ENGLISH else ""
    return between.join(said(text) for text in (what, remedy) if text)


def say(text: str, *, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print a sentence in the user's language, styled if it is to be."""
    shown = said(text)
    typer.echo(typer.style(shown, **style) if style else shown, err=err, nl=nl)


def padded(word: str, width: int) -> str:
    """A label with blanks after it, so that what follows stands below what follows others."""
    return filled(label(word), width)


def filled(text: str, width: int) -> str:
    """A text with blanks after it, up to so many columns of a terminal."""
    return text + " " * max(0, width - columns(text))


def columns(text: str) -> int:
    """The number of terminal columns a text takes."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
