"""Real runs of Milkwood 0.1, a separate copy for each test."""

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from milkwood.engine.behaviour import BEHAVIOUR

RUNS = Path(__file__).parent / "fixtures" / "runs_0_1"
EN, ZH = "quay_en", "quay_zh"
ENDS = {EN: 900, ZH: 800}
SNAPSHOT = 720
NOTE = (
    f"Recorded with behaviour 1, this version has {BEHAVIOUR}: what people had in mind is as of day 1 09:00"
    " (the last snapshot), with all memories recorded until day 1 {until}."
)
Unpack = Callable[[str], Path]


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Unpack:
    """Puts a run of the old release where runs are kept."""
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "home" / "runs"
    folder.mkdir(parents=True)

    def unpack(name: str) -> Path:
        path = folder / f"{name}.milkwood"
        path.write_bytes(lzma.decompress((RUNS / f"{name}.milkwood.xz").read_bytes()))
        return path

    return unpack
