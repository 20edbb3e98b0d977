"""What people speak of: topics that recur in memories of different people.

Invariant: a topic is a phrase of the memories themselves, of no list.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from milkwood.questions.terms import Recalled
from milkwood.understudy.language.sentences import words

MIN_MATTER_MEMORIES, MIN_SOURCES = 3, 2
_DETERMINED = re.compile(
    r"\b(?:the|this|that|his|her|their|our|my|a|an)\s+(?P<first>[A-Za-z][a-z]{3,})(?:\s+(?P<second>[A-Za-z][a-z]{3,}))?",
    re.IGNORECASE,
)
_NOT_NOUNS = frozenset(
    "same other last first next whole only little good great long best very most more many same such with from into"
    " that"
    " this when where which while after before about over under again still just town people news thing things talk"
    " words"
    " word time times morning afternoon evening night today tomorrow week month year years hour hours minute minutes"
    " house"
    " room place day days way ways monday tuesday wednesday thursday friday saturday sunday will would could should"
    " have"
    " been were does said says asked told goes went comes came gets makes made takes took keeps kept want wants".split()
)
_RUN = re.compile(r"[㐀-鿿]+")
_EDGE = frozenset(
    "的了在是我你他她它们这那有没不也就都还很和跟与把被给到从向吗呢吧啊呀么什怎谁哪个一来去说想要会能着过得地上下里外人听讲聊问告诉时候今明昨天早晚点号月日前后自己家几多少些边儿两三四五六七八九十让叫请做看见"
)
_MIN_CHARACTERS, _MAX_CHARACTERS = 2, 6


@dataclass(frozen=True, slots=True)
class Matter:
    """A topic and the memories that mention it."""

    phrase: str
    memories: tuple[Recalled, ...]


def matters(memories: Sequence[Recalled], names: Sequence[str], language: str) -> list[Matter]:
    """Topics in memories of at least two people, the most frequent first."""
    found: dict[str, list[Recalled]] = defaultdict(list)
    shown: dict[str, str] = {}
    for one in memories:
        topics = _chinese_topics(one["text"], names) if language == "zh" else _topics(one["text"], names)
        for key, phrase in dict(topics).items():
            found[key].append(one)
            shown.setdefault(key, phrase)
    frequent = {key: group for key, group in found.items() if len(group) >= MIN_MATTER_MEMORIES and _sources(group)}
    whole = {
        key: group
        for key, group in frequent.items()
        if not any(key != other and key in other and len(frequent[other]) >= len(group) for other in frequent)
    }
    ranked = sorted(whole, key=lambda key: (-len(whole[key]), -len(key), key))
    return [Matter(shown[key], tuple(whole[key])) for key in ranked]


def _sources(group: Sequence[Recalled]) -> bool:
    return len({person for one in group for person in (one["about"] or [one["source"]])}) >= MIN_SOURCES


def _topics(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Nouns after an article or possessive, alone or in pairs, by their stems."""
    for found in _DETERMINED.finditer(text):
        first, second = found["first"], found["second"]
        if first.lower() in _NOT_NOUNS or first in names:
            continue
        rest = text[found.end("first") :]
        if second and second.lower() not in _NOT_NOUNS and second not in names:
            yield " ".join([*words(first), *words(second)]), f"the {first} {second}"
        if re.match(
            r"\s*(?:[.,;:!?”]|$|(?:is|are|was|were|will|has|had|and|or|in|on|at|of|for|to|with|by|from)\b)", rest
        ):
            yield " ".join(words(first)), f"the {first}"


def _chinese_topics(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Runs of characters that could be a noun."""
    for name in names:
        text = text.replace(name, " ")
    for run in _RUN.findall(text):
        for size in range(_MIN_CHARACTERS, _MAX_CHARACTERS + 1):
            for at in range(len(run) - size + 1):
                piece = run[at : at + size]
                if not _EDGE & {piece[0], piece[-1]}:
                    yield piece, f"“{piece}”"
