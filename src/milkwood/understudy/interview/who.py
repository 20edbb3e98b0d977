"""Questions for a person: who does something, and which memories leave it open.

Invariant: a memory that asks the same question itself, or has no person in it, is no answer.
"""

import re
from collections.abc import Sequence

from milkwood.questions.terms import Other, Recalled
from milkwood.understudy.interview.query import Query
from milkwood.understudy.language.sentences import words

ASKS_WHO = re.compile(
    r"\bwho\b|\bany(?:body|one)\b(?! (?:told|tell|said|mention))|\bsome(?:body|one)\b|谁|有人(?![跟对和告]|说过)",
    re.IGNORECASE,
)
OPEN_QUESTION = re.compile(
    r"\b(?:nobody|not one soul|no one|who (?:is|are|might|may|could|will|would|they|the|to|else)"
    r"|guess|wonder|curious)\b"
    r"|没人|没一个人|谁(?![^，。]{0,4}[都也])|哪些人|猜",
    re.IGNORECASE,
)
MEANT = re.compile(r"\bI (?:have decided|am|will|shall) |我要|我决定|拿定主意|我打算")
"""The person means to do it."""
_MEANT_TO = re.compile(
    r"\bI (?:have decided|will|shall|am (?:going|planning|standing|running))\b|我要|我决定|拿定主意|我打算"
)
_FOR_A_PERSON = re.compile(
    r"^(?:(?:so|and|but|then),? )?whom?\b|[.?!,;] whom?\b|\b(?:any|some)(?:body|one) who\b|(?<![为替给])谁|有没有人",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:he|she|him|her|his|hers|man|woman|boy|girl|lady|fellow|strangers?|people|guests?|pupils?|patients?|gang"
    r"|(?:my|our) (?:\w+ )?(?:wife|husband|mother|father|parents|sister|brother|son|daughter|child\w*|aunt|uncle|cousin"
    r"|grand\w+|teacher|master|friend|neighbour))\b"
    r"|[他她]|老人|男人|女人|孩子|客人|病人|路人|陌生人"
    r"|我的?(?:父|母|爸|妈|爹|娘|爷|奶|外|哥|姐|弟|妹|丈夫|妻|儿|女|师|老)|(?:师傅|师父)",
    re.IGNORECASE,
)


_OF_ANYONE = re.compile(r"\b(?:any|some)(?:body|one) who\b|有没有人|有谁", re.IGNORECASE)


_OWN = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b|我")
_STATEMENTS = re.compile(
    r",? and (?=[A-Z])|; |: |[.!?] |[；。！？]|\b(?:told|tell|heard|said|says|know)\b(?: \w+){0,3}? that "
)
"""Between statements, the next of which has a subject of its own."""
_UNTOLD = re.compile(
    r"[,;，；] ?(?:and |but )?(?:I )?(?:have )?(?:told|tell|telling) (?:nobody|no one)\b|[，；]谁(?:也|都)没.*$"
)
"""That a memory was told to nobody leaves nothing open."""


def is_open(text: str) -> bool:
    """Whether a text asks or guesses who it is."""
    return OPEN_QUESTION.search(_UNTOLD.sub("", text)) is not None


def asks_of_anyone(query: Query) -> bool:
    """Whether a question asks if there is anyone who does something."""
    return _OF_ANYONE.search(query.text) is not None


def of_a_person(one: Recalled, others: Sequence[Other]) -> list[str]:
    """The statements of a memory that are about a person: “the vote is next month, and Ruth reads” has one of two."""
    names = [name for each in others for name in (each["called"], each["name"])]
    return [
        each
        for each in _STATEMENTS.split(one["text"])
        if _OWN.search(each) or _PERSON.search(each) or any(name in each for name in names)
    ]


def is_beside(topic: frozenset[str], one: Recalled, others: Sequence[Other]) -> bool:
    """Whether a memory has what is asked for, and a person only in another statement."""
    said = of_a_person(one, others)
    return bool(said and topic & words(one["text"])) and not topic & words(" ".join(said))


def leaves_open(query: Query, one: Recalled) -> bool:
    """Whether the question is for a person, and the memory does not say whom."""
    if not _FOR_A_PERSON.search(query.text):
        return False
    text = one["text"]
    if is_open(text) or is_beside(query.topic, one, query.ask["others"]):
        return True
    of_one = bool(one["about"]) and one["kind"] != "card"
    named = any(other["called"] in text or other["name"] in text for other in query.ask["others"])
    return not (of_one or named or _MEANT_TO.search(text) or _PERSON.search(text))
