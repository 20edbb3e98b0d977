"""Where everybody will be if nothing disturbs them: one track a person, standing or along a route.

Knows no minds and no town state beyond bodies. Invariant: people are numbered in order of id; a track holds from the
tick it was laid on and is exact until the person decides otherwise or somebody stops them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from milkwood.ids import PersonId
from milkwood.town.body import Body, Walking
from milkwood.town.tile import Tile

Ints = NDArray[np.int64]


class Tracks:
    """The tracks of all people, as arrays."""

    def __init__(self, people: Sequence[PersonId]) -> None:
        self.people = list(people)
        self.number = {person: index for index, person in enumerate(self.people)}
        self.end_x = np.zeros(len(people), np.int64)
        self.end_y = np.zeros(len(people), np.int64)
        self.since = np.zeros(len(people), np.int64)
        self.arrives = np.zeros(len(people), np.int64)
        self._routes: dict[int, Ints] = {}

    def lay(self, index: int, body: Body, tick: int) -> None:
        """Take over how a body moves, as it is at a tick."""
        if isinstance(body.motion, Walking) and body.walking(tick):
            route = np.array(body.motion.route.tiles, np.int64)
            self._routes[index] = route
            self.since[index] = body.motion.since
            self.arrives[index] = body.motion.arrives
            self.end_x[index], self.end_y[index] = route[-1]
        else:
            self._routes.pop(index, None)
            tile = body.tile(tick)
            self.end_x[index], self.end_y[index] = tile
            self.since[index] = self.arrives[index] = tick

    def walks(self, index: int, tick: int) -> bool:
        """Whether somebody is still on the way at a tick."""
        return index in self._routes and tick < int(self.arrives[index])

    def tile(self, index: int, tick: int) -> Tile:
        """Where somebody is at a tick."""
        route = self._routes.get(index)
        if route is None or tick >= self.arrives[index]:
            return Tile(int(self.end_x[index]), int(self.end_y[index]))
        x, y = route[max(0, tick - int(self.since[index]))]
        return Tile(int(x), int(y))

    def all_at(self, tick: int) -> tuple[Ints, Ints]:
        """Where all are at a tick."""
        xs, ys = self.end_x.copy(), self.end_y.copy()
        for index, route in self._routes.items():
            if tick < self.arrives[index]:
                xs[index], ys[index] = route[max(0, tick - int(self.since[index]))]
        return xs, ys

    def along(self, index: int, first: int, last: int) -> tuple[Ints, Ints]:
        """Where somebody is at each tick from first to last, both included."""
        count = last - first + 1
        route = self._routes.get(index)
        if route is None:
            return np.full(count, self.end_x[index]), np.full(count, self.end_y[index])
        steps = np.clip(np.arange(first, last + 1) - self.since[index], 0, len(route) - 1)
        return route[steps, 0], route[steps, 1]

    def boxes(self, tick: int) -> tuple[Ints, Ints, Ints, Ints]:
        """The rectangle each track stays inside from a tick on: left, top, right, bottom."""
        left, top = self.end_x.copy(), self.end_y.copy()
        right, bottom = left.copy(), top.copy()
        for index, route in self._routes.items():
            rest = route[min(max(0, tick - int(self.since[index])), len(route) - 1) :]
            left[index], top[index] = rest.min(axis=0)
            right[index], bottom[index] = rest.max(axis=0)
        return left, top, right, bottom
