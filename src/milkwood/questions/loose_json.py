"""JSON as language models write it: inside prose, with wrong quotes, stray commas, Chinese punctuation, cut off.

Invariant: linear in the length of the text, bounded in depth, and nothing is invented: an incomplete value is left out.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from milkwood.plain import Json

MAX_REPLY_CHARACTERS: Final = 24_000
"""Maximum length parsed; real answers are far shorter."""
_MAX_DEPTH: Final = 12
_MAX_VALUES: Final = 40
_THOUGHTS = re.compile(
    r"<\s*(think|thinking|thought|reasoning|analysis|reflection|思考|思考过程)\s*>.*?"
    r"(?:<\s*/\s*\1\s*>|\Z)|◁think▷.*?(?:◁/think▷|\Z)|【思考】.*?(?:【/思考】|【回答】|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_THOUGHT_END = re.compile(r"<\s*/\s*(?:think|thinking|thought|reasoning|思考)\s*>", re.IGNORECASE)
_CHANNEL = "<|message|>"
_OPENING_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’", "「": "」", "＂": "＂", "`": "`"}
_SAME: Final = str.maketrans("｛｝［］：，【】", "{}[]:,[]")
_LITERALS: Final = {"true": True, "false": False, "null": None, "none": None, "是": True, "否": False}
_BARE = re.compile(r"[^\s,:，：{}\[\]｛｝［］【】\"“”]+(?:[ \t]+[^\s,:，：{}\[\]｛｝［］【】\"“”]+)*")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_ -]{0,40}(?=\s*[:：])")
_HOUR = re.compile(r"\d{1,2}[:：]\d{2}")
_CODE = re.compile(r"[0-9a-fA-F]{4}\Z")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?\Z")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " "}
_OTHER_QUOTE = re.compile(r"[”’](\s*[}\]｝］][}\]｝］`\s]*)\Z")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """A value found in a text, and whether the text ended inside it."""

    value: Json
    cut: bool = False


def spoken(text: str) -> str:
    """The text without the reasoning before the answer."""
    if _CHANNEL in text:
        text = text.rsplit(_CHANNEL, 1)[1]
    text = _THOUGHTS.sub(" ", text)
    ends = [end.end() for end in _THOUGHT_END.finditer(text)]
    return (text[ends[-1] :] if ends else text).strip()


def find(text: str) -> list[ParsedValue]:
    """Every top-level object or list in the text, in order."""
    text = text[:MAX_REPLY_CHARACTERS]
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return list(_scan(_closed(text)))
    return [ParsedValue(value)] if isinstance(value, dict | list) else []


def _closed(text: str) -> str:
    """A text whose last string is closed by the quote that opens it: `{"say":"好。”}`."""
    return _OTHER_QUOTE.sub(r'"\1', text) if text.count('"') % 2 else text


def _scan(text: str) -> Iterator[ParsedValue]:
    begin = 0
    for _ in range(_MAX_VALUES):
        starts = [at for bracket in "{｛[［" if (at := text.find(bracket, begin)) >= 0]
        if not starts:
            return
        at = min(starts)
        parser = _Parser(text, at)
        try:
            value = parser.value(0)
        except _Unreadable:
            begin = at + 1
            continue
        if not isinstance(value, _Nothing) and (value or parser.cut):
            yield ParsedValue(value, parser.cut)
        begin = parser.at


class _Unreadable(Exception):
    """Not even loose JSON."""


class _Nothing:
    """An incomplete value."""


_NOTHING: Final = _Nothing()


class _Parser:
    """A lenient parser of one value from a position on."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at
        self.cut = False

    def value(self, depth: int) -> "Json | _Nothing":
        """The value that begins here."""
        letter = self._peek()
        if depth > _MAX_DEPTH:
            raise _Unreadable
        if letter == "{":
            return self._object(depth)
        if letter == "[":
            return self._list(depth)
        if letter in _OPENING_QUOTES:
            return self._string(letter)
        return self._bare()

    def _peek(self) -> str:
        """The next significant character, normalized; empty at the end."""
        while True:
            space = _SPACE.match(self._text, self.at)
            self.at = space.end() if space else self.at
            comment = _COMMENT.match(self._text, self.at) if self._text.startswith("/", self.at) else None
            if comment is None:
                break
            self.at = comment.end()
        if self.at >= len(self._text):
            self.cut = True
            return ""
        return self._text[self.at].translate(_SAME)

    def _object(self, depth: int) -> dict[str, Json]:
        self.at += 1
        found: dict[str, Json] = {}
        while True:
            letter = self._peek()
            if not letter:
                return found
            if letter in ",;；、":
                self.at += 1
            elif letter == "}":
                self.at += 1
                return found
            else:
                key = self._key(letter)
                if not self._peek():
                    return found
                if self._peek() != ":":
                    raise _Unreadable
                self.at += 1
                value = self.value(depth + 1) if self._peek() else _NOTHING
                if not isinstance(value, _Nothing):
                    found[key] = value

    def _key(self, letter: str) -> str:
        if letter in _OPENING_QUOTES:
            key = self._string(letter)
            return key if isinstance(key, str) else ""
        bare = _KEY.match(self._text, self.at)
        if bare is None:
            raise _Unreadable
        self.at = bare.end()
        return bare[0]

    def _list(self, depth: int) -> list[Json]:
        self.at += 1
        found: list[Json] = []
        while True:
            letter = self._peek()
            if not letter:
                return found
            if letter in ",;；、":
                self.at += 1
            elif letter == "]":
                self.at += 1
                return found
            elif letter in "}:":
                raise _Unreadable
            else:
                value = self.value(depth + 1)
                if not isinstance(value, _Nothing):
                    found.append(value)

    def _string(self, opening: str) -> "str | _Nothing":
        """A quoted text; a quote that is not followed by what may follow a value belongs to the text."""
        closing = _OPENING_QUOTES[opening]
        self.at += 1
        letters: list[str] = []
        while self.at < len(self._text):
            letter = self._text[self.at]
            self.at += 1
            if letter == "\\" and self.at < len(self._text):
                letters.append(self._escaped())
            elif letter == closing and self._ends():
                # Two escapes may form a surrogate pair; a lone surrogate is left out.
                return "".join(letters).encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
            else:
                letters.append(letter)
        self.cut = True
        return _NOTHING

    def _escaped(self) -> str:
        letter = self._text[self.at]
        self.at += 1
        if letter == "u":
            code = self._text[self.at : self.at + 4]
            self.at += 4
            return chr(int(code, 16)) if _CODE.match(code) else ""
        return _ESCAPES.get(letter, letter)

    def _ends(self) -> bool:
        space = _SPACE.match(self._text, self.at)
        after = space.end() if space else self.at
        rest = self._text[after : after + 1]
        return (
            not rest or rest in ",:}]，：｝］】;；、" or rest in _OPENING_QUOTES or self._text.startswith("//", after)
        )

    def _bare(self) -> "Json | _Nothing":
        """A number, a literal or an unquoted word; at the end of the text it may be incomplete."""
        found = _BARE.match(self._text, self.at)
        if found is None:
            raise _Unreadable
        self.at = found.end()
        # An unquoted hour: the colon belongs to it.
        hour = _HOUR.match(self._text, found.start())
        if hour:
            self.at = hour.end()
            return hour[0]
        if self.at >= len(self._text):
            self.cut = True
            return _NOTHING
        word = found[0].split("//")[0].rstrip()
        if _NUMBER.match(word):
            return float(word) if "." in word else int(word[:12])
        return _LITERALS.get(word.casefold(), word)
