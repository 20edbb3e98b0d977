"""One person's memory stream, in order of time.

Invariant: a memory's number never changes and is never reused; rows are ordered by number; a forgotten memory is gone
for the mind (the chronicle still has it), so `keep` and the written memories cover everything that recall will ever
use.
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
from milkwood.questions.terms import Certainty

FLEETING = frozenset({"saw", "did"})
"""Kinds that fade if they are trivial and were never recalled."""
LASTING = frozenset({"seed", "promise", "insight", "news", "voice"})
"""Kinds that never fade."""
QUIET = frozenset({"seed", "plan", "did"})
"""Kinds that do not count for reflection."""
TRIVIAL_IMPORTANCE = 2
"""Highest importance that fades."""


@dataclass(slots=True)
class Record:
    """A memory as remembered now. Only its stream changes it."""

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
    """Ids of people who are known to know it."""
    last_recalled: int
    """The tick of the last recall, or of its creation."""
    secret_from: frozenset[str] = frozenset()
    """Ids of people who must not hear it."""
    witnesses: tuple[str, ...] = ()
    """Ids of people who were there or know it first hand."""
    certainty: Certainty = "known"
    """How sure it is now."""
    told_today: int = 0
    """In how many talks the person has told it since they last slept."""

    @property
    def recalled(self) -> bool:
        """Whether it was ever recalled."""
        return self.last_recalled != self.tick


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What fades in a night."""

    trivial_hours: int = 24
    """Hours after which a trivial memory that was never recalled is dropped."""
    most_passing: int = 400
    """Maximum number of memories of fading kinds; the least important and longest unused go first."""


class MemoryStream:
    """One person's memories."""

    def __init__(self, ticks_per_hour: int = 360, forgetting: Forgetting | None = None) -> None:
        self.ticks_per_hour = ticks_per_hour
        self._forgetting = forgetting or Forgetting()
        self._next = 1
        self.moved = 0
        """Total importance of everything written, except quiet kinds."""
        self.thinned = 0
        """How often rows were removed; indexes by row must be rebuilt then."""
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
        """Add a memory; it gets the next number, whatever the memory says."""
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
        """A memory in written form."""
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
            tuple(sorted(record.secret_from)),
            record.witnesses,
            record.certainty,
        )

    def weigh(self, number: int, importance: int) -> None:
        """Set a memory's importance, from 1 to 10; a forgotten one stays forgotten."""
        record = self.find(number)
        if record is not None:
            record.importance = min(10, max(1, importance))
            self._importance[self._rows[number]] = record.importance

    def told(self, number: int, person: str) -> None:
        """Record that a person knows it."""
        record = self.find(number)
        if record is not None:
            record.known_to.add(person)

    def tell(self, number: int, people: Iterable[str]) -> None:
        """Record that the person tells it in a talk, and that the listeners know it now."""
        record = self.find(number)
        if record is not None:
            record.told_today += 1
            record.known_to.update(people)

    def hide(self, number: int, people: Iterable[str]) -> None:
        """Record that people must not hear it."""
        record = self.find(number)
        if record is not None:
            record.secret_from |= frozenset(people)

    def judge(self, number: int, certainty: Certainty) -> None:
        """Set how sure a memory is; that it is false is news again to everyone who knew it."""
        record = self.find(number)
        if record is not None and record.certainty != certainty:
            record.certainty = certainty
            if certainty == "denied":
                record.known_to.clear()
                record.told_today = 0

    def came_to_mind(self, number: int, tick: int) -> None:
        """Record its use in a decision."""
        record = self._known(number)
        record.last_recalled = max(record.last_recalled, tick)
        self._recalled[self._rows[number]] = record.last_recalled

    # --- looking

    def find(self, number: int) -> Record | None:
        """A memory by number; None if it is forgotten."""
        row = self._rows.get(number)
        return None if row is None else self._records[row]

    def all(self) -> Sequence[Record]:
        """All memories, oldest first."""
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
        """Memories about or from a person, oldest first."""
        return [self._records[row] for row in self._by_person.get(person, ())]

    def news(self) -> list[Record]:
        """News that may be passed on, oldest first."""
        return [record for record in self._records if record.kind == "news"]

    # --- for recall: all memories at once, by row

    def importances(self) -> NDArray[np.int64]:
        """Importance by row."""
        return np.array(self._importance, np.int64)

    def ages(self, tick: int) -> NDArray[np.int64]:
        """Ticks since the last recall, by row."""
        return np.asarray(tick - np.frombuffer(self._recalled, np.int64))

    def matches(self, words: Collection[str], people: Collection[str]) -> NDArray[np.float64]:
        """Match of each row with words and people: rare ones count more, a person as much as two words."""
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
        """A night's sleep: forget trivial old memories. Returns their numbers."""
        old = tick - self._forgetting.trivial_hours * self.ticks_per_hour
        for record in self._records:
            record.told_today = 0
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

    # --- saving

    def keep(self) -> Kept:
        """The complete state but the texts, which are written already."""
        return {
            "next": self._next,
            "moved": self.moved,
            "numbers": _as_ranges(record.number for record in self._records),
            "importance": [record.importance for record in self._records],
            "recalled": {str(each.number): each.last_recalled for each in self._records if each.recalled},
            "known_to": {str(each.number): sorted(each.known_to) for each in self._records if each.known_to},
            "secret_from": {str(each.number): sorted(each.secret_from) for each in self._records if each.secret_from},
            "certainty": {str(each.number): each.certainty for each in self._records if each.certainty != "known"},
            "told_today": {str(each.number): each.told_today for each in self._records if each.told_today},
        }

    def restore(self, kept: Kept, rows: Sequence[tuple[int, Memory]]) -> None:
        """Restore the state, given everything this person wrote before."""
        written = {memory.number: (tick, memory) for tick, memory in rows}
        self._begin()
        self._next, self.moved = int(kept["next"]), int(kept["moved"])
        # Minds of behaviour 4 and earlier lack these.
        hidden, certainty, told_today = (kept.get(name, {}) for name in ("secret_from", "certainty", "told_today"))
        for number, importance in zip(_from_ranges(kept["numbers"]), kept["importance"], strict=True):
            if number not in written:
                raise OurBug(f"Memory {number} is remembered but was never written down.")
            tick, memory = written[number]
            recalled = kept["recalled"].get(str(number), tick)
            memory = replace(
                memory,
                secret_from=tuple(hidden.get(str(number), ())),
                certainty=certainty.get(str(number), "known"),
            )
            self._put(_record(tick, memory, importance, recalled, set(kept["known_to"].get(str(number), ()))))
            self._records[-1].told_today = told_today.get(str(number), 0)

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
        secret_from=frozenset(memory.secret_from),
        witnesses=memory.witnesses,
        certainty=memory.certainty,
    )


def _fades(record: Record, old: int) -> bool:
    trivial = record.kind in FLEETING and record.importance <= TRIVIAL_IMPORTANCE
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
