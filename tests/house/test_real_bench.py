"""The questions of the understudy's days, put to the fake server as a model."""

import sys
from pathlib import Path

import pytest

import milkwood
from milkwood_fake import Fake
from tools import real_bench


def bench(folder: Path, *words: str) -> int:
    before = sys.argv
    sys.argv = ["real_bench", "--folder", str(folder), "--language", "en", "--count", "2", *words]
    try:
        return real_bench.main()
    finally:
        sys.argv = before


@pytest.mark.slow
def test_days_are_lived_once_and_put_to_each_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bench"
    monkeypatch.setattr(real_bench, "DAYS", (real_bench.ContextDay("quay", "gull_quay"),))
    monkeypatch.setattr(real_bench, "_END", "day 1 11:00")
    with Fake() as fake:
        url = f"{fake.address}#fake-1"
        assert bench(folder, "--url", url) == 0
        lived = (folder / "quay-en.milkwood").stat().st_mtime_ns
        table = (folder / "bench-fake-1-en.txt").read_text("utf-8")
        answers = (folder / "bench-fake-1-en.jsonl").read_text("utf-8")
        assert bench(folder, "--url", url) == 0
    assert "whisper 2" in table
    assert "speak 2" in table
    assert (folder / "quay-en.milkwood").stat().st_mtime_ns == lived
    assert (folder / "bench-fake-1-en.jsonl").read_text("utf-8") == answers


@pytest.mark.slow
def test_a_day_that_was_cut_short_is_lived_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_bench, "DAYS", (real_bench.ContextDay("quay", "gull_quay"),))
    monkeypatch.setattr(real_bench, "_END", "day 1 10:10")
    path = tmp_path / "quay-en.milkwood"
    monkeypatch.setenv("MILKWOOD_MODEL", "understudy")
    milkwood.start("gull_quay", str(path), language="en").until("day 1 07:10")
    assert bench(tmp_path) == 0
    run = milkwood.open(str(path))
    assert run.tick == run.header.clock.parse("day 1 10:10")


def test_a_server_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_bench, "DAYS", (real_bench.ContextDay("quay", "gull_quay"),))
    monkeypatch.setattr(real_bench, "_END", "day 1 10:10")
    assert bench(tmp_path, "--url", "http://127.0.0.1:9/v1#nobody", "--kind", "react") == 1
    assert "Nothing answers at this address" in (tmp_path / "bench-nobody-en.txt").read_text("utf-8")
