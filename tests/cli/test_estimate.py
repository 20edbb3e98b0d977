import json
import shlex
from pathlib import Path

import pytest

from milkwood import config
from tests.cli.conftest import Run
from tests.towns.conftest import TinyPack


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(config, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.delenv("MILKWOOD_MODEL", raising=False)


def test_days_of_a_town_are_estimated_with_money_and_time(run: Run) -> None:
    one, two = (
        json.loads(run("estimate", "the_ville", "--days", days, "--model", "openai/gpt-4o-mini", "--json").stdout)
        for days in (1, 2)
    )
    assert (one["people"], one["figures_of"], one["speed_source"]) == (25, "the_ville", "usual")
    assert 0 < one["price"]["low"] < one["price"]["high"]
    assert 0 < one["seconds"]["low"] < one["seconds"]["high"]
    assert two["calls"]["low"] == pytest.approx(2 * one["calls"]["low"])
    assert "genai-prices" in one["price_source"]


def test_no_key_is_needed_to_estimate_and_the_budget_that_keeps_it_is_named(run: Run) -> None:
    shown = run("estimate", "gull_quay", "--model", "openai/gpt-4o-mini", "--language", "zh")
    assert shown.exit_code == 0, shown.output
    assert "in zh" in shown.stdout
    assert "--budget" in shown.stdout
    assert "milkwood exam openai/gpt-4o-mini" in shown.stdout


def test_an_unknown_price_is_reported_as_unknown(run: Run) -> None:
    shown = run("estimate", "gull_quay", "--model", "https://models.example/v1#x")
    assert "price unknown" in shown.stdout
    assert "$" not in shown.stdout


def test_the_understudy_costs_nothing(run: Run) -> None:
    shown = run("estimate", "gull_quay", "--days", 1)
    assert "nothing: the understudy answers" in shown.stdout


def test_the_users_own_town_is_estimated_like_a_measured_one(run: Run, tiny: TinyPack) -> None:
    told = json.loads(run("estimate", tiny.folder, "--model", "ollama/qwen3:8b", "--json").stdout)
    assert told["figures_of"] == "gull_quay"
    assert told["price"] == {"low": 0.0, "high": 0.0}


def test_a_language_the_town_does_not_speak_is_refused(run: Run) -> None:
    result = run("estimate", "gull_quay", "--language", "fr")
    assert result.exit_code == 2
    assert "Available: en, zh" in result.output


def test_the_command_that_keeps_to_a_budget_lives_what_was_estimated(run: Run, tiny: TinyPack) -> None:
    words = (tiny.folder, "--days", 3, "--model", "openai/gpt-4o-mini")
    shown = run("estimate", *words)
    assert f"milkwood run {shlex.quote(str(tiny.folder))} --days 3 --model openai/gpt-4o-mini --budget " in shown.stdout


def test_too_many_days_are_not_estimated(run: Run) -> None:
    assert run("estimate", "gull_quay", "--days", "9" * 400).exit_code == 2
