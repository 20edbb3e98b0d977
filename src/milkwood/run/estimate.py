"""Estimates for days of a town: calls, tokens, money and time, as ranges.

Invariants: a range rests on measured days; an unknown price or speed is None, never a guess.
"""

from dataclasses import dataclass
from typing import Final

from milkwood.models.speed import Range, Speed
from milkwood.run.figures import TownFigures

QUIETER_FACTOR, BUSIER_FACTOR = 0.85, 1.15
"""Margin around the measured days."""
MAX_CALLS_PER_QUESTION = 1.1
"""Upper estimate of calls per question, with repeats."""
MAX_PEOPLE = 1000
"""Upper limit of the estimated number of people."""


HOSTED: Final = Speed(Range(0.4, 1.5), Range(1 / 150, 1 / 40), Range(8.0, 60.0))
"""Typical for hosted models."""
OWN_MACHINE: Final = Speed(Range(0.3, 3.0), Range(1 / 100, 1 / 12), Range(0.1, 4.0))
"""Typical for models on the user's machine."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate."""

    calls: Range
    prompt_tokens: Range
    answer_tokens: Range
    price: Range | None
    """In dollars; None if the price is unknown."""
    seconds: Range | None
    """Duration at full speed; None if the model's speed is unknown."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The prices of a model, and how it counts tokens."""

    prompt_price: float | None
    answer_price: float | None
    """Per million tokens."""
    speed: Speed | None = None
    prompt_factor: float = 1.0
    answer_factor: float = 1.0
    """Tokens of the model per token of ours."""


def estimate_days(figures: TownFigures, people: int, days: int, terms: Terms) -> Estimate:
    """Estimate days of a number of people."""
    nothing = Range(0.0, 0.0)
    calls, prompt, answer = nothing, nothing, nothing
    for kind in figures.kinds.values():
        asked = Range(kind.least * QUIETER_FACTOR, kind.most * BUSIER_FACTOR * MAX_CALLS_PER_QUESTION).times(
            people * days
        )
        calls += asked
        prompt += asked.times(kind.prompt_tokens * terms.prompt_factor)
        answer += asked.times(kind.answer_tokens * terms.answer_factor)
    price = None
    if terms.prompt_price is not None and terms.answer_price is not None:
        price = prompt.times(terms.prompt_price / 1e6) + answer.times(terms.answer_price / 1e6)
    seconds = _seconds(figures, days, calls, terms) if terms.speed else None
    return Estimate(calls, prompt, answer, price, seconds)


def people_live(figures: TownFigures, day_seconds: float, speed: Speed) -> int:
    """The number of people a model can serve if a town day takes so many seconds; 0 if not even one."""
    alone = sum(
        kind.calls * (speed.call_seconds.high + kind.answer_tokens * speed.token_seconds.high)
        for kind in figures.kinds.values()
    )
    if alone > day_seconds:
        return 0  # the sequential questions of one person take longer than the day
    a_person = sum(kind.calls for kind in figures.kinds.values()) * MAX_CALLS_PER_QUESTION
    return min(MAX_PEOPLE, int(day_seconds * speed.calls_per_second.low / a_person))


def _seconds(figures: TownFigures, days: int, calls: Range, terms: Terms) -> Range:
    """The duration of the longest chain of calls, or of all calls at full throughput, whichever is longer."""
    speed = terms.speed
    assert speed is not None
    tokens = figures.chain_tokens * terms.answer_factor
    low = figures.chain_calls * speed.call_seconds.low + tokens * speed.token_seconds.low
    high = (figures.chain_calls * speed.call_seconds.high + tokens * speed.token_seconds.high) * MAX_CALLS_PER_QUESTION
    return Range(
        max(low * days, calls.low / speed.calls_per_second.high),
        max(high * days, calls.high / speed.calls_per_second.low),
    )
