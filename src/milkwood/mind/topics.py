"""Contents of a talk: recalled memories and its intended length.

Invariant: memories recalled at the beginning of a talk stay, word for word, until the company changes, so that
providers can cache most of each prompt; an impression of everyone present replaces most memories of them.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import absence, news_sharing
from milkwood.mind.head import Head
from milkwood.mind.state import HeardLine, OnMind
from milkwood.mind.thought import Thought
from milkwood.models.wording import words_of
from milkwood.questions import terms
from milkwood.town.talk import MAX_LINES

FAMILIAR_MEMORIES, UNFAMILIAR_MEMORIES = 2, 4
"""Memories recalled at the beginning of a talk, besides news: with an impression of everyone present, and without."""
LATER_MEMORIES = 1
"""Additional memories for each later line."""
MEMORIES_WITHOUT_IMPRESSIONS = 10
"""Memories for every line if impressions are switched off, in their place."""
MAX_UNTOLD_NEWS = 2
"""Maximum number of news items that someone present does not know."""
BRIEF_LINES, ORDINARY_LINES, LONG_LINES = 4, 5, 8
"""Lines of a talk of two: with nothing new since they last talked today, ordinarily, and with guests, family or big
news. Each further person adds two."""
FAMILY_CLOSENESS = 8
"""Closeness of family and the best friends."""
CLOSING_LINES = 2
"""A talk that has reached its length, or brings nothing new, is closed with so many lines."""
LINES_WITHOUT_NEWS = 2
"""After so many lines in a row that bring nothing new, a talk is closed."""
SAME_WORDS = 0.6
"""A line brings nothing new if this share of its words was said before in the talk."""


def nothing_new(thought: Thought, other: PersonId) -> bool:
    """Whether the person talked with another today and has nothing new to tell or ask them."""
    head, known = thought.head, thought.head.people.of(other)
    if _is_guest(head, other) or absence.missed(head, [other]):
        return False
    if known.last_talk < max(0, head.state.day.midnight) or news_sharing.has_something_for(head, other):
        return False
    return not any(each.host and other not in each.company for each in head.calendar.ahead(thought.tick))


def length(head: Head, others: Sequence[PersonId]) -> int:
    """The intended number of lines of a talk with these people, set when it begins."""
    special = any(_is_special(head, other) for other in others)
    lines = BRIEF_LINES if head.state.talk.brief else LONG_LINES if special else ORDINARY_LINES
    return min(MAX_LINES, lines + 2 * (len(others) - 1))


def left(head: Head, spoken: int) -> int:
    """How many lines the talk may still have, this one included."""
    own = head.state.talk
    most = MAX_LINES - spoken
    if own.length - spoken > CLOSING_LINES and _stale(own.lines):
        return min(most, CLOSING_LINES)
    return min(most, max(own.length - spoken, 1))


def _stale(lines: Sequence[HeardLine]) -> bool:
    """Whether the last lines brought nothing new: small talk, or words that were said before."""
    later = range(max(LINES_WITHOUT_NEWS, len(lines) - LINES_WITHOUT_NEWS), len(lines))
    return len(later) == LINES_WITHOUT_NEWS and all(
        lines[place].small_talk or _said_before(lines, place) for place in later
    )


def _said_before(lines: Sequence[HeardLine], place: int) -> bool:
    words = words_of(lines[place].text)
    return any(len(words & words_of(line.text)) >= SAME_WORDS * len(words) for line in lines[:place])


def _is_special(head: Head, other: PersonId) -> bool:
    close = head.people.of(other).closeness >= FAMILY_CLOSENESS
    return close or _is_guest(head, other) or news_sharing.has_big_news(head, other)


def _is_guest(head: Head, other: PersonId) -> bool:
    folk = head.folk.get(other)
    return folk is None or folk.guest


def in_mind(head: Head, tick: int, others: Sequence[PersonId]) -> tuple[OnMind, list[terms.Recalled]]:
    """Memories that stay for the whole talk, and those recalled for the next line."""
    own, company = head.state.talk, tuple(others)
    queries = [line.text for line in own.lines[-2:]] or [head.people.name(other) for other in others]
    if not head.switches.impressions:
        return OnMind(company, ()), _with_news(head, tick, queries, others, MEMORIES_WITHOUT_IMPRESSIONS)
    if own.on_mind is None or own.on_mind.company != company:
        known = (head.people.of(other) for other in others)
        n = FAMILIAR_MEMORIES if all(each.feeling or each.knows for each in known) else UNFAMILIAR_MEMORIES
        return OnMind(company, tuple(_with_news(head, tick, queries, others, n))), []
    lasting = own.on_mind.recalled
    more = head.bring_to_mind(tick, queries, others, n=LATER_MEMORIES, but=[each["id"] for each in lasting])
    return own.on_mind, head.recalled(tick, more, others)


def _with_news(
    head: Head, tick: int, queries: Sequence[str], others: Sequence[PersonId], n: int
) -> list[terms.Recalled]:
    found = head.bring_to_mind(tick, queries, others, n=n)
    known = {each.number for each in found}
    news = [each for each in news_sharing.untold(head, others, MAX_UNTOLD_NEWS) if each.number not in known]
    return [*head.recalled(tick, found, others), *(head.as_recalled(tick, each, (), others) for each in news)]
