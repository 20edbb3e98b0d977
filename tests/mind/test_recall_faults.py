"""Rule E5 in whole runs: the assumptions of recall, broken once on purpose, must show when histories are compared.

Three people far apart each recall at every step and record what came to mind; some steps take long to decide, so under
another schedule they recall in another order. Anything that depends on that order shows.
"""

from collections.abc import Awaitable, Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from milkwood.engine.life import Schedule
from milkwood.engine.schedule import Lockstep, OutOfOrder, Serial
from milkwood.mind import recall, similarity
from milkwood.mind.port import Asker, Decision, Kept, Memory
from milkwood.mind.recall import Recall
from milkwood.mind.similarity import Reals, SimilarityIndex
from milkwood.mind.stream import MemoryStream
from milkwood.models.embedding import Embedder, Meanings
from milkwood.town.intents import Stay
from milkwood.town.percepts import Moment
from milkwood.town.tile import Tile
from tests.engine.scenes import Diary, first_difference
from tests.engine.script import play
from tests.engine.village import draw
from tests.mind.embedder import Bag
from tests.ponder import PONDER, Matter

MEADOW = draw("meadow", "\n".join(["." * 60] * 3))
TICKS = 12
SUBJECTS = ("bread", "rain", "song", "book")
"""Six memories of each kind have the same meaning in other words, so they score the same; others are only similar."""


class Rememberer:
    """Recalls, records what came to mind, and now and then thinks long before it does."""

    def __init__(self, tile: Tile, slow: frozenset[int], meanings: Meanings) -> None:
        self.tile = tile
        self._slow = slow
        self._memories = MemoryStream()
        self._recall = Recall(self._memories, meanings)
        for empty in ("a", "the", "my", "their", "some", "more"):
            for subject in SUBJECTS:
                self._memories.add(0, Memory("saw", f"{empty} {subject}", importance=3))
        for number in range(16):
            text = f"{SUBJECTS[number % 4]} {SUBJECTS[number // 4]} {'abcdefghijklmnop'[number] * 3}"
            self._memories.add(0, Memory("saw", text, importance=5))

    def live(self, moment: Moment, asker: Asker) -> Decision | Awaitable[Decision]:
        return self._after_thought(moment, asker) if moment.tick in self._slow else self._decide(moment)

    async def _after_thought(self, moment: Moment, asker: Asker) -> Decision:
        await asker.ask(PONDER, Matter())
        return self._decide(moment)

    def _decide(self, moment: Moment) -> Decision:
        subject = f"{SUBJECTS[moment.tick % 4]} {moment.tick} {self.tile.x}"
        found = self._recall.recall([subject], moment.tick, 6)
        for each in found:
            self._memories.came_to_mind(each.number, moment.tick)
        numbers = [self._memories.add(moment.tick, Memory("thought", f"{subject}: {[each.number for each in found]}"))]
        return Decision(Stay(), moment.tick + 1, tuple(self._memories.written(number) for number in numbers))

    def keep(self) -> Kept:
        return self._memories.keep()

    def restore(self, kept: Kept) -> None:
        raise NotImplementedError


def live(schedule: Schedule, embedder: Embedder) -> Diary:
    meanings = Meanings(embedder)
    cast = {
        "ann": Rememberer(Tile(1, 1), frozenset({2, 7}), meanings),
        "ben": Rememberer(Tile(30, 1), frozenset({4}), meanings),
        "eve": Rememberer(Tile(58, 1), frozenset(), meanings),
    }
    return play(MEADOW, cast, schedule, until=TICKS)  # type: ignore[arg-type]


def difference(embedder: Callable[[], Embedder] = Bag) -> str:
    """How an out-of-order run differs from a run in which all people wait for each other."""
    return first_difference(live(Serial(), embedder()), live(OutOfOrder(), embedder()))


class _Noise:
    """The last digits of sums, as they result from an arbitrary batch and order."""

    def __init__(self, patch: pytest.MonkeyPatch, size: float) -> None:
        self._calls = 0
        exact = SimilarityIndex._nearness

        def noisy(rows_of: SimilarityIndex, queries: object, rows: NDArray[np.int64]) -> Reals:
            self._calls += 1
            signs = np.where((rows * 7 + self._calls * 3) % 5 < 2, -1.0, 1.0)
            return exact(rows_of, queries, rows) + size * signs  # type: ignore[arg-type]

        patch.setattr(similarity.SimilarityIndex, "_nearness", noisy)


class InBatches(Bag):
    """An embedder that mixes the previous text into a text, as in a shared batch."""

    def __init__(self) -> None:
        super().__init__()
        self._before = np.zeros(self.width, np.float32)

    def vector(self, text: str) -> NDArray[np.float32]:
        alone = super().vector(text)
        coloured = alone + np.float32(0.5) * self._before
        self._before = alone
        return coloured


@pytest.mark.parametrize("schedule", [Lockstep, OutOfOrder])
def test_every_schedule_recalls_the_same(schedule: type[Schedule]) -> None:
    told = live(Serial(), Bag())
    assert first_difference(told, live(schedule(), Bag())) == ""
    assert len(told.memories) == 3 * TICKS
    assert len({memory.text.partition(":")[2] for _, _, memory in told.memories}) > 4


def test_noise_in_the_last_digits_is_rounded_away(monkeypatch: pytest.MonkeyPatch) -> None:
    _Noise(monkeypatch, 1e-9)
    assert difference() == ""


def test_unrounded_scores_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    _Noise(monkeypatch, 1e-9)
    monkeypatch.setattr(recall, "rounded", lambda scores: scores)
    assert difference().startswith("memories")


def test_texts_not_embedded_alone_are_detected() -> None:
    assert difference(InBatches).startswith("memories")
