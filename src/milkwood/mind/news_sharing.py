"""News that a person can tell others: heard news and own important memories that those present do not know.

Invariant: what is private, or secret from someone present, is never included; nobody is told what is about them or
their partner, or what they saw; one piece of news is passed on in a limited number of talks a day.
"""

from collections.abc import Sequence

from milkwood.mind.head import Head, is_worn
from milkwood.mind.stream import Record
from milkwood.models.wording import touched

BIG_IMPORTANCE = 6
"""Importance from which news is worth telling."""
OWN_IMPORTANCE, RUMOUR_IMPORTANCE = 8, 4
"""Importance from which an own memory is worth telling; and a rumour, which is there to be told."""
MAX_DOUBTFUL_MEMORIES = 4
"""Maximum number of rumours in a question after a talk."""
MAX_ASKABLE_RUMOURS = 2
"""Maximum number of rumours that a person considers asking about."""
UNSURE = frozenset({"rumour", "denied"})
_TOLD_KINDS = frozenset({"seed", "news", "voice"})
RETOLD_WORD_SHARE = 0.8
"""Share of a text's words that a line must contain to count as telling it."""
COMMON_KNOWERS, COMMON_NEWS_KNOWERS = 6, 4
"""A memory of the person's own, and news, that this many people are known to know need not be told."""


def untold(head: Head, present: Sequence[str], most: int) -> list[Record]:
    """Memories that a person present does not know, as far as known; most important first."""
    found = [record for record in head.memories.all() if _may_be_told(head, record, present)]
    return sorted(found, key=lambda record: (-record.importance, -record.number))[:most]


def has_big_news(head: Head, person: str) -> bool:
    """Whether there is news worth telling a person."""
    return any(_may_be_told(head, record, (person,)) for record in head.memories.all())


def has_something_for(head: Head, person: str) -> bool:
    """Whether there is something to talk about with a person: news for them, or a rumour about them to ask about."""
    return has_big_news(head, person) or bool(to_ask(head, (person,)))


def doubtful(head: Head, present: Sequence[str] = ()) -> list[str]:
    """Rumours and denials that the person remembers: a talk may confirm or deny them.

    Those about the people present come first, then the newest.
    """
    unsure = [each for each in head.memories.all() if each.certainty in UNSURE and each.kind in _TOLD_KINDS]
    found = sorted(unsure, key=lambda each: (set(each.about).isdisjoint(present), -each.number))
    return [each.text for each in found[:MAX_DOUBTFUL_MEMORIES]]


def to_ask(head: Head, present: Sequence[str]) -> list[Record]:
    """Rumours about one of those present that the person may ask them about, and has not; newest first.

    The others present know the rumour, so that the question tells it to nobody.
    """
    found = [record for record in head.memories.all() if _may_be_asked(head, record, present)]
    return sorted(found, key=lambda record: -record.number)[:MAX_ASKABLE_RUMOURS]


def asked(head: Head, number: int, present: Sequence[str]) -> None:
    """Record that the people present were asked whether a rumour is true."""
    for person in present:
        head.memories.told(number, person)


def _may_be_asked(head: Head, record: Record, present: Sequence[str]) -> bool:
    if record.certainty != "rumour" or record.kind not in _TOLD_KINDS or record.private:
        return False
    if head.id in record.about or not record.secret_from.isdisjoint(present):
        return False
    concerned = [person for person in present if person in record.about]
    return any(person not in record.known_to for person in concerned) and all(
        person in concerned or head.is_known_to(record, person) for person in present
    )


def heard(head: Head, lines: Sequence[tuple[str, str]]) -> None:
    """Record that a speaker knows what they say."""
    news = [record for record in head.memories.all() if _is_news(record)]
    for by, line in lines:
        said = touched([record.text for record in news if by not in record.known_to], [line], RETOLD_WORD_SHARE)
        for record in news:
            if record.text in said:
                head.memories.told(record.number, by)


def _may_be_told(head: Head, record: Record, present: Sequence[str]) -> bool:
    if not _is_news(record) or not record.secret_from.isdisjoint(present):
        return False
    if is_worn(record):
        return False
    return any(not head.is_known_to(record, person) for person in present)


def _is_news(record: Record) -> bool:
    if record.private:
        return False
    if record.kind == "news":
        return record.importance >= BIG_IMPORTANCE and len(record.known_to) < COMMON_NEWS_KNOWERS
    least = RUMOUR_IMPORTANCE if record.certainty in UNSURE else OWN_IMPORTANCE
    return len(record.known_to) < COMMON_KNOWERS and record.kind in ("seed", "voice") and record.importance >= least
