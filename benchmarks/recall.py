"""Recall over 10,000 memories at the embedder's own width, the cost of a new text, and the cost of loading.

CPU milliseconds of this process; recall is the best of a few rounds, since machines are noisy. Memories are sentences
of the bundled towns, combined in pairs until there are enough distinct ones; the vectors of pairs lie between those of
their halves, so that not every pair must be embedded for the benchmark. The cost of a new text is not counted with
recall but in a separate row. With MILKWOOD_PROOF=1 more queries and texts.
"""

import os
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from milkwood.chance import stream
from milkwood.mind.port import Memory
from milkwood.mind.recall import Recall
from milkwood.mind.stream import MemoryStream
from milkwood.models.embedding import Meanings, keep_to_one_thread
from milkwood.models.wording import sayings_of, says_something
from milkwood.providers.sentences import Sentences
from milkwood.towns.shelf import find
from tools.proof import Row

MEMORIES = 10_000
HOURS = 30 * 24
_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_QUERIES = 200 if _LONG else 100
_ROUNDS = 5 if _LONG else 3
_TEXTS = 1_000 if _LONG else 300


class Between:
    """An embedder that embeds sentences, and places pairs of known ones between their halves."""

    def __init__(self, sentences: Sentences) -> None:
        self.name, self.width = sentences.name, sentences.width
        self._sentences = sentences
        self._known: dict[str, NDArray[np.float32]] = {}

    def vector(self, text: str) -> NDArray[np.float32]:
        halves = text.split(" / ")
        return np.asarray(np.mean([self._half(half) for half in halves], axis=0), np.float32)

    def _half(self, text: str) -> NDArray[np.float32]:
        if text not in self._known:
            self._known[text] = self._sentences.vector(text)
        return self._known[text]


def sentences() -> list[str]:
    """The texts about the people of the bundled towns, in both languages."""
    found: set[str] = set()
    for town in ("the_ville", "gull_quay"):
        for path in sorted(Path(find(town).folder, "people").glob("*.toml")):
            found.update(_texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    return sorted(found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from (part.strip() for part in value.replace("。", ". ").split(". ") if len(part.strip()) > 8)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def main() -> list[Row]:
    """The figures."""
    began = time.process_time()
    embedder = Sentences()
    embedder.vector("good morning")
    loading = time.process_time() - began
    texts = sentences()
    fresh = [f"{text} ({number})" for number, text in enumerate(texts[:_TEXTS])]
    embedding = _mean_ms(embedder, fresh)
    remembered, queries = _remembered(texts)
    rows = [_row("loading the embedder (checked by SHA-256), CPU", loading, "s", 4.0)]
    rows.append(_row(f"a new text, mean of {len(fresh)}, CPU", embedding, "ms", 5.0))
    alone = [[query] for query in queries]
    lines = [queries[place : place + 3] for place in range(0, len(queries) - 2, 3)]
    meanings = Meanings(Between(embedder))
    for name, how, asked, bound in (
        (f"{embedder.width} wide, for a sentence", meanings, alone, 1.5),
        (f"{embedder.width} wide, for three sentences", meanings, lines, 4.5),
        ("by words alone, for a sentence", None, alone, 1.5),
    ):
        mean = _recalls(Recall(remembered, how), asked)
        who = f"recall of 20 of {MEMORIES:,} memories, {name}"
        rows.append(_row(f"{who}: CPU, mean of {len(asked)}, best of {_ROUNDS}", mean, "ms", bound))
    return rows


def _mean_ms(embedder: Sentences, texts: list[str]) -> float:
    keep_to_one_thread()
    began = time.process_time()
    for text in texts:
        embedder.vector(text)
    return (time.process_time() - began) / len(texts) * 1_000


def _remembered(texts: list[str]) -> tuple[MemoryStream, list[str]]:
    draw = stream(1, "recall")
    remembered = MemoryStream()
    pairs: set[str] = set()
    while len(pairs) < MEMORIES:
        pairs.add(f"{draw.chosen(texts)} / {draw.chosen(texts)}")
    for number, text in enumerate(draw.shuffled(sorted(pairs))):
        tick = number * HOURS * 360 // MEMORIES
        remembered.add(tick, Memory("talk", text, importance=draw.between(1, 10)))
    sentences = [text for text in draw.shuffled(texts) if sayings_of([text]) == [text] and says_something(text)]
    return remembered, sentences[:_QUERIES]


def _recalls(recall: Recall, queries: list[list[str]]) -> float:
    now = HOURS * 360
    for query in queries:  # makes all vectors
        recall.recall(query, now, 20)
    taken = []
    for _ in range(_ROUNDS):
        began = time.process_time()
        for query in queries:
            recall.recall(query, now, 20)
        taken.append((time.process_time() - began) * 1_000 / len(queries))
    return min(taken)


def _row(name: str, figure: float, unit: str, bound: float) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound=f"at most {bound:g} {unit}", ok=figure <= bound)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
