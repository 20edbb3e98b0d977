"""Three schedules for the thinking of a town: serial, lockstep, out of order.

Invariant (rule E4): all schedules give the same history; they differ in speed. Out of order lets people think as far
ahead as causality allows (see `horizon`). While no thought is in progress, the lowest tick goes first, as in lockstep.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from milkwood.engine.horizon import Horizon
from milkwood.engine.life import Life
from milkwood.engine.reach import Reach
from milkwood.engine.tracks import Ints
from milkwood.town.tile import Tile


class _Together:
    """Shared by serial and lockstep: everyone decides a tick before anyone leaves it."""

    _life: Life

    def begin(self, life: Life) -> None:
        """A life begins."""
        self._life = life

    def changed(self, people: Iterable[int]) -> None:
        """Nothing to do: the lowest tick is looked up when needed."""

    def group(self, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """Everyone at the lowest tick, once all have decided."""
        return _all_of_the_lowest(self._life)


class Lockstep(_Together):
    """Everyone at a tick thinks at the same time, then a barrier."""

    def ready(self, until: int, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """Everyone awake at the lowest tick."""
        return _roused(self._life, until)


class Serial(_Together):
    """One thought at a time."""

    def ready(self, until: int, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """The next person at the lowest tick, if no thought is in progress."""
        return [] if self._life.thinking else _roused(self._life, until)[:1]


class OutOfOrder:
    """Everyone whose percepts are certain may think."""

    def __init__(self, *, on_foot: bool = True) -> None:
        self._on_foot = on_foot
        self._reach: Reach | None = None

    def begin(self, life: Life) -> None:
        """A life begins, or continues with a changed set of people."""
        self._life = life
        radius = life.settings.rules.view_radius
        self._reach = self._reach or Reach(life.town.map, radius, on_foot=self._on_foot)
        self._horizon = Horizon(life.wake_scheduler.tracks, self._reach)
        self._stale: set[int] = set(range(len(life.people)))
        self._until = -1
        self._held = _Queue()
        """People who may not think yet."""
        self._waiting = _Queue()
        """People who have decided and may not be resolved yet."""
        self._known_decided: set[int] = set()

    def changed(self, people: Iterable[int]) -> None:
        """These people's tracks, next ticks or sleep are new."""
        self._stale.update(people)

    def ready(self, until: int, *, ahead: bool) -> list[int]:
        """Everyone at the lowest tick; ahead of it, people whose percepts are certain, lowest tick first."""
        life = self._life
        if not ahead:
            return _roused(life, until)
        self._refresh()
        if until != self._until:
            self._held.look_at(np.flatnonzero((life.own >= self._until) & (life.own < until)).tolist())
            self._until = until
        ready = [index for index in self._held.taken() if self._may_think(index, until)]
        return sorted(ready, key=lambda index: (int(life.own[index]), index))

    def _refresh(self) -> None:
        """Update the horizon and requeue everyone waiting on a person who changed."""
        if not self._stale:
            return
        life, horizon = self._life, self._horizon
        horizon.own[:] = life.own
        horizon.floor[:] = life.wake_scheduler.lived + 1
        horizon.deaf[:] = life.wake_scheduler.asleep
        stale, self._stale = self._stale, set()
        for index in stale:
            horizon.commit(index, life.wake_scheduler.commitments.get(index))
        changed = stale.union(horizon.update(stale))
        self._held.look_at(changed)
        self._waiting.look_at(changed)

    def _may_think(self, index: int, until: int) -> bool:
        life, own = self._life, int(self._life.own[index])
        if own >= until or index in life.thinking or index in life.decided:
            return False
        doubt, whom = self._horizon.doubt(index, own)
        if doubt <= own:
            self._held.wait(index, whom)
        return doubt > own

    def group(self, *, ahead: bool) -> list[int]:
        """People who have decided a tick and whose outcome no undecided person can change."""
        life = self._life
        if not ahead or not life.decided:
            return _all_of_the_lowest(life)
        self._refresh()
        self._waiting.look_at(life.decided.keys() - self._known_decided)
        self._known_decided = set(life.decided)
        todo = self._waiting.taken() & life.decided.keys()
        for index in sorted(todo, key=lambda each: (int(life.own[each]), each)):
            todo.discard(index)
            group = self._group_of(index)
            if group:
                self._waiting.look_at(todo)
                return group
        return []

    def _group_of(self, first: int) -> list[int]:
        """Everyone who must be resolved together with a person; empty while one of them is undecided."""
        life = self._life
        tick = int(life.own[first])
        xs, ys = life.wake_scheduler.tracks.all_at(tick)
        open_to_talk = (self._horizon.certain <= tick + 1) & ~(self._horizon.deaf & (life.own > tick))
        group, queue = {first}, [first]
        while queue:
            one = queue.pop()
            doubt, whom = self._horizon.company(one, tick)
            if doubt <= tick:
                self._waiting.wait(first, one, whom)
                return []
            for other in self._near(life.wake_scheduler.tracks.tile(one, tick), xs, ys, open_to_talk):
                if other in group:
                    continue
                if int(life.own[other]) <= tick and other not in life.decided:
                    self._waiting.wait(first, other)
                    return []
                group.add(other)
                queue.append(other)
        return sorted(index for index in group if index in life.decided and int(life.own[index]) == tick)

    def _near(self, tile: Tile, xs: Ints, ys: Ints, among: NDArray[np.bool_]) -> list[int]:
        """The people near enough to a tile to affect it at once."""
        assert self._reach is not None
        left, top, right, bottom = self._reach.watch(tile).box
        near = among & (xs >= left) & (xs <= right) & (ys >= top) & (ys <= bottom)
        people = np.flatnonzero(near).tolist()
        return [other for other in people if not self._reach.need_one(tile, int(xs[other]), int(ys[other]))]


class _Queue:
    """Work queue of people to re-examine, woken by changes in the people they wait for."""

    def __init__(self) -> None:
        self._new: set[int] = set()
        self._waiters: dict[int, set[int]] = {}

    def look_at(self, people: Iterable[int]) -> None:
        """Queue these people and everyone waiting on them."""
        for person in people:
            self._new.add(person)
            self._new.update(self._waiters.pop(person, ()))

    def wait(self, person: int, *others: int) -> None:
        """Requeue a person only when one of these others changes."""
        for other in others:
            self._waiters.setdefault(other, set()).add(person)

    def taken(self) -> set[int]:
        """Empty the queue and return it."""
        new, self._new = self._new, set()
        return new


def _roused(life: Life, until: int) -> list[int]:
    """People at the lowest tick who have not begun to think."""
    if life.lowest >= until:
        return []
    return [index for index in life.at_lowest() if index not in life.decided and index not in life.thinking]


def _all_of_the_lowest(life: Life) -> list[int]:
    """Everyone at the lowest tick, once all have decided it."""
    if not life.decided:
        return []
    lowest = life.at_lowest()
    return lowest if all(index in life.decided for index in lowest) else []
