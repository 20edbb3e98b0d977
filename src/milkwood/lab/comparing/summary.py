"""The results of an experiment: each measure under each condition with its interval, and its difference from the first.

Invariant: a difference is paired by seed between runs of one town (only of seeds that both have), so that the effect of
a seed cancels out; failed trials are left out, never counted as 0.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from milkwood.lab import measures
from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.interval import Interval, interval
from milkwood.lab.measures import Figures

TOKENS_ON_DAY: Final = "tokens_on_day"
CALLS_ON_DAY: Final = "calls_on_day"
_QUIET: Final = (measures.PRICE, measures.INSTEAD)
"""Left out if they are 0 everywhere."""
_FIRST: Final = (
    measures.TOKENS,
    TOKENS_ON_DAY,
    measures.CALLS,
    CALLS_ON_DAY,
    measures.PRICE,
    measures.INSTEAD,
    measures.REUSE,
    measures.ACTIVITIES,
    measures.PLANNED,
    measures.TALKS,
    measures.PAIRS,
    measures.BROKEN,
    measures.KNOWS,
    measures.CAME,
)
"""The order of measures."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A measure under a condition."""

    condition: str
    values: Mapping[int, float]
    """By seed."""
    found: Interval
    against: Interval | None
    """The difference from the first condition; None for the first itself, or if they share no seed."""


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure in a town."""

    where: str
    measure: str
    """`tokens`, `knows:party`, `tokens_on_day:2`."""
    cells: tuple[Cell, ...]

    @property
    def kind(self) -> str:
        """What is measured."""
        return self.measure.partition(":")[0]

    @property
    def of(self) -> str:
        """Its story or day, if any."""
        return self.measure.partition(":")[2]


def values_of(figures: Figures) -> dict[str, float]:
    """All single numbers of a run."""
    days = {f"{TOKENS_ON_DAY}:{day}": value for day, value in enumerate(figures.tokens_by_day, 1)}
    calls = {f"{CALLS_ON_DAY}:{day}": value for day, value in enumerate(figures.calls_by_day, 1)}
    return {**figures.values, **days, **calls}


def rows(outcomes: Sequence[TrialOutcome]) -> list[MeasureRow]:
    """All measures by town, in order."""
    lived = [(each, values_of(each.figures)) for each in outcomes if each.figures is not None]
    towns = dict.fromkeys(each.trial.where for each, _ in lived)
    found = []
    for where in towns:
        here = [(each, values) for each, values in lived if each.trial.where == where]
        names = dict.fromkeys(name for _, values in here for name in values)
        told = [_row(where, name, here) for name in sorted(names, key=_place)]
        found += [row for row in told if row.kind not in _QUIET or any(any(c.values.values()) for c in row.cells)]
    return found


def _place(name: str) -> tuple[int, int, str]:
    kind, _, of = name.partition(":")
    return (_FIRST.index(kind) if kind in _FIRST else len(_FIRST), int(of) if of.isdecimal() else 0, of)


def _row(where: str, name: str, lived: Sequence[tuple[TrialOutcome, Mapping[str, float]]]) -> MeasureRow:
    by_condition: dict[str, dict[int, float]] = {}
    for each, values in lived:
        if name in values:
            by_condition.setdefault(each.trial.condition.name, {})[each.trial.seed] = values[name]
    first = next(iter(by_condition))
    return MeasureRow(where, name, tuple(_cell(each, by_condition, first) for each in by_condition))


def _cell(condition: str, by_condition: Mapping[str, Mapping[int, float]], first: str) -> Cell:
    values, others = by_condition[condition], by_condition[first]
    shared = [values[seed] - others[seed] for seed in values if seed in others]
    against = interval(shared) if shared and condition != first else None
    return Cell(condition, values, interval(list(values.values())), against)


# --- as CSV


def figures_csv(outcomes: Iterable[TrialOutcome]) -> str:
    """A line for each run and measure."""
    lines: list[Sequence[object]] = [("town", "scenario", "language", "condition", "seed", "measure", "value")]
    for each in outcomes:
        if each.figures is None:
            continue
        trial = each.trial
        head = (trial.where, trial.scenario, trial.language, trial.condition.name, trial.seed)
        values = values_of(each.figures)
        lines += [(*head, name, _number(values[name])) for name in sorted(values, key=_place)]
    return _csv(lines)


def summary_csv(found: Iterable[MeasureRow]) -> str:
    """A line for each town, measure and condition."""
    ends = ("n", "mean", "low95", "high95", "difference", "difference_low95", "difference_high95")
    lines: list[Sequence[object]] = [("town", "measure", "condition", *ends)]
    for row in found:
        for cell in row.cells:
            mine, other = cell.found, cell.against
            numbers = [mine.mean, mine.low, mine.high]
            numbers += [None, None, None] if other is None else [other.mean, other.low, other.high]
            lines.append((row.where, row.measure, cell.condition, mine.n, *(_number(each) for each in numbers)))
    return _csv(lines)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _csv(lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()
