"""A budget as users write it and as it is said to them."""

import pytest

from milkwood.errors import SetupError
from milkwood.models.budget import Cap, Sum, Unit
from milkwood.models.port import Usage


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("2.00", 2.0, Unit.DOLLARS),
        ("$0.01", 0.01, Unit.DOLLARS),
        (".5", 0.5, Unit.DOLLARS),
        ("50000tokens", 50_000, Unit.TOKENS),
        ("50,000 tokens", 50_000, Unit.TOKENS),
        ("1.5M tokens", 1_500_000, Unit.TOKENS),
        ("300calls", 300, Unit.CALLS),
        ("2k calls", 2000, Unit.CALLS),
        ("0", 0.0, Unit.DOLLARS),
    ],
)
def test_a_budget_is_written_in_dollars_tokens_or_calls(text: str, amount: float, unit: Unit) -> None:
    assert Cap.parse(text) == Cap(amount, unit)


@pytest.mark.parametrize("text", ["", "much", "-1", "2 euros", "1e3", "2.0.0", "tokens", "nan", "inf"])
def test_an_invalid_budget_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(SetupError, match=r"50000tokens"):
        Cap.parse(text)


def test_a_cap_has_a_readable_form() -> None:
    said = [Cap.parse(text).say() for text in ("2", "0.01", "50000tokens", "3calls", "1calls")]
    assert said == ["$2.00", "$0.0100", "50,000 tokens", "3 calls", "1 call"]


def test_a_request_that_took_nothing_is_no_call() -> None:
    assert Sum.of(Usage(seconds=3.0)) == Sum()
    assert Sum.of(Usage(10, 0, 0.5)) == Sum(0.5, 10, 1)
