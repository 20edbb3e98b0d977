"""The catalogues of languages: gettext `.po` files in `catalogues/` and, first, in the folder MILKWOOD_CATALOGUES.

Invariants: English is the source language and has no catalogue; a file is read once, on first use of its language.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ENGLISH = "en"
VARIABLE = "MILKWOOD_CATALOGUES"
_OWN = Path(__file__).parent / "catalogues"
_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])? )?(".*")')


class Catalogue:
    """All messages of one language."""

    def __init__(self, entries: dict[tuple[str, str], list[str]]) -> None:
        self._entries = entries
        header = entries.get(("", ""), [""])[0]
        rule = re.search(r"plural=([^;\n]+)", header)
        self._form = _plural_form(rule[1]) if rule else lambda _: 0

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (each for each in self._entries if each[1])

    def forms(self, context: str, template: str) -> list[str]:
        """The translation of a message in each plural form."""
        return self._entries[context, template]

    def find(self, template: str, context: str = "", plural: str = "", count: int | None = None) -> str:
        """The translation of a message, or its English."""
        forms = self._entries.get((context, template))
        if forms is None:
            return plural if plural and count != 1 else template
        return forms[self._form(count) if count is not None and len(forms) > 1 else 0]


def languages() -> tuple[str, ...]:
    """All languages of Milkwood, English first."""
    return _languages(os.environ.get(VARIABLE, ""))


def catalogue(language: str) -> Catalogue | None:
    """The catalogue of a language; None for English and for languages without one."""
    return None if language == ENGLISH else _catalogue(language, os.environ.get(VARIABLE, ""))


@cache
def _languages(folder: str) -> tuple[str, ...]:
    return (ENGLISH, *sorted({file.stem for place in _places(folder) for file in place.glob("*.po")} - {ENGLISH}))


@cache
def _catalogue(language: str, folder: str) -> Catalogue | None:
    files = (place / f"{language}.po" for place in _places(folder)) if language in _languages(folder) else ()
    return next((Catalogue(read(file.read_text("utf-8"))) for file in files if file.is_file()), None)


def _places(folder: str) -> tuple[Path, ...]:
    return (Path(folder), _OWN) if folder else (_OWN,)


def read(text: str) -> dict[tuple[str, str], list[str]]:
    """The translations in a `.po` file, by context and message id; untranslated ones are left out."""
    entries: dict[tuple[str, str], list[str]] = {}
    context, name, key, forms = "", "", "", list[str]()
    for line in [*text.splitlines(), 'msgid ""']:
        if line.startswith("#") or not (found := _LINE.match(line)):
            continue
        said: str = json.loads(found[2])
        if found[1] in ("msgctxt", "msgid") and key == "msgstr":
            if all(forms):
                entries[context, name] = forms
            context, name, forms = "", "", []
        key = found[1] or key
        if key == "msgctxt":
            context += said
        elif key == "msgid":
            name += said
        elif key == "msgstr" and found[1]:
            forms.append(said)
        elif key == "msgstr":
            forms[-1] += said
    return entries


def _plural_form(rule: str) -> Callable[[int], int]:
    from gettext import c2py

    form: Callable[[int], int] = c2py(rule)
    return form
