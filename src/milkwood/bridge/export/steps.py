"""Steps of a simulation, which count from midnight, and ticks of a run, which count from its start.

Invariant: step and time convert to each other without loss; as in the original, every time is the first midnight plus a
number of steps.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from milkwood.clock import TownClock

# Spelt out, because the locale may differ from the language of the files.
_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True, slots=True)
class Steps:
    """Converts a run's time."""

    clock: TownClock

    @property
    def midnight(self) -> datetime:
        """The time of step 0."""
        return self.clock.start.replace(hour=0, minute=0, second=0, microsecond=0)

    @property
    def offset(self) -> int:
        """The first step of the run."""
        return int((self.clock.start - self.midnight).total_seconds()) // self.clock.seconds_per_tick

    def step(self, tick: int) -> int:
        """The step of a tick; ticks before the run belong to its first step."""
        return self.offset + max(0, tick)

    def moment(self, step: int) -> datetime:
        """The time of a step."""
        return self.midnight + timedelta(seconds=step * self.clock.seconds_per_tick)

    def long(self, step: int) -> str:
        """`February 13, 2023, 00:00:00`, as most files have it."""
        return f"{self.date(step)}, {self.moment(step):%H:%M:%S}"

    def date(self, step: int) -> str:
        """`February 13, 2023`."""
        day = self.moment(step)
        return f"{_MONTHS[day.month - 1]} {day.day:02d}, {day.year:04d}"

    def iso(self, step: int) -> str:
        """`2023-02-13 00:00:00`, as memories have it."""
        return iso(self.moment(step))

    def day(self, step: int) -> str:
        """`Monday February 13`, as plans have it."""
        day = self.moment(step)
        return f"{_WEEKDAYS[day.weekday()]} {_MONTHS[day.month - 1]} {day.day:02d}"


def iso(moment: datetime) -> str:
    """A moment as memories have it."""
    return moment.isoformat(" ", "seconds")


def twelve_hours(minute: int) -> str:
    """`7:30 am` of minutes since midnight."""
    hour, rest = divmod(minute % (24 * 60), 60)
    return f"{(hour - 1) % 12 + 1}:{rest:02d} {'am' if hour < 12 else 'pm'}"
