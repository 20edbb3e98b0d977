"""`milkwood run` with a language model: who answers, what it may take, and what is said about it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from milkwood.fake import Fake, Plan, Strike
from tests.cli.conftest import Run
from tests.cli.recorded import home

__all__ = ["home"]

TICKS = 1200


@pytest.fixture
def fake() -> Iterator[Fake]:
    with Fake(Plan()) as server:
        yield server


@pytest.fixture(autouse=True)
def _alone(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's settings, and a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def words(*more: object) -> tuple[object, ...]:
    return ("run", "gull_quay", "--name", "monday", "--ticks", TICKS, *more)


def model(fake: Fake) -> str:
    return f"{fake.address}#fake-1"


def test_a_model_answers_and_the_summary_counts_its_calls(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "900000tokens", "--json"))
    assert result.exit_code == 0, result.stderr
    summary = json.loads(result.stdout)
    assert summary["calls"]["custom/fake-1"]["answered"] >= 10
    assert summary["spent"]["tokens"] >= summary["tokens"] > 0
    assert summary["halted"] is None
    again = run(*words("--model", "understudy"))
    assert "  calls       custom/fake-1: " in again.stdout


def test_a_run_that_pauses_at_its_budget_says_so_and_goes_on_with_a_larger_one(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "10calls", "--at-cap", "pause"))
    assert result.exit_code == 1
    assert "was stopped at" in result.stdout
    assert "The budget of 10 calls is used up. Go on with a larger --budget." in result.stderr
    result = run(*words("--model", model(fake), "--budget", "2000calls", "--at-cap", "pause"))
    assert result.exit_code == 0
    assert "has come to" in result.stdout


def test_a_run_that_is_to_stop_at_a_limit_does(run: Run) -> None:
    with Fake(Plan(strike=[Strike(fault="rate", every=1)])) as fake:
        result = run(*words("--model", model(fake), "--on-limit", "stop"))
    assert result.exit_code == 1
    assert "was stopped at" in result.stdout
    assert "fake-1" in result.stderr or "127.0.0.1" in result.stderr


def test_a_budget_in_money_for_a_model_without_a_price_is_refused(run: Run, fake: Fake) -> None:
    result = run(*words("--model", model(fake), "--budget", "2.00"))
    assert result.exit_code == 2
    assert "is not known, so a budget of $2.00 cannot be kept" in result.stderr


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--model", "nonsense"), "There is no model called “nonsense”"),
        (("--budget", "lots"), "“lots” is not a budget"),
        (("--model", "openai/gpt-4o-mini"), "OpenAI wants a key"),
    ],
)
def test_what_cannot_be_is_explained(
    more: tuple[str, ...], why: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    result = run(*words(*more))
    assert result.exit_code == 2
    assert why in result.stderr
