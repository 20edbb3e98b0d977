"""Cost and benefit of routines, impressions and mind wandering: the Ville, 25 people, with and without each of them.

Runs are made in parallel as `milkwood compare` makes them, with the understudy, and their tokens counted as a language
model would have read and written them. With MILKWOOD_PROOF=1: three seeds, eight days with everything on, without
routines and without wandering, two days of the others, and days that begin with the routines of an earlier run; and
docs/affordable.md is written. Without: one seed, two days. `python -m benchmarks.affordable FOLDER` keeps the runs in
a folder, and finds them there again.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Final

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.lab.comparing.condition import FULL, PRESETS, Condition
from milkwood.lab.comparing.crew import Crew, CrewProgress, TrialOutcome
from milkwood.lab.comparing.experiment import Experiment, Trial
from milkwood.lab.comparing.trial import run_path
from milkwood.lab.measures import ACTIVITIES, measured
from milkwood.towns.shelf import find
from tools import affordable
from tools.proof import Row

LONG: Final = bool(os.environ.get("MILKWOOD_PROOF"))
TOWN: Final = "the_ville"
SEEDS: Final = (1, 2, 3) if LONG else (1,)
DAYS: Final = 8 if LONG else 2
FEW_DAYS: Final = 2
NO_ROUTINES, NO_WANDERING = PRESETS["affordable"][1], PRESETS["affordable"][3]
MANY_DAYS: Final = (FULL, NO_ROUTINES, NO_WANDERING) if LONG else (FULL, NO_ROUTINES)
WARM: Final = "with routines of an earlier run"

MAX_COLD, MAX_SECOND, MAX_WARM = 70_000, 45_000, 25_000
MAX_LOST_PERCENT: Final = 10.0
LEAST: Final = {"knows:party": 12, "knows:mayor": 8, "came:party": 5}
"""How far news must spread with everything on, and how many people must come: of 25."""
SAID: Final = {
    "knows:party": "people who know of the party, each by an unbroken chain",
    "knows:mayor": "people who know of Sam's candidacy, each by an unbroken chain",
    "came:party": "guests at the party",
}


@dataclass(frozen=True)
class Lives:
    """All runs."""

    few: Sequence[TrialOutcome]
    """Two days, under every condition."""
    many: Sequence[TrialOutcome]
    warm: Sequence[TrialOutcome]
    """One day."""


def main() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as own:
        lives = lived(Path(sys.argv[1] if __name__ == "__main__" and len(sys.argv) > 1 else own))
    variety = _variety(lives.many) if LONG else []  # two days are too few for people to have several routines
    rows = [*_costs(lives), *variety, *_news(lives.few)]
    if LONG:
        affordable.write(rows, lives.few, lives.many, lives.warm)
    return [*rows, *_effects(lives.few)]


# --- running


def lived(folder: Path) -> Lives:
    """All runs, in as many processes as there are processors."""
    crew = Crew(folder, os.cpu_count() or 1)
    long = Experiment((TOWN,), seeds=SEEDS, days=DAYS, conditions=MANY_DAYS).trials()
    others = tuple(each for each in PRESETS["affordable"] if each not in MANY_DAYS) if LONG else ()
    short = Experiment((TOWN,), seeds=SEEDS, days=FEW_DAYS, conditions=others).trials() if others else []
    outcomes = _whole(crew.live([*long, *short], Saying()))
    many, few = outcomes[: len(long)], outcomes[len(long) :]
    warm = _whole(crew.live(_warm(folder, long), Saying()))
    ordered = [*(_first_days(folder, each) for each in many), *few]
    places = {each.name: place for place, each in enumerate(PRESETS["affordable"])}
    return Lives(sorted(ordered, key=lambda each: places[each.trial.condition.name]), many, warm)


def _warm(folder: Path, long: Sequence[Trial]) -> list[Trial]:
    """Days that begin with the routines of another seed's run with everything on, or of the same if it is alone."""
    full = {trial.seed: trial for trial in long if trial.condition == FULL}
    day = Experiment((TOWN,), seeds=SEEDS, days=1).trials()
    earlier = {seed: full[SEEDS[(place + 1) % len(SEEDS)]] for place, seed in enumerate(SEEDS)}
    return [
        replace(
            trial,
            name=f"{trial.where}-warm-{trial.seed}",
            condition=Condition(WARM, routines=str(run_path(folder, earlier[trial.seed]))),
        )
        for trial in day
    ]


def _first_days(folder: Path, outcome: TrialOutcome) -> TrialOutcome:
    """The first two days of a longer run."""
    if DAYS == FEW_DAYS:
        return outcome
    trial = outcome.trial
    pack = towns.load(find(trial.town).folder, trial.scenario)
    until = int(pack.clock.parse(f"day {FEW_DAYS + 1} 00:00"))
    with Chronicle.read(run_path(folder, trial)) as reader:
        return replace(outcome, figures=measured(reader, pack, until))


def _whole(outcomes: list[TrialOutcome]) -> list[TrialOutcome]:
    for each in outcomes:
        if each.figures is None:
            raise RuntimeError(f"{each.trial.name}: {each.error}")
    return outcomes


class Saying:
    """Reports the progress, a line every tenth."""

    def __init__(self) -> None:
        self._said = -1

    def __call__(self, standing: CrewProgress) -> None:
        ticks, of = standing.ticks
        if 10 * ticks // of > self._said:
            self._said = 10 * ticks // of
            print(f"   {ticks / of:4.0%} of {len(standing.trials)} lives", file=sys.stderr, flush=True)


# --- figures


def _figures(outcomes: Sequence[TrialOutcome], condition: str) -> list[affordable.Figures]:
    return [each.figures for each in outcomes if each.trial.condition.name == condition and each.figures is not None]


def _costs(lives: Lives) -> list[Row]:
    full, warm = _figures(lives.few, FULL.name), _figures(lives.warm, WARM)
    worst = (
        f"25 people, dearest of {len(full)} seeds, tokens a person" if len(full) > 1 else "25 people, tokens a person"
    )
    return [
        _at_most(f"{worst}: the first day, cold", max(each.tokens_by_day[0] for each in full), MAX_COLD),
        _at_most(f"{worst}: the second day", max(each.tokens_by_day[1] for each in full), MAX_SECOND),
        _at_most(f"{worst}: the first day {WARM}", max(each.tokens_by_day[0] for each in warm), MAX_WARM),
    ]


def _variety(many: Sequence[TrialOutcome]) -> list[Row]:
    full, without = (_mean(many, each.name) for each in (FULL, NO_ROUTINES))
    change = 100.0 * (full / without - 1)
    days = f"distinct activities a person over {DAYS} days"
    bound = f"at least -{MAX_LOST_PERCENT:g} %"
    name = f"{days}: {full:.1f}, against {without:.1f} without routines"
    rows = [Row(name=name, figure=change, unit="%", bound=bound, ok=change >= -MAX_LOST_PERCENT)]
    if NO_WANDERING in MANY_DAYS:
        tame = _mean(many, NO_WANDERING.name)
        rise = 100.0 * (full / tame - 1)
        name = f"{days}: {full:.1f}, against {tame:.1f} without wandering"
        rows.append(Row(name=name, figure=rise, unit="%", bound="more than 0 %", ok=rise > 0))
    return rows


def _mean(outcomes: Sequence[TrialOutcome], condition: str, measure: str = ACTIVITIES) -> float:
    return fmean(each.values[measure] for each in _figures(outcomes, condition))


def _news(few: Sequence[TrialOutcome]) -> list[Row]:
    full = _figures(few, FULL.name)
    return [
        _at_least(f"two days, everything on, {SAID[name]}: fewest of {len(full)} seeds", value, least)
        for name, least in LEAST.items()
        for value in [min(each.values[name] for each in full)]
    ]


def _effects(few: Sequence[TrialOutcome]) -> list[Row]:
    return [
        Row(name=f"two days, {name}: {what}", figure=_mean(few, name, measure), unit="", bound="", ok=True)
        for measure, what in affordable.EFFECTS.items()
        for name in dict.fromkeys(each.trial.condition.name for each in few)
    ]


def _at_most(name: str, figure: float, bound: float) -> Row:
    return Row(name=name, figure=figure, unit="", bound=f"at most {bound:,.0f}", ok=figure <= bound)


def _at_least(name: str, figure: float, bound: float) -> Row:
    return Row(name=name, figure=figure, unit="", bound=f"at least {bound:g}", ok=figure >= bound)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
