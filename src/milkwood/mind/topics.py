"""What one brings to a talk: what comes to mind in it, and how long one means it to be.

Knows the head, puts no question. Invariant: what came to mind when a talk began stays in mind, word for word, until the
company changes, so that most of what is asked line by line was read before; where one has an impression of everybody
present, it stands for most of what one remembers of them.
"""

from collections.abc import Sequence

from milkwood.ids import PersonId
from milkwood.mind import tidings
from milkwood.mind.head import Head
from milkwood.mind.state import OnMind
from milkwood.mind.thought import Thought
from milkwood.questions import terms
from milkwood.town.percepts import InTalk
from milkwood.town.talk import MAX_LINES

FAMILIAR, UNFAMILIAR = 2, 4
"""How many memories come to mind when a talk begins, beside news: where one has an impression of all present, and where
one has none of somebody."""
LATER = 1
"""How many more come to mind for each later line."""
WITHOUT_IMPRESSIONS = 10
"""How many have to come to mind for every line where impressions are switched off: all that one stands for."""
MOST_NEWS = 2
"""How many pieces of news that somebody present does not know come to mind besides."""
ORDINARY, BRIEF = 3, 1
"""How many lines each has in a talk where there is nothing (more) to tell, and where one talked with everybody today
besides; then one more is left for goodbye. Whoever has news has as many lines as a talk may have."""
GRACE = 2
"""How many lines more it may have where the other goes on."""


def nothing_new(thought: Thought, other: PersonId) -> bool:
    """Whether one has talked with somebody today, and has nothing to tell or to ask them to since."""
    head, known = thought.head, thought.head.people.of(other)
    if _is_guest(head, other):
        return False
    if known.last_talk < max(0, head.state.day.midnight) or tidings.has_big_news(head.memories, other):
        return False
    return not any(each.host and other not in each.company for each in head.calendar.ahead(thought.tick))


def left(head: Head, mine: InTalk) -> int:
    """How many lines the talk may still have, as far as one is concerned."""
    people = len(mine.others) + 1
    most = BRIEF * people + 1 if head.state.talk.brief else ORDINARY * people
    if any(_is_guest(head, other) or tidings.has_big_news(head.memories, other) for other in mine.others):
        most = MAX_LINES
    # Whoever is told something at the end, or joined by somebody, still answers and takes leave.
    still = max(most - mine.lines, 2 if mine.lines < most + GRACE else 1)
    return min(MAX_LINES - mine.lines, still)


def _is_guest(head: Head, other: PersonId) -> bool:
    folk = head.folk.get(other)
    return folk is None or folk.guest


def in_mind(head: Head, tick: int, others: Sequence[PersonId]) -> tuple[OnMind, list[terms.Recalled]]:
    """What stays in mind throughout the talk, and what comes to mind besides for the next line."""
    own, company = head.state.talk, tuple(others)
    queries = [line.text for line in own.lines[-2:]] or [head.people.name(other) for other in others]
    if not head.switches.impressions:
        return OnMind(company, ()), _with_news(head, tick, queries, others, WITHOUT_IMPRESSIONS)
    if own.on_mind is None or own.on_mind.company != company:
        known = (head.people.of(other) for other in others)
        n = FAMILIAR if all(each.feeling or each.knows for each in known) else UNFAMILIAR
        return OnMind(company, tuple(_with_news(head, tick, queries, others, n))), []
    lasting = own.on_mind.recalled
    more = head.bring_to_mind(tick, queries, others, n=LATER, but=[each["id"] for each in lasting])
    return own.on_mind, head.recalled(more, others)


def _with_news(
    head: Head, tick: int, queries: Sequence[str], others: Sequence[PersonId], n: int
) -> list[terms.Recalled]:
    found = head.bring_to_mind(tick, queries, others, n=n)
    known = {each.number for each in found}
    news = [each for each in tidings.untold(head.memories, others, MOST_NEWS) if each.number not in known]
    return [*head.recalled(found, others), *(head.as_recalled(each, (), others) for each in news)]
