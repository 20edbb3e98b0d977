"""Raw replies of language models to questions that are answered: compressed, and limited to a share of the file.

Knows its table, no model. Invariants: a text comes back as it was heard; beyond the limit the oldest replies that were
used go first, then the oldest of the others; the limit is checked now and then, never for each call.
"""

import sqlite3
import zlib
from typing import Final

from milkwood.chronicle.rows import insert, remove

USUAL_REPLIES_SHARE: Final = 0.3
"""The largest part of a run's file that kept replies take."""
_ROW_BYTES: Final = 24
"""A row without its text, with its entry in the index."""
_COMPRESSION_LEVEL: Final = 6
_MAX_TEXT_BYTES: Final = 1 << 25
"""More than any endpoint may send."""
_SIZES: Final = f"SELECT total(length(text) + {_ROW_BYTES}) FROM kept_replies"


def packed(text: str) -> bytes:
    """A text, packed; lone surrogates, which models do write, stay."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), _COMPRESSION_LEVEL)


def unpacked(content: bytes) -> str:
    """The text that was packed; ValueError if it was not."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(content, _MAX_TEXT_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacking.eof:
        raise ValueError("incomplete")
    return text.decode("utf-8", "surrogatepass")


def kept_bytes(connection: sqlite3.Connection) -> int:
    """Size of all kept replies."""
    return int(connection.execute(_SIZES).fetchone()[0])


class KeptReplies:
    """The kept replies of a run that is being written."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._bytes: int | None = None
        """Size of those in the file; None until it is needed."""
        self._grown = False
        """Whether any was kept since the limit was checked."""
        self.share = USUAL_REPLIES_SHARE
        """The largest part of the file that they take; 0 if none are kept, infinite for no limit."""

    def keep(self, reservation: int, text: str, *, used: bool, cut_off: bool) -> None:
        """Keep the reply of a call, if any are kept."""
        if not self.share:
            return
        content, self._grown = packed(text), True
        insert(self._connection, "kept_replies", [(reservation, int(used), int(cut_off), content)])
        if self._bytes is not None:
            self._bytes += len(content) + _ROW_BYTES

    def prune(self) -> None:
        """Delete as many as are over the limit."""
        if not self._grown:
            return
        self._grown = False
        if self._bytes is None:
            self._bytes = kept_bytes(self._connection)
        over = self._bytes - self.share * self._file_bytes()
        for used in (1, 0):
            if over > 0:
                freed = self._forget(used, over)
                self._bytes -= freed
                over -= freed

    def _forget(self, used: int, over: float) -> int:
        """Delete the oldest until so many bytes are free, or none is left; returns how many are."""
        freed, last = 0, 0
        oldest = "SELECT reservation, coalesce(length(text), 0) FROM kept_replies WHERE used = ? ORDER BY reservation"
        for reservation, size in self._connection.execute(oldest, (used,)):
            freed, last = freed + size + _ROW_BYTES, reservation
            if freed >= over:
                break
        remove(self._connection, "kept_replies", "WHERE used = ? AND reservation <= ?", (used, last))
        return freed

    def _file_bytes(self) -> int:
        ((pages,),) = self._connection.execute("PRAGMA page_count")
        ((page_bytes,),) = self._connection.execute("PRAGMA page_size")
        return int(pages) * int(page_bytes)
