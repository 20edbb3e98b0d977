"""The usage of an answer is read under every vendor's names, and never guessed."""

from typing import Any

import pytest

from milkwood.providers.usage import Spent, spent_in


@pytest.mark.parametrize(
    ("reply", "spent"),
    [
        pytest.param(
            {
                "usage": {
                    "prompt_tokens": 100,
                    "completion_tokens": 30,
                    "total_tokens": 130,
                    "prompt_tokens_details": {"cached_tokens": 64},
                    "completion_tokens_details": {"reasoning_tokens": 10},
                }
            },
            Spent(100, 30, cached=64, thought=10),
            id="openai",
        ),
        pytest.param(
            {"usage": {"input_tokens": 10, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 4}}},
            Spent(10, 5, cached=4),
            id="responses",
        ),
        pytest.param(
            {
                "usage": {
                    "input_tokens": 10,
                    "cache_read_input_tokens": 80,
                    "cache_creation_input_tokens": 20,
                    "output_tokens": 5,
                }
            },
            Spent(110, 5, cached=80, written=20),
            id="anthropic",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 90, "completion_tokens": 9, "prompt_cache_hit_tokens": 64}},
            Spent(90, 9, cached=64),
            id="deepseek",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 50, "completion_tokens": 10, "total_tokens": 200}},
            Spent(50, 150),
            id="gemini leaves thoughts out of the answer",
        ),
        pytest.param(
            {"usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 4, "cachedContentTokenCount": 2}},
            Spent(8, 4, cached=2),
            id="gemini's own",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 70, "completion_tokens": 7}, "timings": {"cache_n": 60}},
            Spent(70, 7, cached=60),
            id="llama.cpp",
        ),
        pytest.param({"prompt_eval_count": 26, "eval_count": 29}, Spent(26, 29), id="ollama's own"),
        pytest.param(
            {"x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 2}}}, Spent(3, 2), id="groq's stream"
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 3, "completion_tokens": 2, "cached_tokens": 1}},
            Spent(3, 2, cached=1),
            id="moonshot",
        ),
        pytest.param(
            {"usage": {"prompt_tokens": 3, "completion_tokens": 2, "cost": 0.00042}},
            Spent(3, 2, price=0.00042),
            id="openrouter says what it charged",
        ),
    ],
)
def test_tokens_are_found_under_each_vendors_names(reply: dict[str, Any], spent: Spent) -> None:
    assert spent_in(reply) == spent


@pytest.mark.parametrize(
    "reply",
    [
        {},
        {"usage": None},
        {"usage": "many"},
        {"usage": {"prompt_tokens": 5}},
        {"usage": {"prompt_tokens": 0, "completion_tokens": 0}},
        {"usage": {"prompt_tokens": -1, "completion_tokens": 3}},
        {"usage": {"prompt_tokens": True, "completion_tokens": 3}},
        {"usage": {"tokens_in": 5, "tokens_out": 6}},
        {"usage": {"prompt_tokens": "5", "completion_tokens": "6"}},
        {"usage": {"prompt_tokens": float("nan"), "completion_tokens": 3}},
        {"usage": {"prompt_tokens": 5, "completion_tokens": float("inf")}},
        {"usage": {"prompt_tokens": 10**400, "completion_tokens": 10**400}},
        {"usage": {"prompt_tokens": 5, "completion_tokens": -(10**400)}},
    ],
)
def test_missing_usage_is_unknown(reply: dict[str, Any]) -> None:
    assert spent_in(reply) is None


def test_more_cached_than_asked_is_not_believed() -> None:
    spent = spent_in({"usage": {"prompt_tokens": 5, "completion_tokens": 1, "cached_tokens": 900}})
    assert spent is not None
    assert spent.cached == 5


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), 1e300, 10**400, "nothing", True, []])
def test_a_cost_that_is_no_price_is_none_and_the_tokens_stay(cost: object) -> None:
    said: dict[str, Any] = {"usage": {"prompt_tokens": 100, "completion_tokens": 20, "cost": cost}}
    assert spent_in(said) == Spent(100, 20, price=0.0)
