"""The pace clock of a watched town: the tick it shows, and so how far people may live (rule T3).

Invariant: the clock never goes back, stands while it is held, and waits for a town that cannot keep up; no one lives
more than LEASH_TICKS past it. It affects what happens only through keys that did not come in time.
"""

import asyncio
from collections.abc import Callable

from milkwood.clock import NEVER

LEASH_TICKS = 6
"""Maximum lead of people over the clock, so that a user's act lands now."""
_SLACK_SECONDS = 1e-5
"""Event loops wake slightly early: a clock this close to a tick has reached it."""


class Pace:
    """A tick clock whose speed can change at any time."""

    def __init__(self, ticks_per_second: float | None = None, *, held: bool = False) -> None:
        self._speed = _checked(ticks_per_second)
        self._held = held
        self._base = 0.0
        """The tick it showed at `_since`, with its fraction."""
        self._since: float | None = None
        """Time on the loop's clock; None while no life uses it."""
        self._reached = 0
        self._stepped = 0
        """The tick that the last step goes to."""
        self._listeners: list[Callable[[], None]] = []

    # --- users

    def begin(self, tick: int, changed: Callable[[], None]) -> None:
        """A life starts to use this clock at a tick; `changed` is called whenever the clock is set."""
        self._base, self._reached = max(self._base, float(tick)), max(self._reached, tick)
        self._since = asyncio.get_running_loop().time()
        self._listeners.append(changed)

    def end(self, changed: Callable[[], None]) -> None:
        """A life stops using the clock: it stands."""
        self._rebase()
        self._since = None
        self._listeners.remove(changed)

    def reached(self, tick: int) -> bool:
        """The town has reached a tick (the clock stays within LEASH_TICKS of it); returns whether that is new."""
        if tick <= self._reached:
            return False
        self._rebase()
        self._reached = tick
        return True

    # --- reading

    @property
    def held(self) -> bool:
        """Whether the user paused it."""
        return self._held

    @property
    def stepping(self) -> bool:
        """Whether the town has not yet reached the tick of a step."""
        return self._held and self._reached < self._stepped

    @property
    def unlimited(self) -> bool:
        """Whether the town lives as fast as it can."""
        return self._speed is None and not self._held

    @property
    def ticks_per_second(self) -> float | None:
        """Speed; None for as fast as possible."""
        return self._speed

    @property
    def now(self) -> int:
        """The tick it shows."""
        if self.unlimited:
            return max(int(self._base), self._reached)
        return int(self._moment() + _SLACK_SECONDS * (self._speed or 0.0) + 1e-9)

    @property
    def limit(self) -> int:
        """The first tick that no one may live yet."""
        return NEVER if self.unlimited else self.now + LEASH_TICKS + 1

    def passed(self, tick: int) -> bool:
        """Whether a tick is over, so that no key is awaited for it."""
        return self.unlimited or self.now > tick

    def seconds_until(self, tick: int) -> float | None:
        """Seconds until it shows a tick, if nothing else changes; None if it will not."""
        if self.unlimited:
            return 0.0
        if self._held or self._speed is None or tick > self._reached + LEASH_TICKS:
            return None
        return max(0.0, (tick - self._moment()) / self._speed)

    def _moment(self) -> float:
        if self._held or self._speed is None or self._since is None:
            return self._base
        passed = asyncio.get_running_loop().time() - self._since
        return max(self._base, min(self._base + passed * self._speed, self._reached + LEASH_TICKS))

    # --- setting

    def hold(self) -> None:
        """Pause."""
        self._rebase()
        self._held, self._stepped = True, 0
        self._tell()

    def go_on(self) -> None:
        """Resume."""
        self._rebase()
        self._held = False
        self._tell()

    def step(self, to: int | None = None) -> None:
        """Pause one tick later, or at tick `to` unless that is past."""
        self._rebase()
        self._held = True
        wanted = int(self._base) + 1 if to is None else to
        self._base = max(self._base, float(min(wanted, self._reached + LEASH_TICKS)))
        self._stepped = int(self._base)
        self._tell()

    def set_speed(self, ticks_per_second: float | None) -> None:
        """Set the speed; None for as fast as possible."""
        self._rebase()
        self._speed = _checked(ticks_per_second)
        self._tell()

    def _rebase(self) -> None:
        """Count from now on; keeps the elapsed time."""
        self._base = max(self._base, float(self._reached)) if self.unlimited else self._moment()
        if self._since is not None:
            self._since = asyncio.get_running_loop().time()

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener()


def _checked(ticks_per_second: float | None) -> float | None:
    if ticks_per_second is not None and not 0 < ticks_per_second < 1e6:
        raise ValueError("a pace is so many ticks in a second, more than none")
    return ticks_per_second
