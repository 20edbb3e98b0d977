"""Rare English words: which they are, and which of them a town pack has as nouns. For tests.

How common a word is says the dictionary of SymSpell, 82,765 words counted in Google Books. Forms of a word (plural,
past, -ing) count together with it. A word is rare if it is not among those that make up 95 % of running English, the
share that a reader must know to follow a text (Laufer 1989). This makes words rare from 4 in a million down: about
8,400 words are common.
"""

import importlib.resources
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

RUNNING_TEXT_SHARE = 0.95
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|[^\sA-Za-z]")
_WORD = re.compile(r"(?<!\w)[a-z]{3,}(?!\w)")
_BEFORE_NOUN = frozenset(
    "a an the my your his her their our its this that these those every each some any one two three four five six "
    "seven eight nine ten of with in on for from at by into onto over under behind beside".split()
)
_AFTER_NOUN = frozenset(
    "a an the my your his her their our its and but or of with in on for from at by to into is are was were be been "
    "has have had do does did will would can could should may might must not as if when while that which who whom "
    "whose than then so because until before after since about over under through between i you he she it we they me "
    "him them us all also too still only just always never often again now there here up down out off away "
    "back".split()
)
_ENDINGS = (("ies", ("y",)), ("ves", ("f", "fe")), ("es", ("", "e")), ("s", ("",)), ("ied", ("y",)))
_VERB_ENDINGS = ("ed", "ing")
_MAX_ADJECTIVES = 2
FUNCTION_WORDS = _BEFORE_NOUN | _AFTER_NOUN


@cache
def counts() -> dict[str, int]:
    """How often each word was counted."""
    text = importlib.resources.files("symspellpy").joinpath("frequency_dictionary_en_82_765.txt").read_text("utf-8-sig")
    return {word: int(count) for word, count in (line.split() for line in text.splitlines())}


@cache
def base(word: str) -> str:
    """The word of which this is a form; the most common one if it may be several."""
    forms = [form for form in (word, *_stems(word)) if form in counts()]
    return max(forms, key=counts().__getitem__, default=word)


def _stems(word: str) -> Iterator[str]:
    for ending, originals in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            yield from (word.removesuffix(ending) + original for original in originals)
    for ending in _VERB_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield from (stem, stem + "e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]


@cache
def common() -> frozenset[str]:
    """The words that make up most of running English."""
    of_base: Counter[str] = Counter()
    for word, count in counts().items():
        of_base[base(word)] += count
    left = RUNNING_TEXT_SHARE * of_base.total()
    found = set()
    for word, count in of_base.most_common():
        left -= count
        if left < 0:
            break
        found.add(word)
    return frozenset(found)


def words(text: str) -> set[str]:
    """All words of a text, in their basic form."""
    return {base(word) for word in _WORD.findall(text.lower())}


def rare(text: str) -> set[str]:
    """Its rare words; a word that the dictionary does not have is a name or slang, and no rare word."""
    return {word for word in words(text) if word in counts() and word not in common()}


def rare_nouns(text: str) -> set[str]:
    """Rare words that end a phrase which an article, a number or a preposition begins: “beside the old metronome”."""
    tokens = [*(token.lower() for token in _TOKEN.findall(text)), "."]
    ends = {base(word) for at, word in enumerate(tokens[:-1]) if _ends_phrase(tokens, at)}
    return ends & rare(text)


def _ends_phrase(tokens: list[str], last: int) -> bool:
    word, following = tokens[last : last + 2]
    if word.endswith(_VERB_ENDINGS) and base(word) != word:
        return False
    if following[0].isalpha() and following not in _AFTER_NOUN:
        return False
    for first in range(last, max(-1, last - _MAX_ADJECTIVES - 1), -1):
        if not tokens[first].isalpha() or tokens[first] in FUNCTION_WORDS:
            return False
        if first and tokens[first - 1] in _BEFORE_NOUN:
            return True
    return False
