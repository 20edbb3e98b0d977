"""Damage of any kind to a run's file is found by `verify`, and shows no traceback. A few cases; `make proof` tries many
(benchmarks/damage.py)."""

from pathlib import Path

import pytest

from tests.instruments.damage import COMMANDS, copied, dump, flips, judged, killed, lived, outcry, spoilings
from tests.once import once, shared

FLIPS, LOG_FLIPS, SPOILED = 14, 6, 12

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(shared(tmp_path_factory) / "damage" / "whole.milkwood", lived)


def test_a_flipped_bit_that_changes_a_row_is_found(whole: Path, tmp_path: Path) -> None:
    found = [judged(whole, flip, tmp_path) for flip in flips(whole, FLIPS, seed=1)]
    changed = [each for each in found if each and each.changed]
    assert changed
    assert all(each.found for each in changed)


def test_a_flipped_bit_in_the_log_of_a_killed_run_is_found(tmp_path: Path) -> None:
    path = killed(tmp_path / "killed.milkwood")
    found = [judged(path, flip, tmp_path / "flips") for flip in flips(path, LOG_FLIPS, seed=2, suffix="-wal")]
    assert all(each and each.changed and each.found for each in found)


def test_every_kind_of_row_is_there_to_be_spoiled(whole: Path, tmp_path: Path) -> None:
    held = dump(copied(whole, tmp_path / "copy"))
    assert [table for table, rows in held.items() if not rows] == []


def test_what_sql_can_spoil_is_found_and_no_command_shows_a_traceback(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILKWOOD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    every = spoilings(whole)
    for damage in every[:: len(every) // SPOILED]:
        verdict = judged(whole, damage, tmp_path / "judged")
        if verdict is None or not verdict.changed:
            continue
        assert verdict.found, damage.name
        for command in COMMANDS:
            assert outcry(whole, damage, tmp_path / "home", command) == ""
