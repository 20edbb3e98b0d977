"""Problems of a town pack, in words its author can act on.

Invariant: every text of a Problem can be printed anywhere: no control characters, no broken Unicode, and nothing longer
than a screen line or two.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from milkwood.clean import clean
from milkwood.i18n import join, sentences, t

MAX_QUOTE_CHARACTERS = 80


class Severity(StrEnum):
    """An error makes a pack unusable; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where it is, what it is, and what to do."""

    where: str
    what: str
    remedy: str = ""
    severity: Severity = Severity.ERROR

    def __post_init__(self) -> None:
        for field in ("where", "what", "remedy"):
            object.__setattr__(self, field, clean(getattr(self, field)))

    def sentence(self) -> str:
        """Where, what and what to do, in one line."""
        return t("{where}: {what}", where=self.where, what=sentences(self.what, self.remedy))

    @property
    def is_error(self) -> bool:
        """Whether it makes the pack unusable."""
        return self.severity is Severity.ERROR


class Problems:
    """Collects problems while a pack is read, so that its author sees all of them at once."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def error(self, where: str, what: str, remedy: str = "") -> None:
        """Note an error."""
        self._found[Problem(where, what, remedy)] = None

    def warn(self, where: str, what: str, remedy: str = "") -> None:
        """Note a warning."""
        self._found[Problem(where, what, remedy, Severity.WARNING)] = None

    def add(self, found: Iterable[Problem]) -> None:
        """Add existing problems."""
        self._found.update(dict.fromkeys(found))

    def listed(self) -> list[Problem]:
        """All problems without duplicates, in order of discovery."""
        return list(self._found)

    @property
    def any_error(self) -> bool:
        """Whether there is an error."""
        return any(problem.is_error for problem in self._found)


def quoted(value: object) -> str:
    """A value from a file for a message: in quotes, and shortened if it is very long."""
    if isinstance(value, dict):
        return t("“a table”")
    if isinstance(value, list):
        return t("“a list”")
    if isinstance(value, int) and abs(value) >= 10**18:
        return t("“a huge number”")
    text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > MAX_QUOTE_CHARACTERS:
        text = text[: MAX_QUOTE_CHARACTERS - 1] + "…"
    return f"“{clean(text)}”"


def meant(word: str, known: Iterable[str]) -> str:
    """Advice that names the closest known words; empty if none is close."""
    close = difflib.get_close_matches(word[:200], list(known), n=3, cutoff=0.6)
    return t("Did you mean {name}?", name=_either(close)) if close else ""


def one_of(words: Iterable[str], most: int = 12) -> str:
    """A list of words for a message, shortened if it is long."""
    listed = list(words)
    shown = ", ".join(listed[:most])
    return t("{names}, and {count} more", names=shown, count=len(listed) - most) if len(listed) > most else shown


def _either(words: list[str]) -> str:
    shown = [f"“{word}”" for word in words]
    return shown[0] if len(shown) == 1 else join(t(" or "), [", ".join(shown[:-1]), shown[-1]])
