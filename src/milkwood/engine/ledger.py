"""What has happened but is not yet settled: told to the keeper tick by tick as the lowest tick passes.

Knows no storage and no schedule. Invariant: the keeper hears each happening once, in canonical order, and never one
that somebody behind could still come before; a snapshot holds every mind as it was at one and the same tick.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from milkwood.engine.keeper import Keeper, Reason, Remembered, RestingPerson
from milkwood.ids import PersonId
from milkwood.mind.port import Memory
from milkwood.models.port import Content
from milkwood.town.events import Happening
from milkwood.town.town import Town

PATIENCE = 256
"""How many happenings there must be anew before the keeper is told, so that it writes in strokes and not in dots."""
FORGET_EVERY = 60
"""After how many ticks the town lets go of its past; to look through all of it costs more than to keep it a while."""


class Ledger:
    """The unsettled end of a run's history."""

    def __init__(self, keeper: Keeper, town: Town, start: int, snapshot_every: int) -> None:
        self._keeper = keeper
        self._town = town
        self._every = snapshot_every
        self._happenings: list[Happening] = []
        self._new = 0
        """How many of them have come since the keeper was told."""
        self._forgotten = start
        self._memories: list[tuple[int, PersonId, int, Memory]] = []
        self._reasons: list[Reason] = []
        self._told = start
        self.next_snapshot = start
        self._resting: dict[int, dict[PersonId, RestingPerson]] = {}

    @property
    def told(self) -> int:
        """The keeper knows of every tick before this one."""
        return self._told

    def counts(self, tick: int) -> dict[PersonId, int]:
        """How many happenings of a tick that is not told yet there are of each person."""
        return dict(Counter(each.person for each in self._happenings if each.tick == tick))

    def add(self, happenings: list[Happening]) -> None:
        """This has happened."""
        self._happenings += happenings
        self._new += len(happenings)

    def remember(self, tick: int, person: PersonId, memories: tuple[Memory, ...]) -> None:
        """Somebody remembers this from now on."""
        self._memories += [(tick, person, place, memory) for place, memory in enumerate(memories)]

    def explain(self, tick: int, person: PersonId, reason: Content) -> None:
        """This is why somebody did what they did."""
        self._reasons.append((tick, person, reason))

    def about_to_live(self, person: PersonId, tick: int, resting: Callable[[int], RestingPerson]) -> None:
        """Somebody goes on to think at a tick: their mind is put down first for each snapshot up to it."""
        due = self.next_snapshot
        while due <= tick:
            if person not in self._resting.setdefault(due, {}):
                self._resting[due][person] = resting(due)
            due += self._every

    def settle(
        self, lowest: int, resting: Mapping[PersonId, Callable[[int], RestingPerson]], *, now: bool = False
    ) -> None:
        """Everybody has decided all ticks before the lowest: tell the keeper, if it is worth it or wanted now."""
        while self.next_snapshot <= lowest:
            self._tell(self.next_snapshot)
            self._snapshot(self.next_snapshot, resting)
            self.next_snapshot += self._every
        if now or self._new > PATIENCE:
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
        if up_to - self._forgotten >= FORGET_EVERY:
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
