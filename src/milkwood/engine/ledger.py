"""Unsettled history: handed to the keeper tick by tick as the lowest tick advances.

Invariant: the keeper gets each happening once, in canonical order, and never one that a person behind could still
precede; a snapshot holds every mind at one and the same tick.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from milkwood.engine.keeper import Keeper, Reason, Remembered, RestingPerson
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.models.port import Content
from milkwood.town.events import Happening
from milkwood.town.town import Town

BATCH_HAPPENINGS = 256
"""Happenings to collect before the keeper writes, so that it writes in batches."""
FORGET_EVERY_TICKS = 60
"""How often the town drops its past; scanning all of it costs more than keeping it for a while."""


class Ledger:
    """The unsettled end of a run's history."""

    def __init__(self, keeper: Keeper, town: Town, start: int, snapshot_every: int) -> None:
        self._keeper = keeper
        self._town = town
        self._every = snapshot_every
        self._happenings: list[Happening] = []
        self._new = 0
        """Happenings added since the keeper last wrote."""
        self._forgotten = start
        self._memories: list[tuple[int, PersonId, int, Memory]] = []
        self._reasons: list[Reason] = []
        self._told = start
        self.next_snapshot = start
        self._resting: dict[int, dict[PersonId, RestingPerson]] = {}

    @property
    def told(self) -> int:
        """The keeper has every tick before this one."""
        return self._told

    def counts(self, tick: int) -> dict[PersonId, int]:
        """Number of unrecorded happenings of a tick, by person."""
        return dict(Counter(each.person for each in self._happenings if each.tick == tick))

    def add(self, happenings: list[Happening]) -> None:
        """Add happenings."""
        self._happenings += happenings
        self._new += len(happenings)

    def remember(self, tick: int, person: PersonId, memories: tuple[Memory, ...]) -> None:
        """Add memories of a person."""
        self._memories += [(tick, person, place, memory) for place, memory in enumerate(memories)]

    def explain(self, tick: int, person: PersonId, reason: Content) -> None:
        """Add the reason for a person's action."""
        self._reasons.append((tick, person, reason))

    def about_to_live(self, person: PersonId, tick: int, resting: Callable[[int], RestingPerson]) -> None:
        """Before a person thinks at `tick`, save their mind for every snapshot due up to it."""
        due = self.next_snapshot
        while due <= tick:
            if person not in self._resting.setdefault(due, {}):
                self._resting[due][person] = resting(due)
            due += self._every

    def settle(
        self, lowest: int, resting: Mapping[PersonId, Callable[[int], RestingPerson]], *, now: bool = False
    ) -> None:
        """Everyone has decided all ticks before the lowest: tell the keeper, if there is enough or `now` is set."""
        while self.next_snapshot <= lowest:
            self._tell(self.next_snapshot)
            self._snapshot(self.next_snapshot, resting)
            self.next_snapshot += self._every
        if now or self._new > BATCH_HAPPENINGS:
            self._tell(lowest)

    def _tell(self, up_to: int) -> None:
        if up_to <= self._told:
            return
        self._new = 0
        settled = sorted((each for each in self._happenings if each.tick < up_to), key=lambda each: each.order)
        memories = sorted((each for each in self._memories if each[0] < up_to), key=lambda each: each[:3])
        self._happenings = [each for each in self._happenings if each.tick >= up_to]
        self._memories = [each for each in self._memories if each[0] >= up_to]
        told: list[Remembered] = [(tick, person, memory) for tick, person, _, memory in memories]
        if self._reasons:
            self._keeper.keep_reasons([each for each in self._reasons if each[0] < up_to])
            self._reasons = [each for each in self._reasons if each[0] >= up_to]
        self._keeper.record(up_to, settled, told)
        self._told = up_to
        if up_to - self._forgotten >= FORGET_EVERY_TICKS:
            self._forgotten = up_to
            self._town.forget_before(up_to - 1)

    def _snapshot(self, tick: int, resting: Mapping[PersonId, Callable[[int], RestingPerson]]) -> None:
        known = self._resting.pop(tick, {})
        for person, rest in resting.items():
            if person not in known:
                known[person] = rest(tick)
        minds = {person: known[person].keep() for person in sorted(resting)}
        wakes = {person: known[person].wake for person in sorted(resting)}
        self._keeper.keep_snapshot(tick, self._town.scene(tick), minds, wakes)
