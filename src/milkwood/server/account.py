"""What the answers of a run took, and how much of it was lived by routines, kept up to date as the run goes on.

Knows the chronicle's counting; knows no requests. Invariant: what was counted once is not read again, however long the
run; every breakdown adds up to the total.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from threading import Lock

from milkwood.chronicle import Reader
from milkwood.chronicle.acts import Blocks, Reuse, reasons_between
from milkwood.chronicle.metrics import Counting, Metrics
from milkwood.town.town import BEFORE_TIME


@dataclass(slots=True)
class Books:
    """All that is counted."""

    metrics: Metrics
    reuse: Reuse = field(default_factory=Reuse)
    reuse_by_person: dict[str, Reuse] = field(default_factory=lambda: defaultdict(Reuse))
    reuse_by_day: dict[int, Reuse] = field(default_factory=lambda: defaultdict(Reuse))


class Account:
    """The account of one run, read on from where reading stopped; may be asked from any thread."""

    def __init__(self) -> None:
        self._counting = Counting()
        self._books = Books(self._counting.metrics)
        self._blocks: dict[str, Blocks] = defaultdict(Blocks)
        self._read = BEFORE_TIME
        self._lock = Lock()

    def books(self, reader: Reader) -> Books:
        """Everything that was answered and lived so far."""
        with self._lock:
            self._counting.go_on(reader)
            self._live_on(reader)
            return self._books

    def _live_on(self, reader: Reader) -> None:
        end, clock, books = reader.end, reader.header.clock, self._books
        if end <= self._read:
            return
        for person, tick, reason in reasons_between(reader, self._read, end):
            block = self._blocks[person].take(tick, reason)
            if block is None:
                continue
            day = clock.day(tick)
            books.reuse = books.reuse.more(block)
            books.reuse_by_person[person] = books.reuse_by_person[person].more(block)
            books.reuse_by_day[day] = books.reuse_by_day[day].more(block)
        self._read = end
