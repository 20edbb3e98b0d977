"""Counter-based randomness (rule E3): a draw depends on its purpose, never on earlier draws.

Invariant: the same seed, keys and position give the same draw on every machine, Python version and schedule; no state
is shared between callers.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD_MASK = (1 << 64) - 1
_GOLDEN_INCREMENT = 0x9E3779B97F4A7C15


class Stream:
    """A sequence of draws for one purpose."""

    __slots__ = ("_state",)

    def __init__(self, key: int) -> None:
        self._state = key & _WORD_MASK

    def bits(self) -> int:
        """The next 64 bits (the splitmix64 sequence)."""
        self._state = (self._state + _GOLDEN_INCREMENT) & _WORD_MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD_MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD_MASK
        return mixed ^ (mixed >> 31)

    def unit(self) -> float:
        """A number from 0 (included) to 1 (not included)."""
        return (self.bits() >> 11) * (1.0 / (1 << 53))

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        if limit < 1:
            raise ValueError("nothing lies below 1")
        return (self.bits() * limit) >> 64

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def chosen(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def happens(self, probability: float) -> bool:
        """True with this probability."""
        return self.unit() < probability

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order."""
        deck = list(options)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def stream(seed: int, *keys: str | int) -> Stream:
    """The draws for one purpose, e.g. `stream(seed, person, tick, "spot")`."""
    text = "\x1f".join(f"{type(key).__name__[0]}{key}" for key in keys)
    digest = blake2b(text.encode(), digest_size=8, key=(seed & _WORD_MASK).to_bytes(8, "big")).digest()
    return Stream(int.from_bytes(digest, "big"))
