"""The end of a deed in the original, which compares its clock's time of day with the end and never looks back.

Invariant: a computed end lies ahead of the clock, and a step begins exactly then.
"""

from datetime import datetime, timedelta
from math import lcm

from milkwood.bridge.export.steps import Steps

_MINUTE = timedelta(minutes=1)
_LONGEST = timedelta(hours=23)
"""Deeds that end later would end a day too early, since the original does not look at the date."""


def full_minute(moment: datetime) -> datetime:
    """The first full minute at or after a moment: from there the original counts the minutes of a deed."""
    return moment if moment.second == 0 else moment.replace(second=0) + _MINUTE


def minutes_until(steps: Steps, start: datetime, wanted: datetime, now: datetime) -> int:
    """The length of a deed that ends at the first full minute at or after a moment at which a step begins."""
    wanted = max(now + _second(1), min(wanted, now + _LONGEST))
    grid = _second(lcm(60, steps.clock.seconds_per_tick))
    end = steps.midnight - (steps.midnight - wanted) // grid * grid
    return int((end - full_minute(start)) / _MINUTE)


def is_seen(steps: Steps, end: datetime, now: datetime) -> bool:
    """Whether the original's clock, continued step by step, meets an end within a day."""
    return now <= end <= now + _LONGEST and (end - steps.midnight) % _second(steps.clock.seconds_per_tick) == _second(0)


def _second(count: int) -> timedelta:
    return timedelta(seconds=count)
