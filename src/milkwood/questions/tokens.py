"""Token count of a text by one rule: four bytes of ASCII are a token, and so is any other character.

Invariant: counts are additive, so that a prompt can be fitted piece by piece; a text is cut at the end of a sentence or
a word if possible.
"""

import re

TOKEN_WEIGHT = 4
"""Weight of one token; a byte of ASCII weighs one."""
_SENTENCE_END = re.compile(r"[.!?…]+[\"”’)]*(?=\s)|[。！？…]+[”’」）]*")
_CLAUSE_END = re.compile(r"[,;:，；：]\s*")


def weight(text: str) -> int:
    """The length of a text in quarters of a token."""
    if text.isascii():
        return len(text)
    narrow = len(text.encode("ascii", "ignore"))
    return narrow + TOKEN_WEIGHT * (len(text) - narrow)


def tokens(text: str) -> int:
    """The length of a text in tokens, rounded up."""
    return -(-weight(text) // TOKEN_WEIGHT)


def clip(text: str, most_tokens: int) -> str:
    """The text, or as much of its beginning as fits, with a mark of omission."""
    if weight(text) <= most_tokens * TOKEN_WEIGHT:
        return text
    room = most_tokens * TOKEN_WEIGHT - TOKEN_WEIGHT
    end = spent = 0
    for end, letter in enumerate(text):  # noqa: B007 (where it stops is what is asked)
        spent += 1 if letter.isascii() else TOKEN_WEIGHT
        if spent > room:
            break
    kept = text[:end]
    if kept.isascii() and " " in kept[end // 2 :]:
        kept = kept[: kept.rindex(" ")]
    return kept.rstrip(" ,;:，；：、") + "…"


def whole(text: str, most_letters: int) -> str:
    """The first whole sentences of a text that fit into a number of characters, or its first clauses; may be empty."""
    if len(text) <= most_letters:
        return text
    if sentences := _up_to(_SENTENCE_END, text, most_letters):
        return sentences
    clauses = _up_to(_CLAUSE_END, text, most_letters - 1).rstrip(" ,;:，；：、")
    return clauses + ("." if clauses.isascii() else "。") if clauses else ""


def _up_to(end: re.Pattern[str], text: str, most_letters: int) -> str:
    ends = [found.end() for found in end.finditer(text[: most_letters + 1]) if found.end() <= most_letters]
    return text[: ends[-1]] if ends else ""
