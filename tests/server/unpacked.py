"""Frames of moves, read as the page reads them."""

import struct
from typing import NamedTuple

from milkwood.server.wire.frames import FRAME_VERSION, SNAPSHOT_FLAG, PositionRecord

_HEAD = struct.Struct("<BBHIII")


class Frame(NamedTuple):
    """A frame that was read."""

    people: int
    base: int
    until: int
    snapshot: bool
    records: tuple[PositionRecord, ...]


def unpack(frame: bytes) -> Frame:
    """The contents of a frame; ValueError if it is not a frame."""
    if len(frame) < _HEAD.size:
        raise ValueError("a frame was cut off")
    version, flags, people, base, until, count = _HEAD.unpack_from(frame)
    if version != FRAME_VERSION or len(frame) != _HEAD.size + 8 * count:
        raise ValueError("not a frame of moves")
    rows = struct.iter_unpack("<4H", frame[_HEAD.size :])
    records = tuple(PositionRecord(base + dt, who, x, y) for dt, who, x, y in rows)
    return Frame(people, base, until, bool(flags & SNAPSHOT_FLAG), records)
