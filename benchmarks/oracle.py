"""The oracle: the least time of a day if all people wait only for those they truly perceive.

Knows the history, no schedule: for each person and tick how long the thought took and where they were. A person's tick
begins when their own last tick and the last tick of all people they see at it are over; the longest chain of such waits
is the least time in which any schedule can complete the day without guessing. Questions asked ahead do not hold a tick,
so they have no place in the table of seconds.

Invariant: exact, for any number of people. Only pairs whose positions come near each other within a stretch of ticks
are compared, so that a town of hundreds costs little more than its crowds.
"""

import time

import numpy as np
from numpy.typing import NDArray

from milkwood.town.map import NO_ZONE, TownMap
from tools.proof import Row

Table = NDArray[np.int64]
"""One number per tick (row) and person (column)."""

STRETCH = 64
"""The number of ticks that are compared together."""


def longest_chain(
    seconds: NDArray[np.float64],
    xs: Table,
    ys: Table,
    town_map: TownMap,
    view_radius: int,
    deaf: NDArray[np.bool_] | None = None,
) -> float:
    """The time of the oracle; all tables are ticks by people. A deaf (sleeping) person does not wait."""
    zones, second_zones = town_map.zone[ys, xs], town_map.second_zone[ys, xs]
    over = np.zeros(seconds.shape[1])
    for first in range(0, len(seconds), STRETCH):
        part = slice(first, first + STRETCH)
        ones, others = _near(xs[part], ys[part], view_radius)
        seen = _seen(ones, others, xs[part], ys[part], zones[part], second_zones[part], view_radius)
        over = _chain(over, seconds[part], ones, others, seen, None if deaf is None else deaf[part])
    return float(over.max(initial=0.0))


def lockstep_seconds(seconds: NDArray[np.float64]) -> float:
    """The time when all people think together at each tick and then wait for the slowest."""
    return float(seconds.max(axis=1, initial=0.0).sum())


def _near(xs: Table, ys: Table, radius: int) -> tuple[Table, Table]:
    """The pairs, each once, whose positions over a stretch come within the radius of each other."""
    left, right, top, bottom = xs.min(axis=0), xs.max(axis=0), ys.min(axis=0), ys.max(axis=0)
    order = np.argsort(left, kind="stable")
    ones: list[Table] = [np.zeros(0, np.int64)]
    others = ones.copy()
    for place, one in enumerate(order.tolist()):
        rest = order[place + 1 :]
        rest = rest[: np.searchsorted(left[rest], right[one] + radius, side="right")]
        rest = rest[(top[rest] <= bottom[one] + radius) & (bottom[rest] >= top[one] - radius)]
        ones.append(np.full(len(rest), one))
        others.append(rest)
    return np.concatenate(ones), np.concatenate(others)


def _seen(
    ones: Table,
    others: Table,
    xs: Table,
    ys: Table,
    zones: NDArray[np.int16],
    second_zones: NDArray[np.int16],
    radius: int,
) -> NDArray[np.bool_]:
    """For each tick and pair whether the two see each other (seeing is mutual)."""
    near = (np.abs(xs[:, ones] - xs[:, others]) <= radius) & (np.abs(ys[:, ones] - ys[:, others]) <= radius)
    first, other_first = zones[:, ones], zones[:, others]
    second, other_second = second_zones[:, ones], second_zones[:, others]
    same = (first == other_first) | (first == other_second) | (second == other_first)
    seen: NDArray[np.bool_] = near & (same | ((second == other_second) & (second != NO_ZONE)))
    return seen


def _chain(
    over: NDArray[np.float64],
    seconds: NDArray[np.float64],
    ones: Table,
    others: Table,
    seen: NDArray[np.bool_],
    deaf: NDArray[np.bool_] | None,
) -> NDArray[np.float64]:
    """The end of each person's last tick of a stretch, given the end of the tick before."""
    for tick, taken in enumerate(seconds):
        pairs = np.flatnonzero(seen[tick])
        one, other = ones[pairs], others[pairs]
        begins = over.copy()
        np.maximum.at(begins, one, over[other])
        np.maximum.at(begins, other, over[one])
        if deaf is not None:
            begins = np.where(deaf[tick], over, begins)
        over = begins + taken
    return over


def main() -> list[Row]:
    """The CPU time of the oracle itself for a day of 25 and of 500 strollers on open ground."""
    rows = []
    for people, side, most in ((25, 120, 5), (500, 530, 15)):
        seconds, xs, ys = _strollers(people, side, ticks=8640)
        ground = TownMap("a meadow", np.ones((side, side), bool), (), (), ())
        began = time.process_time()
        longest_chain(seconds, xs, ys, ground, view_radius=8)
        cpu = time.process_time() - began
        name = f"oracle of a day of {people} people, CPU"
        rows.append(Row(name=name, figure=cpu, unit="s", bound=f"at most {most} s", ok=cpu <= most))
    return rows


def _strollers(people: int, side: int, ticks: int) -> tuple[NDArray[np.float64], Table, Table]:
    """People who take a step every tenth tick or so, and think every twentieth."""
    chance = np.random.default_rng(1)
    steps = chance.integers(-1, 2, (2, ticks, people)) * (chance.random((ticks, people)) < 0.1)
    starts = chance.integers(0, side, (2, 1, people))
    xs, ys = np.clip(starts + steps.cumsum(axis=1), 0, side - 1)
    seconds = chance.exponential(1.0, (ticks, people)) * (chance.random((ticks, people)) < 0.05)
    return seconds, xs, ys
