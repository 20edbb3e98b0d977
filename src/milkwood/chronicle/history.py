"""A history as rows, in canonical order, and the hash chain over them.

Invariant (rule E4): rows and hashes depend on happenings and memories alone, not on the order of arrival; the hash of a
tick includes the one before, so that one number identifies the whole past.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import attrgetter
from typing import TypeAlias

from milkwood.chronicle.codec import event_from_plain, event_to_plain
from milkwood.engine.keeper import Remembered
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.plain import canonical
from milkwood.town.events import Happening

EventRow: TypeAlias = tuple[int, str, int, str, str]
"""tick, person, sequence, kind, content"""
MemoryRow: TypeAlias = tuple[int, str, int, str, str, str, int, str]
"""tick, person, n, kind, text, about, importance, origin"""
HistoryRows: TypeAlias = Sequence[EventRow | MemoryRow]

DIGEST_BYTES = 20
ALGORITHM = "blake2b-160"
BEGINNING = blake2b(b"milkwood history 1", digest_size=DIGEST_BYTES).digest()
"""The hash of an empty history."""

_ORDER = attrgetter("tick", "person", "sequence")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a range of ticks."""

    events: list[EventRow]
    memories: list[MemoryRow]

    def split(self, tick: int) -> "tuple[Rows, Rows]":
        """The rows before a tick, and the rest."""
        return (
            Rows([row for row in self.events if row[0] < tick], [row for row in self.memories if row[0] < tick]),
            Rows([row for row in self.events if row[0] >= tick], [row for row in self.memories if row[0] >= tick]),
        )

    @property
    def first(self) -> int | None:
        """The first tick with a row."""
        return min((rows[0][0] for rows in (self.events, self.memories) if rows), default=None)

    @property
    def last(self) -> int | None:
        """The last tick with a row."""
        return max((rows[-1][0] for rows in (self.events, self.memories) if rows), default=None)


def rows_of(happenings: Iterable[Happening], memories: Iterable[Remembered]) -> Rows:
    """A range of history in canonical order; memories keep their order within one person's tick."""
    events: list[EventRow] = []
    for happening in sorted(happenings, key=_ORDER):
        kind, content = event_to_plain(happening.event)
        events.append((happening.tick, happening.person, happening.sequence, kind, canonical(content)))
    return Rows(events, list(_memory_rows(memories)))


def _memory_rows(memories: Iterable[Remembered]) -> Iterator[MemoryRow]:
    whose: tuple[int, str] | None = None
    n = 0
    for tick, person, memory in sorted(memories, key=lambda entry: (entry[0], entry[1])):
        n = n + 1 if whose == (tick, person) else 0
        whose = (tick, person)
        about = canonical(list(memory.about))
        yield tick, person, n, memory.kind, _as_text(memory.text), about, memory.importance, _origin(memory)


def _origin(memory: Memory) -> str:
    """Where a memory comes from, as JSON without empty fields."""
    known = {
        "number": memory.number,
        "place": memory.place,
        "source": memory.source,
        "talk": memory.talk,
        "evidence": list(memory.evidence),
        "private": memory.private,
        "secret_from": list(memory.secret_from),
        "witnesses": list(memory.witnesses),
        "certainty": "" if memory.certainty == "known" else memory.certainty,
    }
    return canonical({key: value for key, value in known.items() if value})


def _as_text(text: str) -> str:
    """A text for a column: lone surrogates become replacement characters."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def happening_of(row: EventRow) -> Happening:
    """The happening of a row; KeyError, ValueError or TypeError if it is invalid."""
    tick, person, sequence, kind, content = row
    return Happening(tick, PersonId(person), sequence, event_from_plain(kind, json.loads(content)))


def memory_of(row: MemoryRow) -> Remembered:
    """The memory of a row, with its tick and person."""
    tick, person, _n, kind, text, about, importance, origin = row
    known = json.loads(origin)
    for people in ("evidence", "secret_from", "witnesses"):
        known[people] = tuple(known.get(people, ()))
    return tick, PersonId(person), Memory(kind, text, tuple(json.loads(about)), importance, **known)


def chained(before: bytes, rows: Rows) -> list[tuple[int, bytes]]:
    """The hash of each tick with rows, starting from the hash before."""
    lines: dict[int, list[str]] = {}
    for event in rows.events:
        lines.setdefault(event[0], []).append(_event_line(event))
    for memory in rows.memories:
        lines.setdefault(memory[0], []).append(_memory_line(memory))
    chain = []
    for tick in sorted(lines):
        # A text from another writer may not be UTF-8; it is still hashed the same each time.
        told = "\n".join(lines[tick]).encode("utf-8", "surrogatepass")
        before = blake2b(before + told, digest_size=DIGEST_BYTES).digest()
        chain.append((tick, before))
    return chain


def _event_line(row: EventRow) -> str:
    tick, person, sequence, kind, content = row
    return f"event {tick} {person} {sequence} {kind} {content}"


def _memory_line(row: MemoryRow) -> str:
    tick, person, n, kind, text, about, importance, origin = row
    return f"memory {tick} {person} {n} {canonical([kind, text, about, importance, origin])}"


def said(digest: bytes) -> str:
    """A hash in text form, with its algorithm."""
    return f"{ALGORITHM}:{digest.hex()}"


def first_difference(one: HistoryRows, other: HistoryRows) -> int | None:
    """The index of the first row that differs, or None."""
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))
