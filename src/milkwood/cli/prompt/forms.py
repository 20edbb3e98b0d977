"""The commands of the prompt, as in the original.

Invariant: case and the number of blanks do not matter, a name may have any number of words, and unknown input gives
similar commands.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

Takes = Literal["nothing", "number", "name", "tile", "file"]


@dataclass(frozen=True, slots=True)
class Form:
    """One command."""

    id: str
    words: str
    """As typed, without its argument."""
    takes: Takes = "nothing"
    also: tuple[str, ...] = ()
    """Other spellings."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """All spellings."""
        return (self.words, *self.also)


FORMS = (
    Form("run", "run", "number"),
    Form("save", "save"),
    Form("fin", "fin", also=("f", "finish", "save and finish")),
    Form("exit", "exit"),
    Form("time", "print current time"),
    Form("schedule", "print persona schedule", "name"),
    Form("schedules", "print all persona schedule", also=("print all persona schedules",)),
    Form("hourly", "print hourly org persona schedule", "name"),
    Form("tile", "print persona current tile", "name"),
    Form("buffer", "print persona chatting with buffer", "name"),
    Form("events", "print persona associative memory (event)", "name"),
    Form("thoughts", "print persona associative memory (thought)", "name"),
    Form("chats", "print persona associative memory (chat)", "name"),
    Form("places", "print persona spatial memory", "name"),
    Form("tile_event", "print tile event", "tile"),
    Form("tile_details", "print tile details", "tile"),
    Form("analysis", "call -- analysis", "name"),
    Form("history", "call -- load history", "file"),
    Form("tester", "start path tester mode"),
    Form("help", "help", also=("?",)),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A command with its argument."""

    form: Form
    given: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Unknown input, and similar commands."""

    near: tuple[str, ...]


def read(text: str) -> Typed | Unknown:
    """The command of a line."""
    line = " ".join(text.split())
    for pattern, form in _PATTERNS:
        found = pattern.fullmatch(line)
        if found is not None and (form.takes != "nothing" or not found["given"]):
            return Typed(form, (found["given"] or "").strip())
    return Unknown(tuple(_near(line)))


def tile_of(text: str) -> tuple[int, int] | None:
    """The two numbers of a tile; None if there are none."""
    found = re.fullmatch(r"\(?\s*(\d{1,6})\s*[,，\s]\s*(\d{1,6})\s*\)?", text)
    return (int(found[1]), int(found[2])) if found else None


def _pattern(words: str) -> re.Pattern[str]:
    """A command in any case; its brackets, and blanks around its dashes, are optional."""
    parts = [re.escape(word.strip("()")) for word in words.split()]
    typed = [f"[(（]?{part}[)）]?" if "(" in word else part for word, part in zip(words.split(), parts, strict=True)]
    joined = r"\s+".join(typed).replace(r"\s+\-\-\s+", r"\s*--\s*")
    return re.compile(rf"{joined}(?:\s+(?P<given>.*))?", re.IGNORECASE)


def _near(line: str) -> list[str]:
    every = [each for form in FORMS for each in form.spellings if len(each) > 1]
    begun = [each for each in every if line and each.casefold().startswith(line.casefold())]
    return begun[:5] or get_close_matches(line.casefold()[:60], every, 3, 0.5)


_PATTERNS = [
    (_pattern(words), form)
    for words, form in sorted(
        ((each, form) for form in FORMS for each in form.spellings), key=lambda each: -len(each[0])
    )
]
"""The longest first, so that “save and finish” is not “save”."""
