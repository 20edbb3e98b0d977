"""An embedder for tests: each word has its own direction, a text is the sum of its words' directions."""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from milkwood.models.wording import words_of


class Bag:
    """Texts are similar as far as they share words."""

    def __init__(self, width: int = 64, name: str = "bag") -> None:
        self.name, self.width = name, width
        self.asked: list[str] = []

    def vector(self, text: str) -> NDArray[np.float32]:
        self.asked.append(text)
        words = sorted(words_of(text)) or [""]
        total: NDArray[np.float32] = np.sum([self._direction(word) for word in words], axis=0, dtype=np.float32)
        return total

    def _direction(self, word: str) -> NDArray[np.float32]:
        seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
        return np.random.default_rng(seed).standard_normal(self.width).astype(np.float32)
