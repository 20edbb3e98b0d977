"""Prices: the user's setting first, then the package's, and never a guess."""

import re
import sys
from dataclasses import replace
from datetime import datetime, tzinfo

import pytest

from milkwood.models.spec import Spec
from milkwood.providers.prices import rates_of, source
from milkwood.providers.usage import Spent


def test_a_known_model_costs_what_the_package_says() -> None:
    rates = rates_of(Spec("fast", "openai", "gpt-4o-mini"))
    assert rates is not None
    assert (rates.prompt, rates.answer, rates.cached) == (0.15, 0.6, 0.075)
    assert rates.price(Spent(1_000_000, 1_000_000)) == pytest.approx(0.75)
    assert rates.price(Spent(1_000_000, 0, cached=500_000)) == pytest.approx(0.1125)
    assert rates.source == source()
    assert re.fullmatch(r"genai-prices \S+, 20\d\d-\d\d-\d\d", source()), "they have a date"


def test_cache_writes_cost_more_and_the_maximum_price_includes_them() -> None:
    rates = rates_of(Spec("fast", "anthropic", "claude-sonnet-4-5"))
    assert rates is not None
    assert rates.price(Spent(1_000_000, 0, written=1_000_000)) == pytest.approx(rates.written)
    assert rates.written > rates.prompt
    assert rates.most_prompt >= rates.written


def test_the_maximum_price_is_that_of_the_most_expensive_hour_and_tier() -> None:
    rates = rates_of(Spec("fast", "gemini", "gemini-2.5-pro"))
    assert rates is not None
    assert rates.most_prompt > rates.prompt
    assert rates.most_answer > rates.answer


def test_the_users_own_prices_come_first() -> None:
    mine = Spec("fast", "openai", "gpt-4o-mini", prompt_price=1.0, answer_price=2.0)
    rates = rates_of(mine)
    assert rates is not None
    assert (rates.prompt, rates.answer, rates.most_prompt, rates.most_answer) == (1.0, 2.0, 1.0, 2.0)


@pytest.mark.parametrize(("provider", "model"), [("openai", "nonesuch-9"), ("qwen", "qwen-plus"), ("ernie", "ernie-5")])
def test_a_price_without_a_source_is_unknown(provider: str, model: str) -> None:
    assert rates_of(Spec("fast", provider, model)) is None


def test_the_users_own_machine_costs_nothing_but_others_may() -> None:
    own = rates_of(Spec("fast", "ollama", "llama3"))
    assert own is not None
    assert (own.most_prompt, own.most_answer, own.price(Spent(10**9, 10**9))) == (0.0, 0.0, 0.0)
    assert rates_of(Spec("fast", "ollama", "llama3", address="https://ollama.example.com")) is None
    assert rates_of(Spec("fast", "custom", "m", address="http://127.0.0.1:4000")) is None


def test_the_endpoints_own_charge_is_used() -> None:
    rates = rates_of(Spec("fast", "openrouter", "openai/gpt-4o-mini"))
    assert rates is not None
    assert rates.price(Spent(1_000, 100, price=0.5)) == 0.5


def test_without_the_package_prices_are_unknown_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices.data_snapshot", None)
    assert rates_of(Spec("fast", "openai", "gpt-4o-mini")) is None


def test_a_price_far_below_what_the_tokens_cost_is_not_believed() -> None:
    rates = rates_of(Spec("fast", "openai", "gpt-4o-mini"))
    assert rates is not None
    asked = Spent(1_000_000, 1_000_000)
    reckoned = rates.price(asked)
    assert rates.price(replace(asked, price=reckoned / 3)) == reckoned / 3
    assert rates.price(replace(asked, price=reckoned / 5)) == reckoned
    assert rates.price(replace(asked, price=0.0)) == reckoned


@pytest.mark.parametrize("hour", [3, 20])
def test_an_estimate_takes_the_dearest_hour_of_the_day_at_any_hour(monkeypatch: pytest.MonkeyPatch, hour: int) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Clock":
            return cls(2026, 11, 19, hour, 15, tzinfo=tz)

    monkeypatch.setattr("milkwood.providers.prices.datetime", Clock)
    spec = Spec("fast", "deepseek", "deepseek-chat")
    now, day = rates_of(spec), rates_of(spec, all_day=True)
    assert now is not None
    assert day is not None
    assert (day.prompt, day.answer) == (day.most_prompt, day.most_answer)
    assert (now.prompt, now.answer) <= (day.prompt, day.answer)
