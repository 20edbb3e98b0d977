"""The hours of trades: waking, spells of work and bed time, and what follows from them for the hours of a place.

Invariant: times are minutes since the midnight before waking, in order; those past midnight are larger than a day.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from milkwood.clock import MINUTES_A_DAY, hour_of

_EARLIEST_OPEN_MINUTE = 6 * 60
"""Staff may come before a place opens."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The day of a trade; those with fixed hours are at work from the first spell to the last."""

    wake: int
    work: tuple[tuple[int, int], ...]
    sleep: int
    fixed: bool = True

    @property
    def span(self) -> tuple[int, int] | None:
        """From when to when someone is at work; None without fixed hours."""
        return (self.work[0][0], self.work[-1][1]) if self.fixed and self.work else None

    @property
    def by_night(self) -> bool:
        """Whether the work lasts past midnight."""
        return bool(self.work) and self.work[-1][1] > MINUTES_A_DAY

    def hours(self) -> str:
        """The span as a pack says it; empty without fixed hours."""
        return said(self.span) if self.span else ""

    def is_free(self, start: int, end: int) -> bool:
        """Whether someone is neither at work nor asleep then, on any day."""
        taken = [self.span] if self.span else []
        busy = [*taken, (self.sleep, self.wake + MINUTES_A_DAY)]
        return all(end + late <= since or start + late >= until for since, until in busy for late in (0, MINUTES_A_DAY))


def _shift(wake: float, *work: tuple[float, float], sleep: float, fixed: bool = True) -> Shift:
    """A shift in hours."""
    spells = tuple((round(start * 60), round(end * 60)) for start, end in work)
    return Shift(round(wake * 60), spells, round(sleep * 60), fixed)


SHIFTS = {
    "day": _shift(6.5, (8, 12), (13, 17), sleep=22.5),
    "early": _shift(3.75, (5, 8.5), (9, 12.5), sleep=20.5),
    "early_day": _shift(5.25, (6.75, 11.5), (12.5, 16), sleep=21.5),
    "late_day": _shift(8, (11, 15), (16, 20), sleep=24),
    "late": _shift(8.5, (11, 15.5), (16.25, 23), sleep=24.75),
    "night": _shift(15, (21, 27), (27.5, 30), sleep=32),
    "school": _shift(6.75, (8.25, 12), (13, 15), sleep=21),
    "free": _shift(7.5, (9, 12.5), (14, 17), sleep=23, fixed=False),
    "none": _shift(7, sleep=22),
}


def said(span: tuple[int, int]) -> str:
    """A span as a pack says it."""
    return "-".join(hour_of(minute % MINUTES_A_DAY) for minute in span)


def open_while_staffed(shifts: Iterable[Shift]) -> str:
    """The hours of a place with this staff: the longest time without a gap, by day if anyone works by day."""
    staff = [shift for shift in shifts if shift.span]
    spans = sorted(shift.span for shift in staff if shift.span and not shift.by_night)
    runs: list[tuple[int, int]] = []
    for start, end in spans or sorted(shift.span for shift in staff if shift.span):
        if runs and start <= runs[-1][1]:
            runs[-1] = runs[-1][0], max(end, runs[-1][1])
        else:
            runs.append((max(start, _EARLIEST_OPEN_MINUTE), end))
    return said(max(runs, key=lambda run: run[1] - run[0])) if runs else ""


def is_open(span: str, start: int, end: int) -> bool:
    """Whether a place is open all the time, by its hours as a pack says them; without hours it always is."""
    if not span:
        return True
    opens, closes = (int(time[:2]) * 60 + int(time[3:]) for time in span.split("-"))
    if closes <= opens:
        closes += MINUTES_A_DAY
    return any(opens <= start + late and end + late <= closes for late in (0, MINUTES_A_DAY))
