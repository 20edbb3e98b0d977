"""News that a person can tell others: heard news and own important memories that those present do not know.

Invariant: private memories are never included.
"""

from collections.abc import Sequence

from milkwood.mind.stream import MemoryStream, Record
from milkwood.models.wording import touched

BIG_IMPORTANCE = 6
"""Importance from which news is worth telling."""
OWN_IMPORTANCE = 8
"""Importance from which an own memory is worth telling."""


RETOLD_WORD_SHARE = 0.8
"""Share of a text's words that a line must contain to count as telling it."""
COMMON_KNOWERS = 6
"""A memory that this many people are known to know is no longer news."""


def untold(memories: MemoryStream, present: Sequence[str], most: int) -> list[Record]:
    """Memories that a person present does not know, as far as known; most important first."""
    found = [record for record in memories.all() if _tellable(record) and not record.known_to.issuperset(present)]
    return sorted(found, key=lambda record: (-record.importance, -record.number))[:most]


def has_big_news(memories: MemoryStream, person: str) -> bool:
    """Whether there is news worth telling a person."""
    return any(_tellable(record) and person not in record.known_to for record in memories.all())


def heard(memories: MemoryStream, lines: Sequence[tuple[str, str]]) -> None:
    """Record that a speaker knows what they say."""
    untold = [record for record in memories.all() if _tellable(record)]
    for by, line in lines:
        said = touched([record.text for record in untold if by not in record.known_to], [line], RETOLD_WORD_SHARE)
        for record in untold:
            if record.text in said:
                memories.told(record.number, by)


def _tellable(record: Record) -> bool:
    if record.private or len(record.known_to) >= COMMON_KNOWERS:
        return False
    if record.kind == "news":
        return record.importance >= BIG_IMPORTANCE
    return record.kind in ("seed", "voice") and record.importance >= OWN_IMPORTANCE
