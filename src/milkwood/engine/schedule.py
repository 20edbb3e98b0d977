"""Three ways to order the thinking of a town: one at a time, tick by tick together, or out of order.

Knows the life it schedules, no minds. Invariant (rule E4): all of them give the same history; they differ in how long
it takes. Out of order lets people think as far ahead as causality allows (see `horizon`); whenever nothing is being
thought, it is the lowest tick's turn, as in lockstep.
"""

from collections.abc import Iterable

import numpy as np

from milkwood.engine.horizon import Horizon
from milkwood.engine.life import Life
from milkwood.engine.reach import Reach


class _Together:
    """What serial and lockstep share: nobody leaves a tick before all have decided it."""

    _life: Life

    def begin(self, life: Life) -> None:
        """A life begins."""
        self._life = life

    def changed(self, people: Iterable[int]) -> None:
        """Nothing to do: the lowest tick is looked up when needed."""

    def _roused(self, until: int) -> list[int]:
        lowest = self._life.lowest
        if lowest >= until:
            return []
        waiting = np.flatnonzero(self._life.own == lowest).tolist()
        return [index for index in waiting if index not in self._life.decided and index not in self._life.thinking]

    def group(self) -> list[int]:
        """Everybody of the lowest tick, once they have all decided."""
        life = self._life
        if life.thinking or not life.decided or len(life.decided) < int((life.own == life.lowest).sum()):
            return []
        return sorted(life.decided)


class Lockstep(_Together):
    """All of a tick think at the same time, then a barrier."""

    def ready(self, until: int) -> list[int]:
        """Everybody roused at the lowest tick."""
        return self._roused(until)


class Serial(_Together):
    """One thought at a time."""

    def ready(self, until: int) -> list[int]:
        """The next of those roused at the lowest tick, when nobody thinks."""
        return [] if self._life.thinking else self._roused(until)[:1]


class OutOfOrder:
    """Everybody whose perceptions are certain may think."""

    def __init__(self, *, rooms: bool = True) -> None:
        self._rooms = rooms
        self._reach: Reach | None = None

    def begin(self, life: Life) -> None:
        """A life begins, or goes on with other people in it."""
        self._life = life
        radius = life.settings.rules.view_radius
        self._reach = self._reach or Reach(life.town.map, radius, rooms=self._rooms)
        self._horizon = Horizon(life.rousing.tracks, self._reach)
        self._stale: set[int] = set(range(len(life.people)))
        self._held: dict[int, int] = {}

    def changed(self, people: Iterable[int]) -> None:
        """These people's tracks, next ticks or sleep are new."""
        self._stale.update(people)

    def ready(self, until: int) -> list[int]:
        """The lowest tick when nothing is in flight; otherwise also whoever can be certain of what they perceive."""
        life = self._life
        if not life.thinking:
            lowest = life.lowest
            at_lowest = np.flatnonzero(life.own == lowest).tolist() if lowest < until else []
            return [index for index in at_lowest if index not in life.decided]
        released = self._refresh()
        waiting = [
            index
            for index in np.flatnonzero(life.own < until).tolist()
            if index not in life.thinking and index not in life.decided
        ]
        ready = [index for index in waiting if self._may_think(index, released)]
        return sorted(ready, key=lambda index: (int(life.own[index]), index))

    def _refresh(self) -> set[int]:
        """Bring the horizon up to date; returns whose certainty changed."""
        if not self._stale:
            return set()
        life, horizon = self._life, self._horizon
        horizon.own[:] = life.own
        horizon.floor[:] = life.rousing.lived + 1
        horizon.deaf[:] = life.rousing.asleep
        stale, self._stale = self._stale, set()
        return stale | set(horizon.update(stale))

    def _may_think(self, index: int, released: set[int]) -> bool:
        holder = self._held.get(index)
        if holder is not None and holder not in released and index not in released:
            return False
        doubt, whom = self._horizon.doubt(index)
        if doubt > self._life.own[index]:
            self._held.pop(index, None)
            return True
        self._held[index] = whom
        return False

    def group(self) -> list[int]:
        """Those who have decided a tick and whose outcome nobody undecided can change."""
        life = self._life
        if not life.decided:
            return []
        lowest = life.lowest
        if not life.thinking:
            at_lowest = np.flatnonzero(life.own == lowest).tolist()
            return sorted(at_lowest) if all(index in life.decided for index in at_lowest) else []
        self._refresh_for_groups()
        for index in sorted(life.decided, key=lambda each: (int(life.own[each]), each)):
            group = self._group_of(index)
            if group:
                return group
        return []

    def _refresh_for_groups(self) -> None:
        released = self._refresh()
        for index, holder in list(self._held.items()):
            if holder in released or index in released:
                del self._held[index]

    def _group_of(self, first: int) -> list[int]:
        """All who must be resolved together with somebody; empty while one of them is undecided."""
        life, horizon = self._life, self._horizon
        tick = int(life.own[first])
        if horizon.company(first)[0] <= tick:
            return []
        xs, ys = life.rousing.tracks.all_at(tick)
        group, queue = {first}, [first]
        assert self._reach is not None
        while queue:
            one = queue.pop()
            near = self._reach.need(life.rousing.tracks.tile(one, tick), xs, ys) == 0
            near &= (horizon.certain <= tick + 1) & ~(horizon.deaf & (life.own > tick))
            for other in np.flatnonzero(near).tolist():
                if other in group:
                    continue
                undecided = int(life.own[other]) <= tick and other not in life.decided
                if undecided or horizon.company(other)[0] <= tick:
                    return []
                group.add(other)
                queue.append(other)
        return sorted(index for index in group if index in life.decided and int(life.own[index]) == tick)
