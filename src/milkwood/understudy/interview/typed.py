"""Typed queries: the function that answers each kind of question.

Invariant: a kind that finds no answer leaves the question to the next; nothing is said that no function found.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from milkwood.questions.kind import TextSimilarity
from milkwood.understudy.interview import days, feelings, talked, tricks
from milkwood.understudy.interview import self_facts as oneself
from milkwood.understudy.interview.asked_time import is_lived
from milkwood.understudy.interview.evidence import Found
from milkwood.understudy.interview.polar import asks_of_meeting, happened, met, other_fact, polar
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.wording import AnswerWording

_ANSWERS: Final[Mapping[str, Callable[[Query, AnswerWording], Found | None]]] = {
    "any_talk": talked.any_talk,
    "around": days.around,
    "been_at": days.been_at,
    "born": oneself.born,
    "calendar": tricks.calendar,
    "clock": tricks.clock,
    "count": talked.count,
    "duration": days.duration,
    "friends": feelings.friends,
    "happened": happened,
    "heard": talked.heard,
    "hours": days.hours,
    "insult": tricks.insult,
    "invited": talked.invited,
    "kin_who": oneself.kin_who,
    "knowers": talked.knowers,
    "knows_it": talked.knows_it,
    "meal": days.meal,
    "met": met,
    "met_ends": talked.met_ends,
    "opinion": feelings.opinion,
    "other_now": feelings.other_now,
    "past_of": days.past_of,
    "promised": talked.promised,
    "secrets": oneself.secrets,
    "source": talked.source,
    "superlative": feelings.superlative,
    "thing": talked.thing,
    "talked_about": talked.talked_about,
    "talked_to": talked.talked_to,
    "tie": feelings.tie,
    "told_by": talked.told_by,
    "trick": tricks.trick,
    "when": talked.when,
    "why_did": days.why_did,
    "why_feel": feelings.why_feel,
}
_BY_LIKENESS: Final[Mapping[str, Callable[[Query, AnswerWording, TextSimilarity], Found | None]]] = {
    "hypothetical": oneself.hypothetical,
    "other_fact": other_fact,
    "polar": polar,
}


def typed(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """The answer of the first kind that has one."""
    for kind in _kinds(query):
        if kind in _BY_LIKENESS:
            found = _BY_LIKENESS[kind](query, wording, likeness)
        else:
            answer = _ANSWERS.get(kind)
            found = answer(query, wording) if answer is not None else None
        if found is not None:
            return found
    return None


_FROM_WHOM = re.compile(
    r"\b(?:whom?|how do you know|where|how did you)\b|谁|怎么(?:知道|晓得)|哪儿|哪里|听来", re.IGNORECASE
)
"""What is asked of a quotation's origin."""
_LOOSE = ("other_now", "other_fact", "happened", "why_did", "opinion", "hours", "past_of", "polar")
"""Kinds whose patterns also match questions of what was done at a time."""


def _kinds(query: Query) -> list[str]:
    """The kinds of a question by its words; a question of nothing but a past time is one of what was done then."""
    if query.quoted and _FROM_WHOM.search(query.text):
        return ["source"]
    if "secrets" in query.kinds:
        return ["secrets"]
    if "hypothetical" in query.kinds:
        return ["hypothetical"]
    kinds = list(query.kinds)
    if query.span is not None and not is_lived(query.span, query.ask) and re.search(r"\byou\b|你", query.text):
        kinds = [kind for kind in kinds if kind not in _LOOSE]
    if asks_of_meeting(query):
        kinds.insert(0, "met")
    if days.asks_of_hours(query):
        first = next((at for at, kind in enumerate(kinds) if kind in _LOOSE), len(kinds))
        kinds.insert(first, "hours")
    return kinds
