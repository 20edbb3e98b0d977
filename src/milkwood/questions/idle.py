"""Sentences of a line that add nothing to a talk: said before, a second greeting, the talk of an assistant.

Knows lines and names, no question. Invariant: a line only gets shorter, and something of it always stays; in doubt a
sentence stays: courtesies may come again.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from milkwood.questions import debris
from milkwood.questions.spoken import SpokenMoment, bare_of, content_of, is_question, runs_of, sentences_of

_MIN_CONTENT_WORDS: Final = 2
_MIN_RUNS: Final = 3
"""Content words, and runs of words, from which on a sentence can repeat another."""
_MAX_SHARE: Final = 0.8
"""Share of a sentence's runs that one earlier sentence may have."""
_GREETING: Final = (
    r"(?:(?:hi|hello|hey|yo|good\s+(?:morning|afternoon|evening))(?:\s+(?:there|again))?\b"
    r"|你好|您好|大家好|嗨|早上好|早安|中午好|下午好|晚上好)[\s,，]*(?:{names})?\s*(?:[,，.。!！~～]+\s*|$)"
)


def without_idle(line: str, saying: SpokenMoment) -> tuple[str, list[str]]:
    """A line without such sentences, and the faults they are; the whole line if nothing else is in it.

    A question may take up what was heard: “On Friday, at three?”
    """
    names = (*saying.me, *saying.others)
    mine = () if saying.newcomer else saying.mine
    own, heard = ([each for text in lines for each in sentences_of(text)] for lines in (mine, saying.theirs))
    kept: list[str] = []
    faults: list[str] = []
    for sentence in sentences_of(line):
        left = _greeting(saying.others).sub("", sentence, count=1) if mine else sentence
        if left != sentence:
            faults.append("repeat")
        if debris.is_service(left):
            faults.append("refusal")
        elif any(_is_same(left, each, names) for each in (*own, *kept, *(() if is_question(left) else heard))):
            faults.append("repeat")
        elif left:
            kept.append(left[0].upper() + left[1:])
    gap = "" if kept and not kept[0].isascii() and "。" in line else " "
    return (gap.join(kept), faults) if kept and faults else (line, [])


def _is_same(sentence: str, other: str, names: Sequence[str]) -> bool:
    if content_of(sentence, names) < _MIN_CONTENT_WORDS:
        return False
    runs = runs_of(sentence, names)
    if len(runs) < _MIN_RUNS:
        return bare_of(sentence) == bare_of(other)
    known = set(runs_of(other, names))
    return sum(run in known for run in runs) > _MAX_SHARE * len(runs)


@lru_cache(maxsize=1_000)
def _greeting(names: tuple[str, ...]) -> re.Pattern[str]:
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True)) or "(?!)"
    return re.compile(r"\A" + _GREETING.format(names=known), re.IGNORECASE)
