"""Invented towns that nobody tuned anything to: two days each, all measures of meaning, days, talks and interviews.

The seeds are new each time and printed; every second town is lived in Chinese. With MILKWOOD_PROOF=1 twenty towns and
300 interview questions each. A measure holds if it holds in every town.
"""

import os
import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from tests.story.measures import Measure
from tests.story.unseen import Unseen
from tests.story.unseen_measures import OverTowns, measured, over_towns
from tools.proof import Row, figure

_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_TOWNS = 20 if _LONG else 2
_QUESTIONS = 300 if _LONG else 100
_MAX_SEED = 1_000_000
_MAX_TOLD = 4
"""Faults printed of each measure."""


def main() -> list[Row]:
    """The figures."""
    seeds = random.SystemRandom().sample(range(_MAX_SEED), _TOWNS)
    print("seeds:", *seeds, flush=True)
    towns = [Unseen(seed, "zh" if place % 2 else "en") for place, seed in enumerate(seeds)]
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(os.cpu_count()) as pool:
        measures = list(pool.map(_measured, towns, repeat(Path(folder))))
    rows = [Row(name="seeds of the towns", figure=", ".join(map(str, seeds)), unit="", bound="", ok=True)]
    for each in over_towns(towns, measures):
        print(*each.wrong[:_MAX_TOLD], sep="\n", flush=True)
        rows.append(_row(each))
    return rows


def _measured(town: Unseen, folder: Path) -> list[Measure]:
    return measured(town, folder, _QUESTIONS)


def _row(each: OverTowns) -> Row:
    shown = f"{figure(each.mean)} (worst {figure(each.worst)}; {each.holds} of {each.towns})"
    return Row(name=each.name, figure=shown, unit=each.unit, bound=each.bound, ok=each.ok)


if __name__ == "__main__":
    print(*main(), sep="\n")
