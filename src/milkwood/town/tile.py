"""Tiles of the map and routes between them.

Invariant: a Route is a chain of 4-neighbours; `say` and `parse` are inverse to each other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from milkwood.errors import OurBug


class Tile(NamedTuple):
    """A square: x to the right, y downwards, from 0."""

    x: int
    y: int


STEPS = {"u": (0, -1), "l": (-1, 0), "r": (1, 0), "d": (0, 1)}
"""The four ways to go, in the fixed order in which ties between equally short ways are broken."""

_LETTER = {step: letter for letter, step in STEPS.items()}
_RUN = re.compile(r"([ulrd])(\d*)")
_NUMBER = r"(?:0|-?[1-9]\d*)"
_SAID = re.compile(rf"{_NUMBER},{_NUMBER}(?: (?:([ulrd])(?:[2-9]|[1-9]\d+)?(?!\1))+)?", re.ASCII)
"""Exactly what `say` writes: longest runs, a count only if it is more than one."""


def distance(one: Tile, other: Tile) -> int:
    """How far apart in the metric of sight: a square window."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def neighbours(tile: Tile) -> Iterator[Tile]:
    """The four tiles next to this one, whether on the map or not."""
    for dx, dy in STEPS.values():
        yield Tile(tile.x + dx, tile.y + dy)


@dataclass(frozen=True, slots=True)
class Route:
    """The tiles of a walk, both ends included; a route of one tile stays where it is."""

    tiles: tuple[Tile, ...]

    @property
    def start(self) -> Tile:
        """Where it begins."""
        return self.tiles[0]

    @property
    def end(self) -> Tile:
        """Where it leads."""
        return self.tiles[-1]

    @property
    def steps(self) -> int:
        """How many ticks it takes to walk."""
        return len(self.tiles) - 1

    def after(self, ticks: int) -> Tile:
        """The position after some ticks; stays at the end."""
        return self.tiles[min(max(ticks, 0), len(self.tiles) - 1)]

    def say(self) -> str:
        """The route as text, short enough to store: start and runs of steps, `12,40 r8d3`."""
        x, y = self.tiles[0]
        said, letter, count = [f"{x},{y} "], "", 0
        for tile in self.tiles[1:]:
            step = _LETTER[tile[0] - x, tile[1] - y]
            x, y = tile
            if step == letter:
                count += 1
                continue
            if count > 1:
                said.append(str(count))
            said.append(step)
            letter, count = step, 1
        if count > 1:
            said.append(str(count))
        return "".join(said).rstrip()

    @classmethod
    def parse(cls, text: str) -> "Route":
        """The route that `say` said."""
        return cls(_walked(text))


@lru_cache(maxsize=2048)
def _walked(text: str) -> tuple[Tile, ...]:
    """The tiles of a route's text; cached, because views of one day read the same routes many times."""
    if not _SAID.fullmatch(text):
        raise OurBug(f"“{text}” is not a route.")
    where, _, moves = text.partition(" ")
    x, y = map(int, where.split(","))
    tiles = [Tile(x, y)]
    for letter, count in _RUN.findall(moves):
        dx, dy = STEPS[letter]
        for _ in range(int(count or 1)):
            x, y = x + dx, y + dy
            tiles.append(Tile(x, y))
    return tuple(tiles)
