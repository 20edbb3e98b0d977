"""Errors of files and disks, in words their owner can act on.

Invariant: every sqlite3 error is explained, and every explanation says whether anything is lost.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from milkwood.errors import MilkwoodError, OurBug, SetupError
from milkwood.i18n import Finished, t

KEPT = t("Everything recorded before is safe.")
_NO_TEXT = "Could not decode to UTF-8"
"""Start of SQLite's message, which has no code, about invalid UTF-8."""


class ForeignFile(SetupError):
    """A file that is not a chronicle, or not one this Milkwood can read."""


class Damaged(SetupError):
    """A damaged chronicle."""


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
    return Damaged(
        t("The chronicle is damaged: {what}.", what=what),
        where=str(path),
        remedy=t("The record was not changed. Restore an earlier copy, or run “milkwood verify”."),
    )


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
        case sqlite3.SQLITE_NOTADB:
            return ForeignFile(
                t("This is not a chronicle."), where=where, remedy=t("Name a file made by “milkwood run”.")
            )
        case sqlite3.SQLITE_CORRUPT:
            return damaged(path, Finished(error))
    return OurBug(t("SQLite says: {error}.", error=error), where=where)
