"""Errors of files and disks, in words their owner can act on.

Invariant: every sqlite3 error is explained, and every explanation says whether anything is lost.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from milkwood.errors import MilkwoodError, OurBug, SetupError
from milkwood.i18n import Finished, join, t

KEPT = t("Everything recorded before is safe.")
NOTHING_WORKS = t("The record was not changed. Restore an earlier copy.")
"""The remedy where nothing better is known."""
UNREADABLE = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What Python raises when data are not what they must be."""
_ROWS = {
    "header": t("a line of the header"),
    "progress": t("how far the history goes"),
    "events": t("an event"),
    "memories": t("a memory"),
    "chain": t("the hash of a tick"),
    "questions": t("a question with its answer"),
    "inputs": t("an input"),
    "snapshots": t("a snapshot"),
    "minds": t("a saved mind"),
    "openings": t("a note of who opened the file"),
    "reasons": t("a reason"),
    "vectors": t("a vector"),
    "reservations": t("the reservation of a call"),
    "settlements": t("the charge of a call"),
    "packs": t("the town pack"),
    "tries": t("a request of a call"),
    "replies": t("a paid reply"),
    "prompts": t("what a call sent"),
    "templates": t("the template of a prompt"),
    "kept_replies": t("a kept reply"),
    "origins": t("what an imported simulation said"),
    "seals": t("a sum of seals"),
}
"""A row of each table, in words."""
_NAMING = ("key", "name", "person", "kind", "model")
"""Columns that tell one row from another."""
_MAX_NAME_CHARACTERS = 60
_NO_TEXT = "Could not decode to UTF-8"
"""Start of SQLite's message, which has no code, about invalid UTF-8."""


class ForeignFile(SetupError):
    """A file that is not a chronicle, or not one this Milkwood can read."""


class Damaged(SetupError):
    """A damaged chronicle."""

    def __init__(self, path: Path, what: str, remedy: str) -> None:
        super().__init__(what, where=str(path), remedy=remedy)
        self.path = path


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite or the disk into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(path, error) from error
    except OSError as error:
        raise refused(path, error) from error


def refused(path: Path, error: OSError) -> SetupError:
    """The system denied access to a file."""
    return SetupError(
        t("It cannot be opened ({error}).", error=error),
        where=str(path),
        remedy=t("Check that the folder exists, that you may write to it, and that the disk is not full."),
    )


def damaged(path: Path, what: str) -> Damaged:
    """The error for a chronicle that cannot be read to its end."""
    return Damaged(path, t("The chronicle is damaged: {what}.", what=what), NOTHING_WORKS)


def row_in_words(table: str, row: Mapping[str, Any], when: Callable[[int], str]) -> str:
    """A row: what it holds, whose it is, and when."""
    about = [_shown(row[name]) for name in _NAMING if isinstance(row.get(name), (str, bytearray))]
    tick = row.get("tick")
    moment = [when(tick)] if isinstance(tick, int) else []
    what = _ROWS.get(table, table)
    return t("{what} ({about})", what=what, about=join(", ", [*about, *moment])) if about or moment else what


def _shown(name: str | bytearray) -> str:
    """A name from a damaged row, as it can be shown."""
    text = name.decode(errors="replace") if isinstance(name, bytearray) else name
    return "".join(char if char.isprintable() else "\ufffd" for char in text[:_MAX_NAME_CHARACTERS])


def unlike(row: str) -> str:
    """A row that does not fit its seal."""
    return t("{what} is damaged", what=row)


def lost_rows(table: str, counts: tuple[int, int], since: str = "", until: str = "") -> str:
    """Rows of a table were lost or added; `counts` says how many were written and how many are there."""
    written, there = counts
    what = t("“{table}” from {since} to {until}", table=table, since=since, until=until) if since else f"“{table}”"
    if written == there:
        return t("the rows of {what} are not those that were written", what=what)
    return t("{what} has {there} rows, but {written} were written", what=what, there=there, written=written)


def _explanation(path: Path, error: sqlite3.Error) -> MilkwoodError:
    where = str(path)
    if str(error).startswith(_NO_TEXT):
        return damaged(path, t("a text in it is not valid"))
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            remedy = t("Free some space and give the same command again; it continues from here.")
            return SetupError(t("The disk is full. {kept}", kept=KEPT), where=where, remedy=remedy)
        case sqlite3.SQLITE_READONLY:
            remedy = t("Make the file and its folder writable and give the same command again.")
            return SetupError(t("The file is read-only. {kept}", kept=KEPT), where=where, remedy=remedy)
        case sqlite3.SQLITE_IOERR:
            remedy = t("Check whether the disk is full, unplugged or failing, and give the same command again.")
            return SetupError(
                t("The disk failed ({error}). {kept}", error=error, kept=KEPT), where=where, remedy=remedy
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            remedy = t("Check that you may read the file and write to its folder.")
            return SetupError(t("The file cannot be opened ({error}).", error=error), where=where, remedy=remedy)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            remedy = t("Close the program that has it open and give the same command again.")
            return SetupError(
                t("Another program is writing to the file. {kept}", kept=KEPT), where=where, remedy=remedy
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return damaged(path, Finished(error))
    return OurBug(t("SQLite says: {error}.", error=error), where=where)
