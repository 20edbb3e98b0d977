"""The main loop of a town: people wake, sense, think and try; outcomes happen.

One tick: town → senses → Percepts → mind → Question → model → Answer → Intent → resolve → Events → apply → town, and
the keeper is told.

Invariant (rule E4): the schedule decides who thinks when, never what happens. A thought reads one frozen moment (E1);
intents that could conflict are resolved together in order of person id (E2); chance comes from counters (E3). Outside
acts land between two ticks: everyone has decided the first and no one has begun the second (T3).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from milkwood.clock import NEVER
from milkwood.engine.asking import Desk, TickAsker
from milkwood.engine.avatar import Avatar
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import checked
from milkwood.engine.keeper import Keeper, NullKeeper, RestingPerson
from milkwood.engine.ledger import Ledger
from milkwood.engine.pace import LEASH_TICKS
from milkwood.engine.tracks import Ints
from milkwood.engine.turns import Turns
from milkwood.engine.wake_scheduler import WakeScheduler
from milkwood.errors import OurBug
from milkwood.ids import PersonId
from milkwood.mind.port import Decision, Mind
from milkwood.models.port import Model, QuestionId
from milkwood.town.acts import Arrive, Enter, Exit, Move, Pause, Speak, Stand, UserAct
from milkwood.town.events import Departed, Entered, Happening
from milkwood.town.intents import Intent
from milkwood.town.outside import resolve_outside
from milkwood.town.resolve import Rules, resolve
from milkwood.town.senses import ATTENTION_PERCEPTS, UNLIMITED_PERCEPTS, sense
from milkwood.town.town import Town

COMMITS_PER_YIELD = 200
"""Commits in a row before other tasks of the event loop get a turn (rule O1)."""


BEAT_SECONDS = 0.1
"""Minimum time between two looks at the pace clock."""
READY_LOOP_TURNS = 12
"""Event-loop turns that an immediate answer may take, such as the understudy's; each layer around a model takes up to
one. If an answer takes more, people think ahead first: this costs time and does not change the history."""


class Schedule(Protocol):
    """Decides who may think next and whose intents may be resolved; never the outcome."""

    def begin(self, life: "Life") -> None:
        """A life begins, or continues with a changed set of people."""
        ...

    def ready(self, until: int, *, ahead: bool) -> list[int]:
        """People to start now (all of them must start): at the lowest tick, or also ahead of it."""
        ...

    def group(self, *, ahead: bool) -> list[int]:
        """People who have decided the same tick, the lowest or one ahead, and can be resolved together now."""
        ...

    def changed(self, people: Iterable[int]) -> None:
        """The tracks, next ticks or sleep of these people changed."""
        ...


@dataclass(frozen=True, slots=True)
class LifeSettings:
    """Settings of a life, besides its people."""

    rules: Rules
    start: int = 0
    snapshot_every: int = 360
    attention: int = ATTENTION_PERCEPTS
    """Maximum number of people and things in view that a mind perceives at once."""


class Life:
    """One run of a town, from a tick on."""

    def __init__(
        self,
        town: Town,
        minds: Mapping[PersonId, Mind],
        model: Model,
        schedule: Schedule,
        settings: LifeSettings,
        keeper: Keeper | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        self.town = town
        self.minds = dict(minds)
        self.people = sorted(minds)
        self.settings = settings
        self.wake_scheduler = WakeScheduler(town, self.people, settings.rules.view_radius, settings.start)
        self._turns = Turns([settings.start] * len(self.people))
        self.thinking: set[int] = set()
        self.decided: dict[int, Decision] = {}
        self._desk = Desk(model)
        self._ledger = Ledger(keeper or NullKeeper(), town, settings.start, settings.snapshot_every)
        self.inbox = inbox or Inbox()
        self._answers: asyncio.Queue[tuple[int, Decision | BaseException] | None] = asyncio.Queue()
        """Finished thoughts; None for other news."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._schedule = schedule
        self._started = settings.start - 1
        """The highest tick that anyone has begun."""
        self.limit = settings.start
        """The first tick that no one may live for now."""
        self._open = NEVER
        """Ticks from this one on are not settled yet, because outside acts may still land there."""
        self.stopping = False
        schedule.begin(self)

    @classmethod
    def resumed(
        cls,
        town: Town,
        minds: Mapping[PersonId, Mind],
        model: Model,
        schedule: Schedule,
        settings: LifeSettings,
        resting: Mapping[PersonId, RestingPerson],
        keeper: Keeper | None = None,
        inbox: Inbox | None = None,
    ) -> "Life":
        """A life that continues from a snapshot; restores the minds."""
        for person, rest in resting.items():
            minds[person].restore(rest.mind)
        life = cls(town, minds, model, schedule, settings, keeper, inbox)
        for index, person in enumerate(life.people):
            rest = resting[person]
            life.wake_scheduler.wake[index] = rest.wake
            if rest.roused:
                life.wake_scheduler.poke(index, settings.start, rest.felt)
            life._turns.set(index, life.wake_scheduler.next_of(index))
        schedule.begin(life)
        return life

    @property
    def own(self) -> Ints:
        """Everyone's next tick."""
        return self._turns.ticks

    @property
    def lowest(self) -> int:
        """The town's clock: everyone has decided every earlier tick."""
        return self._turns.lowest if self.people else self.settings.start

    def at_lowest(self) -> list[int]:
        """Everyone whose next tick is the lowest, sorted."""
        return self._turns.at_lowest()

    async def live(self, until: int, told: Callable[[], None] = lambda: None) -> None:
        """Live until a tick (not included), as the pace allows; calls `told` from time to time."""
        pace = self.inbox.pace
        if pace is None:
            await self._live(until, told)
        else:
            pace.begin(max(self.lowest, self.inbox.relived), self._nudge)
            try:
                await self._live(until, told)
            finally:
                pace.end(self._nudge)
        self._settle(now=True)
        told()

    async def _live(self, until: int, told: Callable[[], None]) -> None:
        commits = 0
        while not self.stopping:
            self._look_up(until)
            if self._step(self.limit, ahead=False) or self._land():
                commits += 1
                if commits % COMMITS_PER_YIELD == 0:
                    told()
                    await asyncio.sleep(0)
                    self._collect()
            elif not self.thinking and self.limit >= until:
                break
            elif not (self.thinking and (await self._at_once() or self._step(self.limit, ahead=True))):
                if not self.thinking and self.limit > self.inbox.next_touch:
                    raise OurBug(f"What was to land at tick {self.inbox.next_touch} cannot: some have gone past it.")
                self._settle(now=self.inbox.pace is not None)
                told()
                await self._wait(until)

    def _look_up(self, until: int) -> None:
        """Set the limit for now: the target, the pace or the next outside act, whichever is first."""
        self.limit = min(until, self.inbox.next_touch + 1)
        pace = self.inbox.pace
        if pace is not None:
            if pace.reached(min(self.lowest, until) if self.people else until):
                self.inbox.keys.nudge()
            self.limit = min(self.limit, pace.limit)
            # A quiet town has lived past the clock. Leave those ticks unsettled, so that an act can still land now.
            self._open = NEVER if pace.unlimited or self.limit >= until else max(pace.now, self._started)

    def _step(self, until: int, *, ahead: bool) -> bool:
        """Let people think and resolve what can be resolved; returns whether anything happened."""
        while ready := self._schedule.ready(until, ahead=ahead):
            for index in ready:
                self._think(index)
        group = self._schedule.group(ahead=ahead)
        if group:
            self._commit(group)
        return bool(group)

    async def _at_once(self) -> bool:
        """Let immediate answers arrive before anyone thinks ahead."""
        for _ in range(READY_LOOP_TURNS):
            await asyncio.sleep(0)
            if not self._answers.empty():
                self._collect()
                return True
        return False

    async def close(self) -> None:
        """Stop thinking and cancel calls in flight (the tape keeps answers that were paid for)."""
        await asyncio.sleep(0)  # an unstarted task must start before it can be cancelled cleanly
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._desk.close()

    # --- thinking

    def _think(self, index: int) -> None:
        person, tick = self.people[index], self._turns.of(index)
        self._started = max(self._started, tick)
        self._ledger.about_to_live(person, tick, partial(self._rest, index))
        mind = self.minds[person]
        moment = sense(
            self.town,
            person,
            tick,
            others=[self.people[other] for other in self.wake_scheduler.views.seen(index, tick)],
            felt=self.wake_scheduler.felt(index, tick),
            view_radius=self.settings.rules.view_radius,
            attention=UNLIMITED_PERCEPTS
            if isinstance(mind, Avatar)
            else self.settings.attention,  # a user sees the screen
        )
        thought = mind.live(moment, TickAsker(self._desk, person, tick))
        if isinstance(thought, Decision):
            self.decided[index] = thought
        else:
            self.thinking.add(index)
            self._tasks[index] = asyncio.ensure_future(self._finish(index, thought))

    async def _finish(self, index: int, thought: Awaitable[Decision]) -> None:
        try:
            self._answers.put_nowait((index, await thought))
        except Exception as error:  # re-raised to the caller of `live`
            self._answers.put_nowait((index, error))

    async def _wait(self, until: int) -> None:
        alarm = self._alarm(until)
        try:
            news = await self._answers.get()
        finally:
            if alarm is not None:
                alarm.cancel()
        if news is not None:
            self._take(*news)
        self._collect()

    def _alarm(self, until: int) -> asyncio.TimerHandle | None:
        """A timer for when the pace lets a person continue, and for each tick the clock passes."""
        pace = self.inbox.pace
        if pace is None or self.limit >= min(until, self.inbox.next_touch + 1):
            return None  # the pace does not hold them
        held = self.own[self.own >= self.limit]
        due = min(int(held.min()) if len(held) else until, self.inbox.next_touch, until - 1)
        beat = pace.seconds_until(pace.now + 1)
        waits = [pace.seconds_until(due - LEASH_TICKS), None if beat is None else max(beat, BEAT_SECONDS)]
        seconds = min((each for each in waits if each is not None), default=None)
        return None if seconds is None else asyncio.get_running_loop().call_later(seconds, self._nudge)

    def _nudge(self) -> None:
        """Wake the loop for news other than a thought."""
        self.inbox.keys.nudge()
        self._answers.put_nowait(None)

    def _collect(self) -> None:
        while not self._answers.empty():
            news = self._answers.get_nowait()
            if news is not None:
                self._take(*news)

    def _take(self, index: int, outcome: Decision | BaseException) -> None:
        self.thinking.discard(index)
        self._tasks.pop(index, None)
        if isinstance(outcome, BaseException):
            raise outcome
        self.decided[index] = outcome

    def waiting_for(self) -> list[tuple[QuestionId, float]]:
        """The answers that people wait for, each with its start time on the loop's clock."""
        return list(self._desk.waiting.items())

    # --- outcomes

    def _commit(self, group: list[int]) -> None:
        tick = self._turns.of(group[0])
        decisions = {index: self.decided.pop(index) for index in group}
        intents: dict[PersonId, Intent] = {self.people[index]: decisions[index].intent for index in group}
        happenings = resolve(self.town, tick, intents, self.settings.rules, partial(self._in_view, tick))
        self.happen(happenings, {index: decision.wake for index, decision in decisions.items()}, tick)
        for index, decision in decisions.items():
            self._ledger.remember(tick, self.people[index], decision.memories)
            if decision.reason is not None:
                self._ledger.explain(tick, self.people[index], decision.reason)
        self._let_go(group)
        self._settle()

    def _in_view(self, tick: int, person: PersonId) -> list[PersonId]:
        views, number = self.wake_scheduler.views, self.wake_scheduler.tracks.number
        return [self.people[other] for other in views.seen(number[person], tick)]

    def happen(self, happenings: list[Happening], wakes: Mapping[int, int], tick: int) -> None:
        """Apply the outcome of these people's decisions at a tick."""
        self.town.fold(happenings)
        self._ledger.add(happenings)
        touched = self.wake_scheduler.committed(tick, wakes, happenings)
        for index in touched:
            if index not in self.thinking and index not in self.decided:
                self._turns.set(index, self.wake_scheduler.next_of(index))
        self._schedule.changed(touched)

    # --- outside acts

    def give(self, act: UserAct) -> int:
        """Take an outside act: writes it to disk and returns the tick at which it takes effect."""
        people = self.inbox.people(self.people)
        if isinstance(act, Arrive | Enter):
            people |= self.inbox.expected
        act = checked(act, self.town.map, people, self._avatars())
        pace = self.inbox.pace
        match act:
            case Move(person) | Stand(person) | Speak(person):
                tick = self.inbox.keys.next_tick(person, self._own_of(person))
            case _:
                now = 0 if pace is None or pace.unlimited else pace.now
                tick = max(self._started, self._ledger.told, self.inbox.first, self.inbox.last_touch, now)
        if isinstance(act, Arrive | Enter):
            tick = max(tick, self.inbox.last_touch + 1)  # after any pending act on the same id
        self.inbox.write(tick, act)
        if isinstance(act, Pause) and pace is not None:
            pace.hold() if act.held else pace.go_on()
        self._nudge()
        return tick

    def _avatars(self) -> set[PersonId]:
        """People controlled by keys, present or about to enter."""
        here = {person for person, mind in self.minds.items() if isinstance(mind, Avatar)}
        return here | self.inbox.avatars()

    def _own_of(self, person: PersonId) -> int:
        """A person's first undecided tick, or the tick after arrival if they are not here yet."""
        if person not in self.minds:
            return self.inbox.comes(person) + 1
        index = self.people.index(person)
        return self._turns.of(index) + (index in self.decided)

    def _land(self) -> bool:
        """Apply the outside acts due at a tick that everyone has decided, before anyone begins the next."""
        tick = self.inbox.next_touch
        if tick >= self.limit or self.thinking or self.decided or (self.people and self.lowest <= tick):
            return False
        self._settle()
        told, happenings = self._ledger.counts(tick), list[Happening]()
        for touch in self.inbox.due():
            came = resolve_outside(self.town, tick, touch, told)
            self.town.fold(came)
            if came and isinstance(touch, Arrive | Enter):
                self.minds[touch.person], memories = self.inbox.mind_for(touch, tick)
                self._ledger.remember(tick, touch.person, tuple(memories))
            happenings += came
        self._ledger.add(happenings)
        if any(isinstance(each.event, Entered | Departed) for each in happenings):
            self._regroup(tick + 1)
        for index in self.wake_scheduler.touched(tick, happenings):
            self._turns.set(index, self.wake_scheduler.next_of(index))
        # Earlier certainty may be void: a person may wake, or be gone.
        self._schedule.begin(self)
        return True

    def _regroup(self, tick: int) -> None:
        """Continue with the people in town at a tick that no one has begun, as if resumed there."""
        before = {person: index for index, person in enumerate(self.people)}
        old = self.wake_scheduler
        self.people = self.town.people(tick)
        self.minds = {person: self.minds[person] for person in self.people}
        self.wake_scheduler = WakeScheduler(self.town, self.people, self.settings.rules.view_radius, tick)
        own = []
        for index, person in enumerate(self.people):
            if person in before:
                self.wake_scheduler.wake[index] = old.wake[before[person]]
                if self.own[before[person]] == tick:
                    self.wake_scheduler.poke(index, tick, old.felt(before[person], tick))
            own.append(self.wake_scheduler.next_of(index))
        self._turns = Turns(own)

    def _let_go(self, group: list[int]) -> None:
        for index in group:
            person, mind = self.people[index], self.minds[self.people[index]]
            if isinstance(mind, Avatar) and mind.tired and not self.inbox.is_leaving(person):
                self.give(Exit(person))

    # --- settling

    def _settle(self, *, now: bool = False) -> None:
        lowest = min(self.limit, self.inbox.next_touch, self._open)
        if self.people:
            lowest = min(lowest, self.lowest)
        resting: dict[PersonId, Callable[[int], RestingPerson]] = {}
        if lowest >= self._ledger.next_snapshot:
            resting = {person: partial(self._rest, index) for index, person in enumerate(self.people)}
        self._ledger.settle(lowest, resting, now=now)

    def _rest(self, index: int, due: int) -> RestingPerson:
        person, own = self.people[index], self._turns.of(index)
        roused = own == due
        felt = tuple(self.wake_scheduler.felt(index, due)) if roused else ()
        return RestingPerson(self.minds[person].keep(), int(self.wake_scheduler.wake[index]), roused, felt)
