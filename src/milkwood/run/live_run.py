"""How a town pack becomes a life that is recorded: the one file that knows everybody, and decides nothing itself.

Knows every room below it, no screen. Invariant: a run is put together here and nowhere else, so that a new one, one
that goes on and a fork differ only in where they begin; what has no bearing on history (schedule, calls at once, how
hard the disk is pressed) may be chosen anew each time, what has is in the header and stays.
"""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self

from milkwood.chronicle import Chronicle
from milkwood.chronicle.glimpse import Glimpse
from milkwood.chronicle.till import Till
from milkwood.engine.avatar import Avatar
from milkwood.engine.inbox import Inbox
from milkwood.engine.inputs import act_of
from milkwood.engine.keeper import Resting
from milkwood.engine.keys import Keys
from milkwood.engine.life import Life, Schedule, Settings
from milkwood.engine.pace import Pace
from milkwood.engine.stillness import sentence, stillness
from milkwood.errors import MilkwoodError
from milkwood.ids import PersonId
from milkwood.mind.port import Memory, Mind
from milkwood.mind.townsperson import Townsperson
from milkwood.models.calls import Calls, Unpaid
from milkwood.models.gate import Gate
from milkwood.models.port import Model
from milkwood.models.tape import Taped
from milkwood.run.beds import everybody_in_bed
from milkwood.run.mind_config import RULE, Minds
from milkwood.run.minds import makers, seeded
from milkwood.run.model_config import Wanted, wanted_by_settings
from milkwood.run.model_stack import Stack, build
from milkwood.run.options import SCHEDULES, Manner
from milkwood.run.tally import Tally
from milkwood.town.acts import Act, Arrive, Enter
from milkwood.town.paths import Paths
from milkwood.town.resolve import Rules
from milkwood.town.town import BEFORE_TIME, Town
from milkwood.towns import Pack
from milkwood.towns.newcomer import newcomer
from milkwood.words import Language

PATIENCE_SECONDS = 5.0
"""How long answers that are being paid for are waited for when a run stops."""
HALTED_PATIENCE_SECONDS = 60.0
"""And when it stops by itself, and nobody waits for it to."""


class Run:
    """A run that is being lived: a life, the model that answers it and the chronicle that keeps it."""

    def __init__(self, pack: Pack, chronicle: Chronicle | Glimpse, manner: Manner) -> None:
        self.pack = pack
        self.chronicle = chronicle
        self.tally = Tally(chronicle)
        self._minds = makers(pack, chronicle)
        self._wanted = manner.wanted
        self.stack: Stack | None = None
        """The language models that answer, once they are connected to."""
        self.halted: MilkwoodError | None = None
        """Why it stopped by itself, if it did: at a cap or a limit."""
        self.calls = Calls(manner.model or self.usual)
        self.gate = Gate(self.calls, manner.at_once)
        self.tape = Taped(self.gate, self.tally)
        self.life = self._begun(SCHEDULES[manner.schedule](), manner.pace)
        self._stopped = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def _begun(self, schedule: Schedule, pace: Pace | None) -> Life:
        """The life from the latest snapshot on; what was settled since is lived again, from recorded answers."""
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
        )
        cast = {person.id: self._minds.make(person) for person in self.pack.people.values()}
        minds: dict[PersonId, Mind] = {**cast, **self.came(inbox.keys, until=start)}
        rules = Rules(Paths(town_map), header.seed, header.view_radius)
        settings = Settings(rules, start, header.clock.ticks_in_minutes(60), header.attention)
        if snapshot is None:
            beds = everybody_in_bed(self.pack, Language(header.language))
            seeds = seeded((mind for mind in cast.values() if isinstance(mind, Townsperson)), BEFORE_TIME)
            if chronicle.settled < start:
                self.tally.record(start, beds, seeds)
            chronicle.relive(start)
            return Life(Town(town_map).fold(beds), minds, self.tape, schedule, settings, self.tally, inbox)
        chronicle.relive(start)
        town = Town.restored(town_map, snapshot.scene)
        resting = {
            person: Resting.restored(kept, snapshot.wakes[person])
            for person, kept in snapshot.minds.items()
            if person in minds  # a run that is only looked at may be shown in another pack
        }
        here = {person: minds[person] for person in resting}
        return Life.resumed(town, here, self.tape, schedule, settings, resting, self.tally, inbox)

    def came(self, keys: Keys, since: int = BEFORE_TIME, until: int | None = None) -> dict[PersonId, Mind]:
        """The minds of those who came from outside in a stretch, as new as when they came."""
        acts = [(given.tick, act_of(given)) for given in self.chronicle.inputs(since, until)]
        return {act.person: self._came(act, tick, keys) for tick, act in acts if isinstance(act, Arrive | Enter)}

    def _newcomer(self, act: Arrive | Enter, tick: int, keys: Keys) -> tuple[Mind, list[Memory]]:
        """The mind of whoever comes from outside, and what they remember from before."""
        mind = self._came(act, tick, keys)
        return mind, [memory for _, _, memory in seeded([mind] if isinstance(mind, Townsperson) else (), tick)]

    def _came(self, act: Arrive | Enter, tick: int, keys: Keys) -> Mind:
        header = self.chronicle.header
        if isinstance(act, Enter):
            idle_ticks = act.idle_ticks or header.clock.ticks_in_minutes(1)
            self._minds.introduce(act.person, act.name or act.person)
            return Avatar(act.person, keys, entered=tick, idle_ticks=idle_ticks)
        return self._minds.make(newcomer(act.person, act.profile, self.pack))

    @property
    def usual(self) -> Model:
        """What answers when nothing else was chosen; it is connected to when it is first needed."""
        if self.stack is None:
            header, chronicle = self.chronicle.header, self.chronicle
            by_rule = Minds.of(header.settings).kind == RULE
            wanted = Wanted() if by_rule else self._wanted or wanted_by_settings()
            ledger = chronicle if isinstance(chronicle, Chronicle) else Till(chronicle.path, wanted.cap)
            self.stack = build(wanted, self._minds.model, self.pack.people, ledger, seed=header.seed, halt=self._halt)
        return self.stack.model

    @property
    def spending_paused(self) -> bool:
        """Whether the user wants nothing to be spent for now."""
        return self.calls.instead is not None

    def pause_spending(self, paused: bool) -> None:
        """Let the understudy answer until further notice, or the models again; calls under way go on."""
        self.calls.instead = Unpaid(self._minds.model) if paused else None
        if self.stack is not None:
            self.stack.purse.paused = paused

    def notes(self) -> list[str]:
        """One sentence for each thing a user should know about the models, as long as it is so."""
        return [] if self.stack is None else self.stack.notes()

    def _halt(self, why: MilkwoodError) -> None:
        self.halted = self.halted or why
        self.stop()

    def give(self, act: Act) -> int:
        """Do something to the town from outside: it is on disk, and the tick it takes effect at is returned.

        To be called on the event loop that the run is lived on.
        """
        if isinstance(act, Arrive):
            newcomer(act.person, act.profile, self.pack)  # says what is wrong before anything is written down
        return self.life.give(act)

    def why(self) -> str:
        """One sentence on what holds the town up, empty while it moves (rule O2); to be called on its event loop."""
        header = self.chronicle.header

        def name(person: PersonId) -> str:
            known = self.pack.people.get(person)
            return known.name.in_language(Language(header.language)) if known else person

        return sentence(stillness(self.life), name, header.clock)

    @property
    def stopping(self) -> bool:
        """Whether it was told to stop."""
        return self.life.stopping

    async def live(self, until: int) -> None:
        """Let the town live, once: until a tick (not included) or told to stop. All that is settled is on disk then."""
        self._loop = asyncio.get_running_loop()
        living = asyncio.ensure_future(self.life.live(until))
        stopped = asyncio.ensure_future(self._stopped.wait())
        try:
            await asyncio.wait({living, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if living.done():
                await living
            self.calls.closed = True
            if self.stopping and self.stack is not None:
                self.stack.shut()
            await self.tape.settle(PATIENCE_SECONDS if self.halted is None else HALTED_PATIENCE_SECONDS)
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

    async def _end(self, living: "asyncio.Future[None]", until: int) -> None:
        """A stopped life waits for nobody: write down what it has settled, without the thoughts that are not done."""
        living.cancel()
        await asyncio.wait({living})
        if not living.cancelled():
            await living  # it may have failed meanwhile
        await self.life.live(until)

    def stop(self) -> None:
        """Stop soon; may be called from a signal's handler or another thread."""
        self.life.stopping = self.calls.closed = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it may be over, and its loop closed
                self._loop.call_soon_threadsafe(self._stopped.set)

    def close(self) -> None:
        """Let go of the file."""
        self.chronicle.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()
