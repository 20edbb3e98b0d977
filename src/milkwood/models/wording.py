"""The content words of a text, and the similarity of two texts without any model.

Invariant: words are compared in lower case, without endings of the plural and without the words of every sentence and
of mere manners; Chinese, which has no spaces, by pairs of characters.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

_WORD = re.compile(r"[a-zà-öø-ÿ0-9]+(?:['’][a-z]+)?")
_CHINESE = re.compile(r"[㐀-䶿一-鿿豈-﫿]+")
_END = re.compile(r"(?<=[.!?…])[”’\"')]*\s+|(?<=[。！？])[”’」』）]*\s*")
_MIN_WORDS = 3
"""A sentence of fewer words says nothing that could be looked for: “Hello, Tom.” “How nice!”"""
EMPTY_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being but by can could did do does
    doing done down each few for from further get gets getting go goes going had has have having he her here hers him
    his how i if in into is it its just like made make makes me more most much my no nor not now of off on once one
    only or other our ours out over own said same say says she should so some such than that the their theirs them
    then there these they this those through to today together too under until up us very was we were what when where
    which while who whom why will with would yes yet you your yours
    bye care dear good goodbye hello hey hi know let nice oh please really sorry take thank thing think well
    """.split()
)
"""Words of every sentence, and of mere manners."""
EMPTY_CHARACTERS = frozenset("的了在是和与也就都很还又被把对从向给让着过吗呢吧啊呀我你他她它们这那有不一个")
"""Pairs of these Chinese characters say nothing."""


@lru_cache(maxsize=20_000)
def words_of(text: str) -> frozenset[str]:
    """The words that say what a text is about."""
    lowered = text.lower()
    words = {_bare(word) for word in _WORD.findall(lowered)}
    for run in _CHINESE.findall(lowered):
        words.update(_pairs(run))
    return frozenset(words - EMPTY_WORDS)


def touched(texts: Sequence[str], lines: Sequence[str], share: float = 0.5) -> list[str]:
    """Those of some texts of which a line of a talk has so large a share of the words."""
    said = [words_of(line) for line in lines]
    found = [(text, words) for text in texts if (words := words_of(text))]
    return [text for text, words in found if any(len(words & each) >= share * len(words) for each in said)]


def sayings_of(texts: Iterable[str]) -> list[str]:
    """What texts say, sentence by sentence, without what is only manners; at least the one that says most."""
    sentences = [sentence.strip() for text in texts for sentence in _END.split(text)]
    telling = [sentence for sentence in sentences if says_something(sentence)]
    return list(dict.fromkeys(telling)) or sorted(sentences, key=lambda sentence: -len(words_of(sentence)))[:1]


def says_something(sentence: str) -> bool:
    """Whether a sentence has enough words to look for."""
    return len(words_of(sentence)) >= _MIN_WORDS


def _bare(word: str) -> str:
    """A word without what hangs on it: Isabella's, parties, rolls."""
    word = word.replace("’", "'").partition("'")[0]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] not in "sui" else word


def _pairs(run: str) -> set[str]:
    if len(run) == 1:
        return {run} - EMPTY_CHARACTERS
    pairs = (run[place : place + 2] for place in range(len(run) - 1))
    return {pair for pair in pairs if not EMPTY_CHARACTERS.issuperset(pair)}


class WordOverlap:
    """Text similarity from shared words, without embeddings."""

    def alike(self, one: str, other: str) -> float:
        """How many of their words two texts share, from 0 to 1."""
        mine, theirs = words_of(one), words_of(other)
        if not mine or not theirs:
            return 0.0
        return float(round(len(mine & theirs) / (len(mine) * len(theirs)) ** 0.5, 4))
