"""Recall: which memories come to mind, and exactly why.

Invariant (rule E5): scores are rounded before ranking, ties go by number; the same memories, query and tick give the
same recollections, whatever was asked before and however vectors were computed.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from milkwood.mind.similarity import Near, Reals, RowNumbers, SimilarityIndex, Wanted, scaled
from milkwood.mind.stream import MemoryStream
from milkwood.models.embedding import SCORE_DIGITS, Meanings
from milkwood.models.wording import sayings_of, says_something, words_of


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the reasons to recall, and how fast memories fade."""

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0
    words: float = 0.5
    decay: float = 0.995
    """Share of recency left after a town hour."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """A recalled memory with its scores, each from 0 to 1 over all candidates, and their sum."""

    number: int
    recency: float
    importance: float
    relevance: float
    words: float
    score: float

    def scores(self) -> list[float]:
        """The four scores and their weighted sum, as questions carry them."""
        return [self.recency, self.importance, self.relevance, self.words, self.score]


class Recall:
    """One person's recall. Without embeddings (in experiments, or for speed) relevance is word overlap."""

    def __init__(self, stream: MemoryStream, meanings: Meanings | None, weights: Weights | None = None) -> None:
        self._stream = stream
        self._weights = weights or Weights()
        self._nearness = SimilarityIndex(meanings) if meanings else None
        self._thinned = stream.thinned

    def recall(
        self,
        texts: Sequence[str],
        now: int,
        n: int,
        *,
        people: Collection[str] = (),
        kinds: Collection[str] | None = None,
        but: Collection[int] = (),
    ) -> list[Recollection]:
        """The best memories for some texts and people, best first; no two with the same words.

        A text is compared sentence by sentence, so that side remarks hide nothing.
        """
        candidates = self._candidates(kinds, frozenset(but))
        if not len(candidates) or n < 1:
            return []
        reasons = _Reasons(self._stream, self._weights, candidates, now, texts, people)
        return self._distinct(reasons, _looked_for(texts, people), n)

    def _candidates(self, kinds: Collection[str] | None, but: frozenset[int]) -> RowNumbers:
        records = self._stream.all()
        if kinds is None and not but:
            return np.arange(len(records))
        rows = (
            row for row, each in enumerate(records) if (kinds is None or each.kind in kinds) and each.number not in but
        )
        return np.fromiter(rows, np.int64)

    def _distinct(self, reasons: "_Reasons", texts: Sequence[str], n: int) -> list[Recollection]:
        """The best n, without repetitions of a better one."""
        depth = n
        while True:
            found: dict[str, Recollection] = {}
            for each in self._best(reasons, texts, depth):
                record = self._stream.find(each.number)
                if record is not None:
                    found.setdefault(record.text, each)
            if len(found) >= n or depth >= len(reasons.rows):
                return list(found.values())[:n]
            depth *= 2

    def _best(self, reasons: "_Reasons", texts: Sequence[str], n: int) -> list[Recollection]:
        wanted = Wanted(reasons.base, self._weights.relevance, n)
        near = self._near(reasons, texts, wanted)
        scores = rounded(wanted.scores(near.rows, near.nearness, near.nearest))
        best = _ranked(scores, n)
        return reasons.recollections(near.rows[best], scaled(near.nearness[best], near.nearest), scores[best])

    def _near(self, reasons: "_Reasons", texts: Sequence[str], wanted: Wanted) -> Near:
        if self._nearness is None:
            return Near(reasons.rows, reasons.words.of(reasons.rows), 1.0)
        if self._thinned != self._stream.thinned:
            self._thinned = self._stream.thinned
            self._nearness.clear()
        for record in self._stream.all()[len(self._nearness) :]:
            self._nearness.add(record.text)
        return self._nearness.near(texts, reasons.rows, wanted)


class _Reason:
    """One reason to recall: a value per row, scaled to 0..1 over the candidates.

    If all candidates have the same value it is only clipped to 0..1.
    """

    def __init__(self, values: Reals, candidates: RowNumbers) -> None:
        considered = values if len(candidates) == len(values) else values[candidates]
        low, high = float(considered.min()), float(considered.max())
        self._values = values
        self._low, self._range = (low, high - low) if high > low else (min(0.0, low), max(1.0, high))

    def of(self, rows: RowNumbers) -> Reals:
        """The scaled values of some rows."""
        return (self._values[rows] - self._low) / self._range

    def weighted(self, weight: float) -> Reals:
        """The scaled value of every row, times a weight."""
        return (self._values - self._low) * (weight / self._range)


class _Reasons:
    """Reasons to recall besides meaning: by row, for one moment and query."""

    def __init__(
        self,
        stream: MemoryStream,
        weights: Weights,
        rows: RowNumbers,
        now: int,
        texts: Sequence[str],
        people: Collection[str],
    ) -> None:
        self.rows = rows
        self._stream = stream
        words = frozenset[str]().union(*(words_of(text) for text in texts))
        self._recency = _Reason(np.exp(stream.ages(now) * (math.log(weights.decay) / stream.ticks_per_hour)), rows)
        self._importance = _Reason(stream.importances() / 10.0, rows)
        self.words = _Reason(stream.matches(words, people), rows)
        self.base = self._recency.weighted(weights.recency)
        self.base += self._importance.weighted(weights.importance)
        self.base += self.words.weighted(weights.words)

    def recollections(self, rows: RowNumbers, relevance: Reals, scores: Reals) -> list[Recollection]:
        """Recollections with all scores."""
        reasons = (self._recency.of(rows), self._importance.of(rows), relevance, self.words.of(rows), scores)
        said = np.round(np.stack(reasons, axis=1), SCORE_DIGITS).tolist()
        records = self._stream.all()
        return [Recollection(records[row].number, *each) for row, each in zip(rows.tolist(), said, strict=True)]


def _looked_for(texts: Sequence[str], people: Collection[str]) -> list[str]:
    """The sentences to compare; if there are only courtesies, the people concerned say more."""
    sayings = sayings_of(texts)
    return [] if people and not says_something(sayings[0] if sayings else "") else sayings


def rounded(scores: Reals) -> Reals:
    """Rounded scores for comparison: smaller differences do not count."""
    return np.round(scores, SCORE_DIGITS)


def _ranked(scores: Reals, n: int) -> RowNumbers:
    """Positions of the n best, best first; ties by position, which is the order of numbers."""
    if len(scores) > 8 * n:
        places = np.flatnonzero(scores >= np.partition(scores, -n)[-n])
        return places[np.argsort(-scores[places], kind="stable")[:n]]
    return np.argsort(-scores, kind="stable")[:n]
