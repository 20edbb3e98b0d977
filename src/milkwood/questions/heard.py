"""What is told in a talk: sentences of others that may be news, and what a speaker should tell next.

Knows the content of questions about talks, no wording of prompts. Invariant: pure; what is known, what only asks and
what is mere courtesy is no news; nothing that must stay unsaid is ever to be told.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from milkwood.models.port import Content
from milkwood.models.wording import touched, words_of
from milkwood.questions import debris
from milkwood.questions.spoken import content_of, is_question, sentences_of
from milkwood.questions.telling import telling
from milkwood.questions.terms import PromiseTerm, Recalled

OF_TIME: Final = re.compile(
    r"\d|o'clock|tomorrow|tonight|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midday|"
    r"\b(?:come to|come along|come by|join|meet|invite|party|lunch|dinner|supper|coffee|free|time for)\b|"
    r"点|号|明天|后天|今晚|星期|周[一二三四五六日]|有空|一起|一块儿|来吗|来不来|约|派对|聚会|请你",
    re.IGNORECASE,
)
"""Words of lines about time or about doing something together."""
_DATED: Final = re.compile(
    r"\b\d{1,2}(?::\d\d|(?:st|nd|rd|th)\b|\s*(?:am|pm|a\.m|p\.m|o['’]clock)\b)|\b(?:o['’]clock|tomorrow|tonight)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:at|from|till|until) (?:noon|midday|midnight|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|eleven|twelve|half past)\b"
    r"|\b(?:january|february|march|april|june|july|august|september|october|november|december) \d"
    r"|\bnext (?:week|weekend|month|year|spring|summer|autumn|winter)\b|\bthis (?:weekend|month|year)\b"
    r"|[\d一二两三四五六七八九十]点(?!头)|[\d一二三四五六七八九十]+[月日号]|明天|后天|今晚|今天晚上|星期[一二三四五六日天]|周[一二三四五六日]"
    r"|下个?(?:周|月|星期|礼拜)|月底|年底|明年",
    re.IGNORECASE,
)
"""A day or an hour."""
_SAID_BEFORE: Final = re.compile(
    r"^(?:(?:ah|and|oh|so),?\s+)*you(?:['’]\w+)?\s|\b(?:you (?:told|said)|see you|goodbye|bye|take care)\b"
    r"|^你|你(?:跟我)?说的|见[，。！]|再见",
    re.IGNORECASE,
)
"""What takes up the listener's own words, or says goodbye."""
_TOLD_ME: Final = (
    r"^(?:{names})\s+(?:has\s+|had\s+|just\s+)?(?:told|informed|reminded|said\s+to|mentioned\s+to|explained\s+to|let)\s+"
    r"(?:me|you|us)(?:\s+know)?\s*,?\s+(?:that\s+)?(?!about\b|of\b|to\b|how\b|what\b|why\b|when\b|where\b)"
    r"|^(?:you|i)\s+(?:were|was|have\s+been)\s+(?:told|informed)\s+(?:by\s+(?:{names})\s+)?that\s+"
    r"|^(?:you|i)\s+(?:have\s+)?(?:heard|learned|learnt)\s+(?:from\s+(?:{names})\s+)?that\s+"
    r"|^(?:{names})(?:告诉了?[我你]|[跟对向][我你](?:说|讲|提到)[过了]?)[，,：:]?\s*"
)
"""How news begins that is told from the listener's side: “Klaus told me that …”."""
_BEFORE_QUESTION: Final = re.compile(r"(.+?)\s*[,;，；–—][^,;，；–—]*$")
_MIN_NEWS_WORDS: Final = 4
"""Content words from which on a sentence may be news."""
_MAX_HEARD_SENTENCES: Final = 4
_MAX_PLAN_CHARACTERS: Final = 220
_TOLD_SHARE: Final = 0.8
"""Share of a memory's words that a line must have to have told it word for word."""
_SPOKEN_OF_SHARE: Final = 0.4
"""The same for a memory that was told in other words: to be led to it again makes a small model repeat itself."""
_OF_TALKS: Final = ("talk", "thought")
"""Kinds of memories of a talk itself, which are no news."""
_NEAR_SHARE: Final = 0.4
"""Share of the words of news that a sentence must have to be what they are about."""
_NAMED_SHARE: Final = 0.5
"""Share of an event's words that a line must have to speak of it."""


class ToldSentence(NamedTuple):
    """A sentence that another said."""

    by: str
    text: str


def heard_sentences(ask: Content) -> list[ToldSentence]:
    """What the others said in a talk that may be news: their longer sentences that ask nothing; the last ones."""
    told = [
        ToldSentence(by, each)
        for by, stated in _stated(ask)
        for each in stated
        if content_of(each, ()) >= _MIN_NEWS_WORDS and not touched(ask["known"], [each])
    ]
    return told[-_MAX_HEARD_SENTENCES:]


def plans_heard(ask: Content) -> list[ToldSentence]:
    """What the others told of a day or an hour; a short sentence with the one before it, which may say of what."""
    found = []
    for by, stated in _stated(ask):
        for before, each in zip(["", *stated], stated, strict=False):
            whole = f"{before} {each}".strip() if before.isascii() else before + each
            short = content_of(each, ()) <= _MIN_NEWS_WORDS and len(whole) <= _MAX_PLAN_CHARACTERS
            told = whole if short and not _SAID_BEFORE.search(before) else each
            dated = _DATED.search(each) and not _SAID_BEFORE.search(each) and len(told) <= _MAX_PLAN_CHARACTERS
            if dated and content_of(told, ()) >= _MIN_NEWS_WORDS and not touched(ask["known"], [told]):
                found.append(ToldSentence(by, told))
    return found


def _stated(ask: Content) -> list[tuple[str, list[str]]]:
    """What each line of the others states, by sentence."""
    lines = [line for line in ask["lines"] if line["by"] != ask["self"]["id"]]
    sentences = [(line["by"], map(_statement, sentences_of(line["text"]))) for line in lines]
    return [(by, [each for each in said if each and not debris.is_service(each)]) for by, said in sentences]


def _statement(sentence: str) -> str:
    """What a sentence states; of a question what stands before it: “I give a talk on Friday; will you come?”"""
    if not is_question(sentence):
        return sentence
    before = _BEFORE_QUESTION.match(sentence)
    return before[1].rstrip() if before else ""


def without_teller(text: str, names: Collection[str]) -> str:
    """News without who told it to whom: “Klaus told me that the library is closed” tells that the library is closed."""
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    left = re.sub(_TOLD_ME.format(names=known), "", text, flags=re.IGNORECASE) if known else text
    return left[:1].upper() + left[1:] if left != text else text


def nearest_heard(ask: Content, by: str, text: str) -> str:
    """The sentence of a speaker that says most of a text; empty if none says enough of it."""
    wanted = words_of(text)
    told = [each for speaker, stated in _stated(ask) if speaker == by for each in stated]
    shares = [(len(wanted & words_of(each)) / len(wanted), each) for each in told if wanted]
    share, best = max(shares, default=(0.0, ""), key=lambda found: found[0])
    return best if share >= _NEAR_SHARE and content_of(best, ()) >= _MIN_NEWS_WORDS else ""


def untold(ask: Content, memories: Sequence[Recalled]) -> list[Recalled]:
    """Memories without those that the person just told nearly word for word."""
    said = _told_in(
        memories, [line["text"] for line in ask.get("lines", ()) if line["by"] == ask["self"]["id"]], _TOLD_SHARE
    )
    return [memory for memory in memories if memory["text"] not in said]


def note_to_tell(ask: Content, memories: Sequence[Recalled]) -> Recalled | None:
    """The memory to tell next: the weightiest one that is new to a listener and that nobody said in this talk."""
    listeners = [other["id"] for other in ask.get("others", ())]
    said = _told_in(memories, [line["text"] for line in ask.get("lines", ())], _SPOKEN_OF_SHARE)
    new = [
        memory
        for memory in memories
        if telling(memory, listeners) == "may_tell" and memory["kind"] not in _OF_TALKS
        if not memory.get("worn") and memory["text"] not in said
    ]
    return max(new, key=lambda memory: memory["importance"], default=None)


def event_to_tell(ask: Content) -> PromiseTerm | None:
    """The person's own event to which a listener is not asked yet, and of which the person has not spoken here."""
    listeners = {other["id"] for other in ask.get("others", ())}
    mine = [line["text"] for line in ask.get("lines", ()) if line["by"] == ask["self"]["id"]]
    hosted = [each for each in ask.get("promises", ()) if each["host"] and not listeners <= {*each["company"]}]
    return next((each for each in hosted if not is_spoken_of(each, mine)), None)


def is_spoken_of(event: PromiseTerm, lines: Sequence[str]) -> bool:
    """Whether lines speak of an event."""
    return bool(touched([event["what"]], lines, _NAMED_SHARE))


def memory_of(event: PromiseTerm, ask: Content) -> Recalled | None:
    """The memory that tells of an event, which the listeners may hear."""
    listeners = [other["id"] for other in ask.get("others", ())]
    told = [each for each in ask.get("recalled", ()) if telling(each, listeners) == "may_tell"]
    return next((each for each in told if is_spoken_of(event, [each["text"]])), None)


def _told_in(memories: Sequence[Recalled], lines: Sequence[str], share: float) -> Collection[str]:
    return set(touched([memory["text"] for memory in memories], lines, share))
