"""How long a text is to a model, by one rule for all: four bytes of ASCII are a token, and so is one Chinese character.

Knows no tokenizer. Invariant: weights add up exactly, so that a prompt can be fitted by adding and taking away pieces;
a text that is cut is cut at the end of a sentence or a word where there is one.
"""

import re

QUARTERS = 4
"""Weight of one token; a byte of ASCII weighs one."""
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_SENTENCE_END = re.compile(r"[.!?…]+[\"”’)]*(?=\s)|[。！？…]+[”’」）]*")


def weight(text: str) -> int:
    """The length of a text in quarters of a token."""
    if text.isascii():
        return len(text)
    wide = len(_WIDE.findall(text))
    # A wide character is three or four bytes in UTF-8; whatever else there is counts by its bytes.
    return len(_WIDE.sub("", text).encode("utf-8", "replace")) + QUARTERS * wide


def tokens(text: str) -> int:
    """The length of a text in tokens, rounded up."""
    return -(-weight(text) // QUARTERS)


def clip(text: str, most_tokens: int) -> str:
    """The text, or as much of its beginning as fits, with a mark of omission."""
    if weight(text) <= most_tokens * QUARTERS:
        return text
    room = most_tokens * QUARTERS - QUARTERS
    end = spent = 0
    for end, letter in enumerate(text):  # noqa: B007 (where it stops is what is asked)
        spent += weight(letter)
        if spent > room:
            break
    kept = text[:end]
    if not _WIDE.search(kept) and " " in kept[end // 2 :]:
        kept = kept[: kept.rindex(" ")]
    return kept.rstrip(" ,;:，；：、") + "…"


def whole(text: str, most_letters: int) -> str:
    """As many whole sentences of a text as fit into so many letters; empty when not even one does."""
    if len(text) <= most_letters:
        return text
    ends = [found.end() for found in _SENTENCE_END.finditer(text[: most_letters + 1]) if found.end() <= most_letters]
    return text[: ends[-1]] if ends else ""
