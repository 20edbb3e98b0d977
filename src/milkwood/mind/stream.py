"""One person's memory: all they remember, in the order in which it came.

Knows no embeddings, no storage and no other mind. Invariant: a memory's number never changes and is never given twice;
rows lie in the order of numbers; what is forgotten is gone for the mind (the chronicle still has it), so that `keep`,
with the written memories beside it, carries all that recall will ever use.
"""

import math
from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from milkwood.errors import OurBug
from milkwood.mind.port import Kept, Memory
from milkwood.models.wording import words_of

FLEETING = frozenset({"saw", "did"})
"""Kinds of memories that fade when they were trivial and nobody ever thought of them again."""
LASTING = frozenset({"seed", "promise", "insight", "news", "voice"})
"""Kinds of memories that never fade."""
QUIET = frozenset({"seed", "plan", "did"})
"""Kinds of memories that nobody thinks over as something new."""
TRIVIAL = 2
"""The most importance that fades."""


@dataclass(slots=True)
class Record:
    """A memory as it is remembered now. Only its stream changes it."""

    number: int
    tick: int
    kind: str
    text: str
    about: tuple[str, ...]
    importance: int
    place: str
    source: str
    talk: str
    evidence: tuple[int, ...]
    private: bool
    known_to: set[str]
    """Ids of people of whom one knows that they know it."""
    last_recalled: int
    """The tick it last came to mind, or came about."""

    @property
    def recalled(self) -> bool:
        """Whether it ever came to mind again."""
        return self.last_recalled != self.tick


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What fades in a night."""

    trivial_hours: int = 24
    """After so many town hours a trivial memory that never came to mind again is gone."""
    most_passing: int = 400
    """So many memories of kinds that do not last are kept; the least important and longest unused go first."""


class MemoryStream:
    """What one person remembers."""

    def __init__(self, ticks_per_hour: int = 360, forgetting: Forgetting | None = None) -> None:
        self.ticks_per_hour = ticks_per_hour
        self._forgetting = forgetting or Forgetting()
        self._next = 1
        self.moved = 0
        """How much all that was written down came to, in importance, what is quiet apart."""
        self.thinned = 0
        """How often rows were taken out; who keeps something by row must begin anew then."""
        self._begin()

    def _begin(self) -> None:
        self._records: list[Record] = []
        self._rows: dict[int, int] = {}
        self._by_word: dict[str, array[int]] = {}
        self._by_person: dict[str, array[int]] = {}
        self._importance = array("q")
        self._recalled = array("q")
        self.thinned += 1

    def __len__(self) -> int:
        return len(self._records)

    # --- remembering

    def add(self, tick: int, memory: Memory, *, known_to: Iterable[str] = ()) -> int:
        """Remember something new; the number it gets is the next one, whatever the memory says."""
        number = self._next
        self._next += 1
        self.moved += 0 if memory.kind in QUIET else memory.importance
        known = {*known_to, memory.source} - {""}
        self._put(_record(tick, replace(memory, number=number), memory.importance, tick, known))
        return number

    def _put(self, record: Record) -> None:
        row = len(self._records)
        self._records.append(record)
        self._rows[record.number] = row
        self._importance.append(record.importance)
        self._recalled.append(record.last_recalled)
        for word in words_of(record.text):
            self._by_word.setdefault(word, array("q")).append(row)
        for person in {*record.about, record.source} - {""}:
            self._by_person.setdefault(person, array("q")).append(row)

    def written(self, number: int) -> Memory:
        """A memory as it is to be written down."""
        record = self._known(number)
        return Memory(
            record.kind,
            record.text,
            record.about,
            record.importance,
            record.number,
            record.place,
            record.source,
            record.talk,
            record.evidence,
            record.private,
        )

    def weigh(self, number: int, importance: int) -> None:
        """Say how important a memory is, from 1 to 10; one that is forgotten meanwhile stays so."""
        record = self.find(number)
        if record is not None:
            record.importance = min(10, max(1, importance))
            self._importance[self._rows[number]] = record.importance

    def told(self, number: int, person: str) -> None:
        """Note that somebody knows it now."""
        record = self.find(number)
        if record is not None:
            record.known_to.add(person)

    def came_to_mind(self, number: int, tick: int) -> None:
        """Note that it was used in a decision."""
        record = self._known(number)
        record.last_recalled = max(record.last_recalled, tick)
        self._recalled[self._rows[number]] = record.last_recalled

    # --- looking

    def find(self, number: int) -> Record | None:
        """A memory by its number; None when it is forgotten."""
        row = self._rows.get(number)
        return None if row is None else self._records[row]

    def all(self) -> Sequence[Record]:
        """Everything that is remembered, oldest first."""
        return self._records

    def recent(self, n: int, kinds: Collection[str] | None = None) -> list[Record]:
        """The newest memories (of some kinds), oldest first."""
        found: list[Record] = []
        for record in reversed(self._records):
            if len(found) >= n:
                break
            if kinds is None or record.kind in kinds:
                found.append(record)
        return found[::-1]

    def about(self, person: str) -> list[Record]:
        """What one remembers about somebody or from them, oldest first."""
        return [self._records[row] for row in self._by_person.get(person, ())]

    def news(self) -> list[Record]:
        """What one was told and may tell on, oldest first."""
        return [record for record in self._records if record.kind == "news"]

    # --- for recall: all memories at once, by row

    def importances(self) -> NDArray[np.int64]:
        """How important each row is."""
        return np.array(self._importance, np.int64)

    def ages(self, tick: int) -> NDArray[np.int64]:
        """Ticks since each row last came to mind."""
        return np.asarray(tick - np.frombuffer(self._recalled, np.int64))

    def matches(self, words: Collection[str], people: Collection[str]) -> NDArray[np.float64]:
        """How well each row matches words and people: rare ones count more, a person as much as two words."""
        rows: list[NDArray[np.int64]] = []
        worths: list[float] = []
        for index, wanted, worth in ((self._by_word, words, 1.0), (self._by_person, people, 2.0)):
            found = [np.frombuffer(index[each], np.int64) for each in sorted(set(wanted)) if each in index]
            rows += found
            worths += [worth * round(math.log1p(len(self) / len(each)), 4) for each in found]
        if not rows:
            return np.zeros(len(self))
        weights = np.repeat(worths, [len(each) for each in rows])
        return np.bincount(np.concatenate(rows), weights, len(self)).astype(np.float64, copy=False)

    # --- forgetting

    def forget(self, tick: int) -> list[int]:
        """A night's sleep: what is trivial and old fades. Returns the numbers of what is gone."""
        old = tick - self._forgetting.trivial_hours * self.ticks_per_hour
        gone = {record.number for record in self._records if _fades(record, old)}
        passing = [each for each in self._records if each.kind not in LASTING and each.number not in gone]
        spare = len(passing) - self._forgetting.most_passing
        if spare > 0:
            passing.sort(key=lambda each: (each.importance, each.last_recalled, each.number))
            gone.update(each.number for each in passing[:spare])
        if gone:
            left = [record for record in self._records if record.number not in gone]
            self._begin()
            for record in left:
                self._put(record)
        return sorted(gone)

    # --- keeping

    def keep(self) -> Kept:
        """All of its state but the texts, which are written down already."""
        return {
            "next": self._next,
            "moved": self.moved,
            "numbers": _as_ranges(record.number for record in self._records),
            "importance": [record.importance for record in self._records],
            "recalled": {str(each.number): each.last_recalled for each in self._records if each.recalled},
            "known_to": {str(each.number): sorted(each.known_to) for each in self._records if each.known_to},
        }

    def restore(self, kept: Kept, rows: Sequence[tuple[int, Memory]]) -> None:
        """Be as one was, given all that this person wrote down before."""
        written = {memory.number: (tick, memory) for tick, memory in rows}
        self._begin()
        self._next, self.moved = int(kept["next"]), int(kept["moved"])
        for number, importance in zip(_from_ranges(kept["numbers"]), kept["importance"], strict=True):
            if number not in written:
                raise OurBug(f"Memory {number} is remembered but was never written down.")
            tick, memory = written[number]
            recalled = kept["recalled"].get(str(number), tick)
            self._put(_record(tick, memory, importance, recalled, set(kept["known_to"].get(str(number), ()))))

    def _known(self, number: int) -> Record:
        record = self.find(number)
        if record is None:
            raise OurBug(f"Memory {number} is not remembered.")
        return record


def _record(tick: int, memory: Memory, importance: int, last_recalled: int, known_to: set[str]) -> Record:
    return Record(
        number=memory.number,
        tick=tick,
        kind=memory.kind,
        text=memory.text,
        about=memory.about,
        importance=importance,
        place=memory.place,
        source=memory.source,
        talk=memory.talk,
        evidence=memory.evidence,
        private=memory.private,
        known_to=known_to,
        last_recalled=last_recalled,
    )


def _fades(record: Record, old: int) -> bool:
    trivial = record.kind in FLEETING and record.importance <= TRIVIAL
    return trivial and not record.recalled and record.tick < old


def _as_ranges(numbers: Iterable[int]) -> list[list[int]]:
    """Ascending numbers as runs of [first, last]."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return runs


def _from_ranges(runs: Iterable[Sequence[int]]) -> list[int]:
    return [number for first, last in runs for number in range(first, last + 1)]
