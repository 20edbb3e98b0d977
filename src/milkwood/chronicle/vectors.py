"""Vectors of texts in a chronicle: each is made once, and found again when a run goes on (rule E5).

Knows bytes, nothing of what they mean. Invariant: a vector is filed under the model that made it and the text it
stands for; those of another model are never found, so that they are made anew when the model changes. They are no
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
    """The vectors of a chronicle for somebody who leaves no trace: found where they are, kept nowhere."""

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
