"""Sentences joined into longer ones, as people speak, and taken apart again.

Invariant: what `together` and `introduced` make, `parted` takes apart.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from milkwood.understudy.language.phrases import act_of
from milkwood.understudy.language.sentences import capital, chinese, small, split

MAX_JOINED: Final = {"en": 150, "zh": 60}
"""Maximum number of characters of a joined sentence."""
JOINTS: Final = {"en": ("; ", " – ", ", "), "zh": ("，", "——", "，")}
"""Joints that people prefer one or the other of; the comma of English follows a greeting only."""
_SPLICES: Final = {"en": (": ", "; ", " – ", ", "), "zh": ("：", "——", "，")}
_STOPS: Final = (".", "!", "。", "！")
_MAX_HEAD_CHARACTERS: Final = 70
_I: Final = ("I", "I'm", "I'd", "I've", "I'll")


def together(
    first: str, second: str, joint: str, language: str, greeting: bool, phrase: bool, names: Sequence[str]
) -> str:
    """Two sentences as one; empty if they do not fit, or if a listener could not take them apart."""
    key = "zh" if language == "zh" else "en"
    if not first.endswith(_STOPS) or len(first) + len(second) > MAX_JOINED[key]:
        return ""
    if first.endswith(("!", "！")) and not greeting:
        return ""
    if key == "zh":
        made = first.rstrip("。！") + ("，" if greeting else joint) + second
    else:
        used = ", " if greeting and phrase else "; " if joint == ", " else joint
        if used.strip() in first:
            return ""
        made = first.rstrip(".!") + used + (_lowered(second, names) if phrase else small(second))
    return made if _same(parted(made, language), (*parted(first, language), *parted(second, language))) else ""


def introduced(lead: str, text: str, language: str) -> str:
    """A statement after an introduction that ends in a comma or a colon; the statement alone if they do not fit."""
    if not lead.endswith((",", ":", "，", "：")):
        return text
    sentences = split(text)
    begun = lead if language == "zh" else f"{lead} "
    made = begun + small(text)
    parts = parted(split(made)[0], language)
    return made if _same(parts[-1:], tuple(sentences[:1])) else text


def stuttered(line: str, language: str) -> str:
    """A line whose speaker begins twice."""
    if language == "zh":
        return f"{line[0]}……{line}" if line[:1] == "我" else line
    word = line.split(" ", 1)[0]
    return f"{word}, {line}" if word in ("I", "I'm", "I'd", "I'll") else line


def _same(parts: Sequence[str], others: Sequence[str]) -> bool:
    return [_bare(one) for one in parts] == [_bare(one) for one in others]


def _bare(text: str) -> str:
    return text.rstrip(".!?。！？,:，：").casefold()


def _lowered(phrase: str, names: Sequence[str]) -> str:
    """One of our phrases as it goes on within a sentence."""
    word = phrase.split(" ", 1)[0].rstrip(",.;:!?")
    if word in _I or (len(word) > 1 and word.isupper()) or any(phrase.startswith(name) for name in names if name):
        return phrase
    return phrase[:1].lower() + phrase[1:]


@lru_cache(maxsize=20_000)
def parted(sentence: str, language: str) -> tuple[str, ...]:
    """The sentences that were joined into one; the sentence itself if none of its parts is one of our phrases."""
    if act_of(sentence, language):
        return (sentence,)
    key = "zh" if language == "zh" else "en"
    spots = sorted(
        (at, joint)
        for joint in set(_SPLICES[key])
        for at in range(1, len(sentence) - len(joint))
        if sentence.startswith(joint, at)
    )
    for at, joint in reversed([spot for spot in spots if spot[0] <= _MAX_HEAD_CHARACTERS]):
        head = sentence[:at]
        if act_of(head, language):
            return (_ended(head), *parted(capital(sentence[at + len(joint) :]), language))
    for at, joint in reversed(spots):
        tail = capital(sentence[at + len(joint) :])
        if (joint != ", " or tail.endswith("?")) and act_of(tail, language):
            return (*parted(_ended(sentence[:at]), language), tail)
    return (sentence,)


def _ended(text: str) -> str:
    return text + ("。" if chinese(text) else ".")
