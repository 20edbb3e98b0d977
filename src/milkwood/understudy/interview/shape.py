"""The kind of a question by what it names: a past time and nothing else, a talk and a person, a place, a person alone.

Invariant: words of asking do not count, however many; a question that names anything else has no kind here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from milkwood.understudy.interview.asked_time import is_lived
from milkwood.understudy.interview.query import Query, patterns, topic_of
from milkwood.understudy.language.sentences import chinese
from milkwood.understudy.language.tone import tone

_FELT = frozenset({"hostile", "cold", "warm"})
"""What is felt for a person, as the vocabulary of the language tells."""


def kinds_by_shape(query: Query) -> Iterator[tuple[str, Query]]:
    """The kinds, most specific first, each with the question as its function should read it."""
    if query.quoted:
        return
    bare = replace(query, topic=frozenset())
    if _has(query, "you") or query.span is not None:
        yield from _of_oneself(query, bare)
    alone = len(query.people) == 1 and query.span is None and not _has(query, "elsewhere")
    if alone and not _left(query, "asking", "relation") and not _asks_of_a_deed(query):
        yield "tie", bare


def _asks_of_a_deed(query: Query) -> bool:
    """Whether a Chinese question asks whether something is so by single characters: `你请某君来上课了吗`."""
    if query.language != "zh" or not _has(query, "whether") or _has(query, "open"):
        return False
    return bool(_left(query, "asking", "relation", "doing", "whether", single=True))


def _of_oneself(query: Query, bare: Query) -> Iterator[tuple[str, Query]]:
    past = (query.span is None or is_lived(query.span, query.ask)) and not _has(query, "future")
    if (
        not query.people
        and query.span is None
        and _has(query, "promise")
        and not _left(query, "asking", "promise", "promising", "whether")
    ):
        yield "promised", bare
        return
    if _has(query, "talk") and past and not _has(query, "superlative"):
        yield from _of_talks(query, bare)
        return
    if query.people:
        return
    if (
        not _has(query, "open")
        and _has(query, "hearing")
        and (left := _left(query, "asking", "hearing", "matter", "whether"))
    ):
        yield "heard", replace(query, topic=left)
    if query.span is not None and past and _has(query, "who") and _has(query, "together"):
        yield "company_then", bare
    if query.span is not None and past and not _has(query, "who", "how_many", "otherwise", "habit"):
        at_place = any(place["name"] in query.text for place in query.ask["places"])
        if at_place and not _left(query, "asking", "doing", "going", "whether", "place"):
            yield "been_at", bare
        elif (
            not _left(query, "asking", "doing", "superlative")
            and not _asks_of_a_deed(query)
            and "when" not in query.kinds[:1]
        ):
            yield "hours", bare
    if query.span is None and _has(query, "who", "anyone") and tone(query.text, about_person=True) & _FELT:
        yield "superlative", bare
    if _has(query, "superlative"):
        return
    for kind in ("rising", "sleeping"):
        if _has(query, kind) and _has(query, "habit") and not _left(query, "asking", "habit", kind):
            yield kind, bare
    if _has(query, "age") and not _left(query, "asking", "age"):
        yield "age", bare
    if (
        query.span is None
        and _has(query, "work")
        and not _has(query, "before")
        and not _left(query, "asking", "work", "working")
    ):
        yield "work", bare


def _of_talks(query: Query, bare: Query) -> Iterator[tuple[str, Query]]:
    """Whether, with whom or with how many people the person talked."""
    if _left(query, "asking", "talk", "who", "how_many", "whether", "people"):
        return
    if query.people:
        if _has(query, "whether") and not _has(query, "open"):
            yield "met", bare
    elif _has(query, "how_many"):
        yield "count", bare
    elif _has(query, "who"):
        yield ("met_ends" if _has(query, "end") else "talked_to"), bare


def _has(query: Query, *classes: str) -> bool:
    """Whether the question has a word of one of some classes."""
    table = _classes(query)
    return any(table[name].search(query.text) for name in classes)


def _left(query: Query, *classes: str, single: bool = False) -> frozenset[str]:
    """What the question is about without the words of some classes; single characters only if `single`."""
    table, text = _classes(query), query.text
    for name in (name for other in query.ask["others"] for name in (other["name"], other["called"]) if len(name) > 1):
        text = text.replace(name, "，" if chinese(name) else " ")
    for place in query.ask["places"] if "place" in classes else ():
        text = text.replace(place["name"], " ")
    for name in (each for each in classes if each != "place"):
        text = table[name].sub("，" if chinese(text) else " ", text)
    return frozenset(word for word in topic_of(text, query.ask) if single or len(word) > 1 or not chinese(word))


def _classes(query: Query) -> dict[str, re.Pattern[str]]:
    return dict(patterns("zh" if query.language == "zh" else "en", "classes"))
