"""The runs of a folder that were lived with a model, and what a side file says about them.

`about.json` beside the runs is optional. Its fields are texts: `model`, `quantisation`, `server`, `machine`, `date`;
under `runs` a run may have its own, and `sittings`, a list of the wall seconds that it was lived for.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from milkwood.chronicle import Chronicle
from milkwood.chronicle.calls import Outcome
from milkwood.chronicle.runs import SUFFIX
from milkwood.run.pack import pack_of
from milkwood.understudy.model import NAME as UNDERSTUDY
from tests.story.measures import Life

FOLDER: Final = "MILKWOOD_REAL_RUNS"
"""The variable that names the folder."""
ABOUT: Final = "about.json"
_SAID: Final = ("model", "quantisation", "server", "machine", "date")


@dataclass(frozen=True)
class RealRun:
    """A recorded run, with what is known about how it was lived."""

    life: Life
    outcomes: tuple[Outcome, ...]
    about: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, about: Mapping[str, Any]) -> "RealRun":
        """A run in a file."""
        with Chronicle.read(path) as reader:
            pack, outcomes = pack_of(reader), tuple(reader.outcomes())
            own = about.get("runs", {}).get(reader.header.run, {})
        said = {key: about[key] for key in _SAID if outcomes and key in about}
        return cls(Life.read(path, pack), outcomes, {**said, **own})

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.life.header.run

    @property
    def has_model(self) -> bool:
        """Whether a language model was asked, and not the understudy alone."""
        return bool(self.outcomes)

    @cached_property
    def model(self) -> str:
        """What answered, as far as it is known."""
        models = ", ".join(dict.fromkeys(each.model for each in self.outcomes)) or UNDERSTUDY
        return str(self.about.get("model", models))

    @property
    def circumstances(self) -> str:
        """Model, quantisation, server, machine and date."""
        date = self.about.get("date", self.life.header.created[:10])
        said = [self.model, *(str(self.about.get(key, "")) for key in _SAID[1:-1]), str(date)]
        return ", ".join(filter(None, said))

    @property
    def when(self) -> str:
        """The time that was lived."""
        return f"{self.life.at(0)} to {self.life.at(self.life.settled)}"

    @property
    def wall_seconds(self) -> float | None:
        """How long it was lived by the wall clock; None if nobody wrote it down."""
        sittings: Sequence[float] = self.about.get("sittings", ())
        return sum(sittings) if sittings else None


def real_runs() -> list[RealRun]:
    """The runs of the folder that the environment names; says in one line what is missing."""
    named = os.environ.get(FOLDER)
    if not named:
        print(f"Runs with a real model are not measured: {FOLDER} names no folder with runs.")
        return []
    folder = Path(named)
    paths = sorted(folder.glob(f"*{SUFFIX}"))
    if not paths:
        print(f"Runs with a real model are not measured: there are no runs (*{SUFFIX}) in {folder}.")
        return []
    side = folder / ABOUT
    about = json.loads(side.read_text("utf-8")) if side.is_file() else {}
    return [RealRun.read(path, about) for path in paths]
