"""The user's language, and the functions that print sentences in it.

Invariants: English texts are printed unchanged; output for programs (JSON, tables of values, ids, hashes) does not pass
through here; catalogues are loaded only for their language.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from locale import windows_locale
from typing import Any
from unicodedata import east_asian_width

from milkwood.cli.terminal import echo
from milkwood.errors import MilkwoodError
from milkwood.i18n import in_language, languages, looked_up, sentences

ENGLISH = "en"
VARIABLE = "MILKWOOD_LANGUAGE"
LABELS = (
    *"Arguments Options Commands default required error warning ok note wrong stopped file history bill calls".split(),
    *"read written questions money time run people answers size name person question price times why ended".split(),
    *"valid repaired filled fallback failure remedy ticks events talks inputs entered departed set_off halted".split(),
    *"deed_began deed_ended thing_changed talk_began joined said left talk_ended refused whispered reminded".split(),
    *"told announced town: town_path: scenario: seed: language: settings: cast: start: seconds_per_tick:".split(),
    *"view_radius: attention: versions: pack_hash: prompt_hashes: routines: behaviour: earlier_behaviours:".split(),
    *"routed: seed saw did news talk thought insight promise plan voice Python packages settings disk port".split(),
    *"embeddings keys model network provider key usual environment option guessed changed dropped".split(),
    *("env var", "read it", "check it", "continue", "reached", "scenarios (aliases)", "prompt tokens"),
    *("answer tokens", "failed at", "calls to", "known before", "stopped before its end", "from cache"),
    *(
        "not recorded",
        "before the run",
        "prices from",
        "answer format",
        "checked on",
        "any address",
        "unknown",
        "JSON schema",
        "own_prompts:",
    ),
    *("call", "moment", "tokens"),
    *("grammar", "tool call", "JSON without a schema", "plain text", "your settings"),
    *("this folder's settings", "this machine"),
)
"""Labels looked up by a word of the program: headings, kinds, outcomes, names of settings."""


@cache
def system_language(windows: bool = os.name == "nt") -> str:
    """The language of Windows, which has no variable for it; elsewhere empty."""
    if not windows:
        return ""
    import ctypes

    try:
        number = int(getattr(ctypes, "windll").kernel32.GetUserDefaultUILanguage())  # noqa: B009 - only Windows has it
    except (AttributeError, OSError, ValueError):
        return ""
    return windows_locale.get(number, "").split("_")[0]


def user_language(environment: Mapping[str, str] = os.environ, system: Callable[[], str] = system_language) -> str:
    """The language asked for, or that of the machine; English if it is not a shipped one."""
    for variable in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if said := environment.get(variable, "").strip():
            return _known(said.replace("-", "_").split("_")[0].split(".")[0].lower())
    return _known(system())


def _known(code: str) -> str:
    return code if code in languages() else ENGLISH


def preferred(languages: Sequence[str]) -> str:
    """The default language of a new run: the user's, if the town has it."""
    asked = user_language()
    return asked if asked != ENGLISH and asked in languages else languages[0]


def around(language: str) -> str:
    """The language of labels around people's words: the user's, or the run's if that is English."""
    spoken = user_language()
    return language if spoken == ENGLISH else spoken


def said(text: str) -> str:
    """One or more sentences in the user's language."""
    return in_language(text, user_language())


def label(word: str) -> str:
    """A heading or other short label in the user's language."""
    return looked_up(word, user_language(), "label")


def wrong(error: MilkwoodError) -> str:
    """What is wrong, where, and what to do, in the user's language."""
    return said(error.sentence())


def both(what: str, remedy: str) -> str:
    """What is so and, if given, what to do, in the user's language."""
    return said(sentences(what, remedy))


def say(text: str, *, indent: int = 0, err: bool = False, nl: bool = True, **style: Any) -> None:
    """Print a sentence in the user's language, optionally styled."""
    echo(" " * indent + said(text), err=err, nl=nl, **style)


def padded(word: str, width: int) -> str:
    """A label padded with blanks, so that values align."""
    return filled(label(word), width)


def rows(entries: Mapping[str, str], indent: int = 2) -> str:
    """Labels and their values, one below the other, with the values aligned."""
    labels = {name: label(name) for name in entries}
    width = max(map(columns, labels.values())) + 2
    return "\n".join(f"{' ' * indent}{filled(labels[name], width)}{value}" for name, value in entries.items())


def filled(text: str, width: int) -> str:
    """A text padded with blanks to a number of terminal columns."""
    return text + " " * max(0, width - columns(text))


def columns(text: str) -> int:
    """The number of terminal columns a text takes."""
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
