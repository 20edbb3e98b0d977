"""Concerns as the object of a sentence: `I keep thinking about ...`.

Invariant: a noun phrase, a gerund and an indirect question stay as they are; a statement becomes a fact.
"""

import re

from milkwood.understudy.language.shift import of_oneself
from milkwood.understudy.language.verbs import BASE, MODALS, NOUNS, base

_FINITE = (MODALS - {"used"}) | frozenset("is are was were am has have does do don't doesn't isn't aren't".split())
_LINKS = re.compile(
    r"[,;:]|\b(?:that|which|who|whom|whose|where|when|what|whether|how|why|since|because|if|after|before|while)\b"
)
_QUESTION = re.compile(r"(?:who|whom|whose|where|when|what|whether|how|why|which)\b", re.IGNORECASE)
_SUBJECTS = frozenset("i you he she it we they one".split())
_BEFORE_NOUNS = frozenset(
    "a an the my your his her its our their this that of for to in on at by with from and or".split()
)
_PLURALS = frozenset("people children men women police".split())


def in_a_sentence(concern: str, pronoun: str, language: str) -> str:
    """A third-person concern as its owner names it after `about`: `my back`, `the fact that fewer people come`."""
    mine = of_oneself(concern, pronoun, language)
    if language == "zh":
        return mine
    if mine.startswith("that "):
        return f"the fact {mine}"
    if mine.startswith("to "):
        return f"how {mine}"
    return f"the fact that {mine}" if is_statement(mine) else mine


def is_statement(text: str) -> bool:
    """Whether an English text is a whole clause: it has a finite verb outside relative clauses."""
    if _QUESTION.match(text):
        return False
    words = re.findall(r"[a-z'’]+", _LINKS.split(text)[0].lower())
    return any(
        _is_finite(words[at - 1], word) and not (at > 1 and words[at - 1] in _SUBJECTS)
        for at, word in enumerate(words)
        if at
    )


def _is_finite(before: str, word: str) -> bool:
    """Whether a word is the verb of the word before it."""
    if word in _FINITE:
        return before != "to"
    if before in _BEFORE_NOUNS:
        return False
    plural = before in _PLURALS or (before.endswith("s") and not before.endswith("ss"))
    verbs = BASE - NOUNS
    return word in verbs if plural else word.endswith("s") and base(word) in verbs and base(word) != word
