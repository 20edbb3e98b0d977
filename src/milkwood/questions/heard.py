"""What is told in a talk: sentences of others that may be news, and what a speaker should tell next.

Knows the content of questions about talks, no wording of prompts. Invariant: pure; what is known, what only asks and
what is mere courtesy is no news; nothing that must stay unsaid is ever to be told.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from milkwood.models.port import Content
from milkwood.models.wording import touched
from milkwood.questions import debris
from milkwood.questions.spoken import content_of, is_question, sentences_of
from milkwood.questions.telling import telling
from milkwood.questions.terms import PromiseTerm, Recalled

OF_TIME: Final = re.compile(
    r"\d|o'clock|tomorrow|tonight|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midday|"
    r"\b(?:next|this) (?:week|month|year|weekend|spring|summer|autumn|winter)\b|"
    r"\b(?:come to|come along|come by|join|meet|invite|party|lunch|dinner|supper|coffee|free|time for)\b|"
    r"点|号|明天|后天|今晚|星期|周[一二三四五六日]|下(?:个)?(?:周|月|星期)|月底|年底|明年|"
    r"有空|一起|一块儿|来吗|来不来|约|派对|聚会|请你",
    re.IGNORECASE,
)
"""Words of lines about time or about doing something together."""
_TOLD_ME: Final = (
    r"^(?:{names})\s+(?:has\s+|had\s+|just\s+)?(?:told|informed|reminded|said\s+to|mentioned\s+to|explained\s+to|let)\s+"
    r"(?:me|you|us)(?:\s+know)?\s*,?\s+(?:that\s+)?(?!about\b|of\b|to\b|how\b|what\b|why\b|when\b|where\b)"
    r"|^(?:{names})(?:告诉了?[我你]|[跟对向][我你](?:说|讲|提到)[过了]?)[，,：:]?\s*"
)
"""How news begins that is told from the listener's side: “Klaus told me that …”."""
_BEFORE_QUESTION: Final = re.compile(r"(.+?)\s*[,;，；–—][^,;，；–—]*$")
_MIN_NEWS_WORDS: Final = 4
"""Content words from which on a sentence may be news."""
_MAX_HEARD_SENTENCES: Final = 4
_TOLD_SHARE: Final = 0.8
"""Share of a memory's words that a line must have to have told it word for word."""
_NAMED_SHARE: Final = 0.5
"""Share of an event's words that a line must have to speak of it."""


class HeardSentence(NamedTuple):
    """A sentence that another said."""

    by: str
    text: str


def heard_sentences(ask: Content) -> list[HeardSentence]:
    """What the others said in a talk that may be news: their longer sentences that ask nothing; the last ones."""
    me, known = ask["self"]["id"], [*ask["known"]]
    told = [
        HeardSentence(line["by"], each)
        for line in ask["lines"]
        if line["by"] != me
        for each in map(_statement, sentences_of(line["text"]))
        if content_of(each, ()) >= _MIN_NEWS_WORDS
    ]
    return [each for each in told if not touched(known, [each.text])][-_MAX_HEARD_SENTENCES:]


def _statement(sentence: str) -> str:
    """What a sentence states; of a question what stands before it: “I give a talk on Friday; will you come?”"""
    if not is_question(sentence):
        return sentence
    before = _BEFORE_QUESTION.match(sentence)
    return before[1].rstrip() if before else ""


def plans_heard(ask: Content) -> list[HeardSentence]:
    """Those of them that tell of a day, an hour or an event, or of someone who is not there."""
    there = {ask["self"]["id"], *(one["id"] for one in ask["others"])}
    absent = [one.get("called") or one["name"] for one in ask["people"] if one["id"] not in there]
    return [
        each
        for each in heard_sentences(ask)
        if not debris.is_service(each.text) and (OF_TIME.search(each.text) or any(name in each.text for name in absent))
    ]


def without_teller(text: str, names: Collection[str]) -> str:
    """News without who told it to whom: “Klaus told me that the library is closed” tells that the library is closed."""
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    left = re.sub(_TOLD_ME.format(names=known), "", text) if known else text
    return left[:1].upper() + left[1:] if left != text else text


def untold(ask: Content, memories: Sequence[Recalled]) -> list[Recalled]:
    """Memories without those that the person just told nearly word for word."""
    said = _told_in(memories, [line["text"] for line in ask.get("lines", ()) if line["by"] == ask["self"]["id"]])
    return [memory for memory in memories if memory["text"] not in said]


def note_to_tell(ask: Content, memories: Sequence[Recalled]) -> Recalled | None:
    """The memory to tell next: the weightiest one that is new to a listener and that nobody said in this talk."""
    listeners = [other["id"] for other in ask.get("others", ())]
    said = _told_in(memories, [line["text"] for line in ask.get("lines", ())])
    new = [
        memory
        for memory in memories
        if telling(memory, listeners) == "may_tell" and not memory.get("worn") and memory["text"] not in said
    ]
    return max(new, key=lambda memory: memory["importance"], default=None)


def event_to_tell(ask: Content) -> PromiseTerm | None:
    """The person's own event to which a listener is not asked yet, and of which the person has not spoken here."""
    listeners = {other["id"] for other in ask.get("others", ())}
    mine = [line["text"] for line in ask.get("lines", ()) if line["by"] == ask["self"]["id"]]
    hosted = [each for each in ask.get("promises", ()) if each["host"] and not listeners <= {*each["company"]}]
    return next((each for each in hosted if not touched([each["what"]], mine, _NAMED_SHARE)), None)


def _told_in(memories: Sequence[Recalled], lines: Sequence[str]) -> Collection[str]:
    return set(touched([memory["text"] for memory in memories], lines, _TOLD_SHARE))
