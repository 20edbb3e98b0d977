import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from milkwood import config
from milkwood.models.spec import Spec
from milkwood.models.speed import Range, Speed
from milkwood.providers.profile import ModelSpeed, ProfileShelf, UseRecord
from milkwood.questions.aptitude import KindRecord
from milkwood.run.estimate import MAX_CALLS_PER_QUESTION, Terms, estimate_days
from milkwood.run.figures import figures
from milkwood.run.model_class import measured_class
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


def test_several_models_are_compared_in_one_table(run: Run) -> None:
    models = ("openai/gpt-4o-mini", "anthropic/claude-haiku-4-5", "understudy")
    options = [word for name in models for word in ("--model", name)]
    shown = run("estimate", "the_ville", "--days", 2, *options)
    assert shown.exit_code == 0, shown.output
    assert "Prices: genai-prices" in shown.stdout
    told = json.loads(run("estimate", "the_ville", "--days", 2, *options, "--json").stdout)
    assert [one["model"] for one in told] == list(models)
    for one in told[:2]:
        price = one["price"]
        assert f"${price['low']:.2f} to ${price['high']:.2f}" in shown.stdout
    assert "No run with openai/gpt-4o-mini, anthropic/claude-haiku-4-5 has been measured" in shown.stdout


QWEN = Spec("ollama/qwen3:8b", "ollama", "qwen3:8b")


def known(**facts: Any) -> None:
    shelf = ProfileShelf()
    shelf.keep(QWEN, replace(shelf.blank(QWEN, "en", "2026-11-18"), **facts))


def told_of(run: Run) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run("estimate", "gull_quay", "--model", QWEN.name, "--days", 1, "--json").stdout)
    return told


def shown_of(run: Run) -> str:
    return run("estimate", "gull_quay", "--model", QWEN.name, "--days", 1).stdout


PLAIN = estimate_days(figures()["gull_quay", "en"], 6, 1, Terms(None, None))


def test_what_a_model_was_seen_to_use_makes_its_range(run: Run) -> None:
    assert told_of(run)["rests_on"] in ("understudy", "class")
    seen = UseRecord("2026-11-18", "gull_quay", 6, 5.0, 2.0, 3.0, 4.0)
    known(use=(seen, replace(seen, town_hours=3.5, calls=2.5)))
    told = told_of(run)
    assert (told["rests_on"], told["runs"], told["runs_town_hours"]) == ("runs", 2, 8.5)
    assert told["calls"]["low"] == pytest.approx(2.0 * PLAIN.calls.low)
    assert told["calls"]["high"] == pytest.approx(2.5 * PLAIN.calls.high / MAX_CALLS_PER_QUESTION)
    assert told["prompt_tokens"]["low"] == pytest.approx(3.0 * PLAIN.prompt_tokens.low)
    assert told["answer_tokens"]["low"] == pytest.approx(4.0 * PLAIN.answer_tokens.low)
    shown = shown_of(run)
    assert "what 2 runs with ollama/qwen3:8b used" in shown
    assert "8.5 town hours, until 2026-11-18" in shown


def test_a_model_that_has_not_lived_is_estimated_by_its_class_if_that_was_measured(run: Run) -> None:
    measured = measured_class("small")
    assert measured is not None
    words = ("estimate", "gull_quay", "--days", 1, "--model")
    told = json.loads(run(*words, "ollama/qwen3:1.7b", "--json").stdout)
    assert (told["rests_on"], told["class"], told["class_source"]) == ("class", "small", measured.source)
    assert told["calls"]["low"] == pytest.approx(measured.calls.low * PLAIN.calls.low)
    assert told["answer_tokens"]["low"] == pytest.approx(measured.answer_tokens.low * PLAIN.answer_tokens.low)
    shown = run(*words, "ollama/qwen3:1.7b").stdout
    assert f"what models of its class used, against these figures ({measured.source}, {measured.date})" in shown
    unsized = run(*words, "ollama/mistral").stdout
    assert "No run with ollama/mistral has been measured: the range rests on the understudy's days." in unsized


def test_use_in_another_town_counts_where_there_is_none_in_this_one(run: Run) -> None:
    ville = UseRecord("2026-11-18", "the_ville", 25, 5.0, 2.0, 2.0, 2.0)
    known(use=(ville,))
    assert told_of(run)["calls"]["low"] == pytest.approx(2.0 * PLAIN.calls.low)
    known(use=(ville, replace(ville, town="gull_quay", calls=1.0)))
    assert told_of(run)["calls"]["low"] == pytest.approx(PLAIN.calls.low)


def test_what_a_model_cannot_answer_is_not_paid_for(run: Run) -> None:
    whole = told_of(run)
    known(kinds={"plan_day": KindRecord(6.0)})
    without = told_of(run)
    assert (whole["without"], without["without"]) == ([], ["plan_day"])
    assert without["answer_tokens"]["high"] < whole["answer_tokens"]["high"]
    assert "Without plan_day: according to its profile" in shown_of(run)


@pytest.mark.parametrize(("day", "source"), [("2026-11-17", "exam of 2026-11-18"), ("2026-11-19", "run of 2026-11-19")])
def test_the_speed_measured_last_gives_the_time(day: str, source: str, run: Run) -> None:
    speed = Speed(Range(1.0, 1.0), Range(0.0, 0.0), Range(1e6, 1e6), measured=True)
    slow = replace(speed, call_seconds=Range(9.0, 9.0))
    known(examined=ModelSpeed("2026-11-18", 48, speed), lived=ModelSpeed(day, 100, slow))
    assert told_of(run)["speed_source"] == source
    assert f"({source})" in shown_of(run)


def test_too_many_days_are_not_estimated(run: Run) -> None:
    assert run("estimate", "gull_quay", "--days", "9" * 400).exit_code == 2
