"""Town time for a mind, and the sky that goes with it: days from midnight, times as `HH:MM`, after midnight as `25:30`.

Invariant: a day is named by the tick of its midnight, which may lie before the run's first tick; minutes since midnight
and ticks convert to each other.
"""

from datetime import datetime, timedelta

from milkwood.clock import MINUTES_A_DAY, TownClock
from milkwood.town.sky import Sky


class Hours:
    """A run's clock in terms of days."""

    def __init__(self, clock: TownClock, sky: Sky | None = None) -> None:
        self.clock = clock
        self.sky = sky or Sky(clock)

    def midnight(self, tick: int) -> int:
        """The midnight of a tick's day, as a tick."""
        moment = self.clock.moment(tick)
        return int(self.clock.tick_at(moment.replace(hour=0, minute=0, second=0, microsecond=0)))

    def minute(self, tick: int, midnight: int) -> int:
        """Whole minutes from a midnight to a tick."""
        return (tick - midnight) * self.clock.seconds_per_tick // 60

    def at(self, midnight: int, minute: int) -> int:
        """The tick so many minutes after a midnight."""
        return midnight + -(-minute * 60 // self.clock.seconds_per_tick)

    def ticks(self, minutes: float) -> int:
        """A duration in ticks, at least one."""
        return self.clock.ticks_in_minutes(minutes)

    def minutes(self, ticks: int) -> int:
        """Ticks as whole minutes."""
        return ticks * self.clock.seconds_per_tick // 60

    def say(self, tick: int) -> str:
        """`HH:MM` of a tick."""
        return self.clock.moment(tick).isoformat(timespec="minutes")[11:]

    def date(self, tick: int) -> str:
        """`YYYY-MM-DD` of a tick."""
        return self.clock.moment(tick).date().isoformat()

    def weekday(self, tick: int) -> int:
        """Monday is 0."""
        return self.clock.moment(tick).weekday()

    def tick_of(self, date: str, minute: int) -> int | None:
        """The tick at a minute of a date, or None if it is not a date."""
        try:
            day = datetime.strptime(date, "%Y-%m-%d")
        except ValueError:
            return None
        return int(self.clock.tick_at(day + timedelta(minutes=minute)))


def minutes_in(hour: str) -> int | None:
    """Minutes since midnight of `HH:MM`, also past midnight (`25:30`); None if it is not a time."""
    head, colon, tail = hour.strip().partition(":")
    if not (colon and head.isascii() and head.isdigit() and tail.isascii() and tail.isdigit()):
        return None
    minutes = int(head) * 60 + int(tail)
    return minutes if int(tail) < 60 and minutes <= 2 * MINUTES_A_DAY else None
