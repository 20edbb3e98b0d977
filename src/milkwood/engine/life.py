"""The life of a town: people are roused, sense, think, try; what comes of it happens; and so on.

Knows no storage, no vendor, no screen. One tick, as the design walks it: town → senses → Percepts → mind → Question →
model → Answer → Intent → resolve → Events → apply → town, and the keeper is told.

Invariant (rule E4): who thinks when is up to the schedule; what happens is not. A thought reads one frozen moment
(E1), intents that could conflict are resolved together in the order of person id (E2), chance comes from counters (E3).
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from milkwood.engine.asking import Desk, TickAsker
from milkwood.engine.keeper import Forgetful, Keeper, Resting
from milkwood.engine.ledger import Ledger
from milkwood.engine.rousing import Rousing
from milkwood.engine.tracks import Ints
from milkwood.ids import PersonId
from milkwood.mind.port import Decision, Mind
from milkwood.models.port import Model
from milkwood.town.events import Happening
from milkwood.town.intents import Intent
from milkwood.town.resolve import Rules, resolve
from milkwood.town.senses import sense
from milkwood.town.sight import who_is_seen
from milkwood.town.town import Town

BREATH = 200
"""After so many commits without waiting, let others on the event loop have a turn (rule O1)."""


SOON = 12
"""How many turns of the event loop an answer that needs no waiting takes at most."""


class Schedule(Protocol):
    """Who may think next, and whose intents may be resolved; never what comes of it."""

    def begin(self, life: "Life") -> None:
        """A life begins, or goes on with other people in it."""
        ...

    def ready(self, until: int, *, ahead: bool) -> list[int]:
        """Whom to let think now (every one of them must start): of the lowest tick, or also ahead of it."""
        ...

    def group(self, *, ahead: bool) -> list[int]:
        """People who have decided the same tick, the lowest or one ahead, and can be resolved together now."""
        ...

    def changed(self, people: Iterable[int]) -> None:
        """These people's tracks, next ticks or sleep are new."""
        ...


@dataclass(frozen=True, slots=True)
class Settings:
    """What a life needs to know besides its people."""

    rules: Rules
    start: int = 0
    snapshot_every: int = 360


class Life:
    """One run of a town, from a tick on."""

    def __init__(
        self,
        town: Town,
        minds: Mapping[PersonId, Mind],
        model: Model,
        schedule: Schedule,
        settings: Settings,
        keeper: Keeper | None = None,
    ) -> None:
        self.town = town
        self.minds = dict(minds)
        self.people = sorted(minds)
        self.settings = settings
        self.rousing = Rousing(town, self.people, settings.rules.view_radius, settings.start)
        self.own: Ints = np.full(len(self.people), settings.start, np.int64)
        self.thinking: set[int] = set()
        self.decided: dict[int, Decision] = {}
        self._desk = Desk(model)
        self._ledger = Ledger(keeper or Forgetful(), town, settings.start, settings.snapshot_every)
        self._answers: asyncio.Queue[tuple[int, Decision | BaseException]] = asyncio.Queue()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._schedule = schedule
        self._positions: tuple[int, Ints, Ints] = (-1, self.own, self.own)
        self.stopping = False
        schedule.begin(self)

    @classmethod
    def resumed(
        cls,
        town: Town,
        minds: Mapping[PersonId, Mind],
        model: Model,
        schedule: Schedule,
        settings: Settings,
        resting: Mapping[PersonId, Resting],
        keeper: Keeper | None = None,
    ) -> "Life":
        """A life that goes on from a snapshot; the minds take over what they were."""
        for person, rest in resting.items():
            minds[person].restore(rest.mind)
        life = cls(town, minds, model, schedule, settings, keeper)
        for index, person in enumerate(life.people):
            rest = resting[person]
            life.rousing.wake[index] = rest.wake
            if rest.roused:
                life.rousing.poke(index, settings.start, rest.felt)
            life.own[index] = life.rousing.next_of(index)
        schedule.begin(life)
        return life

    @property
    def lowest(self) -> int:
        """The town's clock: everybody has decided every tick before this one."""
        return int(self.own.min()) if len(self.own) else self.settings.start

    async def live(self, until: int, told: Callable[[], None] = lambda: None) -> None:
        """Let the town live until a tick (not included); `told` is called now and then."""
        commits = 0
        while not self.stopping:
            if self._step(until, ahead=False):
                commits += 1
                if commits % BREATH == 0:
                    told()
                    await asyncio.sleep(0)
                    self._collect()
            elif not self.thinking:
                break
            elif not await self._at_once() and not self._step(until, ahead=True):
                told()
                await self._wait()
        self._settle(min(self.lowest, until), now=True)
        told()

    def _step(self, until: int, *, ahead: bool) -> bool:
        """Let people think, and resolve what can be resolved; whether anything happened."""
        while ready := self._schedule.ready(until, ahead=ahead):
            for index in ready:
                self._think(index)
        group = self._schedule.group(ahead=ahead)
        if group:
            self._commit(group)
        return bool(group)

    async def _at_once(self) -> bool:
        """Give answers that take no time the chance to come in, before anybody looks ahead."""
        for _ in range(SOON):
            await asyncio.sleep(0)
            if not self._answers.empty():
                self._collect()
                return True
        return False

    async def close(self) -> None:
        """Stop thinking; what is in flight is given up (answers already paid for are the tape's care)."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._desk.close()

    # --- thinking

    def _think(self, index: int) -> None:
        person, tick = self.people[index], int(self.own[index])
        self._ledger.about_to_live(person, tick, partial(self._rest, index))
        xs, ys = self._all_at(tick)
        seen = who_is_seen(self.town.map, int(xs[index]), int(ys[index]), xs, ys, self.settings.rules.view_radius)
        moment = sense(
            self.town,
            person,
            tick,
            others=[self.people[other] for other in np.flatnonzero(seen).tolist()],
            felt=self.rousing.felt(index, tick),
            view_radius=self.settings.rules.view_radius,
        )
        thought = self.minds[person].live(moment, TickAsker(self._desk, person, tick))
        if isinstance(thought, Decision):
            self.decided[index] = thought
        else:
            self.thinking.add(index)
            self._tasks[index] = asyncio.ensure_future(self._finish(index, _as_coroutine(thought)))

    async def _finish(self, index: int, thought: Coroutine[Any, Any, Decision]) -> None:
        try:
            self._answers.put_nowait((index, await thought))
        except Exception as error:  # handed to whoever awaits `live`, who can act on it
            self._answers.put_nowait((index, error))

    async def _wait(self) -> None:
        self._take(*await self._answers.get())
        self._collect()

    def _collect(self) -> None:
        while not self._answers.empty():
            self._take(*self._answers.get_nowait())

    def _take(self, index: int, outcome: Decision | BaseException) -> None:
        self.thinking.discard(index)
        self._tasks.pop(index, None)
        if isinstance(outcome, BaseException):
            raise outcome
        self.decided[index] = outcome

    # --- what comes of it

    def _commit(self, group: list[int]) -> None:
        tick = int(self.own[group[0]])
        decisions = {index: self.decided.pop(index) for index in group}
        intents: dict[PersonId, Intent] = {self.people[index]: decisions[index].intent for index in group}
        happenings = resolve(self.town, tick, intents, self.settings.rules)
        self.happen(happenings, {index: decision.wake for index, decision in decisions.items()}, tick)
        for index, decision in decisions.items():
            self._ledger.remember(tick, self.people[index], decision.memories)
            if decision.reason is not None:
                self._ledger.explain(tick, self.people[index], decision.reason)
        self._settle(self.lowest)

    def happen(self, happenings: list[Happening], wakes: Mapping[int, int], tick: int) -> None:
        """Let this have happened at a tick, as the outcome of these people's decisions."""
        self.town.fold(happenings)
        self._ledger.add(happenings)
        touched = self.rousing.committed(tick, wakes, happenings)
        self._positions = (-1, self.own, self.own)
        for index in touched:
            if index not in self.thinking and index not in self.decided:
                self.own[index] = self.rousing.next_of(index)
        self._schedule.changed(touched)

    def _all_at(self, tick: int) -> tuple[Ints, Ints]:
        """Where all are at a tick; kept while nothing changes, since those who think together ask together."""
        if self._positions[0] != tick:
            self._positions = (tick, *self.rousing.tracks.all_at(tick))
        return self._positions[1], self._positions[2]

    def _settle(self, lowest: int, *, now: bool = False) -> None:
        resting: dict[PersonId, Callable[[int], Resting]] = {}
        if lowest >= self._ledger.next_snapshot:
            resting = {person: partial(self._rest, index) for index, person in enumerate(self.people)}
        self._ledger.settle(lowest, resting, now=now)

    def _rest(self, index: int, due: int) -> Resting:
        person, own = self.people[index], int(self.own[index])
        roused = own == due
        felt = tuple(self.rousing.felt(index, due)) if roused else ()
        return Resting(self.minds[person].keep(), int(self.rousing.wake[index]), roused, felt)


async def _as_coroutine(thought: Any) -> Decision:
    decision: Decision = await thought
    return decision
