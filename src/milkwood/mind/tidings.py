"""What a person could tell others: news they heard, and what moves them most, not yet known to those present.

Knows the memory stream alone. Invariant: what is private is never among it.
"""

from collections.abc import Sequence

from milkwood.mind.stream import MemoryStream, Record
from milkwood.models.wording import touched

BIG = 6
"""From which importance on news wants to be told."""
HEARTFELT = 8
"""From which importance on something of one's own does."""


RETOLD = 0.8
"""How many of its words, as a share, a line must have to say some news."""
COMMON = 6
"""What so many are known to know is the talk of the town, and nobody's news any more."""


def untold(memories: MemoryStream, present: Sequence[str], most: int) -> list[Record]:
    """What somebody present does not know as far as one knows, most important first."""
    found = [record for record in memories.all() if _tellable(record) and not record.known_to.issuperset(present)]
    return sorted(found, key=lambda record: (-record.importance, -record.number))[:most]


def has_big_news(memories: MemoryStream, person: str) -> bool:
    """Whether there is something that wants to be told to somebody."""
    return any(_tellable(record) and person not in record.known_to for record in memories.all())


def heard(memories: MemoryStream, lines: Sequence[tuple[str, str]]) -> None:
    """Whoever says what one could have told them knows it."""
    untold = [record for record in memories.all() if _tellable(record)]
    for by, line in lines:
        said = touched([record.text for record in untold if by not in record.known_to], [line], RETOLD)
        for record in untold:
            if record.text in said:
                memories.told(record.number, by)


def _tellable(record: Record) -> bool:
    if record.private or len(record.known_to) >= COMMON:
        return False
    if record.kind == "news":
        return record.importance >= BIG
    return record.kind in ("seed", "voice") and record.importance >= HEARTFELT
