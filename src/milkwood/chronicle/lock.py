"""The lock that makes one process the writer of a chronicle.

Invariant: held by the operating system, so it ends with the process; a leftover lock file locks nothing.
"""

from pathlib import Path

from filelock import FileLock, Timeout

from milkwood.chronicle.faults import refused

_PATIENCE_SECONDS = 0.3
"""Listing runs holds a lock briefly; a writer waits that long."""
_BLINK_SECONDS = 0.02
"""Another listing waits less, since the lock may really be held."""


class Taken(Exception):
    """Another process is the writer."""


def take(path: Path) -> FileLock:
    """The lock of a chronicle, held; raises `Taken` if another process has it."""
    lock = FileLock(_lock_path(path), thread_local=False, timeout=_PATIENCE_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise Taken from None
    except OSError as error:
        raise refused(path, error) from error
    return lock


def is_taken(path: Path) -> bool:
    """Whether a process is writing to a chronicle."""
    place = _lock_path(path)
    if not place.exists():
        return False
    lock = FileLock(place, thread_local=False, timeout=_BLINK_SECONDS, poll_interval=0.005)
    try:
        with lock:
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _lock_path(path: Path) -> Path:
    real = path.resolve()
    return real.with_name(f".{real.name}.lock")
