"""Two hours of Gull Quay with a model that often gives unusable answers, lived once: for tests of recorded calls."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from milkwood.run import MindConfig, ModelConfig, RunOptions, new_run
from milkwood.words import Language
from milkwood_fake import Fake, FaultPlan, Strike
from tests.lived import quay
from tests.models.faulty import wanted
from tests.once import once, shared

TICKS = 730
"""From seven to just after nine, so that there are snapshots."""
STRIKES = (
    Strike(fault="error", first=2),
    Strike(fault="prose", share=0.2),
    Strike(fault="foreign", share=0.15),
    Strike(fault="cut_off", share=0.15),
)


def live(
    path: Path, until: int = TICKS, strikes: tuple[Strike, ...] = STRIKES, language: str = "en", **changes: Any
) -> Path:
    """A run of Gull Quay with a model, lived and closed."""
    with Fake(FaultPlan(strike=strikes)) as fake:
        models: ModelConfig = wanted(fake.address, **changes)
        options, minds = RunOptions(models=models), MindConfig(embedding=False)
        with new_run(quay(), path, path.stem, language=Language(language), minds=minds, options=options) as run:
            asyncio.run(run.live(until))
    return path


@pytest.fixture(scope="session")
def _calls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(shared(tmp_path_factory) / "called" / "tuesday.milkwood", live)


@pytest.fixture
def tuesday(_calls: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate copy of the run, under the name tuesday."""
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "home" / "runs" / "tuesday.milkwood"
    path.parent.mkdir(parents=True)
    shutil.copyfile(_calls, path)
    return path
