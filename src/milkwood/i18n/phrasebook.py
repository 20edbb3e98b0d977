"""Phrasebooks: the texts of one purpose, by name, in one language.

    class Signs(Phrasebook, context="progress"):
        speed = "speed"
        left = "about {amount:.0f} {unit} left"

    Signs.of("zh").speed

The class has the English, which is also the message id; an instance has the same texts from the catalogue of its
language. Invariant: a text in a table or list has the context and the name of that table, so that one word may stand
for two things.
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from milkwood.i18n.catalogue import ENGLISH, Catalogue, catalogue

if TYPE_CHECKING:
    from typing import Self


class Phrasebook:
    """Texts in one language; made by `of`."""

    context = ""

    def __init_subclass__(cls, *, context: str) -> None:
        cls.context = context

    def __init__(self, language: str, found: Catalogue | None) -> None:
        self.language = language
        for name, value in texts(type(self)).items() if found else ():
            context = self.context if isinstance(value, str) else f"{self.context} {name}"
            setattr(self, name, _translated(value, found, context))

    @classmethod
    def of(cls, language: str) -> "Self":
        """The texts of a language, or the English ones."""
        found = catalogue(language)
        book: Any = cls
        made: Self = _made(book, language if found else ENGLISH, found)
        return made


def texts(book: type[Phrasebook]) -> dict[str, Any]:
    """The English texts of a phrasebook, by name: texts, lists and tables of texts."""
    return {
        name: value
        for name, value in vars(book).items()
        if not name.startswith("_") and name != "context" and isinstance(value, str | tuple | Mapping)
    }


@cache
def _made(book: Any, language: str, found: Any) -> Any:
    return book(language, found)


def _translated(value: Any, found: Catalogue | None, context: str) -> Any:
    if found is None or not value:
        return value
    if isinstance(value, str):
        return found.find(value, context)
    if isinstance(value, Mapping):
        return {key: _translated(each, found, context) for key, each in value.items()}
    return tuple(_translated(each, found, context) for each in value)
