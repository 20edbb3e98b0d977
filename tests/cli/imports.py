"""Shared by the tests of `milkwood import`."""

from collections import Counter
from pathlib import Path

import pytest

from milkwood import towns
from milkwood.chronicle import Reader
from milkwood.chronicle.runs import path_for
from milkwood.run import RunOptions, assembly
from milkwood.town.town import Town
from milkwood.towns.shelf import find
from tests.bridge.little import write_maze
from tests.cli.conftest import Run
from tests.instruments.virtual import run_virtually


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("MILKWOOD_HOME", str(folder))
    return folder


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A folder in the original's format, with a maze."""
    write_maze(tmp_path / "there")
    return tmp_path / "there"


def made(run: Run, *words: object) -> str:
    result = run("import", *words)
    assert result.exit_code == 0, result.output
    return result.output


def refused(run: Run, *words: object) -> str:
    result = run("import", *words)
    assert result.exit_code == 2, result.output
    return result.stderr


def left(home: Path) -> list[str]:
    """Everything in the user's folder, hidden files included."""
    return (
        sorted(path.name for folder in ("towns", "runs") for path in (home / folder).glob("*")) if home.exists() else []
    )


def lived_on(town: str, name: str, until: int, path: Path | None = None) -> Counter[str]:
    """Continue a run (a new one when a path is given) with the understudy; the events, by kind."""
    pack = towns.load(find(town).folder)
    options = RunOptions("lockstep")
    with (
        assembly.open_run(pack, path_for(name), options=options)
        if path is None
        else assembly.new_run(pack, path, name, options=options)
    ) as run:
        since = run.chronicle.settled
        run_virtually(run.live(until))
        assert run.chronicle.settled == until
        return Counter(type(each.event).__name__ for each in run.chronicle.happenings(since))


def folded(reader: Reader, town: str) -> Town:
    return Town(towns.load(find(town).folder).town_map).fold(reader.happenings())
