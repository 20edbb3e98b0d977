"""What a person could tell others: news they heard, and what moves them most, not yet known to those present.

Knows the memory stream alone. Invariant: what is private is never among it.
"""

from collections.abc import Sequence

from milkwood.mind.stream import MemoryStream, Record

BIG = 6
"""From which importance on news wants to be told."""
HEARTFELT = 8
"""From which importance on something of one's own does."""


COMMON = 6
"""What so many are known to know is the talk of the town, and nobody's news any more."""


def untold(memories: MemoryStream, present: Sequence[str], most: int) -> list[Record]:
    """What somebody present does not know as far as one knows, most important first."""
    found = [record for record in memories.all() if _tellable(record) and not record.known_to.issuperset(present)]
    return sorted(found, key=lambda record: (-record.importance, -record.number))[:most]


def has_big_news(memories: MemoryStream, person: str) -> bool:
    """Whether there is something that wants to be told to somebody."""
    return any(_tellable(record) and person not in record.known_to for record in memories.all())


def _tellable(record: Record) -> bool:
    if record.private or len(record.known_to) >= COMMON:
        return False
    if record.kind == "news":
        return record.importance >= BIG
    return record.kind in ("seed", "voice") and record.importance >= HEARTFELT
