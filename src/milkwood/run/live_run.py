"""A live run: engine, minds, models and chronicle of one run, from start or last snapshot until it stops.

Invariant: when `live` returns, everything that is settled is on disk.
"""

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from milkwood.chronicle import Chronicle
from milkwood.chronicle.file import take_back
from milkwood.chronicle.glimpse import Glimpse
from milkwood.chronicle.interview_ledger import InterviewLedger
from milkwood.engine.avatar import Avatar
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import act_of
from milkwood.engine.keeper import RestingPerson
from milkwood.engine.keys import Keys
from milkwood.engine.life import Life, LifeSettings, Schedule
from milkwood.engine.pace import Pace
from milkwood.engine.stillness import stillness
from milkwood.errors import MilkwoodError, PurseError
from milkwood.i18n import t
from milkwood.ids import PersonId
from milkwood.mind.port import Memory, Mind
from milkwood.mind.townsperson import Townsperson
from milkwood.models.budget import CallLedger
from milkwood.models.limiter import Limited, Limiter
from milkwood.models.tape import Recorded
from milkwood.questions.routing import Router, Unpaid
from milkwood.run.characters import everybody_in_bed
from milkwood.run.mind_config import RULE, MindConfig
from milkwood.run.minds import minds_of, seed_memories
from milkwood.run.model_config import ModelConfig
from milkwood.run.model_stack import ModelStack, build_stack
from milkwood.run.options import SCHEDULES, RunOptions
from milkwood.run.stillness import sentence
from milkwood.run.tally import Tally
from milkwood.run.trial import Saying
from milkwood.run.use import RunUse
from milkwood.run.visits import visits
from milkwood.town.acts import Arrive, Enter, UserAct
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import Pack
from milkwood.towns.newcomer import newcomer
from milkwood.words import ENGLISH, Language

STOP_TIMEOUT_SECONDS = 5.0
"""How long a run that is stopped waits for model calls under way."""
HALT_TIMEOUT_SECONDS = 60.0
"""The same for a run that stops by itself at a cap or a limit."""


class LiveRun:
    """A run in execution: its life, the models that answer and the chronicle that records."""

    def __init__(self, pack: Pack, chronicle: Chronicle | Glimpse, options: RunOptions) -> None:
        self.pack = pack
        self.chronicle = chronicle
        self.tally = Tally(chronicle)
        self._minds = minds_of(pack, chronicle)
        self._models = options.models
        self.stack: ModelStack | None = None
        """The language models, once they are connected."""
        self.halted: MilkwoodError | None = None
        """Why it stopped by itself at a cap or a limit; None if it did not."""
        self.use: RunUse | None = None
        """What its models use, against the estimate; None without models of its own."""
        self.router = self.default_model if options.model is None else Router.to(options.model)
        self.limiter = Limiter(options.at_once)
        self.tape = Recorded(Limited(self.router, self.limiter), self.tally)
        self.life = self._restore(SCHEDULES[options.schedule](), options.pace)
        if self.stack is not None:
            self.use = use = RunUse(chronicle, self.stack)
            self.tally.told = lambda: use.reached(self.life.lowest)
        self._stopped = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.made: Path | None = None
        """The file, if it was made for this life."""
        self._unused = False
        """It never began, and cost nothing."""

    def _restore(self, schedule: Schedule, pace: Pace | None) -> Life:
        """The life from the latest snapshot on; settled ticks since then are replayed from recorded answers."""
        header, chronicle, town_map = self.chronicle.header, self.chronicle, self.pack.town_map
        snapshot = chronicle.snapshot_before(chronicle.settled)
        start = 0 if snapshot is None else snapshot.tick
        inbox = Inbox(
            chronicle,
            chronicle.inputs(start),
            first=chronicle.open_from,
            relived=chronicle.end,
            pace=pace,
            newcomer=self._newcomer,
            visits=visits(self.pack, header.clock, start),
        )
        cast = {person.id: self._minds.make(person) for person in self.pack.people.values()}
        minds: dict[PersonId, Mind] = {**cast, **self.arrivals(inbox.keys, until=start)}
        rules = Rules(Paths(town_map), header.seed, header.view_radius)
        settings = LifeSettings(rules, start, header.clock.ticks_in_minutes(60), header.attention)
        if snapshot is None:
            beds = everybody_in_bed(self.pack, Language(header.language))
            minds = {each.person: minds[each.person] for each in beds}
            seeds = seed_memories((mind for mind in minds.values() if isinstance(mind, Townsperson)), BEFORE_TIME)
            if chronicle.settled < start:
                self.tally.record(start, beds, seeds)
            chronicle.relive(start)
            return Life(Town(town_map).fold(beds), minds, self.tape, schedule, settings, self.tally, inbox)
        chronicle.relive(start)
        town = Town.restored(town_map, snapshot.scene)
        resting = {
            person: RestingPerson.restored(kept, snapshot.wakes[person])
            for person, kept in snapshot.minds.items()
            if person in minds  # a run that is only looked at may be shown in another pack
        }
        here = {person: minds[person] for person in resting}
        return Life.resumed(town, here, self.tape, schedule, settings, resting, self.tally, inbox)

    def arrivals(self, keys: Keys, since: int = BEFORE_TIME, until: int | None = None) -> dict[PersonId, Mind]:
        """New minds of the people and visitors who arrived in a range of ticks."""
        acts = [(given.tick, act_of(given)) for given in self.chronicle.inputs(since, until)]
        return {act.person: self._arrival(act, tick, keys) for tick, act in acts if isinstance(act, Arrive | Enter)}

    def _newcomer(self, act: Arrive | Enter, tick: int, keys: Keys) -> tuple[Mind, list[Memory]]:
        """The mind of an arrival, and its memories from before."""
        mind = self._arrival(act, tick, keys)
        return mind, [memory for _, _, memory in seed_memories([mind] if isinstance(mind, Townsperson) else (), tick)]

    def _arrival(self, act: Arrive | Enter, tick: int, keys: Keys) -> Mind:
        header = self.chronicle.header
        if isinstance(act, Enter):
            idle_ticks = act.idle_ticks or header.clock.ticks_in_minutes(1)
            self._minds.introduce(act.person, act.name or act.person)
            return Avatar(act.person, keys, entered=tick, idle_ticks=idle_ticks)
        if not act.profile:
            return self._minds.make(self.pack.people[act.person])
        return self._minds.make(newcomer(act.person, act.profile, self.pack))

    @property
    def default_model(self) -> Router:
        """The model of the configuration; connected on first use."""
        if self.stack is None:
            header, chronicle = self.chronicle.header, self.chronicle
            by_rule = MindConfig.from_header(header.settings).kind == RULE
            models = ModelConfig() if by_rule else self._models or ModelConfig.from_settings()
            ledger: CallLedger = InterviewLedger(chronicle.path, models.cap)
            if isinstance(chronicle, Chronicle):
                chronicle.kept_replies.share, ledger = models.replies_share, chronicle
            self.stack = build_stack(
                models,
                self._minds.model,
                self.pack.people,
                ledger,
                seed=header.seed,
                halt=self._halt,
                language=header.language,
                prompts=chronicle.own_prompts(),
            )
        return self.stack.model

    @property
    def spending_paused(self) -> bool:
        """Spending is paused by the user."""
        return self.router.override is not None

    def pause_spending(self, paused: bool) -> None:
        """Let the understudy answer until further notice, or the models again; calls in flight continue."""
        self.router.override = Unpaid(self._minds.model) if paused else None
        if self.stack is not None:
            self.stack.purse.paused = paused
            if paused and self.stack.config.strict:
                self._halt(PurseError(t("Spending is paused, and with “strict” the understudy does not go on.")))

    def notes(self) -> list[str]:
        """One sentence for each thing a user should know about the models now."""
        said = [] if self.stack is None else self.stack.notes()
        return said if self.use is None or not self.use.note else [*said, self.use.note]

    def _halt(self, why: MilkwoodError) -> None:
        self.halted = self.halted or why
        self.stop()

    def give(self, act: UserAct) -> int:
        """Record an act from outside and return the tick it takes effect at; call it on the run's event loop."""
        if isinstance(act, Arrive):
            newcomer(act.person, act.profile, self.pack)  # raises an error before anything is written
        return self.life.give(act)

    def why(self, language: str = ENGLISH) -> str:
        """One sentence on what the town waits for, empty while it moves (rule O2); call it on the run's event loop."""
        header = self.chronicle.header

        def name(person: PersonId) -> str:
            known = self.pack.people.get(person)
            return known.name.in_language(Language(header.language)) if known else person

        return sentence(stillness(self.life), name, header.clock, language)

    async def try_models(self, say: Saying) -> None:
        """Ask each model one question before the run begins; raises a SetupError for one that cannot be asked.

        A new run that ends so leaves no file, unless anything was paid.
        """
        if self.stack is None or not self.stack.branches:
            return
        self._loop = asyncio.get_running_loop()
        trial = asyncio.ensure_future(self.stack.try_out(max(0, self.chronicle.settled), say))
        stopped = asyncio.ensure_future(self._stopped.wait())
        await asyncio.wait({trial, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not trial.done():
            trial.cancel()
        with suppress(asyncio.CancelledError):  # told to stop
            try:
                await trial
            except MilkwoodError:
                await self.stack.close()
                self._unused = not self.chronicle.spent().calls
                raise

    @property
    def stopping(self) -> bool:
        """It was told to stop."""
        return self.life.stopping

    async def live(self, until: int) -> None:
        """Run once, until a tick (excluded) or until told to stop; everything settled is on disk then."""
        self._loop = asyncio.get_running_loop()
        living = asyncio.ensure_future(self.life.live(until))
        stopped = asyncio.ensure_future(self._stopped.wait())
        try:
            await asyncio.wait({living, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if living.done():
                await living
            self.limiter.closed = True
            if self.stopping and self.stack is not None:
                self.stack.shut()
            await self.tape.settle(STOP_TIMEOUT_SECONDS if self.halted is None else HALT_TIMEOUT_SECONDS)
            if self.stopping:
                await self._end(living, until)
        finally:
            living.cancel()
            stopped.cancel()
            await asyncio.sleep(0)  # a thought that has not begun must begin to be given up without complaint
            await self.life.close()
            await self.tape.give_up()
            if self.stack is not None:
                await self.stack.close()
                self.stack.fitting.keep(self.use.records() if self.use else {})

    async def _end(self, living: "asyncio.Future[None]", until: int) -> None:
        """Record everything settled, without waiting for unfinished thoughts."""
        living.cancel()
        await asyncio.wait({living})
        if not living.cancelled():
            await living  # it may have failed meanwhile
        await self.life.live(until)

    def stop(self) -> None:
        """Stop soon; may be called from a signal handler or another thread."""
        self.life.stopping = self.limiter.closed = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it may have ended, and its loop closed
                self._loop.call_soon_threadsafe(self._stopped.set)

    def close(self) -> None:
        """Close the file, and delete it if it was made for a life that never began."""
        self.chronicle.close()
        if self._unused and self.made is not None:
            take_back(self.made)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()
