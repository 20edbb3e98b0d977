"""Rare Chinese words: which they are, and which of them a text has as nouns. For tests.

How common a word is says the dictionary of jieba, 349,045 words counted in 60.1 million of running text, which comes
with `rjieba`. It was counted in newspapers, where words of the house are rarer than in talk. So a word is rare if it is
not among those that make up 98 % of that text, which is what readers know who need no help (Hu and Nation 2000); in
English (`rarity.py`) it is 95 %. These are the words counted at least 21 times. `suggest_freq` gives the count of a
word, or one more.
"""

import re
from functools import cache

import rjieba

MIN_COMMON_COUNT = 21
"""Count of the rarest of the words that make up 98 % of running text."""
MIN_CHARACTERS = 2
"""A word of one character is part of others."""
_NO_NOUNS = "vdmqpra"
_HAN_RUN = re.compile("[\u4e00-\u9fff]+")


@cache
def words(text: str) -> frozenset[str]:
    """All words of a text."""
    return frozenset(word for run in _HAN_RUN.findall(text) for word in rjieba.cut(run) if len(word) >= MIN_CHARACTERS)


@cache
def is_rare(word: str) -> bool:
    """Whether a word of the dictionary is rare; what the dictionary does not have is no rare word."""
    return rjieba.has_word(word) and not _is_phrase(word) and rjieba.suggest_freq(word) <= MIN_COMMON_COUNT


def _is_phrase(word: str) -> bool:
    """Whether an entry of the dictionary is a phrase, as 喝咖啡: a verb, adverb, number or adjective before a word."""
    return any(
        rjieba.has_word(word[at:]) and rjieba.tag(word[:at])[0][1][0] in _NO_NOUNS
        for at in range(1, len(word) - MIN_CHARACTERS + 1)
    )


@cache
def rare_nouns(text: str) -> frozenset[str]:
    """Its rare nouns, by the dictionary's own part of speech."""
    tagged = [pair for run in _HAN_RUN.findall(text) for pair in rjieba.tag(run)]
    return frozenset(
        word for word, tag in tagged if tag.startswith("n") and len(word) >= MIN_CHARACTERS and is_rare(word)
    )
