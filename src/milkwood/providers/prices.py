"""Prices of models: the user's own first, then those of the installed genai-prices, dated by its release.

Invariants: a tariff is never less than what a call can cost (the dearest hour and tier count, and what it costs to fill
a cache); an unknown price is None, never 0; local models cost nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from milkwood.models.metering import IMPLAUSIBLE_FACTOR
from milkwood.models.spec import Spec
from milkwood.providers.presets import Preset, address_of, host_of, is_near, preset, presets
from milkwood.providers.usage import Spent

if TYPE_CHECKING:
    from genai_prices.types import ConditionalPrice, ModelPrice

PACKAGE: Final = "genai-prices"
_TOKENS_PER_PRICE: Final = 1_000_000
_DAY: Final = re.compile(r"\b20\d\d-[01]\d-[0-3]\d\b")


@dataclass(frozen=True, slots=True)
class Rates:
    """Prices per million tokens: current, and highest."""

    prompt: float
    answer: float
    cached: float
    written: float
    """Of tokens written to the endpoint's cache."""
    most_prompt: float
    most_answer: float
    source: str
    """Source of the rates: `yours`, `this machine`, or the package with its version."""

    def price(self, spent: Spent) -> float:
        """The price of a call: the endpoint's own, unless it is far below the price of the tokens."""
        plain = spent.prompt - spent.cached - spent.written
        asked = plain * self.prompt + spent.cached * self.cached + spent.written * self.written
        reckoned = (asked + spent.answer * self.answer) / _TOKENS_PER_PRICE
        return reckoned if spent.price is None or spent.price * IMPLAUSIBLE_FACTOR < reckoned else spent.price


def rates_of(spec: Spec, *, all_day: bool = False) -> Rates | None:
    """Rates of a configured model, now or, for work of hours, in the dearest hour of the day; None if unknown."""
    one = preset(spec.provider)
    if spec.prompt_price is not None and spec.answer_price is not None:
        asked, answered = spec.prompt_price, spec.answer_price
        return Rates(asked, answered, asked, asked, asked, answered, "yours")
    if one.local and is_near(host_of(address_of(one, spec.address))):
        return Rates(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "this machine")
    return _published(one, spec.model, all_day=all_day)


def vendor_of(model: str) -> str:
    """The provider that sells a model of this name; empty if none is known."""
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ImportError:
        return ""
    try:
        found, _ = get_snapshot().find_provider_model(model, None, None, None)
    except LookupError:
        return ""
    return next((one.name for one in presets().values() if one.prices == found.id), "")


@cache
def source() -> str:
    """The package of the prices, with its version and last date."""
    try:
        package = f"{PACKAGE} {version(PACKAGE)}"
    except PackageNotFoundError:
        return ""
    day = _last_day()
    return f"{package}, {day}" if day else package


def _last_day() -> str:
    """The last past date in its remarks on prices: a lower bound of their age."""
    try:
        from genai_prices.data import providers
    except ImportError:
        return ""
    days = {
        day for provider in providers for model in provider.models for day in _DAY.findall(model.price_comments or "")
    }
    today = datetime.now(UTC).date().isoformat()
    return max((day for day in days if day <= today), default="")


def _published(one: Preset, model: str, *, all_day: bool) -> Rates | None:
    if not one.prices:
        return None
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ImportError:  # prices are unknown; tokens are still counted
        return None
    try:
        _, found = get_snapshot().find_provider_model(model, None, one.prices, None)
    except LookupError:
        return None
    moment = datetime.now(UTC)
    moments = [moment.replace(hour=hour) for hour in range(24)] if all_day else [moment]
    now = max((found.get_prices(each) for each in moments), key=lambda prices: _base(prices, "output_mtok") or 0.0)
    prompt, answer = _base(now, "input_mtok"), _base(now, "output_mtok")
    if prompt is None or answer is None:
        return None
    cached, written = _base(now, "cache_read_mtok"), _base(now, "cache_write_mtok")
    ever = list(_ever(found.prices))
    return Rates(
        prompt,
        answer,
        prompt if cached is None else cached,
        prompt if written is None else written,
        max(number for prices in ever for key in ("input_mtok", "cache_write_mtok") for number in _all(prices, key)),
        max(number for prices in ever for number in _all(prices, "output_mtok")),
        source(),
    )


def _ever(prices: "ModelPrice | list[ConditionalPrice]") -> "Iterator[ModelPrice]":
    """The prices of every hour and date."""
    if isinstance(prices, list):
        yield from (each.prices for each in prices)
    else:
        yield prices


def _base(prices: "ModelPrice", key: str) -> float | None:
    value = getattr(prices, key, None)
    return None if value is None else float(getattr(value, "base", value))


def _all(prices: "ModelPrice", key: str) -> Iterator[float]:
    value = getattr(prices, key, None)
    if value is not None:
        yield float(getattr(value, "base", value))
        yield from (float(tier.price) for tier in getattr(value, "tiers", ()))
