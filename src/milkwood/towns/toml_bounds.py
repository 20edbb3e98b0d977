"""Bounds of a TOML file, checked before it is parsed.

Invariant: time and memory grow linearly with the file, whatever it contains.
"""

import re

from milkwood.i18n import t

MAX_TOML_PARTS = 200_000
"""Keys, parts of dotted keys, tables and list entries."""
MAX_TOML_DEPTH = 16
"""Nesting of lists and tables, or parts of a dotted key."""
MAX_TOML_TEXT_CHARACTERS = 100_000
_TEXT_OR_COMMENT = re.compile(
    r'#[^\n]*+|"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5})?|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+(?:'{3,5})?|'[^'\n]*+'?",
    re.DOTALL,
)
"""An unterminated string extends to the end, so that no character is scanned twice."""
_BETWEEN_NAMES = re.compile(r"[\n=,{}\[\]]")
_BRACKET = re.compile(r"[\[\]{}]")


def bounds_fault(text: str) -> tuple[str, str] | None:
    """What is too large, and a remedy; None if nothing is."""
    if any(len(found[0]) > MAX_TOML_TEXT_CHARACTERS for found in _TEXT_OR_COMMENT.finditer(text)):
        return t("A text in it has more than {most:,} characters.", most=MAX_TOML_TEXT_CHARACTERS), t("Shorten it.")
    frame = _TEXT_OR_COMMENT.sub("", text)
    if sum(map(frame.count, "=.,[{")) > MAX_TOML_PARTS:
        return t("It has more than {most:,} keys and entries.", most=MAX_TOML_PARTS), t("Split it into several files.")
    if any(part.count(".") >= MAX_TOML_DEPTH for part in _BETWEEN_NAMES.split(frame)) or _is_deep(frame):
        return t("It is nested too deeply to be read."), t("Flatten its tables and lists.")
    return None


def _is_deep(frame: str) -> bool:
    depth = 0
    for found in _BRACKET.finditer(frame):
        depth += 1 if found[0] in "[{" else -1
        if depth > MAX_TOML_DEPTH:
            return True
    return False
