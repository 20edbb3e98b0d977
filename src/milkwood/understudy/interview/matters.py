"""Everyday matters (family, health, money, work …): what a question and a memory are about, in whatever words.

Invariant: only a memory, a tie or a worry of the person is told, not one about another matter, nor one about others
where the question is about the person.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources

from milkwood.questions.kind import TextSimilarity
from milkwood.questions.terms import Recalled
from milkwood.understudy.interview.evidence import (
    Found,
    denies,
    is_own_knowledge,
    shared_part,
    stored,
    told,
)
from milkwood.understudy.interview.feelings import standing
from milkwood.understudy.interview.query import ON_A_DAY, Query, asks_of_a_deed, shape_of, topic_of
from milkwood.understudy.interview.who import asks_of_anyone, leaves_open, of_a_person
from milkwood.understudy.interview.wording import AnswerWording
from milkwood.understudy.language.sentences import chinese
from milkwood.understudy.language.shift import is_own

_KINDS = ("seed", "card", "concern", "news", "promise", "voice")
_OF_YOU = re.compile(r"\byou(?:r|rs|rself)?\b|[你您]", re.IGNORECASE)
_OF_ANYBODY = re.compile(
    r"\b(?:any(?:body|one)|some(?:body|one)|people|(?:in|around) (?:the )?(?:town|village)|here)\b|有人|镇上|村里|大家",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b|(?:吗|没有?|么|不)[？?]*$|有没有|是不是|([㐀-鿿])[不没]\1",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\b(?:how (?:long|old|much|many|often)|since when|what year)\b|多久|多少|多大|几[年岁个次月天]|哪一?年",
    re.IGNORECASE,
)
"""What only a number answers."""
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|once|twice"
    r"|first|half|all|every|both)\b|(?!一[点些下直起样般定])[一二三四五六七八九十百千万几半两]",
    re.IGNORECASE,
)


_HOW_LONG = re.compile(r"\bhow long (?:have|were|did)\b|\bsince when\b|[久年]了|几年|多少年", re.IGNORECASE)


def asks_how_long(question: str) -> bool:
    """Whether a question asks how long something has lasted."""
    return _HOW_LONG.search(question) is not None


def tells_how_much(question: str, text: str) -> bool:
    """Whether a text has the number that a question asks for."""
    return bool(_QUANTITY.search(question) and _NUMBER.search(text))


@cache
def _matters(language: str, side: str) -> Mapping[str, re.Pattern[str]]:
    text = resources.files("milkwood.understudy.interview").joinpath(f"matters.{language}.toml").read_text("utf-8")
    rows: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return {
        name: re.compile("|".join(row[side] if side in row else row["both"]), re.IGNORECASE)
        for name, row in rows.items()
    }


def matters(text: str, side: str) -> frozenset[str]:
    """The matters a question asks for (`asked`), or a memory tells of (`told`)."""
    table = _matters("zh" if chinese(text) else "en", side)
    return frozenset(name for name, pattern in table.items() if pattern.search(text))


def on_matter(query: Query, wording: AnswerWording, likeness: TextSimilarity) -> Found | None:
    """What the person knows of the matter a question is about; that there is nothing, if it asks whether there is."""
    asked, of_you = matters(query.shape, "asked"), _is_of_you(query)
    if not asked or ON_A_DAY.search(query.text):
        return None
    if not (of_you or query.people or _OF_ANYBODY.search(query.text)):
        return None
    best = _best(query, asked, likeness, of_you)
    if best is not None and query.people and asks_of_a_deed(query) and _is_beside(best, query, asked):
        return None
    if best is not None:
        if _QUANTITY.search(query.text) and not _NUMBER.search(best["text"]):
            near = wording.say("as_near", fact=_said(best, query, wording))
            return Found(near, (best["id"],) if best["id"] else (), False, tuple(best["about"]))
        said = _said(best, query, wording)
        return Found(said, (best["id"],) if best["id"] else (), True, tuple(best["about"]))
    if _YES_OR_NO.search(query.text) and not query.people:
        return Found(wording.say("nothing_like_it" if of_you else "heard_of_none"), knows=False)
    return None


def _is_beside(one: Recalled, query: Query, asked: frozenset[str]) -> bool:
    """Whether a memory has only the matter of a question, and nothing else it asks for: `Did you sell her boat?`"""
    left, language = query.shape, "zh" if chinese(query.text) else "en"
    for name in asked:
        left = _matters(language, "asked")[name].sub("，" if language == "zh" else " ", left)
    left = _ANYTHING.sub("，" if language == "zh" else " ", left)
    left = re.sub(r"\bNn\b|某君", " ", left)
    rest = frozenset(word for word in topic_of(left, query.ask) if len(word) > 1 or not chinese(word))
    return bool(rest) and not shared_part(rest, one["text"])


_ANYTHING = re.compile(r"\b(?:things?|stuff|belongings)\b|东西|事情?", re.IGNORECASE)


def _is_of_you(query: Query) -> bool:
    """Whether a question is about the person; in Chinese one without a subject is."""
    if _OF_YOU.search(query.text):
        return True
    named = any(each["called"] in query.text for each in query.ask["others"])
    if query.people or named or _SUBJECT.search(query.text):
        return False
    return chinese(query.text) or len(query.text.split()) <= MAX_ELLIPTIC_WORDS


MAX_ELLIPTIC_WORDS = 5
"""Words of an English question that leaves out `you`: `Planning to emigrate?`"""
_SUBJECT = re.compile(
    r"\b(?:he|she|they|it|we|I|the|this|that|any\w*|some\w*|who\w*|people|there|here)\b"
    r"|^(?!你)[㐀-鿿]{2,6}是(?:什么|怎么|哪|谁)|[他她它咱我]|谁(?!家)|大家|这|那|别人|有人|镇|村|都",
    re.IGNORECASE,
)


def _best(query: Query, asked: frozenset[str], likeness: TextSimilarity, of_you: bool) -> Recalled | None:
    about = [(one, asked & _told(one, query)) for one in stored(query) if one["kind"] in _KINDS]
    fitting = [(one, common) for one, common in about if common and _fits(one, query, of_you)]
    often = Counter(name for _, common in fitting for name in common)
    scores = [
        (
            sum(1 / often[name] ** 0.5 for name in common)
            + shared_part(query.topic, one["text"])
            + likeness.alike(query.text, one["text"]) / 2
            + is_own_knowledge(one, query) / 4
            - (one["kind"] in ("card", "concern")) / 3
            + tells_how_much(query.text, one["text"]) / 2
            - (denies(one["text"]) != denies(query.text)) / 4,
            one["importance"],
            -one["id"],
            one,
        )
        for one, common in fitting
    ]
    return max(scores, key=lambda each: each[:3])[-1] if scores else None


def _told(one: Recalled, query: Query) -> frozenset[str]:
    """The matters of a memory, whatever its names may mean; a worry is a matter of its own."""
    return matters(shape_of(one["text"], query.ask), "told") | (
        {"fear", "worry"} if one["kind"] == "concern" else set()
    )


def _fits(one: Recalled, query: Query, of_you: bool) -> bool:
    """Whether a memory is about whom the question is about."""
    said = of_a_person(one, query.ask["others"]) or [one["text"]]
    if leaves_open(query, one) or (asks_of_anyone(query) and not any(shared_part(query.topic, each) for each in said)):
        return False
    if not all(each["id"] in one["about"] or each["called"] in one["text"] for each in query.people):
        return False
    tie = one["kind"] == "card" and bool(one["about"])
    if query.people or not of_you or _OF_ANYBODY.search(query.text):
        return not tie or bool(query.people) or of_you
    return tie or one["kind"] == "concern" or is_own(one["text"], "zh" if chinese(one["text"]) else "en")


def _said(one: Recalled, query: Query, wording: AnswerWording) -> str:
    if one["kind"] == "card" and one["about"]:
        other = next((each for each in query.ask["others"] if each["id"] == one["about"][0]), None)
        if other is not None:
            return wording.joined(standing(other, query, wording))
    return told(one, query, wording)
