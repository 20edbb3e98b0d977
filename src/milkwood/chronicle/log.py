"""The bytes of the write-ahead log beside a chronicle: SQLite silently drops what it cannot read there.

Invariant: a process that is killed between any two writes leaves no fault; only a finished commit that cannot be read
is one.
"""

import struct
import sys
from pathlib import Path

from milkwood.chronicle import lock
from milkwood.i18n import t

_HEADER_BYTES, _FRAME_BYTES = 32, 24
_MAGIC_NUMBER = 0x377F0682
"""Of checksums over little-endian words; one more for big-endian ones."""
_NATIVE = "<" if sys.byteorder == "little" else ">"


def log_fault(path: Path) -> str:
    """What is lost in the log beside a file, in words; empty when nothing is, or while the file is being written."""
    if lock.is_taken(path):
        return ""  # the writer knows what it wrote, and its pages are checked as they are read
    found = _fault(path)
    return found if found and not lock.is_taken(path) else ""


def _fault(path: Path) -> str:
    try:
        log = path.with_name(f"{path.name}-wal").read_bytes()
    except OSError:
        return ""
    if len(log) <= _HEADER_BYTES:
        return ""
    magic, _, page, _ = struct.unpack(">4I", log[:16])
    order = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC_NUMBER or _checksum(log[:24], (0, 0), order) != struct.unpack(">2I", log[24:32]):
        return t("the log beside the file (-wal) cannot be read, and what is in it is lost")
    sound, lost = _frames(log, page, order)
    if lost or sound < _committed(path, log[16:24]):
        return t(
            "the log beside the file (-wal) is damaged after {count} pages, and what was written last is lost",
            count=sound,
        )
    return ""


def _frames(log: bytes, page: int, order: str) -> tuple[int, bool]:
    """How many frames are sound, and whether a finished commit comes after them."""
    sums = struct.unpack(">2I", log[24:32])
    sound = 0
    size = _FRAME_BYTES + page
    places = range(_HEADER_BYTES, len(log) - size + 1, size)
    for number, place in enumerate(places):
        frame = log[place : place + size]
        sums = _checksum(frame[:8] + frame[_FRAME_BYTES:], sums, order)
        if frame[8:16] != log[16:24] or sums != struct.unpack(">2I", frame[16:24]):
            return sound, any(_ends_commit(log[later : later + 16], log[16:24]) for later in places[number + 1 :])
        sound = number + 1
    return sound, False


def _ends_commit(head: bytes, salt: bytes) -> bool:
    return head[8:16] == salt and head[4:8] != bytes(4)


def _committed(path: Path, salt: bytes) -> int:
    """How many frames of this log were committed, as its index (-shm) says; 0 when it does not say."""
    try:
        with path.with_name(f"{path.name}-shm").open("rb") as file:
            head = file.read(96)
    except OSError:
        return 0
    if len(head) < 96 or head[:48] != head[48:] or head[32:40] != salt:
        return 0
    if _checksum(head[:40], (0, 0), _NATIVE) != struct.unpack(f"{_NATIVE}2I", head[40:48]):
        return 0
    return int(struct.unpack(f"{_NATIVE}I", head[16:20])[0])


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
