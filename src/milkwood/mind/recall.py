"""Recall: which memories come to mind, and exactly why.

Knows one person's memories and the meanings of texts. Invariant (rule E5): scores are rounded before anything is
ranked, and what scores the same comes in the order of numbers; the same memories, query and tick give the same
recollections, whatever was asked before and however vectors came about.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from milkwood.mind.nearness import Near, Nearness, Reals, Rows, Wanted, scaled
from milkwood.mind.stream import MemoryStream
from milkwood.models.embedding import DIGITS, Meanings
from milkwood.models.wording import words_of


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each reason to recall something counts, and how fast memories pale."""

    recency: float = 1.0
    importance: float = 1.0
    relevance: float = 1.0
    words: float = 0.5
    decay: float = 0.995
    """What is left of recency after a town hour."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """A memory that came to mind, with its scores: each from 0 to 1 among all that was thought of, and their sum."""

    number: int
    recency: float
    importance: float
    relevance: float
    words: float
    score: float

    def scores(self) -> list[float]:
        """The four reasons and their weighted sum, as questions carry them."""
        return [self.recency, self.importance, self.relevance, self.words, self.score]


class Recall:
    """One person's recall. Without meanings (an experiment, or for speed) relevance is a matter of words."""

    def __init__(self, stream: MemoryStream, meanings: Meanings | None, weights: Weights | None = None) -> None:
        self._stream = stream
        self._weights = weights or Weights()
        self._nearness = Nearness(meanings) if meanings else None
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
        leaves_trace: bool = True,
    ) -> list[Recollection]:
        """The best memories for some texts and people, best first; no two of them with the same words.

        What comes to mind is fresh again from then on, unless no trace is to be left.
        """
        candidates = self._candidates(kinds, frozenset(but))
        if not len(candidates) or n < 1:
            return []
        found = self._distinct(_Reasons(self._stream, self._weights, candidates, now, texts, people), texts, n)
        if leaves_trace:
            for each in found:
                self._stream.came_to_mind(each.number, now)
        return found

    def _candidates(self, kinds: Collection[str] | None, but: frozenset[int]) -> Rows:
        records = self._stream.all()
        if kinds is None and not but:
            return np.arange(len(records))
        rows = (
            row for row, each in enumerate(records) if (kinds is None or each.kind in kinds) and each.number not in but
        )
        return np.fromiter(rows, np.int64)

    def _distinct(self, reasons: "_Reasons", texts: Sequence[str], n: int) -> list[Recollection]:
        """The best n after leaving out what says the same as a better one."""
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
        relevance = scaled(near.nearness, near.nearest)
        scores = rounded(reasons.base[near.rows] + self._weights.relevance * relevance)
        # Rows lie in the order of numbers, so a stable sort leaves ties in that order.
        best = np.argsort(-scores, kind="stable")[:n]
        return [
            reasons.recollection(int(near.rows[place]), float(relevance[place]), float(scores[place])) for place in best
        ]

    def _near(self, reasons: "_Reasons", texts: Sequence[str], wanted: Wanted) -> Near:
        if self._nearness is None:
            words = reasons.words[reasons.rows]
            return Near(reasons.rows, words, float(words.max(initial=0.0)))
        if self._thinned != self._stream.thinned:
            self._thinned = self._stream.thinned
            self._nearness.clear()
        for record in self._stream.all()[len(self._nearness) :]:
            self._nearness.add(record.text)
        return self._nearness.near(texts, reasons.rows, wanted)


class _Reasons:
    """Why memories come to mind, besides their meaning: by row, for one moment and query."""

    def __init__(
        self,
        stream: MemoryStream,
        weights: Weights,
        rows: Rows,
        now: int,
        texts: Sequence[str],
        people: Collection[str],
    ) -> None:
        self.rows = rows
        self._stream = stream
        words = frozenset[str]().union(*(words_of(text) for text in texts))
        self.recency = _spread(np.exp(stream.ages(now) * math.log(weights.decay)), rows)
        self.importance = _spread(stream.importances() / 10.0, rows)
        self.words = _spread(stream.matches(words, people), rows)
        self.base = weights.recency * self.recency + weights.importance * self.importance + weights.words * self.words

    def recollection(self, row: int, relevance: float, score: float) -> Recollection:
        """What came to mind, with its scores."""
        return Recollection(
            self._stream.all()[row].number,
            round(float(self.recency[row]), DIGITS),
            round(float(self.importance[row]), DIGITS),
            round(relevance, DIGITS),
            round(float(self.words[row]), DIGITS),
            round(score, DIGITS),
        )


def rounded(scores: Reals) -> Reals:
    """Scores as they are compared: what differs by less is no difference."""
    return np.round(scores, DIGITS)


def _spread(values: Reals, rows: Rows) -> Reals:
    """Values scaled to 0..1 over the candidates; where all are the same they stay as they are."""
    considered = values if len(rows) == len(values) else values[rows]
    low, high = float(considered.min()), float(considered.max())
    return (values - low) / (high - low) if high > low else np.clip(values, 0.0, 1.0)
