"""Whole lives for measuring, each lived once however many tests and processes look at it.

`MILKWOOD_RUNS` names a folder in which lives are kept and looked for, so that `make proof` lives none of them twice;
otherwise they lie in the temporary folder of the test session.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from milkwood.bootstrap import Manner, Minds, new_run
from milkwood.models.port import Model
from milkwood.words import Language
from tests.story.lives import live, pack_of
from tests.story.measures import Life

PROOF = bool(os.environ.get("MILKWOOD_PROOF"))
SEEDS = (1, 2, 3) if PROOF else (1,)
STORIES = {"the_ville": "valentine", "gull_quay": "lanterns"}


@dataclass(frozen=True)
class Wish:
    """A life to be looked at: some days of a town, until everybody is in bed after the last of them."""

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
        """The file of this life, lived now if nobody has yet."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.name}.milkwood"
        with FileLock(path.with_suffix(".lock")):
            if not path.exists():
                self._live(path, model)
        return path

    def _live(self, path: Path, model: Model | None) -> None:
        pack = pack_of(self.town, self.story)
        draft = path.with_suffix(".draft")
        for ending in ("", "-wal", "-shm"):
            draft.with_name(draft.name + ending).unlink(missing_ok=True)
        minds, manner = Minds(embedding=self.embedding), Manner(model=model)
        run = new_run(
            pack, draft, path.stem, seed=self.seed, language=Language(self.language), manner=manner, minds=minds
        )
        live(run, pack.clock.parse(f"day {self.days + 1} 03:00"))
        draft.rename(path)  # only what was lived to its end is ever looked at

    def life(self, folder: Path) -> Life:
        """This life, taken apart."""
        return Life.read(self.lived_in(folder), pack_of(self.town, self.story))


def folder_of(factory: pytest.TempPathFactory) -> Path:
    """Where the lives of this session lie, for all its processes."""
    kept = os.environ.get("MILKWOOD_RUNS")
    if kept:
        return Path(kept)
    base = factory.getbasetemp()
    return (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "lives"
