"""From where somebody can be reached: the tile they stand on, or the tiles of the way they are on, tick by tick.

Knows tracks and reach, no certainty. Invariant: follows from a person's track and floor alone, so it can be kept until
one of them changes; no tile that matters to the person from their floor on lies outside of `box`.
"""

from dataclasses import dataclass

import numpy as np

from milkwood.engine.reach import Box, Reach
from milkwood.engine.tracks import Ints, Tracks
from milkwood.town.tile import Tile


@dataclass(frozen=True, slots=True)
class Vantage:
    """Where somebody is from a tick on, until they think again."""

    floor: int
    """The first tick that counts: what they did before cannot change any more."""
    tiles: list[Tile]
    """Where they are at each tick from the floor on; at the last one they stay."""
    box: Box
    """Around all that they watch."""
    boxes: Ints | None = None
    """Around what they watch from each of the tiles, for who is on the move: left, top, right, bottom by tile."""

    @property
    def arrives(self) -> int:
        """The tick from which on they stay where they are."""
        return self.floor + len(self.tiles) - 1

    def within_reach(self, x: int, y: int, certain: int, limit: int) -> list[int]:
        """The steps of the way at which somebody uncertain since a tick could be near, as the crow flies."""
        assert self.boxes is not None
        left, top, right, bottom = self.boxes
        away = np.maximum(np.maximum(left - x, x - right), np.maximum(top - y, y - bottom))
        np.maximum(away, 0, out=away)
        away -= np.arange(len(away))
        near: list[int] = np.flatnonzero(away[: max(0, limit - self.floor + 1)] <= self.floor - certain).tolist()
        return near


def vantage_of(tracks: Tracks, reach: Reach, person: int, floor: int) -> Vantage:
    """From where somebody can be reached whose last decision was made before the floor."""
    if not tracks.walks(person, floor):
        tile = tracks.tile(person, floor)
        return Vantage(floor, [tile], reach.watch(tile).box)
    xs, ys = tracks.along(person, floor, int(tracks.arrives[person]))
    tiles = [Tile(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]
    boxes = np.array([reach.watch(tile).box for tile in tiles]).T
    left, top = boxes[:2].min(axis=1).tolist()
    right, bottom = boxes[2:].max(axis=1).tolist()
    return Vantage(floor, tiles, (left, top, right, bottom), boxes)
