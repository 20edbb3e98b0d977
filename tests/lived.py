"""A morning of Gull Quay, lived once and recorded, for tests that inspect people and ask them."""

import asyncio
import shutil
from functools import cache
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.run import MindConfig, RunOptions, new_run
from milkwood.towns import Pack
from milkwood.towns.shelf import find
from milkwood.words import Language
from tests.models.obliging import Obliging
from tests.once import once, shared

TICKS = 1500
"""From seven to ten past eleven."""


@cache
def quay() -> Pack:
    return towns.load(find("gull_quay").folder)


def live(path: Path, until: int = TICKS, language: str = "en") -> Path:
    """A run of Gull Quay, lived and closed."""
    minds, options = MindConfig(embedding=False), RunOptions(model=Obliging())
    with new_run(quay(), path, path.stem, language=Language(language), minds=minds, options=options) as run:
        asyncio.run(run.live(until))
    return path


@pytest.fixture(scope="session")
def _morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(shared(tmp_path_factory) / "lived" / "friday.milkwood", live)


@pytest.fixture
def friday(_morning: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate copy of the run, under the name friday."""
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "home" / "runs" / "friday.milkwood"
    path.parent.mkdir(parents=True)
    shutil.copyfile(_morning, path)
    return path
