"""A day of the Ville, 25 people with rule minds, everything recorded: its cost, its size, and the speed of seeking.

CPU seconds of this process, without reading the town pack and without starting Python. A run is the best of a few,
since machines are noisy; the file is measured when it is closed; seeking is the mean over random ticks, with the town's
map in memory and frozen for the garbage collector, as in the server. With MILKWOOD_PROOF=1 more runs and more ticks.
"""

import asyncio
import gc
import os
import tempfile
import time
from pathlib import Path

from milkwood import towns
from milkwood.chance import stream
from milkwood.chronicle import Chronicle
from milkwood.run import MindConfig, new_run
from milkwood.run.mind_config import RULE
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

TOWN = "the_ville"
CPU_SECONDS = 3.0
MEGABYTES = 20.0
SEEK_MILLISECONDS = 50.0
_LONG = bool(os.environ.get("MILKWOOD_PROOF"))
_LIVES = 5 if _LONG else 2
_SEEKS = 500 if _LONG else 100


def main() -> list[Row]:
    pack = towns.load(find(TOWN).folder)
    ticks = pack.clock.ticks_per_day
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.milkwood"
        seconds = [_lived(pack, path.with_stem(f"day {number}"), ticks) for number in range(_LIVES - 1)]
        seconds.append(_lived(pack, path, ticks))
        megabytes = path.stat().st_size / 1e6
        with Chronicle.read(path) as reader:
            said = (
                f"{reader.count('events')} events, {len(reader.talks())} talks, {reader.count('questions')} questions"
            )
        seeks = _seeks(pack, path, ticks)
    print(f"{len(pack.people)} people, {ticks} ticks: {said}")
    who = f"{len(pack.people)} people, a day, rule mind, all recorded"
    return [
        _row(f"{who}: CPU, best of {_LIVES}", min(seconds), "s", CPU_SECONDS),
        _row(f"{who}: one file", megabytes, "MB", MEGABYTES),
        _row("seeking to a random tick of it: CPU, mean", sum(seeks) / len(seeks), "ms", SEEK_MILLISECONDS),
        _row("seeking to a random tick of it: CPU, worst", max(seeks), "ms", SEEK_MILLISECONDS),
    ]


def _lived(pack: Pack, path: Path, ticks: int) -> float:
    gc.collect()
    gc.freeze()  # as `milkwood run` does: the map, and everything measured before, stays in memory
    try:
        began = time.process_time()
        with new_run(pack, path, path.stem, minds=MindConfig(RULE)) as run:
            asyncio.run(run.live(ticks))
        return time.process_time() - began
    finally:
        gc.unfreeze()


def _seeks(pack: Pack, path: Path, ticks: int) -> list[float]:
    draw = stream(1, "seek")
    taken = []
    gc.collect()
    gc.freeze()  # or now and then a seek would include a collection over all tiles of the map, forty milliseconds long
    try:
        with Chronicle.read(path) as reader:
            for _ in range(_SEEKS):
                tick = draw.below(ticks + 1)
                began = time.process_time()
                reader.scene(tick, pack.town_map)
                taken.append(1000 * (time.process_time() - began))
    finally:
        gc.unfreeze()
    return taken


def _row(name: str, figure: float, unit: str, bound: float) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound=f"at most {bound:g} {unit}", ok=figure <= bound)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
