"""Reads the files of a pack safely: any content becomes a value or a Problem.

Invariant: no input raises; nothing outside the pack's own folder is read.
"""

import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import NoReturn

from milkwood.i18n import Finished, t
from milkwood.plain import Json, Toml
from milkwood.towns.problem import Problems, quoted
from milkwood.towns.toml_bounds import bounds_fault

MAX_TOML_BYTES = 2_000_000
MAX_JSON_BYTES = 80_000_000
_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


class PackFolder:
    """A folder to read from; names are relative to it and use `/`."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self._problems = problems
        self._real: Path | None = None

    def opens(self) -> bool:
        """Whether the folder exists and can be opened."""
        shown = str(self.root)
        try:
            self._real = self.root.resolve(strict=True)
            if self._real.is_dir():
                return True
            self._problems.error(
                shown, t("This is a file, not a folder."), t("A town pack is a folder with a town.toml.")
            )
        except (FileNotFoundError, NotADirectoryError):
            self._problems.error(shown, t("There is no such folder."), t("Check the path."))
        except (OSError, RuntimeError, ValueError) as error:
            self._problems.error(
                shown, t("The folder cannot be opened ({error}).", error=_reason(error)), t("Check the path.")
            )
        return False

    def toml(self, name: str) -> dict[str, Toml] | None:
        """A TOML file as a table, or None if it cannot be read (with a problem noted)."""
        text = self._text(name, MAX_TOML_BYTES)
        if text is None:
            return None
        if fault := bounds_fault(text):
            self._problems.error(name, *fault)
            return None
        try:
            return tomllib.loads(text)
        except ValueError as error:
            what, where = _toml_complaint(name, str(error))
            self._problems.error(where, t("This is not valid TOML: {what}.", what=what), t("Correct that line."))
        return None

    def has(self, name: str) -> bool:
        """Whether there is anything of this name."""
        return os.path.lexists(self._base() / name)

    def json(self, name: str) -> dict[str, Json] | None:
        """A JSON file as a table, or None if it cannot be read (with a problem noted)."""
        text = self._text(name, MAX_JSON_BYTES)
        if text is None:
            return None
        try:
            value = json.loads(text, parse_constant=_no_such_number)
        except json.JSONDecodeError as error:
            cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
            why = Finished(error.msg)
            what = (
                t("The file ends too early ({error}).", error=why)
                if cut
                else t("This is not valid JSON ({error}).", error=why)
            )
            where = t("{place}, line {line}, column {column}", place=name, line=error.lineno, column=error.colno)
            self._problems.error(where, what, t("Save it again from Tiled, as JSON."))
            return None
        except (ValueError, RecursionError) as error:
            self._problems.error(
                name, t("It cannot be read ({error}).", error=_reason(error)), t("Save it again from Tiled, as JSON.")
            )
            return None
        if isinstance(value, dict):
            return value
        self._problems.error(name, t("This is not a Tiled file."), t("Save it again from Tiled, as JSON."))
        return None

    def listing(self, folder: str, suffix: str) -> list[str] | None:
        """The files of a subfolder with a suffix, sorted; None if the folder does not exist."""
        path = self.inside(folder, folder + "/")
        if path is None:
            return None
        try:
            if not path.is_dir():
                self._problems.error(
                    folder, t("A folder is expected here, not a file."), t("Make {name}/ a folder.", name=folder)
                )
                return None
            names = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            self._problems.error(
                folder + "/",
                t("The folder cannot be read ({error}).", error=_reason(error)),
                t("Check its permissions."),
            )
            return None
        for name in names:
            if not name.endswith(suffix):
                self._problems.warn(
                    f"{folder}/{name}", t("Only {suffix} files are read here.", suffix=suffix), t("Move it elsewhere.")
                )
        return [f"{folder}/{name}" for name in names if name.endswith(suffix)]

    def inside(self, name: str, where: str, *, missing: str = "") -> Path | None:
        """The real path of a name, or None if it does not exist or leads out of the pack."""
        missing = missing or t("There is no {name} here.", name=name)
        try:
            real = (self._base() / name).resolve(strict=True)
        except (FileNotFoundError, NotADirectoryError):
            self._problems.error(where, missing, t("Add it, or correct the name."))
            return None
        except (OSError, RuntimeError, ValueError) as error:
            self._problems.error(
                where,
                t("{name} cannot be opened ({error}).", name=quoted(name), error=_reason(error)),
                t("Put a plain file there."),
            )
            return None
        if real.is_relative_to(self._base()):
            return real
        self._problems.error(
            where, t("{name} lies outside the pack.", name=quoted(name)), t("Move it into the pack's folder.")
        )
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
                self._problems.error(name, t("A file is expected here."), t("Put a plain file there."))
                return None
            if facts.st_size > largest_bytes:
                most = largest_bytes // 1_000_000
                self._problems.error(name, t("The file is larger than {most} MB.", most=most), t("Make it smaller."))
                return None
            raw = path.read_bytes()
        except OSError as error:
            self._problems.error(
                name, t("The file cannot be read ({error}).", error=_reason(error)), t("Check its permissions.")
            )
            return None
        return self._decoded(name, raw)

    def _decoded(self, name: str, raw: bytes) -> str | None:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            self._problems.error(
                t("{file}, line {line}", file=name, line=line),
                t("Byte {place} ({byte}) is not UTF-8.", place=error.start, byte=f"0x{raw[error.start]:02x}"),
                t("Save the file with the encoding UTF-8."),
            )
            return None


def _toml_complaint(file: str, message: str) -> tuple[str, str]:
    """What tomllib says is wrong, and the place it says it of."""
    found = _LINE.search(message)
    where = (
        t("{place}, line {line}, column {column}", place=file, line=found[1], column=found[2])
        if found and found[1]
        else t("{file}, at its end", file=file)
    )
    what = _LINE.sub("", message).strip().rstrip(".")
    return Finished(what[:1].lower() + what[1:]), where


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(t("{text} is not a number", text=text))


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return t("it is nested too deeply")
    if isinstance(error, OSError):
        return Finished(error.strerror) if error.strerror else t("the system refused")
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__
