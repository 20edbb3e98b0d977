"""Import of a large folder: memory and time for 200,000 files, interrupted on the way and continued.

The folder is made here: Gull Quay exported to the original's format, with two files for each of 100,000 steps (eleven
and a half days) in which all people walk a round, stand, and talk now and then. `milkwood import` runs in a separate
process, whose peak memory and CPU seconds the system reports; it is interrupted by the signal of Ctrl-C after some
hours of town time, and started again. Without MILKWOOD_PROOF=1 the folder has a tenth of the files.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from milkwood import towns
from milkwood.chronicle import Chronicle
from milkwood.exchange.reverie import export_simulation
from milkwood.run import MindConfig, new_run
from milkwood.towns.shelf import find
from tools.proof import Row

FILES = 200_000 if os.environ.get("MILKWOOD_PROOF") else 20_000
MAX_MB = 1000.0
MAX_CPU_MS = 2.0
"""For each file."""
ROUND = 400
"""The number of steps after which all people repeat their actions."""
NAME = "large"


def write_folder(place: Path) -> Path:
    """A simulation with the given number of files, beside its maze."""
    pack = towns.load(find("gull_quay").folder)
    path, out = place / "new.milkwood", place / NAME
    with new_run(pack, path, "new", minds=MindConfig(embedding=False)):
        pass
    with Chronicle.read(path) as reader:
        export_simulation(reader, pack, "reverie", out, overwrite=False, noted=lambda _tick: None, warn=print)
    meta = json.loads((out / "reverie" / "meta.json").read_text())
    steps = FILES // 2
    (out / "reverie" / "meta.json").write_text(json.dumps({**meta, "step": steps, "curr_time": None}))
    begins = json.loads((out / "environment" / "0.json").read_text())
    rounds = list(_round(begins))
    for step in range(steps):
        shown = rounds[step % ROUND]
        (out / "movement" / f"{step}.json").write_text(json.dumps({"persona": shown, "meta": {"curr_time": ""}}))
        positions = {name: {**begins[name], "x": each["movement"][0]} for name, each in shown.items()}
        (out / "environment" / f"{step + 1}.json").write_text(json.dumps(positions))
    return out


def _round(begins: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The state after each step of a round: to the right and back, then a talk of two."""
    names = list(begins)
    chat = [[names[0], "Is it you again?"], [names[1], "It is, and I shall be here tomorrow."]]
    for step in range(ROUND):
        away = min(step, 4) if step < ROUND // 2 else max(0, 4 - (step - ROUND // 2))
        talks = 300 <= step < 340
        yield {
            name: {
                "movement": [at["x"] + away, at["y"]],
                "pronunciatio": "🚶",
                "description": f"{'walking' if away else 'looking around'} @ Gull Quay",
                "chat": chat if talks and name in names[:2] else None,
            }
            for name, at in begins.items()
        }


def _heed_interrupts() -> None:
    """Processes started in the background by a shell ignore Ctrl-C, and so would their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def take_over(folder: Path, home: Path, *, stop: bool) -> tuple[str, resource.struct_rusage]:
    """Import the folder in a process; its output and its cost."""
    words = [sys.executable, "-m", "milkwood", "import", str(folder), "--name", NAME]
    env = {**os.environ, "MILKWOOD_HOME": str(home)}
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(
            words, env=env, stdout=said, stderr=subprocess.STDOUT, text=True, preexec_fn=_heed_interrupts
        ) as process,
    ):
        while stop and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            time.sleep(0.01)
            if any((home / "runs").glob(".*.import.json")):
                process.send_signal(signal.SIGINT)
                stop = False
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return said.read(), used


def main() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        folder = write_folder(place)
        cut, first = take_over(folder, place / "home", stop=True)
        said, second = take_over(folder, place / "home", stop=False)
        whole, used = take_over(folder, place / "other", stop=False)
        runs = [place / home / "runs" / f"{NAME}.milkwood" for home in ("home", "other")]
        with Chronicle.read(runs[0]) as one, Chronicle.read(runs[1]) as other:
            same = one.history_hash() == other.history_hash() and one.snapshots() == other.snapshots()
    assert f"{FILES // 2} steps" in whole, whole
    peak = max(each.ru_maxrss for each in (first, second, used)) / 1000
    cpu_ms = (used.ru_utime + used.ru_stime) / FILES * 1_000
    stopped = "give the same command again" in cut and "Gone on from step" in said
    files = f"{FILES:,} files"
    return [
        Row(
            name=f"import of {files}, most memory",
            figure=peak,
            unit="MB",
            bound=f"under {MAX_MB:g} MB",
            ok=peak < MAX_MB,
        ),
        Row(
            name=f"import of {files}, CPU a file",
            figure=cpu_ms,
            unit="ms",
            bound=f"at most {MAX_CPU_MS:g} ms",
            ok=cpu_ms <= MAX_CPU_MS,
        ),
        Row(
            name=f"import of {files}, stopped and gone on with",
            figure="the same" if stopped and same else "another",
            unit="history",
            bound="the same as of one that was not stopped",
            ok=stopped and same,
        ),
    ]
