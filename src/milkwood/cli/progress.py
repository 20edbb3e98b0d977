"""The progress of a run: the town's clock, its speed, who is awake, open questions, and why nothing moves.

Invariant (rules O1, O2): it reads from its own thread, so the engine never waits for a screen; when nothing moves, one
sentence says why.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from milkwood.chronicle.phrases import EventPhrases
from milkwood.cli.clean_console import CleanConsole
from milkwood.cli.signs import Signs
from milkwood.i18n import in_language
from milkwood.run import LiveRun
from milkwood.run.live_run import STOP_TIMEOUT_SECONDS
from milkwood.run.stillness import doing
from milkwood.words import Language

REDRAWS_PER_SECOND = 4
_ENGLISH = Signs.of("en")
"""Refresh interval on a terminal, in seconds."""
LINE_SECONDS = 5.0
"""Interval of lines without a terminal."""
STILL_SECONDS = 1.0
"""The town counts as still after so long without a tick."""
_WINDOW_SECONDS = 10.0
MIN_HOUR_SECONDS = 60.0
"""A town hour that takes at least so long is said to."""
_MIN_LIVED_SECONDS = 300
"""Town time after which that is known."""
_HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class ProgressSnapshot:
    """A run at one moment of real time."""

    tick: int
    awake: int
    people: int
    thinking: int
    answers: int
    under_way: int
    waiting: int
    tokens: int
    price: float
    events: int
    talks: int
    stopping: bool = False
    relived: int = 0
    """The tick up to which the run only repeats its record."""
    longest: str = ""
    """The question that has waited longest, and its person."""
    longest_seconds: float = 0.0
    purse: str = ""
    """The rest of the budget, in words."""
    waits: str = ""
    """The model that is waited for, and why."""
    notes: tuple[str, ...] = ()
    """Notes to the user about the models."""

    @property
    def asked(self) -> int:
        """The number of questions."""
        return self.answers + self.under_way + self.waiting


def look_at(run: LiveRun, until: int, now: float, signs: Signs = _ENGLISH) -> ProgressSnapshot:
    """The current state of a run; thread-safe, since it only reads numbers."""
    life, tally = run.life, run.tally
    calls = sorted(run.limiter.under_way(), key=lambda call: (call[1], call[0]))
    longest = ""
    if calls:
        known = run.pack.people.get(calls[0][0].person)
        person = known.name.in_language(Language(run.chronicle.header.language)) if known else calls[0][0].person
        longest = signs.does.format(person=person, doing=doing(calls[0][0].kind, signs.language))
    return ProgressSnapshot(
        tick=min(life.lowest, until),
        awake=len(life.people) - int(life.wake_scheduler.asleep.sum()),
        people=len(life.people),
        thinking=len(life.thinking),
        answers=tally.answers,
        under_way=len(calls),
        waiting=run.limiter.waiting,
        tokens=tally.tokens,
        price=tally.price,
        events=tally.events,
        talks=tally.talks,
        stopping=run.stopping,
        relived=run.chronicle.settled,
        longest=longest,
        longest_seconds=now - calls[0][1] if calls else 0.0,
        purse=_purse(run, signs),
        waits=in_language(run.stack.waits(now), signs.language) if run.stack else "",
        notes=tuple(in_language(note, signs.language) for note in run.notes()),
    )


def _purse(run: LiveRun, signs: Signs) -> str:
    """The budget and the reservations of open calls, if there is a budget."""
    if run.stack is None or run.stack.purse.cap is None:
        return ""
    purse, cap = run.stack.purse, run.stack.purse.cap
    amounts = (cap.of(purse.spent), cap.of(purse.reserved), cap.amount)
    spent, reserved, whole = (in_language(cap.say(each), signs.language) for each in amounts)
    under_way = signs.purse_under_way.format(reserved=reserved) if purse.reserved.calls else ""
    return signs.purse.format(spent=spent, under_way=under_way, cap=whole)


class ClockSpeed:
    """The speed of the town's clock."""

    def __init__(self, seconds_per_tick: int) -> None:
        self._seconds_per_tick = seconds_per_tick
        self._seen: deque[tuple[float, int]] = deque()
        self._moved = 0.0
        self._began: tuple[float, int] | None = None
        """When ticks were lived that were not recorded yet, and the first of them."""

    def note(self, now: float, tick: int, relived: int = 0) -> None:
        """Note the current tick; those before `relived` are only repeated."""
        if self._began is None or tick < relived:
            self._began = now, tick
        if not self._seen or self._seen[-1][1] != tick:
            self._moved = now
        self._seen.append((now, tick))
        while self._seen[0][0] < now - _WINDOW_SECONDS and len(self._seen) > 2:
            self._seen.popleft()

    def still(self, now: float) -> float:
        """Seconds since the clock last moved."""
        return now - self._moved

    @property
    def hour_seconds(self) -> float | None:
        """Seconds that a town hour takes, by all ticks lived so far; None while it is not known."""
        if self._began is None:
            return None
        (began, first), (now, tick) = self._began, self._seen[-1]
        lived = (tick - first) * self._seconds_per_tick
        return (now - began) * _HOUR_SECONDS / lived if lived >= _MIN_LIVED_SECONDS else None

    @property
    def times_real(self) -> float:
        """Recent town seconds per second."""
        if not self._seen:
            return 0.0
        (began, first), (ended, last) = self._seen[0], self._seen[-1]
        return (last - first) * self._seconds_per_tick / (ended - began) if ended > began else 0.0


def why(look: ProgressSnapshot, still_seconds: float, signs: Signs = _ENGLISH) -> str:
    """Why the town stands still, in one sentence; empty while it moves."""
    if look.stopping:
        if not look.under_way:
            return signs.stopping
        paid_for = signs.stopping_for_one if look.under_way == 1 else signs.stopping_for_many
        return paid_for.format(most=STOP_TIMEOUT_SECONDS, count=look.under_way)
    if still_seconds < STILL_SECONDS:
        return ""
    if look.waits:
        return signs.waits.format(what=look.waits.rstrip(".。"))
    if look.under_way:
        awaited = signs.waits_for_one if look.under_way == 1 else signs.waits_for_many
        return awaited.format(count=look.under_way, seconds=look.longest_seconds, longest=look.longest)
    return signs.busy


class ProgressView(Protocol):
    """The interface of progress displays."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None: ...


class Nothing:
    """No display."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Do nothing."""


class _Watcher:
    """The common part of both displays."""

    def __init__(
        self,
        run: LiveRun,
        until: int,
        console: Console,
        now: Callable[[], float] = time.monotonic,
        signs: Signs = _ENGLISH,
    ) -> None:
        self._run = run
        self._until = until
        self._console = console
        self._now = now
        self._signs = signs
        header = run.chronicle.header
        self._clock = header.clock
        self._title = f"{header.run}: {header.town} / {header.scenario}"
        self._pace = ClockSpeed(header.seconds_per_tick)
        self._prepare()

    def _prepare(self) -> None:
        """Prepare the display."""

    def _look(self) -> tuple[ProgressSnapshot, float]:
        now = self._now()
        look = look_at(self._run, self._until, now, self._signs)
        self._pace.note(now, look.tick, look.relived)
        return look, now

    def _time(self, tick: int) -> str:
        return f"{self._clock.moment(tick):%H:%M:%S}"

    def _speed(self) -> str:
        return self._signs.times.format(times=self._pace.times_real)

    def _hour(self) -> str:
        """How long a town hour takes, if that is long."""
        seconds = self._pace.hour_seconds
        if seconds is None or seconds < MIN_HOUR_SECONDS:
            return ""
        amount, unit = self._amount(seconds)
        return self._signs.hour.format(amount=amount, unit=unit)

    def _amount(self, seconds: float) -> tuple[float, str]:
        """Seconds in the unit that suits them."""
        for size, unit in ((_HOUR_SECONDS, self._signs.hours), (60, self._signs.minutes)):
            if seconds >= 2 * size:
                return seconds / size, unit
        return seconds, self._signs.seconds

    def _taken(self, look: ProgressSnapshot) -> str:
        return self._signs.taken.format(tokens=look.tokens, price=look.price, purse=look.purse)

    def _part(self, tick: int) -> float:
        return tick / self._until if self._until else 1.0


class ProgressLines(_Watcher):
    """Occasional lines, for logs and pipes."""

    def _prepare(self) -> None:
        self._said = self._now()
        self._noted: frozenset[str] = frozenset()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="progress", daemon=True)

    def __enter__(self) -> Self:
        self.watch()  # print notes even if the run is over at once
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join(timeout=10.0)
        if error is None and not self._thread.is_alive():
            self._note(self._look()[0])  # print notes that came just before the end

    def _watch(self) -> None:
        while not self._ended.wait(1 / REDRAWS_PER_SECOND):
            self.watch()

    def watch(self) -> None:
        """Print a line if it is time for one."""
        look, now = self._look()
        self._note(look)
        if now - self._said >= LINE_SECONDS:
            self._said = now
            self._console.print(Text(self.line(look, self._pace.still(now))), soft_wrap=True)

    def _note(self, look: ProgressSnapshot) -> None:
        for note in look.notes:
            if note not in self._noted:
                self._console.print(Text(note), soft_wrap=True)
        self._noted = frozenset(look.notes)

    def line(self, look: ProgressSnapshot, still_seconds: float) -> str:
        """A snapshot as a line."""
        signs, reason = self._signs, why(look, still_seconds, self._signs)
        moment = signs.moment.format(day=self._clock.day(look.tick), time=self._time(look.tick))
        parts = [
            f"{moment} ({self._part(look.tick):.0%})",
            reason or self._speed(),
            self._hour(),
            signs.awake.format(awake=look.awake, people=look.people),
            signs.answered.format(answers=look.answers, asked=look.asked),
            self._taken(look),
            signs.happened.format(events=look.events, talks=look.talks),
        ]
        return " · ".join(filter(None, parts))


class Screen(_Watcher):
    """A panel on a terminal, redrawn a few times per second."""

    def _prepare(self) -> None:
        self._live = Live(
            console=self._console,
            get_renderable=self.panel,
            refresh_per_second=REDRAWS_PER_SECOND,
            transient=True,
            screen=False,
        )

    def __enter__(self) -> Self:
        self._live.start(refresh=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def panel(self) -> RenderableType:
        """The panel."""
        look, now = self._look()
        day = EventPhrases.of(self._signs.language).on(self._clock.day(look.tick), self._clock.moment(look.tick))
        head = Table.grid(padding=(0, 2))
        head.add_row(
            Text(f"{day}  {self._time(look.tick)}", style="bold"),
            ProgressBar(total=max(1, self._until), completed=look.tick, width=24),
            Text(f"{self._part(look.tick):.0%}"),
        )
        facts = Table.grid(padding=(0, 2))
        for name, fact in self._facts(look):
            facts.add_row(Text(name, style="dim"), Text(fact))
        notes = [Text(note, style="yellow") for note in look.notes]
        return Panel(
            Group(head, facts, *notes, self._note(look, now)), title=Text(self._title), title_align="left", width=78
        )

    def _facts(self, look: ProgressSnapshot) -> list[tuple[str, str]]:
        signs = self._signs
        asked = signs.asked.format(
            asked=look.asked, answers=look.answers, under_way=look.under_way, waiting=look.waiting
        )
        return [
            (signs.speed, ", ".join(filter(None, (self._speed() + self._left(look), self._hour())))),
            (signs.people, signs.thinking.format(awake=look.awake, people=look.people, thinking=look.thinking)),
            (signs.questions, asked),
            (signs.bill, self._taken(look)),
            (signs.history, signs.happened.format(events=look.events, talks=look.talks)),
        ]

    def _left(self, look: ProgressSnapshot) -> str:
        per_second = self._pace.times_real / self._clock.seconds_per_tick
        if not per_second:
            return ""
        amount, unit = self._amount((self._until - look.tick) / per_second)
        return self._signs.left.format(amount=amount, unit=unit)

    def _note(self, look: ProgressSnapshot, now: float) -> Text:
        signs, reason = self._signs, why(look, self._pace.still(now), self._signs)
        if reason:
            return Text(signs.note.format(reason=reason[:1].upper() + reason[1:]), style="yellow")
        if look.tick < look.relived:
            return Text(signs.relived.format(time=self._time(look.relived)), style="dim")
        return Text(signs.can_stop, style="dim")


def view(run: LiveRun, until: int, *, quiet: bool = False, signs: Signs = _ENGLISH) -> ProgressView:
    """A panel on a terminal, lines elsewhere, or nothing."""
    if quiet:
        return Nothing()
    console = CleanConsole(stderr=True)
    shown = Screen if console.is_terminal else ProgressLines
    return shown(run, until, console, signs=signs)
