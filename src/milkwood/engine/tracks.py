"""Predicted positions: one track per person, standing or along a route.

Invariant: people are numbered in order of id; a track holds from its first tick and is exact until the person decides
otherwise or is stopped.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from milkwood.ids import PersonId
from milkwood.town.body import Body, Walking
from milkwood.town.tile import Tile

Ints: TypeAlias = NDArray[np.int64]

TRACK_STEPS = 64


class Tracks:
    """The tracks of all people as arrays: one row per person, one column per step; standing is a route of one tile."""

    def __init__(self, people: Sequence[PersonId]) -> None:
        self.people = list(people)
        self.number = {person: index for index, person in enumerate(self.people)}
        count = len(self.people)
        self.since = np.zeros(count, np.int64)
        self.arrives = np.zeros(count, np.int64)
        self.version = 0
        """Changes whenever a track changes."""
        self._rows = np.arange(count)
        self._steps = np.zeros((count, TRACK_STEPS, 2), np.int64)
        self._boxes = np.zeros((4, count), np.int64)
        """Bounding box of each track: left, top, right, bottom."""

    def lay(self, index: int, body: Body, tick: int) -> None:
        """Set a track from a body's motion at a tick."""
        if isinstance(body.motion, Walking) and body.walking(tick):
            self._write(index, body.motion.since, body.motion.route.tiles)
        else:
            self._write(index, tick, (body.tile(tick),))

    def step(self, index: int, tick: int, here: Tile, there: Tile) -> None:
        """Set a track of one step, for a person who moves to begin a deed."""
        self._write(index, tick, (here, there))

    def _write(self, index: int, since: int, tiles: tuple[Tile, ...]) -> None:
        while len(tiles) > self._steps.shape[1]:
            self._steps = np.concatenate([self._steps, np.zeros_like(self._steps)], axis=1)
        self.version += 1
        self._steps[index, : len(tiles)] = tiles
        xs, ys = zip(*tiles, strict=True)
        self._boxes[:, index] = min(xs), min(ys), max(xs), max(ys)
        self.since[index] = since
        self.arrives[index] = since + len(tiles) - 1

    def walks(self, index: int, tick: int) -> bool:
        """Whether a person is still walking at a tick."""
        return bool(self.since[index] < self.arrives[index] and tick < self.arrives[index])

    def tile(self, index: int, tick: int) -> Tile:
        """Position of a person at a tick."""
        since = int(self.since[index])
        step = min(max(tick - since, 0), int(self.arrives[index]) - since)
        x, y = self._steps[index, step].tolist()
        return Tile(x, y)

    def all_at(self, tick: int) -> tuple[Ints, Ints]:
        """Positions of all people at a tick."""
        tiles = self._steps[self._rows, np.minimum(np.maximum(tick - self.since, 0), self.arrives - self.since)]
        return tiles[:, 0], tiles[:, 1]

    def along(self, index: int, first: int, last: int) -> tuple[Ints, Ints]:
        """Positions of a person from tick first to last, both included."""
        since = int(self.since[index])
        steps = np.clip(np.arange(first, last + 1) - since, 0, int(self.arrives[index]) - since)
        return self._steps[index, steps, 0], self._steps[index, steps, 1]

    def all_along(self, people: Ints, first: int, last: int) -> tuple[Ints, Ints]:
        """Positions of these people from tick first to last, both included: one row per tick, one column per person."""
        since = self.since[people]
        steps = np.minimum(np.maximum(np.arange(first, last + 1)[:, None] - since, 0), self.arrives[people] - since)
        tiles = self._steps[people, steps]
        return tiles[..., 0], tiles[..., 1]

    def near(self, index: int, margin: int) -> Ints:
        """People whose track's bounding box touches this person's, widened by a margin."""
        left, top, right, bottom = self._boxes
        near = (left <= right[index] + margin) & (right >= left[index] - margin)
        near &= (top <= bottom[index] + margin) & (bottom >= top[index] - margin)
        near[index] = False
        return np.flatnonzero(near)
