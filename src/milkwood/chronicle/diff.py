"""Two runs side by side: where their histories first differ, and counts over the time that both have lived.

Invariant: reads only; runs are compared as far as both go; the first difference is the first in canonical order, events
before memories.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from milkwood.chronicle import history
from milkwood.chronicle.header import Header
from milkwood.chronicle.history import EventRow, MemoryRow
from milkwood.chronicle.names import Names
from milkwood.chronicle.phrases import EventPhrases
from milkwood.chronicle.reader import Reader
from milkwood.chronicle.telling import tell, tell_memory
from milkwood.town.events import Departed
from milkwood.town.town import BEFORE_TIME

_OF_THE_FILE = ("run", "created", "format", "parent")
"""Header fields in which two runs of one history may differ."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference."""

    tick: int
    person: str
    in_a: str
    in_b: str


@dataclass(frozen=True, slots=True)
class Count:
    """A count in both runs."""

    what: str
    in_a: int
    in_b: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs compared."""

    compared: int
    """Ticks before this one are compared: the end of the shorter run, or the tick asked for."""
    first: Difference | None
    counts: tuple[Count, ...]
    """Over the ticks compared; `ticks` itself is the length of each run."""
    headers: Mapping[str, tuple[Any, Any]]
    """Settings that differ."""

    @property
    def same(self) -> bool:
        """Whether the histories are the same, as far as both go."""
        return self.first is None


def diff(a: Reader, b: Reader, names: Names, words: EventPhrases, until: int | None = None) -> Comparison:
    """Compare two runs as far as both go, or up to a tick."""
    with a.held(), b.held():
        compared = min(a.settled, b.settled, *([] if until is None else [until]))
        return Comparison(
            compared=max(0, compared),
            first=_first(a, b, compared, names, words),
            counts=tuple(_counts(a, b, compared)),
            headers=_headers(a.header, b.header),
        )


def _first(a: Reader, b: Reader, until: int, names: Names, words: EventPhrases) -> Difference | None:
    tick = _parting(a, b, until)
    if tick is None:
        return None
    mine, theirs = a.rows(tick, tick + 1), b.rows(tick, tick + 1)
    tables: tuple[tuple[list[Any], list[Any]], ...] = (
        (mine.events, theirs.events),
        (mine.memories, theirs.memories),
    )
    for left, right in tables:
        in_a, in_b = {row[:3]: row for row in left}, {row[:3]: row for row in right}
        for key in sorted(in_a.keys() | in_b.keys()):
            if in_a.get(key) != in_b.get(key):
                return Difference(tick, key[1], *_told_apart(in_a.get(key), in_b.get(key), names, words))
    return Difference(tick, "", a.history_hash(tick + 1), b.history_hash(tick + 1))


def _parting(a: Reader, b: Reader, until: int) -> int | None:
    """The first tick whose hash differs, or that only one of them has."""
    mine, theirs = dict(a.chain(BEFORE_TIME, until)), dict(b.chain(BEFORE_TIME, until))
    return min((tick for tick in mine.keys() | theirs.keys() if mine.get(tick) != theirs.get(tick)), default=None)


def _told_apart(
    one: EventRow | MemoryRow | None, other: EventRow | MemoryRow | None, names: Names, words: EventPhrases
) -> tuple[str, str]:
    """Both in words; if the words are the same (two ways to one place), with the fields that differ."""
    mine, theirs = _said(one, names, words), _said(other, names, words)
    if mine != theirs:
        return mine, theirs
    parts, others = _parts(one), _parts(other)
    apart = sorted(key for key in parts.keys() | others.keys() if parts.get(key) != others.get(key))
    first, second = ("; ".join(f"{key} {known.get(key, words.nothing)}" for key in apart) for known in (parts, others))
    return f"{mine} ({first})", f"{theirs} ({second})"


def _parts(row: EventRow | MemoryRow | None) -> dict[str, Any]:
    """The fields of a row besides its position in history."""
    if row is None:
        return {}
    if len(row) == 5:
        content: dict[str, Any] = json.loads(row[4])
        return {**{key: value for key, value in content.items() if key != "deed"}, **content.get("deed", {})}
    return {"about": row[5], "importance": row[6], **json.loads(row[7])}


def _said(row: EventRow | MemoryRow | None, names: Names, words: EventPhrases) -> str:
    if row is None:
        return words.nothing
    if len(row) == 5:
        event = history.happening_of(row).event
        whose = f"{names.person(event.whom)}: " if isinstance(event, Departed) else ""
        return whose + tell(event, names, words)
    return tell_memory(history.memory_of(row)[2], words)


def _counts(a: Reader, b: Reader, until: int) -> list[Count]:
    def rows(table: str) -> Count:
        return Count(table, a.count(table, until), b.count(table, until))

    found = [Count("ticks", a.end, b.end), rows("events"), *_by_kind("events", a, b, until)]
    found.append(Count("talks", len(a.talks(until=until)), len(b.talks(until=until))))
    found += [rows("memories"), *_by_kind("memories", a, b, until), rows("questions"), rows("inputs")]
    return found


def _by_kind(table: str, a: Reader, b: Reader, until: int) -> list[Count]:
    mine, theirs = a.counts(table, until), b.counts(table, until)
    return [
        Count(f"{table}: {kind}", mine.get(kind, 0), theirs.get(kind, 0))
        for kind in sorted(mine.keys() | theirs.keys())
    ]


def _headers(a: Header, b: Header) -> dict[str, tuple[Any, Any]]:
    mine, theirs = a.as_plain(), b.as_plain()
    asked = [entry.name for entry in fields(Header) if entry.name not in _OF_THE_FILE]
    mine["routines"], theirs["routines"] = a.routines.get("of", ""), b.routines.get("of", "")
    for name in a.prompt_hashes.keys() & b.prompt_hashes.keys():
        if a.prompt_hashes[name] == b.prompt_hashes[name]:
            del mine["prompt_hashes"][name], theirs["prompt_hashes"][name]
    return {name: (mine[name], theirs[name]) for name in asked if mine[name] != theirs[name]}
