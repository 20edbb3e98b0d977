"""What keeping raw replies costs a run with a model: CPU and bytes.

A day of Gull Quay is lived with a model behind the fake, once with answers of the usual length and once with a model
that fills every list and text; the run's own thread is timed. Everything that its calls and answers wrote is then
written again to new files, with what calls sent and their raw replies, and without, in turns. The figure is the
difference of the two, best of a few, as a share of the CPU of that very run. With MILKWOOD_PROOF=1 more turns.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from milkwood import towns
from milkwood.chronicle import Chronicle, Header
from milkwood.chronicle.kept_replies import USUAL_REPLIES_SHARE
from milkwood.chronicle.rows import Together
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.run import MindConfig, ModelConfig, RunOptions, new_run
from milkwood.towns.shelf import find
from milkwood_fake import Fake, FaultPlan, Strike
from milkwood_fake.plan import MODEL
from tools.proof import Row

TOWN = "gull_quay"
MOST_CPU_PERCENT = 3.0
_TURNS = 7 if os.environ.get("MILKWOOD_PROOF") else 3
PLANS = {
    "usual answers": FaultPlan(strike=(Strike(fault="prose", share=0.1),)),
    "a model that fills every text": FaultPlan(strike=(Strike(fault="greedy"),)),
}
CallWrite = Callable[[Chronicle, bool], object]


def main() -> list[Row]:
    """The figures."""
    found = []
    for name, plan in PLANS.items():
        with tempfile.TemporaryDirectory() as folder:
            writes, seconds, header, kept, size = _lived(Path(folder) / "day.milkwood", plan)
            taken: dict[bool, list[float]] = {True: [], False: []}
            for turn in range(_TURNS):
                for keeping in (True, False):
                    path = Path(folder) / f"{turn} {keeping}.milkwood"
                    taken[keeping].append(_written(path, header, writes, keeping=keeping))
        more, plain = min(taken[True]) - min(taken[False]), min(taken[False])
        print(f"{name}: {len(writes)} writes take {plain:.3f} s, {more:.3f} s more with replies, of {seconds:.2f} s")
        cpu, part = 100 * more / seconds, 100 * kept / size
        what = f"a day of Gull Quay, {name}: CPU for raw replies, of the run's {seconds:.1f} s"
        bound, most = f"at most {MOST_CPU_PERCENT:g} %", 100 * USUAL_REPLIES_SHARE
        found.append(Row(name=what, figure=cpu, unit="%", bound=bound, ok=cpu <= MOST_CPU_PERCENT))
        what = f"a day of Gull Quay, {name}: raw replies, of the file's {size / 1e6:.1f} MB"
        found.append(Row(name=what, figure=part, unit="%", bound=f"at most {most:g} %", ok=part <= most))
    return found


def _lived(path: Path, plan: FaultPlan) -> tuple[list[CallWrite], float, Header, int, int]:
    """What a day's calls write, the CPU seconds of its thread, its header, and the bytes of replies and file."""
    writes: list[CallWrite] = []

    def noted(method: str) -> Any:
        own = getattr(Chronicle, method)

        def write(self: Chronicle, *arguments: Any) -> Any:
            writes.append(lambda chronicle, keeping: _again(chronicle, own, method, arguments, keeping=keeping))
            return own(self, *arguments)

        return write

    methods = ("reserve", "resend", "fail", "settle", "keep_answer", "keep_snapshot")
    pack = towns.load(find(TOWN).folder)
    with Fake(plan) as fake:
        spec = Spec("fake", "custom", MODEL, fake.address, Secret("sk-0123456789abcdef"))
        models = ModelConfig({"fake": spec}, usual="fake")
        with patch.multiple(Chronicle, **{method: noted(method) for method in methods}):
            began = time.thread_time()
            options, minds = RunOptions(models=models), MindConfig(embedding=False)
            with new_run(pack, path, path.stem, minds=minds, options=options) as run:
                asyncio.run(run.live(pack.clock.ticks_per_day))
            seconds = time.thread_time() - began
    with Chronicle.read(path) as reader:
        return writes, seconds, reader.header, reader.kept_replies_bytes(), path.stat().st_size


def _again(chronicle: Chronicle, own: Any, method: str, arguments: tuple[Any, ...], *, keeping: bool) -> None:
    if method == "keep_snapshot":
        with Together(chronicle._connection):
            chronicle.kept_replies.prune()
    elif method == "reserve" and not keeping:
        own(chronicle, *arguments[:3])
    else:
        own(chronicle, *arguments)


def _written(path: Path, header: Header, writes: Sequence[CallWrite], *, keeping: bool) -> float:
    """CPU seconds for all writes."""
    with Chronicle.create(path, header) as chronicle:
        chronicle.kept_replies.share = USUAL_REPLIES_SHARE if keeping else 0.0
        began = time.process_time()
        for write in writes:
            write(chronicle, keeping)
        return time.process_time() - began
