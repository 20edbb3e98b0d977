"""A day of the Ville, 25 people who remember, plan, talk and reflect with the understudy, all recorded: its cost.

CPU seconds of this process, without reading the town pack, without starting Python and without loading the embedder.
Best of a few, since machines are noisy. By words alone, and with each distinct text embedded once. With
MILKWOOD_PROOF=1 each is run three times.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.providers.sentences import Sentences
from milkwood.run import MindConfig, new_run
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from tools.proof import Row

TOWN, SCENARIO = "the_ville", "valentine"
CPU_SECONDS = {False: 12.0, True: 20.0}
_LIVES = 3 if os.environ.get("MILKWOOD_PROOF") else 1


def main() -> list[Row]:
    """The figures."""
    pack = towns.load(find(TOWN).folder, SCENARIO)
    Sentences().vector("good morning")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for embedding, bound in CPU_SECONDS.items():
            paths = [Path(folder) / f"day {embedding} {number}.milkwood" for number in range(_LIVES)]
            seconds = min(_lived(pack, path, embedding) for path in paths)
            how = "with" if embedding else "without"
            name = f"{len(pack.people)} people, a day, understudy with full memory, {how} embedding"
            rows.append(_row(f"{name}: CPU, best of {_LIVES}", seconds, "s", bound))
            rows += _counts(paths[-1], embedding)
    return rows


def _lived(pack: Pack, path: Path, embedding: bool) -> float:
    began = time.process_time()
    with new_run(pack, path, path.stem, minds=MindConfig(embedding=embedding)) as run:
        asyncio.run(run.live(pack.clock.ticks_per_day))
    return time.process_time() - began


def _counts(path: Path, embedding: bool) -> list[Row]:
    with Chronicle.read(path) as reader:
        if embedding:
            return [_fact("distinct texts embedded in that day", reader.count("vectors"), "")]
        people = len(reader.header.cast)
        return [
            _fact("questions a person on that day", reader.count("questions") / people, ""),
            _fact("memories a person on that day", reader.count("memories") / people, ""),
            _fact("talks on that day", len(reader.talks()), ""),
            _fact("the file of that day", path.stat().st_size / 1e6, "MB"),
        ]


def _row(name: str, figure: float, unit: str, bound: float) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound=f"at most {bound:g} {unit}", ok=figure <= bound)


def _fact(name: str, figure: float, unit: str) -> Row:
    return Row(name=name, figure=figure, unit=unit, bound="", ok=True)


if __name__ == "__main__":
    from tools.proof import table

    print(table(main()))
