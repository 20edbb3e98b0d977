"""The port to embeddings: a text goes in, a direction in the space of meanings comes out.

Invariant (rule E5): each distinct text is embedded once, alone, and its vector is rounded to small whole numbers when
it is made and always used so. Products of such vectors are exact in any order of adding up, so that no thread, batch or
library can change a comparison; a vector made by another model is never used.
"""

import math
from functools import cache
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from milkwood.errors import OurBug

Vector: TypeAlias = NDArray[np.int8]
"""A direction in whole numbers; its length has no meaning."""

SCORE_DIGITS = 4
"""Decimals to which similarities and scores are rounded before they decide anything."""
_MAX_INT8_NUMBER = 127
_MAX_EXACT_NUMBER = 1 << 24
"""Whole numbers up to this are exact in float32, and so are sums of products that stay below it."""
_MAX_CACHED_VECTORS = 20_000


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """The model and its version: vectors of another name are of another space."""
        ...

    @property
    def width(self) -> int:
        """Dimensions of a vector."""
        ...

    def vector(self, text: str) -> NDArray[np.float32]:
        """The vector of one text; equal texts give equal vectors."""
        ...


class VectorStore(Protocol):
    """Where vectors are kept; the chronicle is one."""

    def find_vector(self, model: str, text: str) -> bytes | None:
        """The vector that was kept for a text, if any."""
        ...

    def keep_vector(self, model: str, text: str, vector: bytes) -> None:
        """Keep the vector of a text."""
        ...


class Meanings:
    """The vectors of texts, each made once; and from them, how alike two texts are."""

    def __init__(
        self, embedder: Embedder, store: VectorStore | None = None, most_known: int = _MAX_CACHED_VECTORS
    ) -> None:
        keep_to_one_thread()
        self._embedder = embedder
        self._store = store
        self._most_known = most_known
        self._known: dict[str, Vector] = {}
        self.name = f"{embedder.name}/int8"
        self.width = embedder.width
        self.made = 0
        """How many texts were embedded; those that were found again do not count."""

    def vector(self, text: str) -> Vector:
        """The vector of a text: known, found in the store, or made and stored."""
        known = self._known.pop(text, None)
        if known is None:
            known = self._found(text)
            if len(self._known) >= self._most_known:
                del self._known[next(iter(self._known))]
        self._known[text] = known  # last in order: the first one is the one longest unused
        return known

    def alike(self, one: str, other: str) -> float:
        """The cosine of two texts' vectors, rounded."""
        mine, theirs = self.vector(one).astype(np.float32), self.vector(other).astype(np.float32)
        lengths = float(mine @ mine) * float(theirs @ theirs)
        return round(float(mine @ theirs) / math.sqrt(lengths), SCORE_DIGITS) if lengths else 0.0

    def _found(self, text: str) -> Vector:
        kept = self._store.find_vector(self.name, text) if self._store else None
        if kept is not None:
            return self._checked(np.frombuffer(kept, np.int8))
        vector = rounded(self._embedder.vector(text))
        self.made += 1
        if self._store:
            self._store.keep_vector(self.name, text, vector.tobytes())
        return self._checked(vector)

    def _checked(self, vector: Vector) -> Vector:
        if vector.shape != (self.width,):
            raise OurBug(f"A vector of {self.name} has {vector.size} numbers, not {self.width}.")
        return vector


def rounded(vector: NDArray[np.float32]) -> Vector:
    """A vector in whole numbers, as large as they may be for products to stay exact."""
    largest = float(np.abs(vector).max(initial=0.0))
    if not math.isfinite(largest):
        raise OurBug("An embedder gave a vector that is not finite.")
    peak = min(_MAX_INT8_NUMBER, math.isqrt((_MAX_EXACT_NUMBER - 1) // max(1, vector.size)))
    return np.rint(vector.astype(np.float64) * (peak / largest if largest else 0.0)).astype(np.int8)


@cache
def keep_to_one_thread() -> None:
    """Multiply matrices on one thread from now on, in the whole process: for small ones, more threads are slower."""
    np.zeros(1) @ np.zeros(1)  # loads the library to limit
    ThreadpoolController().limit(limits=1, user_api="blas")
