"""Storage: one run is one append-only SQLite file that anything can open. Start reading at `chronicle` and `reader`.

Invariant (rules C1 to C5): kill -9 at any moment loses no answer and no settled tick; recorded data never changes, and
one hash identifies all of it.
"""

from milkwood.chronicle.chronicle import Chronicle
from milkwood.chronicle.header import Header, Parent
from milkwood.chronicle.reader import AnsweredQuestion, Reader
from milkwood.chronicle.snapshot import Snapshot
from milkwood.chronicle.transcript import Transcript

__all__ = ["AnsweredQuestion", "Chronicle", "Header", "Parent", "Reader", "Snapshot", "Transcript"]
