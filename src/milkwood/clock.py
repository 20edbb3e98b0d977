"""Town time: ticks counted from the start of a run, and the date and hour they stand for.

Invariant: a tick and a moment convert to each other without loss while the moment lies on a tick; nothing here depends
on the time zone or locale of the machine.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from milkwood.errors import SetupError
from milkwood.i18n import t
from milkwood.ids import Tick

NEVER = 1 << 40
"""A tick that no run reaches."""
MINUTES_A_DAY = 24 * 60
_SECONDS_A_DAY = MINUTES_A_DAY * 60
MAX_TICK_DIGITS = 18
_HOUR = re.compile(r"(\d{1,2}):(\d{2})\Z")
_TIME = re.compile(r"(\d{1,2}:\d{2})(?::([0-5]\d))?\Z")
_DAY = re.compile(r"day\s+(\d{1,18})(?:\s+([\d:]+))?\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TownClock:
    """When a run starts and how long one tick lasts."""

    start: datetime
    seconds_per_tick: int = 10

    def moment(self, tick: int) -> datetime:
        """The date and time at which a tick begins."""
        return self.start + timedelta(seconds=tick * self.seconds_per_tick)

    def tick_at(self, moment: datetime) -> Tick:
        """The first tick that begins at or after a moment (negative before the start)."""
        seconds = (moment - self.start).total_seconds()
        return Tick(int(-(-seconds // self.seconds_per_tick)))

    def day(self, tick: int) -> int:
        """Which day of the run it is; the first is day 1, and days change at midnight."""
        return self._second(tick) // _SECONDS_A_DAY + 1

    def minute_of_day(self, tick: int) -> int:
        """Minutes since midnight."""
        return self._second(tick) // 60 % MINUTES_A_DAY

    def _second(self, tick: int) -> int:
        """Whole seconds since the midnight before the start."""
        start = self.start
        return start.hour * 3600 + start.minute * 60 + start.second + tick * self.seconds_per_tick

    def ticks_in_minutes(self, minutes: float) -> int:
        """How many ticks a length of town time lasts, at least one."""
        return max(1, round(minutes * 60 / self.seconds_per_tick))

    @property
    def ticks_per_day(self) -> int:
        """Ticks from one midnight to the next."""
        return MINUTES_A_DAY * 60 // self.seconds_per_tick

    def parse(self, text: str) -> Tick:
        """The tick a user means by `day 2 18:00`, `18:00` (of day 1), `2023-02-14 18:00` or a bare tick number.

        Times may have seconds.
        """
        words = text.strip()
        if words.isascii() and words.isdigit() and len(words) <= MAX_TICK_DIGITS:
            return Tick(int(words))
        if found := _DAY.match(words):
            return self._on_day(int(found[1]), found[2] or "00:00", text)
        if _TIME.match(words):
            return self._on_day(1, words, text)
        try:
            return self.tick_at(datetime.fromisoformat(words))
        except (ValueError, TypeError) as error:
            raise _unreadable(text) from error

    def _on_day(self, day: int, time: str, text: str) -> Tick:
        found = _TIME.match(time)
        minutes = minutes_of(found[1]) if found else None
        seconds = int(found[2] or 0) if found else 0
        if day < 1 or minutes is None or minutes * 60 + seconds > _SECONDS_A_DAY:
            raise _unreadable(text)
        midnight = self.start.replace(hour=0, minute=0, second=0, microsecond=0)
        try:
            return self.tick_at(midnight + timedelta(days=day - 1, minutes=minutes, seconds=seconds))
        except OverflowError as error:
            raise _unreadable(text) from error


def minutes_of(hour: str) -> int | None:
    """Minutes since midnight of `HH:MM` (up to `24:00`); None if it is not a time."""
    found = _HOUR.match(hour)
    if not found:
        return None
    minutes = int(found[1]) * 60 + int(found[2])
    return minutes if int(found[2]) < 60 and minutes <= MINUTES_A_DAY else None


def minutes_at(hour: str) -> int:
    """Minutes since midnight of a valid `HH:MM`, also past midnight (`25:30`)."""
    hours, _, minutes = hour.partition(":")
    return int(hours) * 60 + int(minutes or 0)


@cache
def hour_of(minutes: int) -> str:
    """`HH:MM` of minutes since midnight; `25:30` after the next one."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _unreadable(text: str) -> SetupError:
    return SetupError(
        t("“{text}” is not a time.", text=text),
        remedy=t("Write “day 2 18:00”, “18:00:30”, “2023-02-14 18:00” or the number of a tick."),
    )
