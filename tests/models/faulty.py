"""Three people of the Ville, run with a language model behind a fake, and the results."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from milkwood.chronicle import Chronicle, Reader
from milkwood.errors import MilkwoodError
from milkwood.models import pace, retry
from milkwood.models.retry import Patience
from milkwood.models.secret import Secret
from milkwood.models.spec import Spec
from milkwood.run import LiveRun, MindConfig, ModelConfig, RunOptions, new_run, open_run
from milkwood.words import Language
from milkwood_fake.plan import MODEL
from tests.story.lives import pack_of

KEY = "sk-fake-f4b1d7c09a3e5826d0b7"
"""A key that must never be shown."""
DAY = 17 * 360
"""Ticks from seven in the morning to midnight."""
MORNING = 5 * 360
PATIENT = Patience(outage_seconds=60.0, rate_seconds=60.0)
"""So long that a single failure on a busy machine is not an outage."""
PRICES = {"prompt_price": 1.0, "answer_price": 2.0}


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Waiting takes hundredths of a second, and user data is kept in the test's own folder."""
    monkeypatch.setattr(retry, "FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(retry, "MAX_DELAY_SECONDS", 0.05)
    monkeypatch.setattr(pace, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(pace, "LONGEST_PAUSE_SECONDS", 0.05)
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "MILKWOOD_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@dataclass(frozen=True)
class Lived:
    """The result of a run."""

    settled: int
    notes: tuple[str, ...]
    halted: MilkwoodError | None
    calls: Mapping[str, int]
    """The number of calls by outcome."""
    by: Mapping[str, int]
    """The number of answers by model."""
    why: Mapping[str, int]
    """The number of unused answers or attempts, by category."""
    tokens: int
    price: float
    hash: str


def spec(address: str, **changes: Any) -> Spec:
    """The fake as it is named in settings."""
    settings: dict[str, Any] = {"key": Secret(KEY), "timeout_seconds": 20.0, **PRICES, **changes}
    return Spec("fake", "custom", MODEL, address, **settings)


def wanted(address: str, spec_changes: Mapping[str, Any] | None = None, **changes: Any) -> ModelConfig:
    """The fake for everything."""
    settings: dict[str, Any] = {"patience": PATIENT, **changes}
    return ModelConfig({"fake": spec(address, **(spec_changes or {}))}, usual="fake", **settings)


def begun(path: Path, what: ModelConfig, language: str = "en") -> LiveRun:
    """A run of three people, new or continued."""
    pack, options = pack_of("the_ville", "three"), RunOptions(models=what)
    if path.exists():
        return open_run(pack, path, options=options)
    minds = MindConfig(embedding=False)
    return new_run(pack, path, path.stem, language=Language(language), minds=minds, options=options)


def live(
    path: Path,
    what: ModelConfig,
    until: int = DAY,
    meanwhile: Callable[[LiveRun], None] | None = None,
    language: str = "en",
) -> Lived:
    """Run three people, and report the result."""
    notes: list[str] = []

    async def go(run: LiveRun) -> None:
        if meanwhile is not None:
            meanwhile(run)
        await run.live(until)
        notes.extend(run.notes())

    with begun(path, what, language) as run:
        asyncio.run(go(run))
        halted = run.halted
    with Chronicle.read(path) as chronicle:
        return _read(chronicle, tuple(notes), halted)


def _read(chronicle: Reader, notes: tuple[str, ...], halted: MilkwoodError | None) -> Lived:
    calls: Counter[str] = Counter()
    for outcome in chronicle.outcomes():
        calls[outcome.outcome] += outcome.calls
    answers = [each.answer for each in chronicle.questions()]
    whys = [part for answer in answers for part in answer.why.split("; ") if part]
    return Lived(
        chronicle.settled,
        notes,
        halted,
        calls,
        Counter(answer.by for answer in answers),
        Counter(_category(part) for part in whys),
        chronicle.spent().tokens,
        chronicle.spent().price,
        chronicle.history_hash(),
    )


def _category(why: str) -> str:
    """`failed: auth` becomes auth; `language: say, form: x` becomes language."""
    word, _, rest = why.partition(": ")
    return rest if word == "failed" else word
