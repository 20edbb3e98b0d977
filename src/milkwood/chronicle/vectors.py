"""Vectors of texts in a chronicle: each is computed once, and reused when a run continues (rule E5).

Invariant: the key of a vector is its model and its text, so that another model gets other vectors. They are not part of
the history's hash.
"""

from hashlib import blake2b
from typing import Protocol

_KEY_BYTES = 16


class Finder(Protocol):
    """The reading side of a vector store."""

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The stored vector of a text, if any."""
        ...


class FoundOnly:
    """Read-only vectors of a chronicle: found, never stored."""

    def __init__(self, reader: Finder) -> None:
        self._reader = reader

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The stored vector of a text, if any."""
        return self._reader.find_vector(model, text)

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Does nothing."""


def key_of(text: str) -> bytes:
    """The key of a text: short, and the same on every machine."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
