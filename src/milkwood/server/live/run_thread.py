"""Threads of living runs: each run has its own thread and event loop.

Invariant (rule O1): neither the run nor the page waits for the other. Calls are submitted to the run's loop; `status`
is a recent copy.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, TypeVar

from milkwood.chronicle.chronicle import ReplayMismatch
from milkwood.chronicle.verify import blamed
from milkwood.engine.pace import Pace
from milkwood.engine.stillness import AwaitsPace, stillness
from milkwood.errors import MilkwoodError, SetupError
from milkwood.i18n import sentences, t
from milkwood.run import LiveRun, ModelConfig, RunOptions
from milkwood.server.live.stillness import still_out
from milkwood.server.wire.runs import PaceOut
from milkwood.server.wire.stream import StillOut
from milkwood.town.acts import Pause

T = TypeVar("T")
RunSpeed: TypeAlias = Literal[1, 2, 3, 4, 5, "max"]

SPEEDS: dict[RunSpeed, float | None] = {1: 1.0, 2: 2.0, 3: 5.0, 4: 15.0, 5: 60.0, "max": None}
"""Ticks per second."""
USUAL_SPEED: RunSpeed = 2
STATUS_SECONDS = 0.2
"""Interval of status updates."""
QUIET_MINUTES = 60
"""A new run hurries to its first talk for so much town time at most."""
SOON_TICKS = 30
"""A town where a person acts within this many ticks does not stand still."""
CALL_TIMEOUT_SECONDS = 10.0
"""Time-out of a call to the run."""
STOP_SECONDS = 15.0
MAX_THREADS = 3
"""Maximum number of living runs per server."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ThreadStatus:
    """A recent state of a living run."""

    now: int = 0
    """The tick of the pace clock."""
    held: bool = False
    speed: RunSpeed = USUAL_SPEED
    still: StillOut | None = None
    """Why the town stands still; None while it moves."""
    notes: tuple[str, ...] = ()
    """Notes to the user about the models."""

    def pace(self) -> PaceOut:
        """The pace as the page shows it."""
        return PaceOut(held=self.held, speed=self.speed, now=self.now)


class RunStopped(Exception):
    """The run has stopped."""


class RunThread:
    """A living run in its own thread."""

    def __init__(
        self, name: str, make: Callable[[RunOptions], LiveRun], options: RunOptions, speed: RunSpeed = USUAL_SPEED
    ) -> None:
        self.name = name
        self.status = ThreadStatus(speed=speed)
        self.ready: Future[None] = Future()
        """Done when the run is open and living; an exception if it cannot be opened."""
        self.tried: Future[None] = Future()
        """Done when its models have answered a first question; an exception if one cannot be asked."""
        self.trying = ""
        """What that waits for, in a sentence."""
        self.ended: Future[str] = Future()
        """Done when it has stopped; holds the reason if it failed or stopped by itself."""
        self._make = make
        self._options = options
        self._speed: RunSpeed = speed
        self._unthrottled = False
        """Running at full speed because nothing happens at the beginning."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._run: LiveRun | None = None
        self._cancelled = False
        """Stopped before it was open."""
        self._pending: set[Future[Any]] = set()
        self._thread = threading.Thread(target=self._main, name=f"run {name}", daemon=True)

    def start(self) -> None:
        """Start the thread; `ready` holds the result."""
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether it is running or starting."""
        return not self.ended.done()

    # --- from other threads

    def call(self, work: "Callable[[LiveRun], T]") -> "Future[T]":
        """Run a function on the run's loop; raises `RunStopped` if the run has stopped."""
        future: Future[T] = Future()
        with self._lock:
            if self._loop is None or self._run is None:
                raise RunStopped(self.name)
            self._loop.call_soon_threadsafe(_done, future, work, self._run)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    def submit(self, work: "Callable[[LiveRun], Coroutine[Any, Any, T]]") -> "Future[T]":
        """Run a coroutine beside the run, on its loop."""
        with self._lock:
            if self._loop is None or self._run is None:
                raise RunStopped(self.name)
            future = asyncio.run_coroutine_threadsafe(work(self._run), self._loop)
            self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    @property
    def wanted(self) -> ModelConfig | None:
        """The run's models and limits; None: those of the settings."""
        return self._options.models

    async def ask(self, work: "Callable[[LiveRun], T]") -> T:
        """Run a function on the run's loop, and wait for its result."""
        async with asyncio.timeout(CALL_TIMEOUT_SECONDS):
            try:
                return await asyncio.wrap_future(self.call(work))
            except asyncio.CancelledError:
                if self.alive:
                    raise
                raise RunStopped(self.name) from None

    async def set_pace(self, *, held: bool | None = None, speed: RunSpeed | None = None) -> ThreadStatus:
        """Pause or resume the run, and set its speed."""
        return await self.ask(lambda run: self._set_pace(run, held, speed))

    async def step(self, after: int | None = None) -> ThreadStatus:
        """Run until the tick after `after` can be shown (default: one more tick), then pause."""
        return await self.ask(lambda run: self._step(run, after))

    def stop(self) -> None:
        """Stop soon, without losing a paid answer."""
        with self._lock:
            self._cancelled = True
            if self._run is not None:
                self._run.stop()

    def join(self, seconds: float = STOP_SECONDS) -> bool:
        """Wait until it has stopped; False on time-out."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    # --- on its own thread

    def _main(self) -> None:
        why = ""
        try:
            pace = Pace(SPEEDS[self._speed])
            with self._make(replace(self._options, pace=pace)) as run:
                asyncio.run(self._live(run, pace))
                why = "" if run.halted is None else run.halted.sentence()
        except Exception as error:
            shown = blamed(error, self.name) or error
            if not isinstance(shown, MilkwoodError):
                log.exception("a run failed", exc_info=error)
            why = self._failed(shown)
        except BaseException as error:
            log.exception("a run failed", exc_info=error)
            why = self._failed(error)
        with self._lock:
            self._run = None
        for future in list(self._pending):
            future.cancel()
        self.ended.set_result(why)

    def _failed(self, error: BaseException) -> str:
        for future in (self.ready, self.tried):
            if not future.done():
                future.set_exception(error)
        if isinstance(error, ReplayMismatch):
            return self._replay_differs(error)
        if isinstance(error, MilkwoodError):
            return sentences(error.what, error.remedy)
        return t("Milkwood made a mistake; see its terminal for details.")

    def _replay_differs(self, error: ReplayMismatch) -> str:
        """What the user can do when a replay of the record gives other events."""
        log.warning("%s", error)
        return sentences(
            t(
                "The run “{name}” cannot continue where it stopped: a replay of its record gives other events, because "
                "Milkwood or its questions have changed since.",
                name=self.name,
            ),
            t(
                "Fork it at tick {tick} ({time}) and continue there, or continue with Milkwood {version}. "
                "The record was not changed; all of it can be viewed.",
                tick=error.sound_until,
                time=error.when,
                version=error.made,
            ),
        )

    async def _live(self, run: LiveRun, pace: Pace) -> None:
        until = end_of(run)
        with self._lock:
            self._run, self._loop = run, asyncio.get_running_loop()
            if self._cancelled:
                run.stop()
        updates = asyncio.ensure_future(self._update_status(run, pace))
        self.ready.set_result(None)
        try:
            await run.try_models(self._say)
            self.trying = ""
            self.tried.set_result(None)
            await run.live(until)
        finally:
            with self._lock:
                self._loop = None
            updates.cancel()

    def _say(self, sentence: str) -> None:
        self.trying = sentence

    async def _update_status(self, run: LiveRun, pace: Pace) -> None:
        """Update the status at intervals; run at full speed while nothing happens at the beginning."""
        self._unthrottled = bool(run.life.people) and self._speed != "max"
        while True:
            if self._unthrottled:
                self._throttle(run, pace)
            self._set_status(run, pace)
            await asyncio.sleep(STATUS_SECONDS if not self._unthrottled else 0.01)

    def _throttle(self, run: LiveRun, pace: Pace) -> None:
        if run.life.lowest <= 0:
            return
        if _is_quiet(run):
            if not pace.unlimited:
                pace.set_speed(None)
        else:
            self._unthrottled = False
            pace.set_speed(SPEEDS[self._speed])

    def _set_status(self, run: LiveRun, pace: Pace) -> None:
        why = stillness(run.life)
        moving = isinstance(why, AwaitsPace) and why.tick - pace.now <= SOON_TICKS
        still = None if moving else still_out(run, why)
        notes = (*filter(None, (self.trying,)), *run.notes())
        self.status = ThreadStatus(pace.now, pace.held, self._speed, still, notes)

    def _set_pace(self, run: LiveRun, held: bool | None, speed: RunSpeed | None) -> ThreadStatus:
        pace = _pace_of(run)
        if speed is not None:
            self._speed, self._unthrottled = speed, False
            pace.set_speed(SPEEDS[speed])
        if held is not None and held != pace.held:
            run.give(Pause(held))
        self._set_status(run, pace)
        return self.status

    def _step(self, run: LiveRun, after: int | None) -> ThreadStatus:
        pace = _pace_of(run)
        self._unthrottled = False
        if not pace.held:
            run.give(Pause(True))
        # A tick can be shown once the one after it has begun.
        pace.step(None if after is None else after + 2)
        self._set_status(run, pace)
        return self.status


class RunThreads:
    """All runs that this server runs."""

    def __init__(self) -> None:
        self._threads: dict[str, RunThread] = {}
        self._lock = threading.Lock()

    def find(self, name: str) -> RunThread | None:
        """The thread of a living run."""
        thread = self._threads.get(name)
        return thread if thread is not None and thread.alive else None

    def last(self, name: str) -> RunThread | None:
        """The thread of a run that is, or was, living here."""
        return self._threads.get(name)

    def names(self) -> list[str]:
        """Living runs, the latest first."""
        return [name for name, thread in reversed(self._threads.items()) if thread.alive]

    def begin(
        self,
        name: str,
        make: Callable[[RunOptions], LiveRun],
        options: RunOptions | None = None,
        speed: RunSpeed = USUAL_SPEED,
    ) -> RunThread:
        """Start a run, unless it is living already."""
        with self._lock:
            known = self.find(name)
            if known is not None:
                return known
            others = self.names()
            if len(others) >= MAX_THREADS:
                remedy = t("Stop “{name}” first.", name=others[-1])
                raise SetupError(t("{count} runs are running already.", count=len(others)), remedy=remedy)
            thread = RunThread(name, make, options or RunOptions(), speed)
            self._threads.pop(name, None)
            self._threads[name] = thread
        thread.start()
        return thread

    def close(self) -> None:
        """Stop all of them."""
        for thread in self._threads.values():
            thread.stop()
        for thread in self._threads.values():
            thread.join()


def end_of(run: LiveRun) -> int:
    """The tick at which a run stops: the end of its scenario, later a day at a time."""
    day = run.chronicle.header.clock.ticks_in_minutes(24 * 60)
    end: int = run.pack.scenario.days * day
    return end if run.chronicle.settled < end else (run.chronicle.settled // day + 1) * day


def _is_quiet(run: LiveRun) -> bool:
    """Whether everyone is asleep, or nobody has talked yet in the first minutes of a new run."""
    is_early = run.life.lowest < run.chronicle.header.clock.ticks_in_minutes(QUIET_MINUTES)
    return bool(run.life.wake_scheduler.asleep.all()) or (is_early and not run.life.town.has_talks)


def _pace_of(run: LiveRun) -> Pace:
    pace = run.life.inbox.pace
    assert pace is not None, "a run that is lived here has a pace"
    return pace


def _done(future: "Future[T]", work: "Callable[[LiveRun], T]", run: LiveRun) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work(run))
    except BaseException as error:  # raised in the calling thread
        future.set_exception(error)
