"""Who and which place a text names.

Knows only the names it is given. Invariant: an id is found only by a name of at least the length that makes it one;
first names count when no two of those given share them.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from milkwood.questions.language.sentences import chinese


def called(name: str) -> str:
    """How somebody is called: the first part of their name, in either language."""
    return name.split("·")[0] if "·" in name else name.split(" ")[0]


@lru_cache(maxsize=64)
def _index(people: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    twice: set[str] = set()
    for person, name in people:
        found[name] = person
        short = called(name)
        if short != name and short in found and found[short] != person:
            twice.add(short)
        found.setdefault(short, person)
    kept = [(name, person) for name, person in found.items() if name not in twice and name]
    return tuple(sorted(kept, key=lambda entry: (-len(entry[0]), entry[0])))


def listed(people: Iterable[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    """People of a question as (id, name)."""
    return tuple((one["id"], one["name"]) for one in people)


def mentioned(text: str, people: tuple[tuple[str, str], ...]) -> list[str]:
    """The ids of those a text names, in the order in which it does."""
    places: dict[str, int] = {}
    rest = text
    for name, person in _index(people):
        at = _find(rest, name)
        if at >= 0:
            places.setdefault(person, at)
            rest = rest[:at] + "\ue000" * len(name) + rest[at + len(name) :]
    return sorted(places, key=lambda person: places[person])


def _find(text: str, name: str) -> int:
    if chinese(name):
        if len(name) > 1:
            return text.find(name)
        # A name of one character is one only where a name can stand: 简 in 简和汤姆, not in 简单.
        found = re.search(rf"(?:^|[，。；：“和跟是让给请找问对见、教授]){name}(?=[·和跟是在说要也就都的把给：、，。教送来想问借])", text)
        return found.end() - 1 if found else -1
    found = re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text)
    return found.start() if found else -1


def place_named(text: str, places: Iterable[Mapping[str, str]]) -> str:
    """The id of the place a text names; empty for none. The longest name wins, then the first given."""
    best, size = "", 0
    low = text.lower()
    for place in places:
        for name in _forms(place["name"]):
            if len(name) > size and len(name) >= 2 and name in low:
                best, size = place["id"], len(name)
    return best


@lru_cache(maxsize=500)
def _forms(name: str) -> tuple[str, ...]:
    low = name.lower()
    return (low, low[4:]) if low.startswith("the ") else (low,)
