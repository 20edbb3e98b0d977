"""Paths and names of runs.

Invariant: an accepted name is a valid file name on every system; a run is found by its name or by the path of its file.
"""

import difflib
import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from milkwood.chronicle.faults import refused
from milkwood.clean import clean, is_clean
from milkwood.errors import SetupError
from milkwood.i18n import join, t
from milkwood.ids import typed_path

SUFFIX = ".milkwood"
MAX_NAME_BYTES = 200
_FORBIDDEN = '/\\<>:"|?*@'
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³")}
_MAX_LISTED_RUNS = 8
_MAX_QUOTE_CHARACTERS = 60


def home() -> Path:
    """Milkwood's data folder: MILKWOOD_HOME, or the user's data folder of the platform."""
    chosen = os.environ.get("MILKWOOD_HOME", "").strip()
    if chosen:
        return typed_path(chosen)
    from platformdirs import user_data_path

    return user_data_path("milkwood", appauthor=False)


def folder() -> Path:
    """The folder of runs."""
    return home() / "runs"


def listed() -> list[Path]:
    """The files of all runs, by name; an error if their folder cannot be read."""
    try:
        found = [path for path in folder().iterdir() if path.name.endswith(SUFFIX) and not path.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refused(folder(), error) from error
    return sorted(found, key=lambda path: path.name.removesuffix(SUFFIX))


def path_for(name: str) -> Path:
    """The file of a run's name; an error if the name is invalid."""
    return folder() / f"{checked(name)}{SUFFIX}"


def typed_name(path: Path) -> str:
    """What to type for a run: its name, or the path of its file where it lies elsewhere."""
    return path.name.removesuffix(SUFFIX) if path.absolute().parent == folder().absolute() else str(path)


def new_path(text: str) -> tuple[Path, str]:
    """File and name of a new run, given as a name or as a path that ends in `.milkwood`."""
    if text.endswith(SUFFIX):
        path = typed_path(text)
        return path, checked(path.name.removesuffix(SUFFIX))
    return path_for(text), checked(text)


def checked(name: str) -> str:
    """The name, if it is a valid file name on every system."""
    name = unicodedata.normalize("NFC", name)
    fault = _fault(name)
    if fault:
        remedy = t("Choose another name, or give the path of a file that ends in “{suffix}”.", suffix=SUFFIX)
        raise SetupError(
            t("{name} cannot be the name of a run: {fault}.", name=_quoted(name), fault=fault), remedy=remedy
        )
    return name


def _fault(name: str) -> str:
    if not name.strip():
        return t("it is empty")
    if name != name.strip():
        return t("it begins or ends with a space")
    for char in name:
        if char in _FORBIDDEN:
            return t("it contains “{char}”", char=char)
    if not is_clean(name):
        return t("it contains a character that cannot be shown")
    if name[0] in ".-~":
        return t("it begins with “{char}”", char=name[0])
    if name.endswith("."):
        return t("it ends with a full stop")
    if name.split(".")[0].strip().lower() in _RESERVED:
        return t("Windows reserves that name")
    if len(name.encode()) > MAX_NAME_BYTES:
        return t("it is too long ({bytes} bytes; the maximum is {most})", bytes=len(name.encode()), most=MAX_NAME_BYTES)
    return ""


def find(text: str) -> Path:
    """The file of a run, given by its name or path."""
    found = _found(text)
    if found is not None:
        return found
    if not _is_path(text):
        checked(text)
    raise SetupError(t("There is no run {name}.", name=_quoted(text)), remedy=_advice(text))


def find_moment(text: str) -> tuple[Path, str | None]:
    """The run and the time of `RUN`, `RUN@1200` or `RUN@day 2 18:00`."""
    whole = _found(text)
    if whole is not None or "@" not in text:
        return whole or find(text), None
    run, _, moment = text.rpartition("@")
    if not moment.strip():
        raise SetupError(
            t("{text} has no time.", text=_quoted(text)),
            remedy=t("Write “{first}@day 2 18:00” or “{second}@1200”.", first=run, second=run),
        )
    return find(run), moment.strip()


def _found(text: str) -> Path | None:
    for path in _candidates(text):
        try:
            if path.exists():
                return path
        except (OSError, ValueError):
            continue
    return None


def _candidates(text: str) -> Iterable[Path]:
    if _is_path(text):
        yield typed_path(text)
    elif text and not _fault(unicodedata.normalize("NFC", text)):
        yield path_for(text)


def _is_path(text: str) -> bool:
    return text.endswith(SUFFIX) or "/" in text or os.sep in text or bool(os.altsep and os.altsep in text)


def _advice(text: str) -> str:
    names = [path.name.removesuffix(SUFFIX) for path in listed()]
    close = difflib.get_close_matches(text[:_MAX_QUOTE_CHARACTERS], names, n=3, cutoff=0.5)
    if close:
        return t("Did you mean {name}?", name=join(t(" or "), map(_quoted, close)))
    if not names:
        return t("There are no runs yet: start one with “milkwood run”.")
    shown, more = ", ".join(names[:_MAX_LISTED_RUNS]), len(names) - _MAX_LISTED_RUNS
    return t("There are: {names}.", names=t("{names} and {count} more", names=shown, count=more) if more > 0 else shown)


def _quoted(text: str) -> str:
    short = text if len(text) <= _MAX_QUOTE_CHARACTERS else text[: _MAX_QUOTE_CHARACTERS - 1] + "…"
    return f"“{clean(short)}”"
