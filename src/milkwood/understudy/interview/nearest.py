"""The memory nearest in meaning to a question: by its vector, its words, its everyday matter and whom it concerns.

Invariant: a memory that is only near is told as no exact answer; about people, only a memory of them is told.
"""

import re
from collections.abc import Iterator

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview.evidence import (
    Found,
    is_dated,
    is_own_knowledge,
    is_own_thing,
    is_turned,
    shared_part,
    stored,
    told,
)
from milkwood.understudy.interview.matters import matters, tells_how_much
from milkwood.understudy.interview.query import Query, shape_of, without_asking
from milkwood.understudy.interview.sorting import asks_of_you
from milkwood.understudy.interview.who import leaves_open
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.shift import is_own

SURE_SIMILARITY = 0.42
"""Minimum similarity of a memory that is told as the answer."""
APART_SIMILARITY = 0.36
"""The same for a memory far ahead of all others."""
APART_LEAD_SIMILARITY = 0.1
"""Minimum distance to the next memory for one that is far ahead."""
CERTAIN_SIMILARITY = 0.6
"""The same where the words of the question may also ask for something else."""
NEAR_SIMILARITY = 0.28
"""Minimum similarity of a memory that is told as near."""
ALONE_SIMILARITY = 0.23
"""The same for a memory that no other comes near to."""
LEAD_SIMILARITY = 0.05
"""Minimum distance to the next memory for one that stands alone."""
_MATTER_SIMILARITY = 0.12
_WORDS_SIMILARITY = 0.2
"""What a common matter, and all words asked for, add to the similarity of the vectors."""
_HEADLINE_SIMILARITY = -0.2
"""What a worry or an aim adds, which names a matter and tells nothing of it."""
_CARD_SIMILARITY = -0.04
"""What a sentence of the biography adds: a memory tells more."""
_OPEN_SIMILARITY = -0.12
"""What a memory without a person adds, where a person is asked for."""
_ANNOUNCED_SIMILARITY = -0.15
"""What the announcement of an event adds, where neither its time nor its guests are asked for."""
_FOREIGN_SIMILARITY = -0.15
"""What a memory adds that another told, where the person is asked about themselves."""
_OWN_SIMILARITY = 0.05
"""What a memory in the first person adds there."""
_TURNED_SIMILARITY = -0.5
"""What a memory adds in which the one asked does what the question says of others, or the reverse."""
_SUPPOSED_SHARE = 0.75
"""The share of the words of a question that takes something for granted, which a memory of it has."""
SUPPOSING = frozenset({"why_did", "past_of", "when", "duration"})
"""Kinds that suppose a deed, of which a memory that is only near tells nothing."""
_HALF_SHARE = 0.5
_KINDS = ("seed", "card", "concern", "promise", "news")


def nearest(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """The nearest memory; None if none is near."""
    scored = ranked(query, likeness)
    if not scored:
        return None
    score, one = scored[0]
    lead = score - (scored[1][0] if len(scored) > 1 else 0.0)
    sure = is_sure(score, lead, query, one) and not _is_supposed(query, one["text"]) and not leaves_open(query, one)
    if not (sure or score >= NEAR_SIMILARITY or (score >= ALONE_SIMILARITY and lead >= LEAD_SIMILARITY)):
        return None
    said = told(one, query, wording)
    used = (one["id"],) if one["id"] else ()
    return Found(said if sure else wording.say("as_near", fact=said), used, sure, tuple(one["about"]))


def is_sure(score: float, lead: float, query: Query, one: Recalled) -> bool:
    """Whether a memory is near enough, and far enough ahead of the next, to be the answer."""
    if score >= CERTAIN_SIMILARITY or (score >= APART_SIMILARITY and lead >= APART_LEAD_SIMILARITY):
        return True
    least = NEAR_SIMILARITY if tells_how_much(query.text, one["text"]) else SURE_SIMILARITY
    return score >= least and lead >= LEAD_SIMILARITY


def ranked(query: Query, likeness: TextSimilarity) -> list[tuple[float, Recalled]]:
    """All lasting memories with their nearness to a question, the nearest first."""
    return sorted(_scored(query, likeness), key=lambda each: (-each[0], -each[1]["importance"], each[1]["id"]))


_FELT_TO = re.compile(r"\bhow (?:did|does) it feel to\b|什么(?:滋味|感觉|心情)", re.IGNORECASE)
_SUPPOSES = re.compile(
    r"^(?:how|why) you\b|\bhow did (?:you|he|she|they)\b|怎么.{0,6}[过来]的|是?什么时候.{1,8}的", re.IGNORECASE
)


def _is_supposed(query: Query, text: str) -> bool:
    """Whether a question takes for granted what a memory does not tell."""
    if query.people and set(query.kinds) & SUPPOSING and shared_part(query.topic, text) < _HALF_SHARE:
        return True
    supposes = _SUPPOSES.search(query.text) or (query.people and _FELT_TO.search(query.text))
    return bool(supposes) and shared_part(query.topic, text) < _SUPPOSED_SHARE


def _scored(query: Query, likeness: TextSimilarity) -> Iterator[tuple[float, Recalled]]:
    asked, bare = matters(query.shape, "asked"), without_names(query.text, query)
    of_me, years = asks_of_you(query.text), _years(query.text)
    for one in stored(query):
        text = one["text"]
        if one["kind"] not in _KINDS or not _concerns(one, query):
            continue
        score = likeness.alike(bare, without_names(text, query))
        score += _MATTER_SIMILARITY * bool(asked & matters(shape_of(text, query.ask), "told"))
        score += _MATTER_SIMILARITY * is_own_thing(query.text, text)
        score += _WORDS_SIMILARITY * shared_part(query.topic, without_names(text, query))
        score += _MATTER_SIMILARITY * tells_how_much(query.text, text)
        score += _WORDS_SIMILARITY * bool(years & _years(text))
        score += _ANNOUNCED_SIMILARITY * (not _AT_AN_EVENT.search(query.text) and is_dated(text))
        headline = one["kind"] == "concern" or text in query.ask["self"]["goals"]
        score += _HEADLINE_SIMILARITY * headline * (0.5 if _TROUBLE.search(query.text) else 1)
        score += _CARD_SIMILARITY * (one["kind"] == "card")
        score += _OPEN_SIMILARITY * leaves_open(query, one)
        score += _FOREIGN_SIMILARITY * (of_me and not is_own_knowledge(one, query))
        score += _OWN_SIMILARITY * (of_me and not query.people and is_own(text, query.language))
        score += _TURNED_SIMILARITY * is_turned(query, text)
        yield round(score, 4), one


_AT_AN_EVENT = re.compile(
    r"\b(?:when|where|who(?:m)?|what (?:time|day)|com(?:e|ing)|invite\w*|host\w*|event|party|meeting|go(?:ing)?)\b"
    r"|什么时候|几点|哪|谁|来|请|参加|聚会|宴|办",
    re.IGNORECASE,
)
_TROUBLE = re.compile(r"\b(?:wrong|matter|trouble|problem|worr\w+)\b|发愁|操心|担心", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)|[一二][〇零一二三四五六七八九]{3}(?=年)")
_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")


def _years(text: str) -> frozenset[str]:
    """The years that a text names, in digits."""
    return frozenset(found.translate(_DIGITS) for found in _YEAR.findall(text))


def _concerns(one: Recalled, query: Query) -> bool:
    """Whether a memory is about the people of a question; without any, about the person."""
    if one["kind"] == "card" and one["about"]:
        return False
    if query.people:
        return all(each["id"] in one["about"] or each["called"] in one["text"] for each in query.people)
    return is_own_knowledge(one, query)


def without_names(text: str, query: Query) -> str:
    """A text without names of people and words of asking, which would outweigh what it says."""
    own = query.ask["self"]
    names = {own["name"], own["called"]}
    names.update(name for other in query.ask["others"] for name in (other["name"], other["called"]))
    for name in sorted(names, key=lambda name: (-len(name), name)):
        text = text.replace(name, "") if len(name) > 1 else text
    return without_asking(text)
