"""Checks of PNG pictures before they are opened: size, pixels, completeness.

Invariant: no pixel is decoded; a picture without a fault is complete and bounded in bytes and pixels.
"""

import zlib
from pathlib import Path
from typing import BinaryIO

from milkwood.i18n import t

MAX_PICTURE_BYTES = 20_000_000
MAX_PICTURE_PIXELS = 64_000_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEAD_BYTES = 24


def picture_size(path: Path) -> tuple[int, int] | None:
    """Width and height of a PNG file, from its first bytes; None if it is not one."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES) if path.is_file() else b""
    except OSError:
        return None
    if len(head) < _HEAD_BYTES or not head.startswith(_SIGNATURE) or head[12:16] != b"IHDR":
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def picture_fault(path: Path, size: tuple[int, int]) -> str:
    """What is wrong with a PNG file of this size; empty if nothing is."""
    if size[0] * size[1] > MAX_PICTURE_PIXELS:
        return t("has {count:,} pixels; a picture may have {most:,}", count=size[0] * size[1], most=MAX_PICTURE_PIXELS)
    try:
        if path.stat().st_size > MAX_PICTURE_BYTES:
            return t("is larger than {most} MB", most=MAX_PICTURE_BYTES // 1_000_000)
        with path.open("rb") as file:
            return "" if _is_whole(file) else t("is cut off or damaged")
    except OSError as error:
        return t("cannot be read ({error})", error=error)


def _is_whole(file: BinaryIO) -> bool:
    """Whether a PNG file has all its chunks, with valid checksums."""
    file.seek(len(_SIGNATURE))
    drawn = False
    while True:
        head = file.read(8)
        length, kind = int.from_bytes(head[:4], "big"), head[4:]
        if len(head) < 8 or length > MAX_PICTURE_BYTES:
            return False
        content, check = file.read(length), file.read(4)
        if len(check) < 4 or zlib.crc32(kind + content) != int.from_bytes(check, "big"):
            return False
        if kind == b"IEND":
            return drawn
        drawn = drawn or kind == b"IDAT"
