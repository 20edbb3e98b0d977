"""Runs that this server lives: each in a thread of its own, with an event loop of its own.

Knows how a run is put together, paced and stopped; knows no requests. Invariant (rule O1): the town never waits for a
page, nor a page for the town: what a page wants is handed to the run's loop, and what it shows of the run's pace was
written down by the run itself a moment ago.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from milkwood.chronicle.chronicle import Otherwise
from milkwood.engine.pace import Pace
from milkwood.engine.stillness import AwaitsPace, stillness
from milkwood.errors import MilkwoodError, SetupError
from milkwood.run import LiveRun, ModelConfig, RunOptions
from milkwood.server.still import told
from milkwood.server.wire_live import StillOut
from milkwood.town.acts import Pause

T = TypeVar("T")
Speed: TypeAlias = Literal[1, 2, 3, 4, 5, "max"]

SPEEDS: dict[Speed, float | None] = {1: 1.0, 2: 2.0, 3: 5.0, 4: 15.0, 5: 60.0, "max": None}
"""Ticks a second."""
USUAL_SPEED: Speed = 2
BEAT_SECONDS = 0.2
"""How often a run writes down what goes on with it."""
SOON = 30
"""A town in which somebody goes on so few ticks from now does not stand still."""
PATIENCE_SECONDS = 10.0
"""How long a run may take to do what it is asked."""
STOP_SECONDS = 15.0
MOST = 3
"""How many runs one server lives at a time."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pulse:
    """What goes on with a run, as it was a moment ago."""

    now: int = 0
    """The tick of the pace clock."""
    held: bool = False
    speed: Speed = USUAL_SPEED
    still: StillOut | None = None
    """Why nothing moves, if nothing does."""
    notes: tuple[str, ...] = ()
    """What a user should know about the models."""


class Resting(Exception):
    """The run is not lived any more."""


class Living:
    """One run, lived."""

    def __init__(
        self, name: str, make: Callable[[RunOptions], LiveRun], options: RunOptions, speed: Speed = USUAL_SPEED
    ) -> None:
        self.name = name
        self.pulse = Pulse(speed=speed)
        self.ready: Future[None] = Future()
        """Done when the run is open and lives; or why it cannot."""
        self.ended: Future[str] = Future()
        """Done when it rests: why, if it did not go well or stopped by itself."""
        self._make = make
        self._options = options
        self._speed: Speed = speed
        self._hurries = False
        """Whether it lives as fast as it can, for everybody is asleep."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._run: LiveRun | None = None
        self._unwanted = False
        """Whether it was told to stop before it had begun."""
        self._pending: set[Future[Any]] = set()
        self._thread = threading.Thread(target=self._main, name=f"run {name}", daemon=True)

    def start(self) -> None:
        """Begin to live; `ready` says how it went."""
        self._thread.start()

    @property
    def lives(self) -> bool:
        """Whether it is being lived, or about to be."""
        return not self.ended.done()

    # --- from other threads

    def call(self, work: "Callable[[LiveRun], T]") -> "Future[T]":
        """Do something with the run on its own loop; `Resting` when it is not lived any more."""
        future: Future[T] = Future()
        with self._lock:
            if self._loop is None or self._run is None:
                raise Resting(self.name)
            self._loop.call_soon_threadsafe(_done, future, work, self._run)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    def submit(self, work: "Callable[[LiveRun], Coroutine[Any, Any, T]]") -> "Future[T]":
        """Let something that takes its time go on beside the run, on its own loop."""
        with self._lock:
            if self._loop is None or self._run is None:
                raise Resting(self.name)
            future = asyncio.run_coroutine_threadsafe(work(self._run), self._loop)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    @property
    def wanted(self) -> ModelConfig | None:
        """Which models it is lived with, and how far they may go; None for what settings say."""
        return self._options.models

    async def ask(self, work: "Callable[[LiveRun], T]") -> T:
        """Do something with the run on its own loop, and wait for it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                return await asyncio.wrap_future(self.call(work))
            except asyncio.CancelledError:
                if self.lives:
                    raise
                raise Resting(self.name) from None

    async def set_pace(self, *, held: bool | None = None, speed: Speed | None = None) -> Pulse:
        """Hold the town or let it go on, and how fast."""
        return await self.ask(lambda run: self._set_pace(run, held, speed))

    async def step(self, after: int | None = None) -> Pulse:
        """Stand still, one tick further on: as soon as the tick after a given one can be shown."""
        return await self.ask(lambda run: self._step(run, after))

    def stop(self) -> None:
        """Stop soon; nothing that was paid for is lost."""
        with self._lock:
            self._unwanted = True
            if self._run is not None:
                self._run.stop()

    def join(self, seconds: float = STOP_SECONDS) -> bool:
        """Wait until it rests; whether it does."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    # --- on its own thread

    def _main(self) -> None:
        why = ""
        try:
            pace = Pace(SPEEDS[self._speed])
            with self._make(_paced(self._options, pace)) as run:
                asyncio.run(self._live(run, pace))
                why = "" if run.halted is None else run.halted.sentence()
        except MilkwoodError as error:
            why = self._failed(error)
        except BaseException as error:
            log.exception("a run failed", exc_info=error)
            why = self._failed(error)
        with self._lock:
            self._run = None
        for future in list(self._pending):
            future.cancel()
        self.ended.set_result(why)

    def _failed(self, error: BaseException) -> str:
        if not self.ready.done():
            self.ready.set_exception(error)
        if isinstance(error, Otherwise):
            return self._other_minds(error)
        if isinstance(error, MilkwoodError):
            return f"{error.what} {error.remedy}".strip()
        return "Milkwood made a mistake; the terminal it runs in says more."

    def _other_minds(self, error: Otherwise) -> str:
        """The run was recorded with minds that thought otherwise: what can be done about it."""
        log.warning("%s", error)
        return (
            f"The people of the run “{self.name}” would live its past otherwise now: Milkwood, or what they are asked,"
            " has changed since it was recorded. So it cannot go on where it was left."
            f" Fork it at tick {error.sound_until} ({error.when}) and go on there, or go on with Milkwood {error.made}."
            " What is recorded was not changed, and all of it can be looked at."
        )

    async def _live(self, run: LiveRun, pace: Pace) -> None:
        until = end_of(run)
        with self._lock:
            self._run, self._loop = run, asyncio.get_running_loop()
            if self._unwanted:
                run.stop()
        beating = asyncio.ensure_future(self._beat(run, pace))
        self.ready.set_result(None)
        try:
            await run.live(until)
        finally:
            with self._lock:
                self._loop = None
            beating.cancel()

    async def _beat(self, run: LiveRun, pace: Pace) -> None:
        """Write down what goes on, now and then; and hurry through a time in which all sleep at the beginning."""
        self._hurries = bool(run.life.people) and self._speed != "max"
        while True:
            if self._hurries:
                self._hurry(run, pace)
            self._note(run, pace)
            await asyncio.sleep(BEAT_SECONDS if not self._hurries else 0.01)

    def _hurry(self, run: LiveRun, pace: Pace) -> None:
        asleep = bool(run.life.rousing.asleep.all()) and run.life.lowest > 0
        if asleep and not pace.unlimited:
            pace.set_speed(None)
        elif not asleep and run.life.lowest > 0:
            self._hurries = False
            pace.set_speed(SPEEDS[self._speed])

    def _note(self, run: LiveRun, pace: Pace) -> None:
        why = stillness(run.life)
        moving = isinstance(why, AwaitsPace) and why.tick - pace.now <= SOON
        still = None if moving else told(run, why)
        self.pulse = Pulse(pace.now, pace.held, self._speed, still, tuple(run.notes()))

    def _set_pace(self, run: LiveRun, held: bool | None, speed: Speed | None) -> Pulse:
        pace = _pace_of(run)
        if speed is not None:
            self._speed, self._hurries = speed, False
            pace.set_speed(SPEEDS[speed])
        if held is not None and held != pace.held:
            run.give(Pause(held))
        self._note(run, pace)
        return self.pulse

    def _step(self, run: LiveRun, after: int | None) -> Pulse:
        pace = _pace_of(run)
        self._hurries = False
        if not pace.held:
            run.give(Pause(True))
        # A tick can be shown once the one after it has begun.
        pace.step(None if after is None else after + 2)
        self._note(run, pace)
        return self.pulse


class Lives:
    """All runs that this server lives."""

    def __init__(self) -> None:
        self._lives: dict[str, Living] = {}
        self._lock = threading.Lock()

    def find(self, name: str) -> Living | None:
        """A run that is being lived here."""
        living = self._lives.get(name)
        return living if living is not None and living.lives else None

    def last(self, name: str) -> Living | None:
        """A run that is, or was last, lived here."""
        return self._lives.get(name)

    def names(self) -> list[str]:
        """Those that are being lived, the latest first."""
        return [name for name, living in reversed(self._lives.items()) if living.lives]

    def begin(
        self,
        name: str,
        make: Callable[[RunOptions], LiveRun],
        options: RunOptions | None = None,
        speed: Speed = USUAL_SPEED,
    ) -> Living:
        """Begin to live a run; one that is lived already goes on."""
        with self._lock:
            known = self.find(name)
            if known is not None:
                return known
            others = self.names()
            if len(others) >= MOST:
                remedy = f"Let “{others[-1]}” rest first."
                raise SetupError(f"{len(others)} runs are being lived already.", remedy=remedy)
            living = Living(name, make, options or RunOptions(), speed)
            self._lives.pop(name, None)
            self._lives[name] = living
        living.start()
        return living

    def close(self) -> None:
        """Let all of them rest."""
        for living in self._lives.values():
            living.stop()
        for living in self._lives.values():
            living.join()


def end_of(run: LiveRun) -> int:
    """How far a run is lived: to the end of its scenario, and after that a day at a time."""
    day = run.chronicle.header.clock.ticks_in_minutes(24 * 60)
    end: int = run.pack.scenario.days * day
    return end if run.chronicle.settled < end else (run.chronicle.settled // day + 1) * day


def _paced(options: RunOptions, pace: Pace) -> RunOptions:
    return RunOptions(
        schedule=options.schedule,
        at_once=options.at_once,
        survive_power_cuts=options.survive_power_cuts,
        model=options.model,
        pace=pace,
        models=options.models,
    )


def _pace_of(run: LiveRun) -> Pace:
    pace = run.life.inbox.pace
    assert pace is not None, "a run that is lived here has a pace"
    return pace


def _done(future: "Future[T]", work: "Callable[[LiveRun], T]", run: LiveRun) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work(run))
    except BaseException as error:  # whoever asked is told
        future.set_exception(error)
