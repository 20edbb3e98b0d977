"""Contents of a talk: recalled memories and its intended length.

Invariant: memories recalled at the beginning of a talk stay, word for word, until the company changes, so that
providers can cache most of each prompt; an impression of everyone present replaces most memories of them.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import news_sharing
from milkwood.mind.head import Head
from milkwood.mind.state import OnMind
from milkwood.mind.thought import Thought
from milkwood.questions import terms
from milkwood.town.percepts import InTalk
from milkwood.town.talk import MAX_LINES

FAMILIAR_MEMORIES, UNFAMILIAR_MEMORIES = 2, 4
"""Memories recalled at the beginning of a talk, besides news: with an impression of everyone present, and without."""
LATER_MEMORIES = 1
"""Additional memories for each later line."""
MEMORIES_WITHOUT_IMPRESSIONS = 10
"""Memories for every line if impressions are switched off, in their place."""
MAX_UNTOLD_NEWS = 2
"""Maximum number of news items that someone present does not know."""
ORDINARY_LINES, BRIEF_LINES = 3, 1
"""Lines per person if there is nothing (more) to tell, and if they also talked today; plus one for goodbye. A person
with news may use the maximum."""
GRACE_LINES = 2
"""Additional lines if the other goes on."""


def nothing_new(thought: Thought, other: PersonId) -> bool:
    """Whether the person talked with another today and has nothing new to tell or ask them."""
    head, known = thought.head, thought.head.people.of(other)
    if _is_guest(head, other):
        return False
    if known.last_talk < max(0, head.state.day.midnight) or news_sharing.has_big_news(head.memories, other):
        return False
    return not any(each.host and other not in each.company for each in head.calendar.ahead(thought.tick))


def left(head: Head, mine: InTalk) -> int:
    """How many lines the talk may still have, for this person."""
    people = len(mine.others) + 1
    most = BRIEF_LINES * people + 1 if head.state.talk.brief else ORDINARY_LINES * people
    if any(_is_guest(head, other) or news_sharing.has_big_news(head.memories, other) for other in mine.others):
        most = MAX_LINES
    # A person who is told something at the end, or joined by another, still answers and says goodbye.
    still = max(most - mine.lines, 2 if mine.lines < most + GRACE_LINES else 1)
    return min(MAX_LINES - mine.lines, still)


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
    return own.on_mind, head.recalled(more, others)


def _with_news(
    head: Head, tick: int, queries: Sequence[str], others: Sequence[PersonId], n: int
) -> list[terms.Recalled]:
    found = head.bring_to_mind(tick, queries, others, n=n)
    known = {each.number for each in found}
    news = [each for each in news_sharing.untold(head.memories, others, MAX_UNTOLD_NEWS) if each.number not in known]
    return [*head.recalled(found, others), *(head.as_recalled(each, (), others) for each in news)]
