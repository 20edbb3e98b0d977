"""Vectors of texts in a chronicle: each is made once, and found again when a run goes on (rule E5).

Invariant: the key of a vector is its model and its text, so that a change of model makes new vectors. They are no
history and lie outside its hash.
"""

from hashlib import blake2b
from typing import Protocol

_KEY_BYTES = 16

FIND = "SELECT vector FROM vectors WHERE model = ? AND text_hash = ?"
KEEP = "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)"


class Finder(Protocol):
    """A chronicle that is read."""

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The vector that was kept for a text, if any."""
        ...


class FoundOnly:
    """Read-only vectors of a chronicle: found, never stored."""

    def __init__(self, reader: Finder) -> None:
        self._reader = reader

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The vector that was kept for a text, if any."""
        return self._reader.find_vector(model, text)

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Leave no trace."""


def key_of(text: str) -> bytes:
    """What a text is filed under: short, and the same everywhere."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
