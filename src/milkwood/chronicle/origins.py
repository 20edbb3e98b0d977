"""What the files of an imported simulation said, kept so that it can be exported unchanged.

Knows packing and its table, nothing of what the content means. Invariant: the content is plain JSON and comes back
unchanged; it is no history and lies outside its hash. A row belongs to the past up to its tick.
"""

import json
import zlib
from typing import Any

from milkwood.plain import in_order

_COMPRESSION_LEVEL = 6

TICKS = "SELECT tick FROM origins WHERE name = ? ORDER BY tick"
FIND = "SELECT content FROM origins WHERE name = ? AND tick = ?"


def packed(content: object) -> bytes:
    """A value of JSON, packed."""
    return zlib.compress(in_order(content).encode(), _COMPRESSION_LEVEL)


def unpacked(content: bytes) -> Any:
    """The value that was packed; ValueError if it was not."""
    try:
        return json.loads(zlib.decompress(content))
    except zlib.error as error:
        raise ValueError(str(error)) from error
