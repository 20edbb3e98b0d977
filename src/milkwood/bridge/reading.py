"""Reads files of other programs safely: values have the expected type, or an error says why not.

Knows JSON and folders, not their meaning. Invariant: an error names the file and the field; nothing outside the given
folder is read, large files are streamed, and every text in JSON is clean.
"""

import json
import math
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from milkwood.clean import clean, clean_all
from milkwood.errors import SetupError
from milkwood.i18n import Finished, t
from milkwood.plain import Json, JsonObject

PIECE_CHARACTERS = 1 << 18
MAX_MEMBER_CHARACTERS = 64_000_000
"""Maximum size of one entry of a large file, or of a file read at once."""
LARGEST_NUMBER = 10**12
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?", re.ASCII)
_BLANK = re.compile(r"[ \t\n\r]*")
_MAX_DIGITS = 19
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
T = TypeVar("T")
Odd = Callable[[str], None]
"""Is told of a value that is no valid JSON and was replaced."""
LIST: type[list[Json]] = list
TABLE: type[dict[str, Json]] = dict
"""Types of container fields."""


class Unreadable(SetupError):
    """A file of another program that cannot be imported."""


def fault(path: Path, what: str, field: str = "", remedy: str = "") -> Unreadable:
    """An error with file and field."""
    where = f"{path} > {field}" if field else str(path)
    return Unreadable(what, where=where, remedy=remedy or t("Correct the file, or copy it again from its source."))


def inside(root: Path, *names: str) -> Path:
    """A path below a folder; names that lead out of it are refused."""
    for name in names:
        if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
            raise fault(
                root, t("“{name}” points outside the folder.", name=_short(name)), remedy=t("Correct the name.")
            )
    path = root.joinpath(*names)
    try:
        real, base = Path(os.path.realpath(path)), Path(os.path.realpath(root))
    except (OSError, ValueError) as error:
        raise fault(path, t("It cannot be opened ({error}).", error=error)) from error
    if not real.is_relative_to(base):
        raise fault(path, t("It points outside the folder."), remedy=t("Put a plain file or folder there."))
    return path


def text_of(path: Path) -> str:
    """A whole file as text."""
    return "".join(_pieces(path, most=MAX_MEMBER_CHARACTERS))


def value_of(path: Path, odd: Odd | None = None) -> Json:
    """A whole JSON file; `odd` is told of what only Python's own reader takes, which is replaced."""
    text = text_of(path)
    try:
        value: Json = json.loads(text, **_hooks(odd), parse_float=_finite(odd) if odd else None)
    except (ValueError, RecursionError) as error:
        raise _not_json(path, error, len(text.rstrip())) from error
    cleaned: Json = clean_all(value if odd is None else _sound(value, text, odd))
    return cleaned


def table_of(path: Path, odd: Odd | None = None) -> dict[str, Json]:
    """A whole JSON file that holds a table."""
    value = value_of(path, odd)
    if not isinstance(value, dict):
        raise fault(path, t("This is {value}, not a table.", value=said(value)))
    return value


def members(path: Path, odd: Odd | None = None) -> Iterator[tuple[str, Json]]:
    """The entries of a table in a JSON file, streamed; `odd` as for a whole file."""
    for key, value in _Members(path, odd).each():
        sound = key if odd is None or _is_sound(key) else _SURROGATE.sub("\ufffd", key)
        yield clean(sound, lines=True), clean_all(value)


class _Members:
    """Reads a table entry by entry; holds only the unread part of the buffer."""

    def __init__(self, path: Path, odd: Odd | None) -> None:
        self._path = path
        self._more = _pieces(path)
        self._text = ""
        self._at = 0
        self._odd = odd
        self._decoder = json.JSONDecoder(**_hooks(odd))

    def each(self) -> Iterator[tuple[str, Json]]:
        if self._next() != "{":
            raise fault(self._path, t("This is not a table of JSON."))
        self._at += 1
        if self._next() == "}":
            return
        while True:
            yield self._entry()
            mark = self._next()
            self._at += 1
            if mark == "}":
                return
            if mark != ",":
                raise fault(self._path, t("There is “{text}” where a comma should be.", text=_short(mark)))

    def _entry(self) -> tuple[str, Json]:
        if self._next() != '"':
            raise fault(self._path, t("There is “{text}” where a name should be.", text=_short(self._text[self._at])))
        key = str(self._whole_thing("a name"))
        if self._next() != ":":
            raise fault(self._path, t("The colon after the name is missing."), key)
        self._at += 1
        self._next()
        return key, self._whole_thing(key)

    def _whole_thing(self, what: str) -> Json:
        """Read a value that may not be fully in memory; after a number a delimiter must follow."""
        wanted = PIECE_CHARACTERS
        value: Json
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
                if end < len(self._text) or not self._grow(wanted):
                    read, self._at = self._text[self._at : end], end
                    return value if self._odd is None else _sound(value, read, self._odd)
            except (ValueError, RecursionError) as error:
                if isinstance(error, RecursionError) or not self._grow(wanted):
                    raise _not_json(self._path, error, len(self._text), what) from error
            wanted *= 2
            if len(self._text) - self._at > MAX_MEMBER_CHARACTERS:
                raise fault(self._path, t("This entry has no end, or is too large."), what)

    def _next(self) -> str:
        """The next non-blank character."""
        while True:
            found = _BLANK.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._grow(PIECE_CHARACTERS):
                raise fault(self._path, t("The file ends too early."))

    def _grow(self, wanted: int) -> bool:
        """Read more text and drop the consumed part; returns whether there was more."""
        parts = [self._text[self._at :]]
        grown = 0
        for piece in self._more:
            parts.append(piece)
            grown += len(piece)
            if grown >= wanted:
                break
        self._text, self._at = "".join(parts), 0
        return grown > 0


def _pieces(path: Path, most: int = 0) -> Iterator[str]:
    """A text file in chunks."""
    taken = 0
    try:
        if path.is_dir():
            raise fault(path, t("This is a folder, not a file."))
        if not path.is_file():
            raise fault(path, t("The file is missing.") if not path.is_symlink() else t("The link is broken."))
        with path.open(encoding="utf-8-sig", newline="") as file:
            while piece := file.read(PIECE_CHARACTERS):
                taken += len(piece)
                if most and taken > most:
                    raise fault(path, t("The file has more than {size} MB.", size=most // 1000000))
                yield piece
    except UnicodeDecodeError as error:
        what = t("Byte {byte} is not UTF-8.", byte=f"0x{error.object[error.start]:02x}")
        raise fault(path, what, remedy=t("Save the file with the encoding UTF-8.")) from error
    except (OSError, RuntimeError) as error:
        raise fault(
            path, t("It cannot be read ({error}).", error=error), remedy=t("Check that you may read it.")
        ) from error


def _not_json(path: Path, error: Exception, length: int, what: str = "") -> Unreadable:
    if isinstance(error, RecursionError):
        return fault(path, t("It is nested too deeply."), what)
    if isinstance(error, json.JSONDecodeError):
        cut = error.pos >= length - 1 or error.msg.startswith(("Unterminated", "Invalid control"))
        if cut:
            return fault(path, t("The file ends too early, in line {line}.", line=error.lineno), what)
        return fault(
            path,
            t(
                "This is not valid JSON ({error}, line {line}, column {column}).",
                error=Finished(error.msg),
                line=error.lineno,
                column=error.colno,
            ),
            what,
        )
    return fault(path, t("This is not valid JSON ({error}).", error=error), what)


def _no_number(text: str) -> NoReturn:
    raise ValueError(t("{text} is not a number", text=text))


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(t("{text} is too large a number", text=f"{text[:12]}…"))
    return int(text)


def _hooks(odd: Odd | None) -> dict[str, Any]:
    """How to read numbers: what is none is refused, or told of and read as missing."""
    if odd is None:
        return {"parse_constant": _no_number, "parse_int": _whole}

    def missing(text: str) -> None:
        odd(text[:40])

    def whole(text: str) -> int | None:
        if len(text) <= _MAX_DIGITS:
            return int(text)
        missing(text)
        return None

    return {"parse_constant": missing, "parse_int": whole}


def _finite(odd: Odd) -> Callable[[str], float | None]:
    def finite(text: str) -> float | None:
        number = float(text)
        if math.isfinite(number):
            return number
        odd(text[:40])
        return None

    return finite


def _is_sound(text: str) -> bool:
    return text.isascii() or _SURROGATE.search(text) is None


def _sound(value: Json, source: str, odd: Odd) -> Json:
    """A value without halves of characters, which no file of ours can hold; only a source with escapes has any."""
    if _ESCAPED.search(source) is None:
        return value
    if isinstance(value, str):
        if _is_sound(value):
            return value
        odd(_SURROGATE.sub("\ufffd", value[:40]))
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_SURROGATE.sub("\ufffd", key): _sound(each, source, odd) for key, each in value.items()}
    return [_sound(each, source, odd) for each in value] if isinstance(value, list) else value


# --- fields of tables


def field(table: JsonObject, key: str, kind: type[T], path: Path, default: T | None = None) -> T:
    """A field of the right type; the default replaces a missing or null one."""
    value = table.get(key)
    if value is None:
        if default is None:
            raise fault(path, t("The field is missing.") if key not in table else t("There is nothing in it."), key)
        return default
    return checked(value, kind, path, key)


def checked(value: Json, kind: type[T], path: Path, name: str) -> T:
    """A value of the right type and a sensible size; a number may be in quotes."""
    if kind in (int, float):
        value = _plain_number(value, kind)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise fault(
            path, t("It is {value}, not {kind}.", value=said(value), kind=_KINDS.get(kind, kind.__name__)), name
        )
    if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:
        raise fault(path, t("{text} is too large a number.", text=_short(str(value))), name)
    return value


def _plain_number(value: Json, kind: type) -> Json:
    """The number in a quoted number, or the integer in a float without fraction."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value) if "." in value else int(value)
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)
    return float(value) if kind is float and type(value) is int else value


_KINDS: dict[type, str] = {
    str: t("a text"),
    int: t("a whole number"),
    float: t("a number"),
    bool: t("true or false"),
    list: t("a list"),
    dict: t("a table"),
}


def said(value: Json) -> str:
    """A value for a message."""
    if value is None:
        return t("nothing", context="value")
    if isinstance(value, dict | list):
        return t("a table") if isinstance(value, dict) else t("a list")
    return f"“{_short(str(value))}”"


def _short(text: str) -> str:
    shown = "".join(char if char.isprintable() else "\ufffd" for char in text[:60])
    return shown + "…" if len(text) > 60 else shown
