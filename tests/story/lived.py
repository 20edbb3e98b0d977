"""Whole runs for measuring, each lived once however many tests and processes use it.

`MILKWOOD_RUNS` names a folder in which runs are stored and found, so that `make proof` repeats none of them; otherwise
they lie in the temporary folder of the test session.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from milkwood.models.port import Model
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.words import Language
from tests.once import once, shared
from tests.story.lives import live, pack_of
from tests.story.measures import Life

PROOF = bool(os.environ.get("MILKWOOD_PROOF"))
SEEDS = (1, 2, 3) if PROOF else (1,)
STORIES = {"the_ville": "valentine", "gull_quay": "lanterns"}


@dataclass(frozen=True)
class Wish:
    """A run to measure: some days of a town, until all people are in bed after the last day."""

    town: str = "the_ville"
    seed: int = 1
    language: str = "en"
    days: int = 2
    embedding: bool = True
    scenario: str = ""

    @property
    def name(self) -> str:
        by = "meaning" if self.embedding else "words"
        return f"{self.town}-{self.story}-{self.language}-{self.days}d-{by}-{self.seed}"

    @property
    def story(self) -> str:
        return self.scenario or STORIES[self.town]

    def lived_in(self, folder: Path, model: Model | None = None) -> Path:
        """The file of this run, recorded now if it does not exist yet."""
        return once(folder / f"{self.name}.milkwood", lambda path: self._live(path, model))

    def _live(self, path: Path, model: Model | None) -> None:
        pack = pack_of(self.town, self.story)
        minds, options = MindConfig(embedding=self.embedding), RunOptions(model=model)
        run = new_run(
            pack, path, self.name, seed=self.seed, language=Language(self.language), options=options, minds=minds
        )
        live(run, pack.clock.parse(f"day {self.days + 1} 03:00"))

    def life(self, folder: Path) -> Life:
        """This run, parsed for measuring."""
        return Life.read(self.lived_in(folder), pack_of(self.town, self.story))


def folder_of(factory: pytest.TempPathFactory) -> Path:
    """The folder with the runs of this session, for all its processes."""
    kept = os.environ.get("MILKWOOD_RUNS")
    return Path(kept) if kept else shared(factory) / "lives"
