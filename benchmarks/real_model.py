"""Towns that a real model lived: cost, usable answers, broken lines, days, news, and time.

Reads the runs in the folder that MILKWOOD_REAL_RUNS names, made by `python -m tools.real_model` on a machine with a
model; without it nothing is measured. A run that is alone with the understudy shows days and news, for comparison.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks import _real_answers, _real_news, _real_time
from benchmarks._real_lines import broken_lines
from benchmarks._real_run import RealRun, real_runs
from tests.story import measures_day
from tests.story.measures import MAX_TOLD, Measure, at_least, at_most, share, told
from tools.proof import Row, figure, table

MAX_BROKEN = 5
FEWEST_LINES, MOST_LINES = 4, 8
LEAST_WORK = 80


def main() -> list[Row]:
    """The figures of all runs; none without runs."""
    rows: list[Row] = []
    runs = real_runs()
    for run in runs:
        print(f"\n{run.name}: {run.circumstances}; {run.when}\n", flush=True)
        if run.has_model:
            print(_real_answers.table(run), flush=True)
        for each in measures(run):
            rows.append(replace(each, name=f"{run.name}: {each.name}").row())
            for wrong in each.wrong[:MAX_TOLD] if not each.ok else ():
                print(f"  {each.name}: {wrong}")
    return [*rows, *(each.row() for each in _real_news.medians(runs))]


def page() -> str:
    """All figures as Markdown: a column for each run, then the questions of each."""
    runs = real_runs()
    columns = {run.name: {each.name: each for each in measures(run)} for run in runs}
    names = dict.fromkeys(name for column in columns.values() for name in column)
    lines = [f"| what | {' | '.join(columns)} | bound |", "|---" * (len(columns) + 2) + "|"]
    for name in names:
        found = [column.get(name) for column in columns.values()]
        bound = next(each.bound for each in found if each is not None)
        lines.append(f"| {name} | {' | '.join(map(_cell, found))} | {bound} |")
    parts = ["\n".join(lines) + "\n", table(each.row() for each in _real_news.medians(runs))]
    parts += [f"### {run.name}\n\n{_real_answers.table(run)}" for run in runs if run.has_model]
    return "\n".join(parts)


def _cell(measure: Measure | None) -> str:
    if measure is None:
        return ""
    said = f"{figure(measure.figure)} {measure.unit}".strip()
    return said if measure.ok else f"**{said}**"


def measures(run: RealRun) -> Iterator[Measure]:
    """All measures of one run."""
    yield told("lived by", run.circumstances)
    yield told("people and days", f"{len(run.life.header.cast)} people, {run.when}")
    if run.has_model:
        yield from _real_answers.measures(run)
    yield from _talks(run)
    yield from _days(run)
    yield from _real_news.measures(run)
    if run.has_model:
        yield _real_answers.cached(run)
        yield from _real_time.measures(run)


def _talks(run: RealRun) -> Iterator[Measure]:
    lengths = [len(talk.lines) for talk in run.life.talks if talk.lines and talk.ended is not None]
    mean = float(np.mean(lengths or [0]))
    bound, held = f"{FEWEST_LINES} to {MOST_LINES}", FEWEST_LINES <= mean <= MOST_LINES
    yield Measure("lines a talk, mean", mean, f"in {len(lengths)} talks", bound, held)
    broken, lines = broken_lines(run.life), sum(len(talk.lines) for talk in run.life.talks)
    if broken is None:
        yield told("broken lines", "not measured: there is no measure of them")
        return
    sorts = ", ".join(f"{sort} {times}" for sort, times in Counter(each.sort for each in broken).most_common())
    said = [f"{each.sort}: {each.text}" for each in broken]
    measure = at_most("broken lines", share(len(broken), lines) if lines else 0.0, MAX_BROKEN, "%", said)
    yield replace(measure, unit=f"% of {lines:,}{f' ({sorts})' if sorts else ''}")


def _days(run: RealRun) -> Iterator[Measure]:
    """Sleep, meals and work, of days that were lived until midnight."""
    life = run.life
    if not life.days:
        yield told("days with sleep, meals and work", "not measured: no day was lived until midnight")
        return
    yield from measures_day.sleep(life)
    yield from measures_day.meals(life, life.days)
    for each in measures_day.work(life):
        if each.name.startswith("working hours"):
            yield at_least(each.name, float(each.figure), LEAST_WORK, each.unit)


if __name__ == "__main__":
    print(page())
