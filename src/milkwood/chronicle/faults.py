"""What can go wrong with a file on a disk, in words its owner can act on.

Invariant: no sqlite3 error leaves the room unexplained, and every explanation says whether anything is lost.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from milkwood.errors import MilkwoodError, OurBug, SetupError
from milkwood.i18n import Finished, t

KEPT = t("Everything recorded before is safe.")
_NO_TEXT = "Could not decode to UTF-8"
"""How Python's SQLite begins to say, without a code, that bytes of a text are spoilt."""


class ForeignFile(SetupError):
    """A file that is there, but is no chronicle, or not one this Milkwood can read."""


class Damaged(SetupError):
    """A chronicle that was spoiled from outside."""


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
        remedy=t("See that the folder exists, that you may write to it, and that there is room."),
    )


def damaged(path: Path, what: str) -> Damaged:
    """A chronicle that cannot be read to its end."""
    return Damaged(
        t("The chronicle is damaged: {what}.", what=what),
        where=str(path),
        remedy=t("What is recorded was not changed. Take a copy from before, or see what “milkwood verify” says."),
    )


def _explanation(path: Path, error: sqlite3.Error) -> MilkwoodError:
    where = str(path)
    if str(error).startswith(_NO_TEXT):
        return damaged(path, t("what should be text in it is none"))
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            remedy = t("Make room and give the same command again; it goes on from here.")
            return SetupError(t("The disk is full. {kept}", kept=KEPT), where=where, remedy=remedy)
        case sqlite3.SQLITE_READONLY:
            remedy = t("Make the file and its folder writable and give the same command again.")
            return SetupError(t("The file may only be read. {kept}", kept=KEPT), where=where, remedy=remedy)
        case sqlite3.SQLITE_IOERR:
            remedy = t("See whether the disk is full, unplugged or failing, and give the same command again.")
            return SetupError(
                t("The disk does not obey ({error}). {kept}", error=error, kept=KEPT), where=where, remedy=remedy
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            remedy = t("See that you may read the file and write to its folder.")
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
