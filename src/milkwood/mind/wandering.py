"""Mind wandering: in the night a few rare memories may come up, as something extra for the day after.

Knows the head and how memories lie to each other, asks nothing itself. Invariant (rules E3 and E5): what comes up
follows from the memories, the seed and the day alone: likeness is counted in whole numbers and rounded, clusters are
found in the order of numbers, and chance comes from counters; nothing comes up again as long as it is kept in mind that
it did. Writes `state.wandering`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from milkwood.chance import Stream
from milkwood.mind.head import Head
from milkwood.mind.plan import NO_IDEA, Block
from milkwood.mind.stream import Record
from milkwood.mind.thought import Thought
from milkwood.models.embedding import DIGITS, Meanings
from milkwood.models.wording import words_of
from milkwood.questions.terms import Recalled

OFTEN = 0.7
"""In how many nights of ten the mind wanders, as a share."""
ALIKE = 0.65
"""From this cosine on two memories are neighbours. Measured for the embedder over three days of six people and two of
twenty-five, in both languages: at 0.5 two memories in three flow into one cluster, at 0.8 nine in ten stand alone; here
what was seen or said again and again lies together, and half of all memories are rare."""
ALIKE_IN_WORDS = 0.5
"""The same where memories are compared by words alone; it parts them as much."""
DENSE = 3
"""How many memories lie together at least for a cluster to grow there; one that is in none is a cluster of its own."""
MOST_COMPARED = 600
"""How many memories are looked through, the newest, so that a long life costs a night no more than a short one."""
MOST_KEPT = 60
"""How many of those that came up are kept in mind, so that they do not come up again."""
KINDS = frozenset({"seed", "news", "insight", "voice"})
"""Kinds of memories out of which something to do can come: what one knows, was told, concluded or heard within. What
was merely seen or done is not among them."""
LEAST_WORDS = 3
MOST_OFFERED = 3
"""How many memories come up in one night; the one who plans the day takes up one of them, or none."""

Likeness = NDArray[np.float64]


# --- in the night


def come_up(head: Head, tick: int, midnight: int) -> list[Recalled]:
    """What comes up in the night before a day begins: a few rare memories, or nothing."""
    if not head.switches.wandering:
        return []
    draw = head.draw(midnight, "wandering")
    if not draw.happens(OFTEN):
        return []
    found = _drawn(head, draw)
    for each in found:
        head.memories.came_to_mind(each.number, tick)
    numbers = [each.number for each in found]
    head.state.wandering.came_up = [*head.state.wandering.came_up, *numbers][-MOST_KEPT:]
    return [head.as_recalled(each) for each in found]


def _drawn(head: Head, draw: Stream) -> list[Record]:
    """Memories that may become something to do, the likelier the fewer are like them: as 1 to the size of a cluster."""
    records = [each for each in head.memories.all() if each.kind != "plan"][-MOST_COMPARED:]
    before = {each.text for number in head.state.wandering.came_up if (each := head.memories.find(number)) is not None}
    able = {place: each.text for place, each in enumerate(records) if each.text not in before and _may_come_up(each)}
    if not able:
        return []
    crowd = sizes(neighbours([each.text for each in records], head.meanings))
    found: list[Record] = []
    while able and len(found) < MOST_OFFERED:
        place = _weighted(list(able), [1 / crowd[place] for place in able], draw)
        found.append(records[place])
        able = {other: text for other, text in able.items() if text != able[place]}
    return found


def _weighted(places: Sequence[int], chances: Sequence[float], draw: Stream) -> int:
    """One of some places, by chance."""
    left = draw.unit() * sum(chances)
    for place, chance in zip(places, chances, strict=True):
        left -= chance
        if left < 0:
            return place
    return places[-1]


def _may_come_up(record: Record) -> bool:
    """Whether something to do may come of a memory, as far as this can be told without reading it."""
    return record.kind in KINDS and not record.private and len(words_of(record.text)) >= LEAST_WORDS


# --- clusters


def neighbours(texts: Sequence[str], meanings: Meanings | None) -> NDArray[np.bool_]:
    """Which texts are alike enough to be neighbours, everyone with everyone: by meaning, or by words without it."""
    rows = _meant(texts, meanings) if meanings else _worded(texts)
    products = (rows @ rows.T).astype(np.float64)  # whole numbers, exact in any order of adding up
    lengths = np.sqrt(np.maximum(np.diag(products), 1.0))
    cosines: Likeness = np.round(products / np.outer(lengths, lengths), DIGITS)
    return np.asarray(cosines >= (ALIKE if meanings else ALIKE_IN_WORDS))


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
    """How large the cluster of each row is: clusters grow from dense rows to their neighbours (DBSCAN)."""
    dense = near.sum(axis=1) >= DENSE
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
    """Part of why, in a block that takes up what came up in the night."""
    if block.idea != NO_IDEA:
        record = thought.head.memories.find(block.idea)
        thought.because(wandering={"memory": block.idea, "text": "" if record is None else record.text})
