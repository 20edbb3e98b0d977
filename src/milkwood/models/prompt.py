"""A prompt for a language model: rules, a person, a moment.

Invariant: a prompt is plain text in parts, the most stable first, so that providers can mark the prefix that an
endpoint may cache.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

GAP: Final = "\n\n"
_HASH_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text that a model reads."""

    system: str
    """The rules of this kind of question: the same for all people."""
    parts: tuple[str, ...]
    """The person, then what changes slowly."""
    user: str
    """The moment."""

    @property
    def text(self) -> str:
        """All of it, in order."""
        return GAP.join((self.system, *self.parts, self.user))

    @property
    def hash(self) -> bytes:
        """The BLAKE2b hash of the text. Files hold it, so it never changes."""
        return blake2b(self.text.encode("utf-8", "replace"), digest_size=_HASH_BYTES).digest()
