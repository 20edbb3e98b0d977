"""A key that cannot be shown by accident.

Invariant: nothing but `reveal` gives the key away: not its text, not its representation, not a copy of it as JSON; only
the code that sends it to its endpoint reveals it.
"""

from typing import Final

_SHOWN_CHARACTERS: Final = 4
_MIN_KEY_CHARACTERS: Final = 20
"""A key shorter than this shows none of its letters."""


class Secret:
    """A key, masked."""

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key

    def reveal(self) -> str:
        """The key itself, for sending."""
        return self._key

    def masked(self) -> str:
        """Enough to tell one key from another: its last letters, if it is long."""
        return "…" + self._key[-_SHOWN_CHARACTERS:] if len(self._key) >= _MIN_KEY_CHARACTERS else "…"

    def __repr__(self) -> str:
        return f"Secret({self.masked()})"

    def __str__(self) -> str:
        return self.masked()

    def __bool__(self) -> bool:
        return bool(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key is not to be written anywhere")
