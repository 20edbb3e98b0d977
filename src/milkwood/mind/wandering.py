"""Mind wandering: at night a few rare memories may come up, as an extra for the next day.

Invariant (rules E3 and E5): the result depends on the memories, the seed and the day alone: similarity is computed in
integers and rounded, clusters are found in order of numbers, chance comes from counters; a memory does not come up
again while it is remembered that it did. Writes `state.wandering`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from milkwood.chance import Stream
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_IDEA, Block
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.models.embedding import SCORE_DIGITS, Meanings
from milkwood.models.wording import words_of
from milkwood.questions.terms import Recalled

WANDER_CHANCE = 0.7
"""Probability that the mind wanders in a night."""
NEIGHBOUR_COSINE = 0.65
"""Cosine from which two memories are neighbours. Measured for the embedder over three days of six people and two of
twenty-five, in both languages: at 0.5 two memories in three form one cluster, at 0.8 nine in ten stand alone; here
repeated sights and lines form clusters, and half of all memories are rare."""
NEIGHBOUR_WORD_COSINE = 0.5
"""The same for word overlap; separates memories equally well."""
MIN_CLUSTER_MEMORIES = 3
"""Minimum size of a cluster's core; a memory in no cluster is its own cluster."""
MAX_COMPARED_MEMORIES = 600
"""Maximum number of memories compared, the newest, so that a long life costs no more than a short one."""
MAX_PAST_MEMORIES = 60
"""Maximum number of past night memories kept, so that they do not come up again."""
KINDS = frozenset({"seed", "news", "insight", "voice"})
"""Kinds of memories that can lead to an action: known, told, concluded or heard within. Mere sights and deeds are
excluded."""
MIN_WORDS = 3
MAX_OFFERED_MEMORIES = 3
"""Maximum number of memories per night; the plan uses one of them, or none."""

SimilarityMatrix = NDArray[np.float64]


# --- at night


def come_up(head: Head, tick: int, midnight: int) -> list[Recalled]:
    """A few rare memories that come up in the night before a day, or none."""
    if not head.switches.wandering:
        return []
    draw = head.draw(midnight, "wandering")
    if not draw.happens(WANDER_CHANCE):
        return []
    found = _drawn(head, draw)
    for each in found:
        head.memories.came_to_mind(each.number, tick)
    numbers = [each.number for each in found]
    head.state.wandering.came_up = [*head.state.wandering.came_up, *numbers][-MAX_PAST_MEMORIES:]
    return [head.as_recalled(tick, each) for each in found]


def _drawn(head: Head, draw: Stream) -> list[Record]:
    """Memories that may lead to an action; probability is 1 / cluster size."""
    records = [each for each in head.memories.all() if each.kind != "plan"][-MAX_COMPARED_MEMORIES:]
    before = {each.text for number in head.state.wandering.came_up if (each := head.memories.find(number)) is not None}
    able = {place: each.text for place, each in enumerate(records) if each.text not in before and _may_come_up(each)}
    if not able:
        return []
    crowd = sizes(neighbours([each.text for each in records], head.meanings))
    found: list[Record] = []
    while able and len(found) < MAX_OFFERED_MEMORIES:
        place = _weighted(list(able), [1 / crowd[place] for place in able], draw)
        found.append(records[place])
        able = {other: text for other, text in able.items() if text != able[place]}
    return found


def _weighted(places: Sequence[int], chances: Sequence[float], draw: Stream) -> int:
    left = draw.unit() * sum(chances)
    for place, chance in zip(places, chances, strict=True):
        left -= chance
        if left < 0:
            return place
    return places[-1]


def _may_come_up(record: Record) -> bool:
    """Whether a memory may lead to an action, as far as its kind and length tell."""
    return record.kind in KINDS and not record.private and len(words_of(record.text)) >= MIN_WORDS


# --- clusters


def neighbours(texts: Sequence[str], meanings: Meanings | None) -> NDArray[np.bool_]:
    """Which texts are neighbours, all pairs: by meaning, or by words without embeddings."""
    rows = _meant(texts, meanings) if meanings else _worded(texts)
    products = (rows @ rows.T).astype(np.float64)  # integers: exact in any order
    lengths = np.sqrt(np.maximum(np.diag(products), 1.0))
    cosines: SimilarityMatrix = np.round(products / np.outer(lengths, lengths), SCORE_DIGITS)
    return np.asarray(cosines >= (NEIGHBOUR_COSINE if meanings else NEIGHBOUR_WORD_COSINE))


def _meant(texts: Sequence[str], meanings: Meanings) -> NDArray[np.float32]:
    return np.stack([meanings.vector(text) for text in texts]).astype(np.float32)


def _worded(texts: Sequence[str]) -> NDArray[np.float32]:
    said = [words_of(text) for text in texts]
    columns = {word: place for place, word in enumerate(sorted(frozenset[str]().union(*said)))}
    rows = np.zeros((len(texts), len(columns)), np.float32)
    for place, words in enumerate(said):
        rows[place, [columns[word] for word in words]] = 1
    return rows


def sizes(near: NDArray[np.bool_]) -> list[int]:
    """The cluster size of each row: clusters grow from dense rows to their neighbours (DBSCAN)."""
    dense = near.sum(axis=1) >= MIN_CLUSTER_MEMORIES
    labels = np.full(len(near), -1)
    for row in np.flatnonzero(dense):
        if labels[row] >= 0:
            continue
        labels[row], edge = row, [row]
        while edge:
            fresh = np.flatnonzero(near[edge.pop()] & (labels < 0))
            labels[fresh] = row
            edge += [each for each in fresh if dense[each]]
    alone = labels < 0
    labels[alone] = np.flatnonzero(alone)
    return [int(size) for size in np.bincount(labels, minlength=len(near))[labels]]


# --- by day


def because(thought: Thought, block: Block) -> None:
    """Add the memory that a block follows from to the reason: of the night, or of what happened."""
    record = thought.head.memories.find(block.idea) if block.idea != NO_IDEA else None
    if record is None:
        return
    if block.idea in thought.head.state.wandering.came_up:
        thought.because(wandering={"memory": block.idea, "text": record.text})
    elif "because" not in thought.reason:
        thought.because(because=record.text)
