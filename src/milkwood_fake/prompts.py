"""Parses a prompt: which of our questions it asks, and the values of its slots.

Invariant: all values come from the prompt; other texts give None. A prompt with rules of a user's own is
recognised by its other lines.
"""

import re
from dataclasses import dataclass
from functools import cache

from milkwood.questions.pieces import wording
from milkwood.questions.prompt import LANGUAGES, template
from milkwood.questions.registry import KINDS

_SLOT = re.compile(r"\{([a-z_]+)(\*?)\}")
_BULLET = "- "
_HOUR = r"\d{1,2}:\d{2}"
_FORMS = {"wake": _HOUR, "sleep": _HOUR, "time": _HOUR, "start": _HOUR, "minutes": r"\d+", "left": r"\d+"}
"""Patterns of slots; others match any text."""


_MIN_LINES = 2
"""Lines of a kind's prompt from which on a prompt without our rules is recognised."""


@dataclass(frozen=True, slots=True)
class PromptQuestion:
    """A question found in a prompt."""

    kind: str
    language: str
    slots: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    again: bool = False
    """Whether an earlier answer could not be used."""

    def text(self, slot: str) -> str:
        """A text slot; empty if it is missing."""
        return self.slots.get(slot, "")

    def entries(self, slot: str) -> tuple[str, ...]:
        """A list slot."""
        if slot in self.lists:
            return self.lists[slot]
        inline = self.slots.get(slot, "")
        stop = wording(self.language)["stop"].strip()
        return tuple(one.strip() for one in inline.split(stop)) if inline else ()


def find(prompt: str) -> PromptQuestion | None:
    """The question of a prompt, if it is one of ours."""
    for kind in KINDS:
        for language in LANGUAGES:
            rules = "\n".join(template(kind, language)["rules"])
            place = prompt.find(rules)
            if place >= 0:
                return _read(kind, language, prompt[place + len(rules) :])
    return _by_lines(prompt)


def _by_lines(prompt: str) -> PromptQuestion | None:
    """The question of a prompt with other rules: the one that most of its lines are of, if that is one alone."""
    lines = prompt.split("\n")
    alike = {
        (kind, language): sum(_is_of(kind, language, line) for line in lines)
        for kind in KINDS
        for language in LANGUAGES
    }
    most = max(alike.values())
    found = [each for each, count in alike.items() if count == most]
    return _read(*found[0], prompt) if len(found) == 1 and most >= _MIN_LINES else None


def _is_of(kind: str, language: str, line: str) -> bool:
    """Whether a line stands in a kind's prompt, with its slots filled."""
    sections = template(kind, language)
    fixed = any(line in sections.get(name, ()) for name in ("person", "around", "now"))
    return bool(line) and (fixed or any(each.fullmatch(line) for each, _ in _patterns(kind, language)))


def _read(kind: str, language: str, text: str) -> PromptQuestion:
    slots: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    lines = text.split("\n")
    for place, line in enumerate(lines):
        for pattern, listed in _patterns(kind, language):
            if found := pattern.fullmatch(line):
                slots |= {name: value.strip() for name, value in found.groupdict().items()}
                if listed and not slots[listed]:
                    lists[listed] = _bullets(lines[place + 1 :])
                break
    return PromptQuestion(kind, language, slots, lists, wording(language)["again"].split("{}")[0] in text)


def _bullets(lines: list[str]) -> tuple[str, ...]:
    """The leading bullet entries of some lines."""
    end = next((place for place, line in enumerate(lines) if not line.startswith(_BULLET)), len(lines))
    return tuple(line.removeprefix(_BULLET) for line in lines[:end])


@cache
def _patterns(kind: str, language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The pattern of each line of a kind's prompt, and the list that follows it, if any."""
    sections = template(kind, language)
    lines = [line for name in ("person", "around", "now") for line in sections.get(name, ())]
    patterns = []
    for line in lines:
        if not _SLOT.sub("", line):
            continue  # a card alone on its line could be any line
        slots = _SLOT.findall(line)
        if not slots:
            continue
        last = slots[-1][0]
        seen: set[str] = set()
        pattern = _SLOT.sub(lambda slot: _group(slot[1], seen), _escaped(line))  # noqa: B023 (used at once)
        patterns.append((re.compile(pattern), last if line.endswith(f"{{{last}}}") else ""))
    return tuple(patterns)


def _escaped(line: str) -> str:
    """A line as a pattern, with its slots unchanged."""
    return re.sub(r"[.^$*+?()\[\]|\\]", lambda mark: "\\" + mark[0], re.sub(r"\*\}", "}", line))


def _group(name: str, seen: set[str]) -> str:
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{_FORMS.get(name, '.*?')})"
