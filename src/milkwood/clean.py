r"""Clean text: free of characters that act on a terminal, change the reading order or cannot be seen.

A clean text has no control character (except `\n` and `\t` where lines are allowed), no terminal escape sequence, no
bidirectional control, no invisible character, no lone surrogate and no noncharacter. Letters of every script stay, with
the joiners after them; emoji sequences stay whole. Every border calls this module (`tests/test_borders.py`).

Invariant: cleaning a clean text changes nothing.
"""

import re
from typing import Any, Final

from milkwood.i18n import Text

_TAGS: Final = {code: "".join(chr(0xE0000 + ord(char)) for char in code) for code in ("gbeng", "gbsct", "gbwls")}
_FLAGS: Final = "|".join(f"\U0001f3f4{tags}\U000e007f" for tags in _TAGS.values())
"""The flags of England, Scotland and Wales: the only emoji with tags that Unicode recommends."""
_INVISIBLE: Final = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
_BROKEN: Final = "\ud800-\udfff\ufdd0-\ufdef" + "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
_JOINERS: Final = "\u200c\u200d"
_VARIANTS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"

_VARIANT = re.compile(f"[{_VARIANTS}]")
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{0,999}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
"""Terminal sequences: CSI, terminated strings (OSC, DCS and others), then short ones."""
_REMOVED = re.compile(f"({_FLAGS})|[{_INVISIBLE}]")
_REPLACED = re.compile(f"[{_BROKEN}]")
_STRAY_VARIANT = re.compile(f"(?<![^\\s{_JOINERS}{_VARIANTS}])[{_VARIANTS}]")
_STRAY_JOINER = re.compile(f"(?<![^\\x00-\\xff\u2000-\u206f\u3000-\u303f])[{_JOINERS}]")
_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLANK = re.compile("\r\n|[\t-\r\x85\u2028\u2029]")


def clean(text: str, *, lines: bool = False) -> str:
    """The text, cleaned; on one line unless `lines` are allowed."""
    if text.isprintable() and (text.isascii() or not _VARIANT.search(text)):
        return text
    if isinstance(text, Text):
        return text.mapped(lambda each: clean(each, lines=lines))  # stays translatable
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # joins surrogate pairs
    text = _REPLACED.sub("\ufffd", _REMOVED.sub(r"\1", _ESCAPE.sub("", text)))
    text = _STRAY_JOINER.sub("", _STRAY_VARIANT.sub("", text))
    return _BREAK.sub("\n", text) if lines else _BLANK.sub(" ", text)


def is_clean(text: str, *, lines: bool = False) -> bool:
    """Whether a text is clean."""
    return clean(text, lines=lines) == text


def clean_all(plain: Any) -> Any:
    """JSON data with all texts and keys cleaned; lines are allowed."""
    if isinstance(plain, str):
        return clean(plain, lines=True)
    if isinstance(plain, dict):
        return {clean_all(key): clean_all(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [each if type(each) is float else clean_all(each) for each in plain]
    return plain
