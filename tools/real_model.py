"""`python -m tools.real_model --url ADDRESS#MODEL --folder FOLDER`: lives towns with a real model, then measures them.

One call is a sitting: all towns live side by side for some seconds, are told to stop as by Ctrl-C, and go on in the
next call. FOLDER gets the runs, a copy of each as it was after each sitting, `about.json` and the logs. Needs nothing
but Python, this project and a server with an OpenAI-compatible API; several addresses are shared out among the towns.
"""

import argparse
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from benchmarks._real_run import ABOUT, FOLDER
from tools.tree import ROOT

RANDOM_SEED: Final = 7
_DAY, _PARTY = "day 2 00:00", "day 2 19:30"
_STOP_SECONDS: Final = 120
"""How long a run that was told to stop may take to write what is settled."""


@dataclass(frozen=True, slots=True)
class TownLife:
    """One life to live."""

    name: str
    town: str
    until: str = _DAY
    seed: int = 1
    language: str = "en"
    small: bool = False
    """Whether it is for the small model."""


LIVES: Final = (
    TownLife("ville-1", "the_ville", _PARTY),
    TownLife("ville-2", "the_ville", seed=2),
    TownLife("ville-3", "the_ville", seed=3),
    TownLife("ville-zh", "the_ville", language="zh"),
    TownLife("random", ""),
    TownLife("quay-small", "gull_quay", small=True),
)


@dataclass(slots=True)
class _Sitting:
    life: TownLife
    process: subprocess.Popen[str]
    log: IO[str]
    began: float
    asked: int = 0
    """How often it was asked to stop."""


def main() -> int:
    """Live one sitting or more, and print the table; 1 if a town could not be lived."""
    given = _arguments()
    given.folder.mkdir(parents=True, exist_ok=True)
    lives = [each for each in LIVES if not given.only or each.name in given.only]
    if not given.small_url and (skipped := [each.name for each in lives if each.small]):
        print(f"Not lived, since no --small-url is given: {', '.join(skipped)}.")
        lives = [each for each in lives if not each.small]
    if given.understudy:
        _sit([(each, "") for each in lives], given, seconds=float("inf"))
    good = True
    for number in range(given.sittings):
        unfinished = [each for each in lives if not _is_finished(each, given.folder)]
        print(f"Sitting {number + 1} of {given.sittings}: {', '.join(each.name for each in unfinished) or 'all done'}.")
        addresses = {False: given.url, True: given.small_url}
        shared = [
            (each, addresses[each.small][place % len(addresses[each.small])]) for place, each in _placed(unfinished)
        ]
        good = _sit(shared, given, given.seconds) and good
    left = [each.name for each in lives if not _is_finished(each, given.folder)]
    if left:
        print(f"The same command goes on with: {', '.join(left)}.")
    if not given.no_measures:
        environment = {**os.environ, FOLDER: str(given.folder.resolve())}
        subprocess.run([sys.executable, "-m", "benchmarks.real_model"], cwd=ROOT, env=environment, check=False)
    return 0 if good else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.real_model", description="Live towns with a real model.")
    parser.add_argument("--url", action="append", required=True, help="such as http://127.0.0.1:8080/v1#MODEL")
    parser.add_argument("--small-url", action="append", default=[], help="the same, for the towns of the small model")
    parser.add_argument("--folder", type=Path, required=True, help="where the runs are kept")
    parser.add_argument("--seconds", type=float, default=540, help="wall seconds of a sitting")
    parser.add_argument("--sittings", type=int, default=1, help="sittings in this call; 0 only measures")
    parser.add_argument("--only", action="append", help=f"only this town: {', '.join(each.name for each in LIVES)}")
    parser.add_argument("--at-once", type=int, default=64, help="concurrent calls of each town")
    parser.add_argument("--understudy", action="store_true", help="live the towns with the understudy as well")
    parser.add_argument(
        "--about", action="append", default=[], metavar="FIELD=TEXT", help="model, quantisation, server"
    )
    parser.add_argument("--small-about", action="append", default=[], metavar="FIELD=TEXT", help="of the small model")
    parser.add_argument("--on-limit", choices=("stop", "wait"), default="stop", help="when a server fails")
    parser.add_argument("--prompts", type=Path, help="a folder with prompts of your own")
    parser.add_argument("--no-measures", action="store_true", help="do not run the benchmark afterwards")
    return parser.parse_args()


def _placed(lives: Sequence[TownLife]) -> list[tuple[int, TownLife]]:
    """Each life with its place among those of its model."""
    places = {False: 0, True: 0}
    found = []
    for each in lives:
        found.append((places[each.small], each))
        places[each.small] += 1
    return found


# --- one sitting


def _sit(shared: Sequence[tuple[TownLife, str]], given: argparse.Namespace, seconds: float) -> bool:
    """Live towns side by side; without an address with the understudy. Whether all of them could."""
    sittings = [_begun(life, address, given) for life, address in shared]
    try:
        _wait(sittings, seconds)
    except KeyboardInterrupt:
        _wait(sittings, 0)
        raise
    lived = [_over(each, bool(address), given) for each, (_, address) in zip(sittings, shared, strict=True)]
    return all(lived)


def _begun(life: TownLife, address: str, given: argparse.Namespace) -> _Sitting:
    path = _path(life, given.folder, understudy=not address)
    command: list[str | Path] = [sys.executable, "-m", "milkwood", "run", _town(life, given.folder), "--name", path]
    command += ["--seed", str(life.seed), "--language", life.language, "--until", life.until, "--quiet", "--json"]
    command += ["--at-once", str(given.at_once), "--model", address or "understudy"]
    if address:  # with a server that dies the understudy would live the rest of the day
        command += ["--trust-all", "--on-limit", given.on_limit]
        command += ["--prompts", given.prompts.resolve()] if given.prompts else []
    log = path.with_suffix(".log").open("a", encoding="utf-8")
    environment = {"MILKWOOD_HOME": str((given.folder / "home").resolve()), **os.environ}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, encoding="utf-8", cwd=ROOT, env=environment)
    return _Sitting(life, process, log, time.monotonic())


def _wait(sittings: Sequence[_Sitting], seconds: float) -> None:
    """Wait until all have ended; those that go on after so many seconds are told to stop, and ended if they do not."""
    while running := [each for each in sittings if each.process.poll() is None]:
        time.sleep(0.2)
        for each in running:
            over = time.monotonic() - each.began - seconds
            if over > each.asked * _STOP_SECONDS:
                each.asked += 1
                each.process.send_signal(signal.SIGKILL if each.asked > 2 else signal.SIGINT)


def _over(sitting: _Sitting, by_model: bool, given: argparse.Namespace) -> bool:
    """Keep what a sitting came to."""
    seconds, life = time.monotonic() - sitting.began, sitting.life
    said = sitting.process.communicate()[0]
    sitting.log.write(said)
    sitting.log.close()
    path = _path(life, given.folder, understudy=not by_model)
    if not said.strip():
        print(f"{path.stem}: it could not be lived, see {path.stem}.log")
        return False
    summary = json.loads(said)
    print(
        f"{path.stem}: day {summary['day']} {summary['time'][11:16]}, {summary['answers']:,} answers in {seconds:.0f} s"
    )
    if summary["halted"]:
        print(f"{path.stem}: {summary['halted']}")
    if by_model:
        number = _noted(path.stem, summary, given, given.small_about if life.small else given.about)
        kept = given.folder / "sittings" / f"{path.stem}-{number}.milkwood.gz"
        kept.parent.mkdir(exist_ok=True)
        with path.open("rb") as source, gzip.open(kept, "wb", compresslevel=6) as target:
            shutil.copyfileobj(source, target)
    return not summary["halted"]


def _noted(name: str, summary: dict[str, Any], given: argparse.Namespace, about: Sequence[str]) -> int:
    """Note a sitting in the side file; returns its number."""
    side = given.folder / ABOUT
    noted = json.loads(side.read_text("utf-8")) if side.is_file() else {}
    mine = noted.setdefault("runs", {}).setdefault(name, {})
    mine.setdefault("date", datetime.now(UTC).strftime("%Y-%m-%d"))
    mine.update(each.partition("=")[::2] for each in about)
    mine.setdefault("sittings", []).append(summary["seconds"])
    mine["finished"] = summary["finished"]
    side.write_text(json.dumps(noted, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return len(mine["sittings"])


def _is_finished(life: TownLife, folder: Path) -> bool:
    side = folder / ABOUT
    noted = json.loads(side.read_text("utf-8")) if side.is_file() else {}
    return bool(noted.get("runs", {}).get(life.name, {}).get("finished"))


def _path(life: TownLife, folder: Path, *, understudy: bool) -> Path:
    return folder.resolve() / f"{life.name}{'-understudy' if understudy else ''}.milkwood"


def _town(life: TownLife, folder: Path) -> str:
    """The town of a life; an invented one is written first."""
    if life.town:
        return life.town
    name = f"invented_{RANDOM_SEED}"
    if not (folder / name).is_dir():
        command = [
            sys.executable,
            "-m",
            "milkwood",
            "town",
            "random",
            name,
            "--seed",
            str(RANDOM_SEED),
            "--into",
            str(folder),
        ]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return str((folder / name).resolve())


if __name__ == "__main__":
    sys.exit(main())
