"""The borders that text crosses, and the texts that try to cross them.

Every way for words into Milkwood, and every way out, is listed here with the test that sends nasty text through it. A
new border is added here, with its test.
"""

import re
import unicodedata

from hypothesis import strategies as some

PIECES = [
    *("\x1b[31m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x1b\\", "\x9b2J", "\x1b", "\x07", "\x08", "\x7f", "\x00", "\x85"),
    *("\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u200b", "\u200c", "\u200d", "\ufeff"),
    *("\u2028", "\u2029", "\r", "\r\n", "\x0b", "\ud83d", "\udc1d", "\ufffe", "\ufdd0", "\U000e0041", "\U000e007f"),
    *("\ufe0f", "\xad", "\u2060", "\ufff9", "👩‍🚀", "👍🏽", "می‌خواهم", "你好", "a", "b ", "é"),
]
NASTY = some.lists(some.sampled_from(PIECES) | some.text(max_size=3), max_size=8).map("".join)
"""Texts with controls, escapes, bidi and invisible characters between harmless ones."""
SPOILED = (
    "\x1b[31mred\x1b]0;title\x07 bell\x07\x08\x7f nul\x00 bidi\u202e\u2066 zero\u200b\ufeff tag\U000e0041 "
    "non\ufffe c1\x9b2J two\u2028lines 👩‍🚀 你好 می‌خواهم"
)
"""One text with a character of every kind that must not pass, and two that must stay whole."""
KEPT = ("👩‍🚀", "你好", "می‌خواهم")
"""What stays as it is."""

_JOINED = re.compile("(?<=[^\x00-\xff])[\u200c\u200d]")
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{5}\U000e007f")


def foul(text: str, *, lines: bool = False) -> list[str]:
    """The characters of a text that must not be there, by their numbers; told by Unicode's categories."""
    allowed = "\n\t" if lines else ""
    seen = _FLAG.sub("", _JOINED.sub("", text))
    return [f"U+{ord(char):04X}" for char in seen if char not in allowed and _is_foul(char)]


def _is_foul(char: str) -> bool:
    category = unicodedata.category(char)
    visible = "\u0600" <= char <= "\u0605" or char in "\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    hieroglyph = "\U00013430" <= char <= "\U0001343f"
    nowhere = category == "Cn" and (ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef")
    return category in ("Cc", "Cs", "Zl", "Zp") or nowhere or (category == "Cf" and not visible and not hieroglyph)
