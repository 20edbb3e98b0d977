"""A chronicle as a file: recognising it, connecting to it, and creating it.

Invariant: only a chronicle of a known format is opened for writing; a new chronicle gets its name when it is complete.
"""

import os
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from milkwood.chronicle.faults import ForeignFile, damaged, explained, refused
from milkwood.chronicle.migrations import APPLICATION_ID, FORMAT, format_of
from milkwood.errors import SetupError
from milkwood.i18n import t

_MAGIC = b"SQLite format 3\0"
_HEAD_BYTES = 100
_REMEDY = t("Name a file made by “milkwood run”.")
_NO_ROOM_BESIDE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
)
"""SQLite errors where it may not create a file beside another, or the disk is full."""
opened: dict[Path, None] = {}
"""Chronicles that this process opened, in order: where an error may come from."""
_PATIENCE_SECONDS = 10.0
_PAGES_BEFORE_CHECKPOINT = 4000


def connect_to_write(path: Path, *, survive_power_cuts: bool = False) -> sqlite3.Connection:
    """A connection for the one writer; the file must be a chronicle."""
    _look_at(path)
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise SetupError(
            t("The file is read-only, so the run cannot continue."),
            where=str(path),
            remedy=t("Make the file and its folder writable, or fork the run to another place."),
        )
    with explained(path):
        connection = _connect(f"{path.absolute().as_uri()}?mode=rw")
        try:
            _refuse_newer(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {'FULL' if survive_power_cuts else 'NORMAL'}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BEFORE_CHECKPOINT}")
        except BaseException:
            connection.close()
            raise
        return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A read-only connection; works while another process writes."""
    address = address_to_read(path)
    with explained(path):
        return _connect(address)


def address_to_read(path: Path) -> str:
    """The URI to connect to or attach a chronicle without changing anything."""
    _look_at(path)
    with explained(path):
        try:
            return _tried(path, "mode=ro")
        except sqlite3.OperationalError as error:
            codes = {error.sqlite_errorcode, error.sqlite_errorcode & 0xFF}
            if codes.isdisjoint(_NO_ROOM_BESIDE) or _has_log(path):
                raise
            # Without write access, SQLite cannot create the memory that readers share with a writer. Without a log
            # there is no writer, so the file can be read as immutable.
            return _tried(path, "mode=ro&immutable=1")


def _tried(path: Path, query: str) -> str:
    address = f"{path.absolute().as_uri()}?{query}"
    connection = _connect(address)
    try:
        _refuse_newer(connection, path)
    finally:
        connection.close()
    return address


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a new file beside `path`, renamed to it on success and removed on failure."""
    refuse_existing(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connect(f"{part.absolute().as_uri()}?mode=rwc")
        try:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            yield connection
            connection.close()
            _publish(part, path)
        finally:
            connection.close()
            for left in (part, part.with_name(f"{part.name}-journal")):
                left.unlink(missing_ok=True)


def take_back(path: Path) -> None:
    """Delete a new chronicle without history."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def refuse_existing(path: Path) -> None:
    """Raise an error if the name is taken."""
    if path.is_symlink() or _is_there(path):
        raise SetupError(
            t("There is a run of that name already."),
            where=str(path),
            remedy=t("Choose another name, or continue it."),
        )


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # for example, a name too long for the file system
        raise refused(path, error) from error


def _publish(part: Path, path: Path) -> None:
    """Rename the complete file, unless the name was taken meanwhile."""
    try:
        os.link(part, path)
    except FileExistsError:
        refuse_existing(path)
    except OSError:  # a file system without hard links, such as FAT
        refuse_existing(path)
        part.replace(path)


def _connect(address: str) -> sqlite3.Connection:
    # Threads may take turns with a connection; SQLite serialises them.
    return sqlite3.connect(address, timeout=_PATIENCE_SECONDS, isolation_level=None, uri=True, check_same_thread=False)


def _has_log(path: Path) -> bool:
    """Whether there is a write-ahead log that is not empty."""
    with suppress(OSError):
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    return False


def _look_at(path: Path) -> None:
    """Recognise a chronicle by its first bytes, without SQLite."""
    where = str(path)
    opened.pop(path, None)
    opened[path] = None
    try:
        if path.is_dir():
            raise ForeignFile(t("This is a folder, not a chronicle."), where=where, remedy=_REMEDY)
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
        size = path.stat().st_size
    except FileNotFoundError:
        raise SetupError(t("There is no such run."), where=where, remedy=t("See “milkwood runs”.")) from None
    except (OSError, ValueError) as error:
        raise refused(path, error if isinstance(error, OSError) else OSError(str(error))) from error
    if not head.startswith(_MAGIC):
        if head and _MAGIC.startswith(head[: len(_MAGIC)]):
            raise damaged(path, t("it was cut off after {size} bytes", size=size))
        what = t("This is not a chronicle.") if head else t("This file is empty, not a chronicle.")
        raise ForeignFile(what, where=where, remedy=_REMEDY)
    if len(head) < _HEAD_BYTES:
        raise damaged(path, t("it was cut off after {size} bytes", size=size))
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise ForeignFile(t("This is a database of another program, not a chronicle."), where=where, remedy=_REMEDY)
    _refuse_cut_off(path, head, size)


def _refuse_cut_off(path: Path, head: bytes, size: int) -> None:
    """A file shorter than its header says was cut off, unless a log beside it has the rest."""
    page_size, pages = struct.unpack(">H", head[16:18])[0], struct.unpack(">I", head[28:32])[0]
    expected = pages * (65536 if page_size == 1 else page_size)
    # Check again: another process may just have checkpointed and deleted the log.
    if size < expected and not _has_log(path) and path.stat().st_size < expected:
        raise damaged(path, t("it was cut off, {size} of {whole} bytes are left", size=size, whole=expected))


def _refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    found = format_of(connection)
    if found < 0:
        raise damaged(path, t("its format is {found}", found=found))
    if found > FORMAT:
        raise ForeignFile(
            t(
                "The run was written by a newer Milkwood (format {found}; this one reads up to {known}).",
                found=found,
                known=FORMAT,
            ),
            where=str(path),
            remedy=t("Install the newest Milkwood."),
        )
