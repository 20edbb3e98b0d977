"""A text in every language of a town, side by side.

Invariant: never empty, never changed; a missing language falls back to the first one, so that a screen always has a
text (the pack check reports the gap to its author).
"""

from collections.abc import Iterator, Mapping
from typing import NewType

Language = NewType("Language", str)
"""A language code as town packs write it: `en`, `zh`."""

ENGLISH = Language("en")


class Words(Mapping[Language, str]):
    """One text in several languages."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Mapping[Language, str] | Mapping[str, str]) -> None:
        if not texts:
            raise ValueError("a text needs at least one language")
        self._texts = {Language(code): text for code, text in texts.items()}

    @classmethod
    def plain(cls, text: str, language: str = ENGLISH) -> "Words":
        """A text known in one language only."""
        return cls({language: text})

    def in_language(self, language: Language) -> str:
        """The text in this language, or in the first one there is."""
        return self._texts.get(language) or next(iter(self._texts.values()))

    def __getitem__(self, language: Language) -> str:
        return self._texts[language]

    def __iter__(self) -> Iterator[Language]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __hash__(self) -> int:
        return hash(tuple(self._texts.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._texts == other._texts

    def __repr__(self) -> str:
        return f"Words({self._texts!r})"
