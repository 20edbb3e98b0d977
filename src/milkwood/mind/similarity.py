"""Embeddings of one person's memories as a matrix: exact nearest rows to a query.

Invariant: results are exact and depend on the vectors alone. With many rows, a bound skips rows that cannot be among
the best, and never one that could; the choice of bound affects speed only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from milkwood.models.embedding import Meanings, Vector

Floats = NDArray[np.float32]
Reals = NDArray[np.float64]
RowNumbers = NDArray[np.int64]

BOUND_FROM_ROWS = 4_096
"""Number of rows from which a bound pays off."""
_LEADING_COLUMNS = 96
"""Number of rotated columns that the bound reads."""
_FIRST_ROWS = 32
"""Number of promising rows tried first."""
_SLACK_COSINE = 1e-4
"""Larger than all rounding errors of a bound together."""
_MAX_LEFT_SHARE = 1 / 4
"""If more than this share of the rows is left, a full scan is as fast."""


@dataclass(frozen=True, slots=True)
class Near:
    """Rows that may be among the best, their similarity to a query, and the highest similarity of all."""

    rows: RowNumbers
    nearness: Reals
    nearest: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """How rows are ranked: score without similarity, weight of similarity, number wanted."""

    base: Reals
    weight: float
    n: int

    def scores(self, rows: RowNumbers, nearness: Reals | Floats, nearest: float) -> Reals:
        """The score of each row."""
        base = self.base if len(rows) == len(self.base) else self.base[rows]
        return base + self.weight * scaled(nearness, nearest)


class SimilarityIndex:
    """Vectors of memories, by row."""

    def __init__(self, meanings: Meanings) -> None:
        self._meanings = meanings
        self._matrix = np.empty((0, meanings.width), np.float32)
        self._inverse = np.empty(0)
        self._count = 0
        self._leading: _Leading | None = None

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Remove all rows."""
        self._count = 0
        self._leading = None

    def add(self, text: str) -> None:
        """Append a text as a row."""
        if self._count == len(self._matrix):
            room = max(64, self._count)
            self._matrix = np.concatenate([self._matrix, np.zeros((room, self._meanings.width), np.float32)])
            self._inverse = np.concatenate([self._inverse, np.zeros(room)])
        vector = self._meanings.vector(text).astype(np.float32)
        self._matrix[self._count] = vector
        self._inverse[self._count] = _inverse_length(vector)
        self._count += 1

    def near(self, texts: Sequence[str], candidates: RowNumbers, wanted: Wanted) -> Near:
        """Candidates that may be among the best wanted, each with its similarity to the nearest of some texts."""
        queries = [_Query(self._meanings.vector(text)) for text in texts]
        if queries and len(candidates) >= BOUND_FROM_ROWS:
            found = self._by_bound(queries, candidates, wanted)
            if found is not None:
                return found
        nearness = self._nearness(queries, candidates)
        return Near(candidates, nearness, float(nearness.max(initial=0.0)))

    def _nearness(self, queries: Sequence["_Query"], rows: RowNumbers) -> Reals:
        """The largest cosine of each row with any query; integer products, exact in any order."""
        whole = len(rows) == self._count
        matrix = self._matrix[: self._count] if whole else self._matrix[rows]
        inverse = self._inverse[: self._count] if whole else self._inverse[rows]
        cosines = [(matrix @ query.vector).astype(np.float64) * inverse * query.inverse for query in queries]
        return np.maximum.reduce(cosines) if cosines else np.zeros(len(rows))

    def _by_bound(self, queries: Sequence["_Query"], candidates: RowNumbers, wanted: Wanted) -> Near | None:
        """The same with most candidates skipped; None if too few can be."""
        if self._leading is None:
            self._leading = _Leading(self._matrix[: self._count])
        self._leading.catch_up(self._matrix[: self._count], self._inverse[: self._count])
        most = self._leading.most(queries, candidates)
        nearest = self._nearest(queries, candidates, most)
        if nearest is None:
            return None
        hopes = wanted.scores(candidates, most, nearest)
        likely = candidates[_largest(hopes, 2 * wanted.n)]
        sure = wanted.scores(likely, self._nearness(queries, likely), nearest)
        bar = np.sort(sure)[-min(wanted.n, len(sure))] - _SLACK_COSINE
        rows = candidates[hopes >= bar]
        return (
            None
            if len(rows) > _MAX_LEFT_SHARE * len(candidates)
            else Near(rows, self._nearness(queries, rows), nearest)
        )

    def _nearest(self, queries: Sequence["_Query"], candidates: RowNumbers, most: Floats) -> float | None:
        """The similarity of the nearest candidate, at least 0; None if too many might be it."""
        likely = candidates[_largest(most, _FIRST_ROWS)]
        least = float(self._nearness(queries, likely).max())
        rows = candidates[most >= least]
        if len(rows) > _MAX_LEFT_SHARE * len(candidates):
            return None
        return max(0.0, least, float(self._nearness(queries, rows).max(initial=-1.0)))


class _Query:
    """A text that memories are compared with."""

    def __init__(self, vector: Vector) -> None:
        self.vector = vector.astype(np.float32)
        self.inverse = _inverse_length(self.vector)


class _Leading:
    """The rows rotated so that their first columns carry most of the content, and the norm of the rest."""

    def __init__(self, matrix: Floats) -> None:
        sample = matrix[:: max(1, len(matrix) // 2_000)]
        _, axes = np.linalg.eigh(sample.T @ sample)
        self._axes = np.ascontiguousarray(axes[:, ::-1][:, :_LEADING_COLUMNS], np.float32)
        self._part = np.empty((0, self._axes.shape[1]), np.float32)
        self._rest = np.empty(0, np.float32)

    def catch_up(self, matrix: Floats, inverse: Reals) -> None:
        """Rotate rows that were added since."""
        known = len(self._part)
        if known < len(matrix):
            part = (matrix[known:] * inverse[known:, None].astype(np.float32)) @ self._axes
            self._part = np.concatenate([self._part, part])
            self._rest = np.concatenate([self._rest, _left(part)])

    def most(self, queries: Sequence[_Query], rows: RowNumbers) -> Floats:
        """Upper bound of each row's similarity, by the Cauchy–Schwarz inequality."""
        bounds = []
        for query in queries:
            part = np.asarray((query.vector * np.float32(query.inverse)) @ self._axes, np.float32)
            bound = self._rest * _left(part[None])[0]
            bound += np.float32(_SLACK_COSINE)
            bound += self._part @ part
            bounds.append(bound)
        most: Floats = np.maximum.reduce(bounds) if len(bounds) > 1 else bounds[0]
        return most if len(rows) == len(most) else most[rows]


def scaled(nearness: Reals | Floats, nearest: float) -> Reals:
    """Similarity scaled from 0 (unrelated) to 1 (the nearest)."""
    return np.maximum(nearness, 0.0) / nearest if nearest > 0 else np.zeros(len(nearness))


def _left(parts: Floats) -> Floats:
    """Norm of the rest of unit rows, given their leading columns."""
    known = np.einsum("ij,ij->i", parts, parts, dtype=np.float64)
    return np.asarray(np.sqrt(np.maximum(0.0, 1.0 - known) + _SLACK_COSINE**2), np.float32)


def _inverse_length(vector: Floats) -> float:
    square = float(vector @ vector)
    return float(square**-0.5) if square else 0.0


def _largest(scores: Reals | Floats, n: int) -> RowNumbers:
    return np.argpartition(scores, -n)[-n:] if n < len(scores) else np.arange(len(scores))
