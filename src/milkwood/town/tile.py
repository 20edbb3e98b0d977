"""Squares of the map and the way from one to the next.

Knows no map. Invariant: a Route is a chain of 4-neighbours; `say` and `parse` are inverse to each other.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
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
        """Where one is after so many ticks; at the end one stays."""
        return self.tiles[min(max(ticks, 0), len(self.tiles) - 1)]

    def say(self) -> str:
        """The route as text, short enough to store: start and runs of steps, `12,40 r8d3`."""
        runs: list[list[str | int]] = []
        for here, there in zip(self.tiles, self.tiles[1:], strict=False):
            letter = _LETTER[there.x - here.x, there.y - here.y]
            if runs and runs[-1][0] == letter:
                runs[-1][1] = int(runs[-1][1]) + 1
            else:
                runs.append([letter, 1])
        moves = "".join(f"{letter}{count if count != 1 else ''}" for letter, count in runs)
        return f"{self.start.x},{self.start.y} {moves}".rstrip()

    @classmethod
    def parse(cls, text: str) -> "Route":
        """The route that `say` said."""
        where, _, moves = text.partition(" ")
        x, y = (int(part) for part in where.split(","))
        tiles = [Tile(x, y)]
        for letter, count in _RUN.findall(moves):
            dx, dy = STEPS[letter]
            for _ in range(int(count or 1)):
                tiles.append(Tile(tiles[-1].x + dx, tiles[-1].y + dy))
        route = cls(tuple(tiles))
        if route.say() != text:
            raise OurBug(f"“{text}” is not a route.")
        return route
