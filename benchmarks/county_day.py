"""A day of a town that grows: 100 and 1,000 people with rule minds in Villes side by side, everything recorded.

CPU seconds without reading the town pack, the best of two for the small town, since machines are noisy; memory is the
peak. Each town runs in a separate process, so that nothing else is counted. Without `MILKWOOD_PROOF=1` the large town
has 300 people and the day ends at noon.
"""

import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks._county import county
from milkwood.run import MindConfig, new_run
from milkwood.run.mind_config import RULE
from tools.proof import Row

_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
FEW, MANY = 100, 1_000 if _LONG else 300
HOURS = 24 if _LONG else 5
CPU_SECONDS = 150.0
GIGABYTES = 1.5
GROWTH = 1.3


def main() -> list[Row]:
    """The figures."""
    few = min(_alone(FEW)[0] for _ in range(2))
    many, gigabytes = _alone(MANY)
    growth = many / few / (MANY / FEW)
    head = f"{MANY:,} people, {HOURS} h, rule mind, all recorded"
    bound = f"at most {CPU_SECONDS:g} s" if _LONG else ""
    return [
        Row(name=f"{head}: CPU", figure=many, unit="s", bound=bound, ok=many <= CPU_SECONDS),
        Row(name=f"{head}: memory", figure=gigabytes, unit="GB", bound="at most 1.5 GB", ok=gigabytes <= GIGABYTES),
        Row(name=f"{FEW} people, {HOURS} h: CPU", figure=few, unit="s", bound="", ok=True),
        Row(
            name=f"CPU a person, {MANY:,} people against {FEW}",
            figure=growth,
            unit="x",
            bound=f"at most {GROWTH:g} x",
            ok=growth <= GROWTH,
        ),
    ]


def _alone(people: int) -> tuple[float, float]:
    """The CPU seconds and the gigabytes of a day with the given number of people."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(_lived, people).result()


def _lived(people: int) -> tuple[float, float]:
    pack = county(people)
    gc.freeze()  # as `milkwood run` does: the map stays in memory
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        with new_run(pack, Path(folder) / "county.milkwood", "county", minds=MindConfig(RULE)) as run:
            asyncio.run(run.live(pack.clock.ticks_in_minutes(60 * HOURS)))
        seconds = time.process_time() - began
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, held / 1e9 if sys.platform == "darwin" else held / 1e6
