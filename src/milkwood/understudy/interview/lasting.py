"""Questions that a lasting memory answers, whatever form they have: `Who set fire to the barn?`, `听说你埋了金子？`

Invariant: a question of a time that was lived, of talks, or of what others know is left to the record of the days and
talks; of its own words, the more a question may ask for something else, the nearer a memory must be.
"""

import re

from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.interview.evidence import Found, is_of_another_day, told, words_of_places
from milkwood.understudy.interview.nearest import CERTAIN_SIMILARITY, nearest, ranked
from milkwood.understudy.interview.query import Query, patterns
from milkwood.understudy.interview.shape import kinds_by_shape
from milkwood.understudy.interview.sorting import asks_of_you, sort_of
from milkwood.understudy.interview.who import leaves_open
from milkwood.understudy.interview.wording import AnswerWording

_LOOSE = frozenset(
    "hours been_at past_of why_did when duration meal thing happened polar other_fact around born childhood other_now"
    " opinion heard superlative count".split()
)
"""Kinds whose patterns also match questions of what a lasting memory tells."""
_OTHERWISE = frozenset(
    "trick insult hypothetical knowers knows_it source invited told_by talked_about talked_to met_ends any_talk clock"
    " calendar friends kin_who secrets why_feel tie".split()
)
"""Kinds that ask for something else than what a memory tells, however near it is."""
_OF_OTHERS = frozenset({"told_by"})
"""Those that do so only of people whom the question names."""
_OF_MEMORIES = frozenset({"fact", "reflection", "content", "company"})
"""Sorts of questions that a memory may answer; the others ask for the card, the plan or the day."""
_OF_NOW = frozenset({"where", "doing", "hours", "shift", "schedule", "self", "legacy"})
"""Sorts that no memory answers."""


def lasting(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """The memory that surely answers a question; None where something else may."""
    kinds, sort = set(query.kinds), sort_of(query.shape, query.language)
    of_others = frozenset() if query.people else _OF_OTHERS
    if query.quoted or not query.topic - words_of_places(query) or kinds & _OTHERWISE - of_others or sort in _OF_NOW:
        return None
    by_shape = {kind for kind, _ in kinds_by_shape(query)} - {"superlative", "heard"}
    if _is_before_the_run(query):
        by_shape -= {"hours", "been_at"}
    if by_shape or _asks_for_the_most(query):
        return None
    if not query.people:
        kinds -= _OF_OTHERS
    near = ranked(query, likeness)[:1]
    if not near or is_of_another_day(query, near[0][1]):
        return None
    score, one = near[0]
    if ("superlative" in kinds and not one["about"]) or ("heard" in kinds and not _is_of_the_hearer(query)):
        return None
    if kinds <= _LOOSE and sort in _OF_MEMORIES:
        found = nearest(query, wording, likeness)
        return found if found is not None and found.knows else None
    if score < CERTAIN_SIMILARITY or leaves_open(query, one):
        return None
    return Found(told(one, query, wording), (one["id"],) if one["id"] else (), True, tuple(one["about"]))


def _is_before_the_run(query: Query) -> bool:
    """Whether a question is of a time of which only memories tell."""
    pieces = query.ask.get("pieces", ())
    return query.span is not None and (not pieces or query.span.date < pieces[0]["date"])


_HEARING = re.compile(
    r"\b(?:(?:any|some)(?:body|one) (?:\w+ )?(?:tell|told|mention\w*|say|said)(?: to)? you"
    r"|(?:have|had|did|do|are|were) you (?:\w+ )?(?:hear|heard|know|remember|aware|been told)"
    r"|(?:do|have) you|told you|news to you|mean anything to you|you know)\b"
    r"|你?听没听(?:说|到)?过?|你?(?:有没有|可曾|是否)?(?:听说|听到|听人说|知道|知不知道|晓得|了解)|(?:跟|和|对|向|告诉)(?:过|了)?你",
    re.IGNORECASE,
)


def _is_of_the_hearer(query: Query) -> bool:
    """Whether what may have been heard is about the person asked: `I hear you buried gold; is that true?`"""
    return asks_of_you(_HEARING.sub("", query.text))


def _asks_for_the_most(query: Query) -> bool:
    """Whether a question ranks people: `whom do you like least?`"""
    table = dict(patterns(query.language, "classes"))
    return "superlative" in query.kinds and table["superlative"].search(query.text) is not None
