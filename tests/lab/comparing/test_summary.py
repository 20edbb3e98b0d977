import csv
import io

import pytest

from milkwood.lab.comparing.crew import TrialOutcome
from milkwood.lab.comparing.summary import figures_csv, rows, summary_csv
from tests.lab.comparing.made import BARE, FULL, outcome, three_seeds, trial


def test_differences_are_taken_seed_by_seed() -> None:
    tokens = rows(three_seeds())[0]
    assert tokens.measure == "tokens"
    full, bare = tokens.cells
    assert full.against is None
    assert full.found.mean == 2000.0
    assert bare.against is not None
    assert bare.against.mean == pytest.approx(-102.0)
    assert bare.against.is_sure
    assert not bare.found.is_sure  # the runs themselves differ far more than that


def test_days_are_listed_in_order_and_empty_rows_left_out() -> None:
    names = [row.measure for row in rows(three_seeds())]
    assert names[:3] == ["tokens", "tokens_on_day:1", "tokens_on_day:2"]
    assert "price" not in names
    assert "price" in [row.measure for row in rows([outcome(FULL, 1, 10.0, price=0.5)])]


def test_a_failed_run_is_left_out_and_not_counted_as_zero() -> None:
    failed = TrialOutcome(trial(BARE, 2), error="the disk is full")
    told = rows([outcome(FULL, 1, 100.0), outcome(FULL, 2, 100.0), outcome(BARE, 1, 80.0), failed])[0]
    bare = told.cells[1]
    assert bare.values == {1: 80.0}
    assert bare.against is not None
    assert bare.against.mean == -20.0


def test_conditions_without_a_common_seed_are_not_compared() -> None:
    told = rows([outcome(FULL, 1, 100.0), outcome(BARE, 2, 80.0)])[0]
    assert told.cells[1].against is None


def test_tables_hold_every_number() -> None:
    outcomes = three_seeds()
    lines = list(csv.DictReader(io.StringIO(figures_csv(outcomes))))
    assert len(lines) == 6 * 8
    first = lines[0]
    assert (first["condition"], first["seed"], first["measure"], first["value"]) == ("full", "1", "tokens", "1000")
    summed = list(csv.DictReader(io.StringIO(summary_csv(rows(outcomes)))))
    bare = next(line for line in summed if line["condition"] == "bare" and line["measure"] == "tokens")
    assert float(bare["difference"]) == pytest.approx(-102.0)
    assert float(bare["low95"]) < float(bare["mean"]) < float(bare["high95"])
