"""A block's text split into activities: `showering and getting dressed` has two.

Invariant: every piece is a part of the text; a text that cannot be split for certain stays whole.
"""

import re

from milkwood.questions.terms import Card
from milkwood.understudy.language.doing import begins_with_doing, is_gerund

JOINT = re.compile(r",? and (?=\w+ing\b)|, (?=\w+ing\b)")
ZH_JOINT = re.compile(r"[，；]")
IRREGULAR = {"see": "seeing", "be": "being", "lie": "lying"}
VERBS = frozenset(
    "have go do see be lie run meet buy help visit talk work write read cook take make attend study play walk eat "
    "paint practise practice clean watch join give host decorate prepare tell ask bring call check finish plan serve "
    "drink teach learn sing dance rest sleep shop draw fix look listen sit".split()
)
DOUBLED = frozenset("run shop plan sit get chat jog".split())


def gerund(text: str) -> str:
    """An English text as a gerund phrase where that is certain: `meet Klaus` becomes `meeting Klaus`."""
    first, _, rest = text.partition(" ")
    verb = first.lower()
    if is_gerund(verb.rstrip(",")):
        return f"{verb} {rest}".strip()
    if verb not in VERBS:
        return ""
    if verb in IRREGULAR:
        form = IRREGULAR[verb]
    elif verb in DOUBLED:
        form = f"{verb}{verb[-1]}ing"
    elif verb.endswith("e") and not verb.endswith("ee"):
        form = f"{verb[:-1]}ing"
    else:
        form = f"{verb}ing"
    return f"{form} {rest}".strip()


def pieces(text: str, language: str) -> list[str]:
    """The activities, in order; at least one."""
    parts = ZH_JOINT.split(text) if language == "zh" else _english(text)
    return [part.strip() for part in parts if part.strip()] or [text]


_OF_THE_SAME = re.compile(r"\w+ing (?:it|them)\b(?! \w+ \w+)")
"""What cannot stand alone: `doing the laundry and folding it`."""


def _english(text: str) -> list[str]:
    found, start = [], 0
    for joint in JOINT.finditer(text):
        rest = text[joint.end() :]
        if is_gerund(rest.split(" ", 1)[0].strip(",.")) and not _OF_THE_SAME.match(rest):
            found.append(text[start : joint.start()])
            start = joint.end()
    return [*found, text[start:]]


def sayable(text: str, parts: list[str], language: str) -> list[str]:
    """Texts that can be deeds: the pieces if each can stand alone, otherwise the whole."""
    if language == "zh":
        alone = all(begins_with_doing(part, language) and len(part) > 1 for part in parts)
    else:
        alone = all(begins_with_doing(part, language) and " " in part for part in parts)
    if alone:
        return [_plain(part, language) for part in parts]
    whole = _plain(text if language == "zh" else gerund(text), language)
    return [whole] if len(whole) > 1 else []


def _plain(text: str, language: str) -> str:
    text = text.strip().rstrip(".。")
    return text if language == "zh" else text[:1].lower() + text[1:]


_HEADS = frozenset("the a an who how what why whether which his her their my our this that".split())


MAX_NAMED_CONCERN_CHARACTERS = 45
"""Maximum number of characters of a concern in a deed."""


MAX_CHINESE_CONCERN_CHARACTERS = 12
_TOLD_ZH = re.compile("[我你吗呢？给跟说写骗瞒欠]")
"""Marks of a concern that is a statement about someone: others see deeds, and it may not be for them."""


def concern_of(concern: str, card: Card) -> str:
    """A short concern as the object of a sentence: `her left knee`; empty where the grammar does not allow it."""
    head = re.split("[,:;，：；。(]", concern)[0].strip().rstrip(".")
    if head[-1:].isdigit():  # cut within an hour
        return ""
    if card["language"] == "zh":
        return head if 2 < len(head) <= MAX_CHINESE_CONCERN_CHARACTERS and not _TOLD_ZH.search(head) else ""
    first, _, rest = head.partition(" ")
    if (
        len(head) > MAX_NAMED_CONCERN_CHARACTERS
        or not rest
        or (first.lower() not in _HEADS and not is_gerund(first.lower()))
    ):
        return ""
    if re.search(r"\b(?:I|me|mine|myself|we|us|our|you|your|that)\b| [A-Z]", head):
        return ""
    if re.search(r"\b(?:is|are|was|were|has|have|will|must|does|did|can|should)\b", head) and first.lower() not in (
        *("who", "how", "what", "why", "whether", "which"),
    ):
        return ""
    mine = {"my": {"she": "her", "he": "his"}.get(card["pronoun"], "their")}
    words = [mine.get(word.lower(), word) for word in head.split()]
    return " ".join([words[0].lower() if words[0] in ("The", "A", "An", "Her", "His", "How") else words[0], *words[1:]])
