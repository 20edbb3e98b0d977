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
from milkwood.understudy.interview.polar import happened, met, other_fact, polar
from milkwood.understudy.interview.query import Query
from milkwood.understudy.interview.shape import kinds_by_shape
from milkwood.understudy.interview.wording import AnswerWording

_ANSWERS: Final[Mapping[str, Callable[[Query, AnswerWording], Found | None]]] = {
    "age": oneself.age,
    "any_talk": talked.any_talk,
    "around": days.around,
    "been_at": days.been_at,
    "born": oneself.born,
    "calendar": tricks.calendar,
    "childhood": oneself.childhood,
    "clock": tricks.clock,
    "company_then": days.company_then,
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
    "rising": oneself.rising,
    "sleeping": oneself.sleeping,
    "secrets": oneself.secrets,
    "thing": talked.thing,
    "talked_about": talked.talked_about,
    "talked_to": talked.talked_to,
    "tie": feelings.tie,
    "told_by": talked.told_by,
    "trick": tricks.trick,
    "when": talked.when,
    "work": oneself.work,
    "why_did": days.why_did,
    "why_feel": feelings.why_feel,
}
_BY_LIKENESS: Final[Mapping[str, Callable[[Query, AnswerWording, TextSimilarity], Found | None]]] = {
    "hypothetical": oneself.hypothetical,
    "other_fact": other_fact,
    "polar": polar,
    "source": talked.source,
    "superlative": feelings.superlative,
}


def typed(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """The answer of the first kind that has one."""
    for kind, asked in _kinds(query):
        if kind in _BY_LIKENESS:
            found = _BY_LIKENESS[kind](asked, wording, likeness)
        else:
            answer = _ANSWERS.get(kind)
            found = answer(asked, wording) if answer is not None else None
        if found is not None:
            return found
    return None


_FROM_WHOM = re.compile(
    r"\b(?:whom?|whose|how do you know|where|how did you)\b|谁|怎么(?:知道|晓得)|哪儿|哪里|听来", re.IGNORECASE
)
"""What is asked of a quotation's origin."""
_FIRST = (
    "met",
    "company_then",
    "met_ends",
    "talked_to",
    "count",
    "age",
    "work",
    "rising",
    "sleeping",
    "been_at",
    "promised",
)
"""Kinds that are certain by what a question names."""
_LOOSE = ("other_now", "other_fact", "happened", "why_did", "opinion", "hours", "past_of", "polar", "thing")
"""Kinds whose patterns also match questions of what was done at a time."""


def _kinds(query: Query) -> list[tuple[str, Query]]:
    """The kinds of a question by what it names and by its words, each with the question as its function reads it."""
    if query.quoted and _FROM_WHOM.search(query.text):
        return [("source", query)]
    if query.kinds[:1] in (("trick",), ("insult",)):
        return [(query.kinds[0], query)]
    by_shape = list(kinds_by_shape(query))
    of_hours = any(kind == "hours" for kind, _ in by_shape)
    for only in ("secrets", "hypothetical"):
        if only in query.kinds and not (of_hours and only == "hypothetical"):
            return [(only, query)]
    kinds = [(kind, query) for kind in query.kinds]
    if query.span is not None and not is_lived(query.span, query.ask) and re.search(r"\byou\b|[你您]", query.text):
        kinds = [each for each in kinds if each[0] not in _LOOSE]
    for kind, asked in by_shape:
        loose = ("other_fact", "past_of", "polar") if kind == "tie" else _LOOSE
        first = next((at for at, each in enumerate(kinds) if each[0] in loose), len(kinds))
        certain = kind in _FIRST or (kind == "heard" and not query.people)
        kinds.insert(0 if certain else first, (kind, asked))
    return kinds
