"""The files of a pack, read safely: whatever lies on the disk becomes a value or a Problem.

Knows TOML and JSON, not what they mean. Invariant: no input raises; nothing outside the pack's own folder
is read.
"""

import json
import re
import stat
import tomllib
from pathlib import Path
from typing import NoReturn

from milkwood.plain import Json, Toml
from milkwood.towns.problem import Problems, quoted

LARGEST_TOML_BYTES = 2_000_000
LARGEST_JSON_BYTES = 80_000_000
_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


class PackFolder:
    """A folder to read from; every name is relative to it and written with `/`."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self._problems = problems
        self._real: Path | None = None

    def opens(self) -> bool:
        """Whether there is such a folder at all."""
        shown = str(self.root)
        try:
            self._real = self.root.resolve(strict=True)
            if self._real.is_dir():
                return True
            self._problems.error(shown, "This is a file, not a folder.", "A town pack is a folder with a town.toml.")
        except (FileNotFoundError, NotADirectoryError):
            self._problems.error(shown, "There is no such folder.", "Check the path.")
        except (OSError, RuntimeError, ValueError) as error:
            self._problems.error(shown, f"The folder cannot be opened ({_reason(error)}).", "Check the path.")
        return False

    def toml(self, name: str) -> dict[str, Toml] | None:
        """A TOML file as a table, or None when it cannot be read (the reason is noted)."""
        text = self._text(name, LARGEST_TOML_BYTES)
        if text is None:
            return None
        try:
            return tomllib.loads(text)
        except RecursionError:
            self._problems.error(name, "It is nested too deeply to be read.", "Flatten its tables and lists.")
        except ValueError as error:
            what, line = _toml_complaint(str(error))
            self._problems.error(f"{name}, {line}", f"This is not valid TOML: {what}.", "Mend that line.")
        return None

    def json(self, name: str) -> dict[str, Json] | None:
        """A JSON file as a table, or None when it cannot be read (the reason is noted)."""
        text = self._text(name, LARGEST_JSON_BYTES)
        if text is None:
            return None
        try:
            value = json.loads(text, parse_constant=_no_such_number)
        except json.JSONDecodeError as error:
            cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
            what = "The file ends too early" if cut else "This is not valid JSON"
            where = f"{name}, line {error.lineno}, column {error.colno}"
            self._problems.error(where, f"{what} ({error.msg}).", "Save it again from Tiled, as JSON.")
            return None
        except (ValueError, RecursionError) as error:
            self._problems.error(name, f"It cannot be read ({_reason(error)}).", "Save it again from Tiled, as JSON.")
            return None
        if isinstance(value, dict):
            return value
        self._problems.error(name, "This is not a Tiled file.", "Save it again from Tiled, as JSON.")
        return None

    def listing(self, folder: str, suffix: str) -> list[str] | None:
        """The files of a subfolder that end in the suffix, sorted; None when there is no such folder."""
        path = self.inside(folder, folder + "/")
        if path is None:
            return None
        try:
            if not path.is_dir():
                self._problems.error(folder, "A folder is expected here, not a file.", f"Make {folder}/ a folder.")
                return None
            names = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            self._problems.error(folder + "/", f"The folder cannot be read ({_reason(error)}).", "Check its rights.")
            return None
        for name in names:
            if not name.endswith(suffix):
                self._problems.warn(f"{folder}/{name}", f"Only {suffix} files are read here.", "Move it elsewhere.")
        return [f"{folder}/{name}" for name in names if name.endswith(suffix)]

    def inside(self, name: str, where: str, *, missing: str = "") -> Path | None:
        """The real path of a name, or None when it does not exist or leads out of the pack."""
        missing = missing or f"There is no {name} here."
        try:
            real = (self._base() / name).resolve(strict=True)
        except (FileNotFoundError, NotADirectoryError):
            self._problems.error(where, missing, "Add it, or correct the name.")
            return None
        except (OSError, RuntimeError, ValueError) as error:
            self._problems.error(
                where, f"{quoted(name)} cannot be opened ({_reason(error)}).", "Put a plain file there."
            )
            return None
        if real.is_relative_to(self._base()):
            return real
        self._problems.error(where, f"{quoted(name)} lies outside the pack.", "Move it into the pack's folder.")
        return None

    def _base(self) -> Path:
        return self._real or self.root

    def _text(self, name: str, largest_bytes: int) -> str | None:
        path = self.inside(name, name)
        if path is None:
            return None
        try:
            facts = path.stat()
            if not stat.S_ISREG(facts.st_mode):
                self._problems.error(name, "A file is expected here.", "Put a plain file there.")
                return None
            if facts.st_size > largest_bytes:
                most = largest_bytes // 1_000_000
                self._problems.error(name, f"The file is larger than {most} MB.", "Make it smaller.")
                return None
            raw = path.read_bytes()
        except OSError as error:
            self._problems.error(name, f"The file cannot be read ({_reason(error)}).", "Check its rights.")
            return None
        return self._decoded(name, raw)

    def _decoded(self, name: str, raw: bytes) -> str | None:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            self._problems.error(
                f"{name}, line {line}",
                f"Byte {error.start} (0x{raw[error.start]:02x}) is not UTF-8.",
                "Save the file with the encoding UTF-8.",
            )
            return None


def _toml_complaint(message: str) -> tuple[str, str]:
    """What tomllib says is wrong, and the line it says it of."""
    found = _LINE.search(message)
    line = f"line {found[1]}, column {found[2]}" if found and found[1] else "at its end"
    what = _LINE.sub("", message).strip().rstrip(".")
    return what[:1].lower() + what[1:], line


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or "the system refused"
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__
