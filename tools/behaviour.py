"""`python -m tools.behaviour`: records the history hashes of short runs of the bundled towns, for the guard test.

Knows towns and runs. Invariant: a run follows from the code and the town's files alone: a fixed seed, the understudy,
and memories compared by words, so that floating-point units make no difference.
"""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from milkwood import towns
from milkwood.engine.behaviour import BEHAVIOUR, PARTS_OFF_BEHAVIOUR
from milkwood.mind.head import Switches
from milkwood.run import MindConfig, ModelConfig, RunOptions, new_run
from milkwood.towns.shelf import find
from milkwood.words import Language
from tools.tree import ROOT

RECORD = ROOT / "tests" / "engine" / "behaviour.json"
LIVES = (
    *(f"{town} {language}" for town in ("gull_quay", "the_ville") for language in ("en", "zh")),
    "gull_quay en observation reflection planning",
    "gull_quay en impressions routines wandering",
)
"""A town, a language, and the parts of minds that are off."""
TICKS = 1500


def history_of(life: str) -> str:
    """The hash of the history of a short run, such as `gull_quay en`."""
    town, language, *off = life.split()
    pack = towns.load(find(town).folder)
    with TemporaryDirectory() as folder:
        path, options = Path(folder) / f"{town}.milkwood", RunOptions(models=ModelConfig())
        minds = MindConfig(embedding=False, switches=Switches(**dict.fromkeys(off, False)))
        with new_run(pack, path, town, language=Language(language), options=options, minds=minds) as run:
            asyncio.run(run.live(TICKS))
            return run.chronicle.history_hash()


def main() -> int:
    """Record the hashes for today's numbers."""
    histories = {life: history_of(life) for life in LIVES}
    found = {"behaviour": [BEHAVIOUR, PARTS_OFF_BEHAVIOUR], "ticks": TICKS, "histories": histories}
    RECORD.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(f"Wrote {RECORD.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
