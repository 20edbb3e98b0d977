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

    def group(self, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """Everybody of the lowest tick, once they have all decided."""
        return _all_of_the_lowest(self._life)


class Lockstep(_Together):
    """All of a tick think at the same time, then a barrier."""

    def ready(self, until: int, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """Everybody roused at the lowest tick."""
        return _roused(self._life, until)


class Serial(_Together):
    """One thought at a time."""

    def ready(self, until: int, *, ahead: bool) -> list[int]:  # noqa: ARG002
        """The next of those roused at the lowest tick, when nobody thinks."""
        return [] if self._life.thinking else _roused(self._life, until)[:1]


class OutOfOrder:
    """Everybody whose perceptions are certain may think."""

    def __init__(self, *, on_foot: bool = True) -> None:
        self._on_foot = on_foot
        self._reach: Reach | None = None

    def begin(self, life: Life) -> None:
        """A life begins, or goes on with other people in it."""
        self._life = life
        radius = life.settings.rules.view_radius
        self._reach = self._reach or Reach(life.town.map, radius, on_foot=self._on_foot)
        self._horizon = Horizon(life.rousing.tracks, self._reach)
        self._stale: set[int] = set(range(len(life.people)))
        self._held: dict[int, int] = {}
        """Who may not think yet, and whose certainty they wait for."""
        self._waits: dict[int, int] = {}
        """Who has decided and may not be resolved yet, and whom they wait for."""
        self._new_to_thinkers: set[int] = set()
        self._new_to_groups: set[int] = set()
        self._known_decided: set[int] = set()

    def changed(self, people: Iterable[int]) -> None:
        """These people's tracks, next ticks or sleep are new."""
        self._stale.update(people)

    def ready(self, until: int, *, ahead: bool) -> list[int]:
        """Of the lowest tick everybody; ahead of it whoever can be certain of what they perceive, lowest first."""
        life = self._life
        if not ahead:
            return _roused(life, until)
        self._refresh()
        released, self._new_to_thinkers = self._new_to_thinkers, set()
        waiting = [
            index
            for index in np.flatnonzero(life.own < until).tolist()
            if index not in life.thinking and index not in life.decided
        ]
        ready = [index for index in waiting if self._may_think(index, released)]
        return sorted(ready, key=lambda index: (int(life.own[index]), index))

    def _refresh(self) -> None:
        """Bring the horizon up to date, and note whose certainty changed."""
        if not self._stale:
            return
        life, horizon = self._life, self._horizon
        horizon.own[:] = life.own
        horizon.floor[:] = life.rousing.lived + 1
        horizon.deaf[:] = life.rousing.asleep
        stale, self._stale = self._stale, set()
        for index in stale:
            horizon.promise(index, life.rousing.promises.get(index))
        changed = stale | set(horizon.update(stale))
        self._new_to_thinkers |= changed
        self._new_to_groups |= changed

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

    def group(self, *, ahead: bool) -> list[int]:
        """Those who have decided a tick and whose outcome nobody undecided can change."""
        life = self._life
        if not ahead or not life.decided:
            return _all_of_the_lowest(life)
        self._refresh()
        news = self._new_to_groups | (life.decided.keys() - self._known_decided)
        self._new_to_groups, self._known_decided = set(), set(life.decided)
        for index in sorted(life.decided, key=lambda each: (int(life.own[each]), each)):
            if index in self._waits and index not in news and self._waits[index] not in news:
                continue
            group = self._group_of(index)
            if group:
                self._new_to_groups = news  # the others have not been looked at with these in mind
                return group
        return []

    def _group_of(self, first: int) -> list[int]:
        """All who must be resolved together with somebody; empty while one of them is undecided."""
        life, horizon = self._life, self._horizon
        tick = int(life.own[first])
        self._waits.pop(first, None)
        doubt, whom = horizon.company(first)
        if doubt <= tick:
            self._waits[first] = whom
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
                if int(life.own[other]) <= tick and other not in life.decided:
                    self._waits[first] = other
                    return []
                doubt, whom = horizon.company(other)
                if doubt <= tick:
                    self._waits[first] = whom
                    return []
                group.add(other)
                queue.append(other)
        return sorted(index for index in group if index in life.decided and int(life.own[index]) == tick)


def _roused(life: Life, until: int) -> list[int]:
    """Who is to think at the lowest tick and has not begun."""
    lowest = life.lowest
    if lowest >= until:
        return []
    waiting = np.flatnonzero(life.own == lowest).tolist()
    return [index for index in waiting if index not in life.decided and index not in life.thinking]


def _all_of_the_lowest(life: Life) -> list[int]:
    """Everybody of the lowest tick, once they have all decided it."""
    if not life.decided:
        return []
    lowest: list[int] = np.flatnonzero(life.own == life.lowest).tolist()
    return lowest if all(index in life.decided for index in lowest) else []
